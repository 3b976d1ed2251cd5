import SockeyeBytes
import HTTPTypes
import Testing

@testable import SockeyeHTTP1

@Suite("Exchange")
struct ExchangeTests {
    private func begun(_ method: HTTPRequest.Method = .get) throws -> Exchange {
        var exchange = Exchange(request: try requestHead(method))
        var output: [UInt8] = []
        try exchange.encodeHead(into: &output)
        return exchange
    }

    private func skipError(_ exchange: inout Exchange, _ count: Int64) -> HTTP1Error? {
        error { () throws(HTTP1Error) in try exchange.skipBodyBytes(count) }
    }

    @Test("Bytes of a known length may go around the codec")
    func skipKnown() throws {
        var exchange = try begun()
        #expect(exchange.rawBodyRemaining == nil)
        #expect(skipError(&exchange, 1) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        let input = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab".utf8)
        let consumed = try exchange.receive(input.span.bytes).consumed
        #expect(exchange.rawBodyRemaining == 10)
        let body = try exchange.receive(input.span.bytes.extracting(consumed..<input.count))
        #expect(body.event == .bodyBytes(offset: 0, count: 2))
        #expect(skipError(&exchange, 9) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        #expect(skipError(&exchange, -1) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        #expect(skipError(&exchange, 5) == nil)
        #expect(exchange.rawBodyRemaining == 3)
        #expect(skipError(&exchange, 3) == nil)
        #expect(exchange.rawBodyRemaining == nil)
        #expect(exchange.receivedBodyBytes == 10)
        #expect(try exchange.receive("".utf8.span.bytes).event == .end(trailers: nil))
        #expect(exchange.connectionDisposition == .reusable)
    }

    @Test("Bytes that went around the codec count when the body is cut")
    func cutAfterSkipping() throws {
        var exchange = try begun()
        _ = try exchange.receive("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n".utf8.span.bytes)
        #expect(skipError(&exchange, 7) == nil)
        #expect(
            error { () throws(HTTP1Error) in _ = try exchange.receiveEnd() }
                == .server(.closedInBody(received: 7, missing: 3), offset: 46)
        )
    }

    @Test("So may those of an open chunk, and of a body until close")
    func skipOthers() throws {
        var chunked = try begun()
        _ = try chunked.receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8.span.bytes)
        #expect(chunked.rawBodyRemaining == nil)
        #expect(try chunked.receive("a\r\n".utf8.span.bytes).event == .needMore)
        #expect(chunked.rawBodyRemaining == 10)
        #expect(skipError(&chunked, 11) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        #expect(skipError(&chunked, 10) == nil)
        #expect(try chunked.receive("\r\n0\r\n\r\n".utf8.span.bytes).event == .end(trailers: [:]))

        var open = try begun()
        _ = try open.receive("HTTP/1.1 200 OK\r\n\r\n".utf8.span.bytes)
        #expect(skipError(&open, 1 << 40) == nil)
        #expect(skipError(&open, .max) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        #expect(skipError(&open, 1 << 62) == .caller(.calledOutOfOrder(.skipBodyBytes)))
        #expect(open.receivedBodyBytes == 1 << 40)
        #expect(try open.receiveEnd() == .end(trailers: nil))
    }

    @Test("An error stays, and a call out of order leaves things as they are")
    func failure() throws {
        var exchange = try begun()
        let first = error { () throws(HTTP1Error) in _ = try exchange.receive("X".utf8.span.bytes) }
        #expect(first == .server(.notHTTP(byte: 0x58), offset: 0))
        #expect(error { () throws(HTTP1Error) in _ = try exchange.receive("H".utf8.span.bytes) } == first)
        #expect(error { () throws(HTTP1Error) in _ = try exchange.receiveEnd() } == first)
        #expect(exchange.connectionDisposition == .mustClose(.protocolError))

        var complete = try begun(.head)
        _ = try complete.receive("HTTP/1.1 200 OK\r\n\r\n".utf8.span.bytes)
        #expect(complete.connectionDisposition == .mustClose(.responseUnfinished))
        _ = try complete.receive("".utf8.span.bytes)
        #expect(
            error { () throws(HTTP1Error) in _ = try complete.receive("H".utf8.span.bytes) }
                == .caller(.calledOutOfOrder(.receive))
        )
        #expect(complete.connectionDisposition == .reusable)
    }

    @Test("Offsets go on from one response to the next within an exchange")
    func offsets() throws {
        var exchange = try begun()
        let interim = Array("HTTP/1.1 103 Early\r\n\r\n".utf8)
        _ = try exchange.receive(interim.span.bytes)
        let thrown = error { () throws(HTTP1Error) in _ = try exchange.receive("HTTP/2".utf8.span.bytes) }
        #expect(thrown == .server(.unsupportedVersion(major: 2), offset: Int64(interim.count) + 5))
    }

    @Test("A large head arrives in linear time, a byte at a time")
    func slowHead() throws {
        var exchange = try begun()
        var input = Array("HTTP/1.1 200 OK\r\nX: ".utf8)
        input += [UInt8](repeating: 0x61, count: 100_000)
        input += Array("\r\n\r\n".utf8)
        var head: ResponseHead?
        for index in input.indices {
            let step = try exchange.receive(input.span.bytes.extracting(index..<(index + 1)))
            #expect(step.consumed == 1)
            if case .head(let found) = step.event { head = found }
        }
        #expect(head?.fields.first?.value.utf8.count == 100_000)
    }

    @Test("Limits out of range are brought into it")
    func limits() throws {
        let wild = Limits(
            headBytes: .max, lineBytes: .max, fieldCount: .max, chunkExtensionBytes: .min, trailerBytes: -1,
            informationalBytes: 0
        )
        var exchange = Exchange(request: try requestHead(), limits: wild)
        #expect(exchange.limits.fieldCount == 65_000)
        var output: [UInt8] = []
        try exchange.encodeHead(into: &output)
        let fields = String(repeating: "A: b\r\n", count: 65_001)
        let thrown = error { () throws(HTTP1Error) in
            _ = try exchange.receive(("HTTP/1.1 200 OK\r\n" + fields + "\r\n").utf8.span.bytes)
        }
        #expect(thrown == .server(.limitExceeded(.fieldCount, limit: 65_000), offset: 17 + 65_000 * 6 + 3))
    }

    @Test("Every known name keeps its spelling, however it is written")
    func knownNames() throws {
        let names = [
            "Date", "Server", "Content-Type", "Last-Modified", "ETag", "Etag", "Accept-Ranges", "Cache-Control",
            "Vary", "Expires", "Set-Cookie", "Location", "Age", "Via", "Strict-Transport-Security", "WWW-Authenticate",
            "Www-Authenticate", "X-Cache", "Link", "Alt-Svc", "Keep-Alive", "X", "Q", "-", "Datf", "Cate", "X-cache",
        ]
        for name in names {
            for spelling in [name, name.lowercased(), name.uppercased()] {
                var exchange = try begun(.head)
                let step = try exchange.receive("HTTP/1.1 200 OK\r\n\(spelling): v\r\n\r\n".utf8.span.bytes)
                guard case .head(let head) = step.event else {
                    Issue.record("no head for \(spelling)")
                    continue
                }
                #expect(head.fields.first?.name.rawName == spelling)
                #expect(head.fields.first?.name.canonicalName == name.lowercased())
            }
        }
    }

    @Test("Every byte is judged alike at every place of a word")
    func scanning() throws {
        for byte in UInt8.min...UInt8.max where byte != 0x0A && byte != 0x0D {
            for padding in 0..<20 {
                let filler = [UInt8](repeating: 0x61, count: padding)
                let value = Array("HTTP/1.1 200 OK\r\nX: z".utf8) + filler + [byte] + Array("zzzzzzzzz\r\n\r\n".utf8)
                var exchange = try begun(.head)
                let refused = error { () throws(HTTP1Error) in _ = try exchange.receive(value.span.bytes) }
                // Other controls make the line one that is skipped.
                #expect((refused == nil) == (byte != 0), "byte \(byte) after \(padding)")
                let isOdd = exchange.finalHead?.framing.isOdd == true
                #expect(refused != nil || isOdd != Grammar.isFieldValueByte(byte), "byte \(byte) after \(padding)")
                if byte == UInt8(ascii: ":") { continue }
                let name = Array("HTTP/1.1 200 OK\r\nz".utf8) + filler + [byte] + Array("zzzzzzzzz: v\r\n\r\n".utf8)
                exchange = try begun(.head)
                let refusedName = error { () throws(HTTP1Error) in _ = try exchange.receive(name.span.bytes) }
                #expect((refusedName == nil) == (byte != 0), "byte \(byte) after \(padding)")
                let isOddName = exchange.finalHead?.framing.isOdd == true
                #expect(refusedName != nil || isOddName != Grammar.isTokenByte(byte), "byte \(byte) after \(padding)")
                if case .server(_, let offset) = refusedName { #expect(offset == Int64(18 + padding)) }
            }
        }
    }
}
