import HTTPTypes
import SockeyeHTTP1
import Testing

/// Opt-in behaviour: bodies without a head, and ignored lengths.
@Suite("Servers that do not speak HTTP/1.1")
struct UnusualServerTests {
    private func begun(
        _ method: HTTPRequest.Method = .get, withoutHead: Bool = false, ignoringLength: Bool = false
    ) throws -> Exchange {
        var exchange = Exchange(
            request: try requestHead(method), acceptsBodyWithoutHead: withoutHead, ignoresContentLength: ignoringLength)
        var output: [UInt8] = []
        try exchange.encodeHead(into: &output)
        return exchange
    }

    @Test(
        "What does not begin as HTTP/1 is a body without a head",
        arguments: ["plain text", "<html>HTTP/1.1 200 OK\r\n\r\n", "h", "HTTPS/1.1", "\r\n", "HT\u{0}"]
    )
    func withoutHead(body: String) throws {
        let bytes = Array(body.utf8)
        var exchange = try begun(withoutHead: true)
        let step = try exchange.receive(bytes.span.bytes)
        #expect(step.consumed == 0 && step.event == .head(.missing))
        #expect(exchange.responseBodyLength == .untilClose)
        #expect(try exchange.receive(bytes.span.bytes).event == .bodyBytes(offset: 0, count: bytes.count))
        #expect(try exchange.receiveEnd() == .end(trailers: nil))
        #expect(exchange.connectionDisposition == .mustClose(.framedByClose))
        // Not without opting in, and never as a response to HEAD.
        for (method, accepts) in [(HTTPRequest.Method.get, false), (.head, true)] {
            var strict = try begun(method, withoutHead: accepts)
            #expect(error { () throws(HTTP1Error) in _ = try strict.receive(bytes.span.bytes) } != nil)
        }
    }

    @Test("A head is one all the same, whole or in pieces", arguments: [1, 3, 5, 100])
    func withHead(size: Int) throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        var exchange = try begun(withoutHead: true)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        let transcript = Transcript(&exchange, pieces: pieces)
        #expect(transcript.isEnded)
        #expect(transcript.error == nil)
        #expect(exchange.responseBodyLength == .known(2))
    }

    @Test("A body that is cut within the first letters of HTTP/ is refused, and no short success")
    func ambiguous() throws {
        var exchange = try begun(withoutHead: true)
        #expect(try exchange.receive("HT".utf8.span.bytes).event == .needMore)
        #expect(error { () throws(HTTP1Error) in _ = try exchange.receive("ML".utf8.span.bytes) } != nil)
        var ended = try begun(withoutHead: true)
        #expect(
            error { () throws(HTTP1Error) in _ = try ended.receiveEnd() } == .server(.closedBeforeResponse, offset: 0))
    }

    @Test(
        "A length that is not believed is as if it were not there",
        arguments: [
            ("Content-Length: 2\r\n", ResponseBodyLength.untilClose), ("Content-Length: x\r\n", .untilClose),
            ("Content-Length: 2\r\nContent-Length: 3\r\n", .untilClose), ("Transfer-Encoding: chunked\r\n", .chunked),
            ("", .untilClose),
        ]
    )
    func ignoredLength(fields: String, expected: ResponseBodyLength) throws {
        var exchange = try begun(ignoringLength: true)
        _ = try exchange.receive("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8.span.bytes)
        #expect(exchange.responseBodyLength == expected)
        var head = try begun(.head, ignoringLength: true)
        _ = try head.receive("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8.span.bytes)
        #expect(head.responseBodyLength == ResponseBodyLength.none)
    }
}
