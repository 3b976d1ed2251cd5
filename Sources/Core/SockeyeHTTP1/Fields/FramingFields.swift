internal import SockeyeBytes

/// What the fields of one head say about framing and persistence, gathered while they are parsed.
///
/// Errors in Content-Length are kept rather than thrown, because they matter only if the length does (`BodyFraming`,
/// step 5). Only their offsets, which point at the value, are kept, so that a copy is cheap.
struct FramingFields: Sendable {
    enum ContentLength: Sendable {
        case absent
        case length(Int64)
        case malformed(offset: Int64)
        case conflicting(offset: Int64)
    }

    /// All Content-Length fields together.
    private(set) var contentLength = ContentLength.absent
    /// Whether there is any Transfer-Encoding field.
    private(set) var hasTransferEncoding = false
    /// The codings of all Transfer-Encoding fields in the order applied, in lowercase.
    private(set) var transferCodings: [String] = []
    /// Whether chunked is among them.
    private var hasChunked = false
    /// More codings are refused: each is a layer to undo, and no client undoes that many.
    private static let transferCodingLimit = 16
    /// The offset at which Transfer-Encoding is malformed, if any.
    private(set) var transferEncodingFault: Int64?
    /// Whether something in the head was tolerated that others may read differently.
    var isOdd = false
    /// Whether Connection lists `close`.
    private(set) var saysClose = false
    /// Whether Connection lists `keep-alive`.
    private(set) var saysKeepAlive = false

    /// Adds one field, whose value is `range` of `line`, at `offset` in the response.
    mutating func add(_ role: FieldRole, _ line: RawSpan, _ range: Range<Int>, offset: Int64) {
        switch role {
        case .contentLength: addContentLength(line, range, offset: offset)
        case .transferEncoding: addTransferEncoding(line, range, offset: offset)
        case .connection: addConnection(line, range)
        case .hopByHop, .ordinary: break
        }
    }

    /// Content-Length is one decimal number (RFC 9110 section 8.6). The same number repeated, in another field or after a
    /// comma, is one number; anything else is a fault.
    private mutating func addContentLength(_ line: RawSpan, _ range: Range<Int>, offset: Int64) {
        if case .absent = contentLength, let number = Self.shortNumber(line, range) {
            contentLength = .length(number)
            return
        }
        ListScan.forEachElement(of: line, range) { element in
            var number: Int64 = 0
            var isFaulty = element.isEmpty
            for index in element {
                guard let digit = ASCII.decimalDigit(line.byte(at: index)) else {
                    isFaulty = true
                    break
                }
                let (scaled, scaleOverflow) = number.multipliedReportingOverflow(by: 10)
                let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(digit))
                // RFC 9110 section 8.6: a recipient guards against overflow. A length that can't be counted to would let
                // a cut body pass for a whole one.
                if scaleOverflow || sumOverflow {
                    isFaulty = true
                    break
                }
                number = sum
            }
            let elementOffset = offset + Int64(element.lowerBound - range.lowerBound)
            switch contentLength {
            case .malformed, .conflicting: break
            case _ where isFaulty: contentLength = .malformed(offset: elementOffset)
            case .absent: contentLength = .length(number)
            case .length(number): break
            case .length: contentLength = .conflicting(offset: elementOffset)
            }
        }
    }

    /// A value of digits only, too few to overflow: nearly every Content-Length, without walking it as a list.
    private static func shortNumber(_ line: RawSpan, _ range: Range<Int>) -> Int64? {
        guard (1...18).contains(range.count) else { return nil }
        var number: Int64 = 0
        for index in range {
            guard let digit = ASCII.decimalDigit(line.byte(at: index)) else { return nil }
            number = number &* 10 &+ Int64(digit)
        }
        return number
    }

    /// Transfer-Encoding is a list of codings with parameters (RFC 9112 sections 6.1 and 7).
    private mutating func addTransferEncoding(_ line: RawSpan, _ range: Range<Int>, offset: Int64) {
        hasTransferEncoding = true
        var found = false
        ListScan.forEachElement(of: line, range) { element in
            // Recipients skip empty list elements (RFC 9110 section 5.6.1.2).
            if element.isEmpty { return }
            found = true
            let nameEnd = line.endOfTokenBytes(from: element.lowerBound, to: element.upperBound)
            var rest = nameEnd
            while rest < element.upperBound, Grammar.isOptionalWhiteSpace(line.byte(at: rest)) { rest += 1 }
            let name = element.lowerBound..<nameEnd
            let hasParameters = rest < element.upperBound
            let isWellFormed = !name.isEmpty && (!hasParameters || line.byte(at: rest) == UInt8(ascii: ";"))
            let isChunked = line.matches(name, lowercased: "chunked")
            // Some servers and the gateway before them both say chunked. The body is chunked once then; since others may
            // undo it twice, the connection isn't used again.
            if isChunked, transferCodings.last == "chunked", isWellFormed, !hasParameters {
                isOdd = true
                return
            }
            // RFC 9112 section 7.1: chunked has no parameters, and is never applied twice (section 6.1).
            let isTooMany = transferCodings.count >= Self.transferCodingLimit
            if !isWellFormed || isTooMany || isChunked && (hasParameters || hasChunked) {
                let elementOffset = offset + Int64(element.lowerBound - range.lowerBound)
                transferEncodingFault = transferEncodingFault ?? elementOffset
            }
            hasChunked = hasChunked || isChunked
            if !isTooMany { transferCodings.append(isChunked ? "chunked" : line.text(name).lowercased()) }
        }
        if !found { transferEncodingFault = transferEncodingFault ?? offset }
    }

    /// Connection lists options, ignoring case (RFC 9110 section 7.6.1); unknown ones are ignored.
    private mutating func addConnection(_ line: RawSpan, _ range: Range<Int>) {
        // Most lists have only this element, and need not be walked.
        if line.matches(range, lowercased: "keep-alive") {
            saysKeepAlive = true
            return
        }
        ListScan.forEachElement(of: line, range) { element in
            if line.matches(element, lowercased: "close") { saysClose = true }
            if line.matches(element, lowercased: "keep-alive") { saysKeepAlive = true }
        }
    }
}

/// Walks the elements of a comma-separated list (RFC 9110 section 5.6.1).
enum ListScan {
    /// Calls `body` with the bounds of each element, without the white space around it. Commas in quoted strings don't
    /// separate.
    static func forEachElement(of line: RawSpan, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
        var start = range.lowerBound
        var position = start
        var isQuoted = false
        while position < range.upperBound {
            switch line.byte(at: position) {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: position += 1
            case UInt8(ascii: ",") where !isQuoted:
                body(line.trimmingBlanks(start..<position))
                start = position + 1
            default: break
            }
            position += 1
        }
        body(line.trimmingBlanks(start..<range.upperBound))
    }
}
