import HTTPTypes
import SockeyeHTTP1

/// The events of an exchange, in the notation of the fixtures.
///
/// Consecutive body bytes are one line, however they arrived, so that transcripts of the same bytes are equal whatever
/// the pieces.
struct Transcript {
    private(set) var lines: [String] = []
    private var body: [UInt8] = []
    /// Bytes consumed.
    private(set) var consumed = 0
    /// Whether the response has ended or become a tunnel.
    private(set) var isEnded = false
    private(set) var error: HTTP1Error?

    var text: String { lines.joined(separator: "\n") }

    /// Feeds `pieces` in order, then the close of the connection if the response has not ended.
    init(_ exchange: inout Exchange, pieces: [ArraySlice<UInt8>], closes: Bool = true) {
        do throws(HTTP1Error) {
            for piece in pieces where !isEnded { try receive(Array(piece), &exchange) }
            if closes, !isEnded { take(try exchange.receiveEnd(), [], exchange) }
        } catch {
            self.error = error
            flushBody()
            lines.append("error: \(error)")
        }
        flushBody()
        let given = pieces.reduce(0) { $0 + $1.count }
        if error == nil, consumed < given { lines.append("left: \(given - consumed)") }
        switch exchange.connectionDisposition {
        case .reusable: lines.append("connection: reusable")
        case .mustClose(let reason) where error == nil: lines.append("connection: closed, because \(reason)")
        case .mustClose: break
        }
    }

    private mutating func receive(_ bytes: [UInt8], _ exchange: inout Exchange) throws(HTTP1Error) {
        var start = 0
        while !isEnded {
            let rest = bytes.span.bytes.extracting(start..<bytes.count)
            let step = try exchange.receive(rest)
            let given = Array(bytes[start...])
            start += step.consumed
            consumed += step.consumed
            take(step.event, given, exchange)
            if step.event == .needMore { break }
        }
    }

    private mutating func take(_ event: Exchange.Event, _ input: [UInt8], _ exchange: borrowing Exchange) {
        if case .bodyBytes(let offset, let count) = event {
            body += input[offset..<(offset + count)]
            return
        }
        if event == .needMore { return }
        flushBody()
        switch event {
        case .needMore, .bodyBytes: break
        case .informational(let head): describe(head, as: "informational")
        case .head(let head):
            describe(head, as: "head")
            switch exchange.responseBodyLength {
            case nil: lines.append("framing: unknown")
            case .some(.none): lines.append("framing: no body")
            case .known(let count): lines.append("framing: \(count) bytes")
            case .chunked: lines.append("framing: chunked")
            case .untilClose: lines.append("framing: until close")
            }
            if !exchange.transferCodings.isEmpty {
                lines.append("codings: \(exchange.transferCodings.joined(separator: ", "))")
            }
        case .end(let trailers):
            isEnded = true
            lines.append("end")
            describe(trailers ?? [:])
        case .tunnel:
            isEnded = true
            lines.append("tunnel")
        }
    }

    private mutating func describe(_ head: ResponseHead, as name: String) {
        let phrase = head.status.reasonPhrase.split(separator: "\t", omittingEmptySubsequences: false)
        lines.append("\(name): \(head.version) \(head.status.code) \"\(phrase.joined(separator: "\\t"))\"")
        describe(head.fields)
    }

    private mutating func describe(_ fields: HTTPFields) {
        for field in fields {
            let value = field.withUnsafeBytesOfValue { Self.escaped(Array($0)) }
            lines.append("  \(field.name.rawName):" + (value.isEmpty ? "" : " \(value)"))
        }
    }

    private mutating func flushBody() {
        if !body.isEmpty { lines.append("body: \"\(Self.escaped(body))\"") }
        body = []
    }

    static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x0D: "\\r"
            case 0x0A: "\\n"
            case 0x09: "\\t"
            case 0x20...0x7E: String(Unicode.Scalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
