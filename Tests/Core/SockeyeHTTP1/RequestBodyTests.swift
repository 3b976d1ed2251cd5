import HTTPTypes
import SockeyeHTTP1
import Testing

@Suite("Request bodies")
struct RequestBodyTests {
    private func head(
        _ framing: RequestBodyFraming,
        version: HTTPVersion = .http11,
        expects: Bool = false,
        _ fields: [(String, String)] = []
    ) throws(HTTP1Error) -> String {
        var exchange = Exchange(
            request: try requestHead(.post, version: version, fields), bodyFraming: framing, expectsContinue: expects
        )
        return try encoded { output throws(HTTP1Error) in try exchange.encodeHead(into: &output) }
    }

    @Test(
        "The head announces the body",
        arguments: [
            (.none, false, [], ""),
            (.none, false, [("Content-Length", "0")], "Content-Length: 0\r\n"),
            (.contentLength(0), false, [], "Content-Length: 0\r\n"),
            (.contentLength(.max), false, [], "Content-Length: 9223372036854775807\r\n"),
            (.contentLength(5), false, [("content-length", "5")], "content-length: 5\r\n"),
            (.contentLength(5), true, [], "Content-Length: 5\r\nExpect: 100-continue\r\n"),
            (.chunked, false, [], "Transfer-Encoding: chunked\r\n"),
            (.chunked, false, [("Transfer-Encoding", "gzip, chunked")], "Transfer-Encoding: gzip, chunked\r\n"),
            (.chunked, true, [("Expect", "100-Continue")], "Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n"),
            (.none, false, [("Expect", "something-else")], "Expect: something-else\r\n"),
        ] as [(RequestBodyFraming, Bool, [(String, String)], String)]
    )
    func announcement(framing: RequestBodyFraming, expects: Bool, fields: [(String, String)], line: String) throws {
        let text = try head(framing, expects: expects, fields)
        #expect(text == "POST / HTTP/1.1\r\nHost: example.com\r\n" + line + "\r\n")
    }

    @Test(
        "A field that contradicts the body is refused",
        arguments: [
            (.none, [("Content-Length", "5")]), (.none, [("Transfer-Encoding", "chunked")]),
            (.contentLength(5), [("Content-Length", "6")]), (.contentLength(5), [("Content-Length", "five")]),
            (.contentLength(5), [("Content-Length", "5"), ("Content-Length", "6")]),
            (.contentLength(5), [("Transfer-Encoding", "chunked")]), (.chunked, [("Content-Length", "5")]),
            (.chunked, [("Transfer-Encoding", "gzip")]), (.chunked, [("Transfer-Encoding", "chunked, chunked")]),
            (.chunked, [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip")]),
        ] as [(RequestBodyFraming, [(String, String)])]
    )
    func contradiction(framing: RequestBodyFraming, fields: [(String, String)]) throws {
        let name = try #require(fields.first?.0)
        let thrown = error { () throws(HTTP1Error) in _ = try head(framing, fields) }
        #expect(thrown == .caller(.conflictingField(name: name)))
    }

    @Test(
        "One length is given once",
        arguments: [[("Content-Length", "5"), ("content-length", "5")], [("Content-Length", "5, 5")]]
    )
    func repeatedLength(fields: [(String, String)]) {
        let thrown = error { () throws(HTTP1Error) in _ = try head(.contentLength(5), fields) }
        #expect(thrown == .caller(.repeatedField(name: "Content-Length")))
    }

    @Test(
        "What the version or the body does not allow is refused",
        arguments: [
            (.chunked, .http10, false, .caller(.needsHTTP11(field: "Transfer-Encoding"))),
            (.contentLength(5), .http10, true, .caller(.needsHTTP11(field: "Expect"))),
            (.none, .http11, true, .caller(.expectationWithoutBody)),
            (.contentLength(0), .http11, true, .caller(.expectationWithoutBody)),
            (.contentLength(-1), .http11, false, .caller(.negativeLength(-1))),
        ] as [(RequestBodyFraming, HTTPVersion, Bool, HTTP1Error)]
    )
    func impossible(framing: RequestBodyFraming, version: HTTPVersion, expects: Bool, expected: HTTP1Error) {
        let thrown = error { () throws(HTTP1Error) in _ = try head(framing, version: version, expects: expects) }
        #expect(thrown == expected)
    }

    /// An exchange whose head is encoded.
    private func begun(_ framing: RequestBodyFraming, expects: Bool = false) throws -> Exchange {
        var exchange = Exchange(
            request: try requestHead(.post), bodyFraming: framing, expectsContinue: expects
        )
        var output: [UInt8] = []
        try exchange.encodeHead(into: &output)
        return exchange
    }

    @Test("Content-Length counts, and ends by itself")
    func counting() throws {
        var exchange = try begun(.contentLength(5))
        var output: [UInt8] = []
        try exchange.encodeBodyPrefix(count: 3, into: &output)
        exchange.encodeBodySuffix(into: &output)
        #expect(output.isEmpty)
        #expect(exchange.remainingRequestBodyBytes == 2)
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeBodyPrefix(count: 3, into: &output) }
                == .caller(.bodyTooLong(declared: 5, excess: 1))
        )
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(into: &output) }
                == .caller(.bodyTooShort(declared: 5, missing: 2))
        )
        try exchange.encodeBody("lo".utf8.span.bytes, into: &output)
        #expect(output == Array("lo".utf8))
        #expect(exchange.requestPhase == .complete)
        try exchange.encodeEnd(into: &output)
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeBodyPrefix(count: 1, into: &output) }
                == .caller(.bodyTooLong(declared: 5, excess: 1))
        )
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeBodyPrefix(count: -1, into: &output) }
                == .caller(.negativeLength(-1))
        )
    }

    @Test("Chunks are framed around the caller's bytes; an empty one is skipped")
    func chunks() throws {
        var exchange = try begun(.chunked)
        var output: [UInt8] = []
        try exchange.encodeBody("hello".utf8.span.bytes, into: &output)
        try exchange.encodeBody("".utf8.span.bytes, into: &output)
        try exchange.encodeBodyPrefix(count: 0x1F_FFFF, into: &output)
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(into: &output) }
                == .caller(.calledOutOfOrder(.encodeBodySuffix))
        )
        exchange.encodeBodySuffix(into: &output)
        #expect(exchange.requestPhase == .body)
        try exchange.encodeEnd(trailers: [.contentDisposition: "x"], into: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == "5\r\nhello\r\n1fffff\r\n\r\n0\r\nContent-Disposition: x\r\n\r\n"
        )
        #expect(exchange.requestPhase == .complete)
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeBody("x".utf8.span.bytes, into: &output) }
                == .caller(.calledOutOfOrder(.encodeBody))
        )
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(into: &output) }
                == .caller(.calledOutOfOrder(.encodeEnd))
        )
    }

    @Test("Trailers that frame, route or describe are refused, and nothing is sent of them")
    func trailers() throws {
        for name in ["Content-Length", "TRANSFER-ENCODING", "host", "Authorization", "Content-Type", "Trailer"] {
            var exchange = try begun(.chunked)
            var output: [UInt8] = []
            var fields = HTTPFields()
            fields.append(try HTTPField(checkedName: "X-Fine", value: "1"))
            fields.append(try HTTPField(checkedName: name, value: "1"))
            let thrown = error { () throws(HTTP1Error) in try exchange.encodeEnd(trailers: fields, into: &output) }
            #expect(thrown == .caller(.forbiddenTrailer(name: name)))
            #expect(output.isEmpty)
            #expect(exchange.requestPhase == .body)
        }
        var exchange = try begun(.contentLength(0))
        var output: [UInt8] = []
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(trailers: [.eTag: "x"], into: &output) }
                == .caller(.forbiddenTrailer(name: "ETag"))
        )
    }

    @Test("No control breaks out of a trailer", arguments: controlCharacters)
    func trailerInjection(byte: UInt8) throws {
        guard byte != 0x00, byte != 0x0A, byte != 0x0D else { return }  // HTTPTypes turns these into spaces
        var exchange = try begun(.chunked)
        var fields = HTTPFields()
        fields.append(HTTPField(name: .eTag, lenientValue: [0x61, byte]))
        var output: [UInt8] = []
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(trailers: fields, into: &output) }
                == .caller(.illegalByte(.fieldValue(name: "ETag"), byte: byte, offset: 1))
        )
        #expect(output.isEmpty)
    }

    @Test("Calls before the head, and a second head, are out of order")
    func order() throws {
        var exchange = Exchange(request: try requestHead(.post), bodyFraming: .contentLength(1))
        var output: [UInt8] = []
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeBody("x".utf8.span.bytes, into: &output) }
                == .caller(.calledOutOfOrder(.encodeBody))
        )
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeEnd(into: &output) }
                == .caller(.calledOutOfOrder(.encodeEnd))
        )
        #expect(
            error { () throws(HTTP1Error) in _ = try exchange.receive("H".utf8.span.bytes) }
                == .caller(.calledOutOfOrder(.receive))
        )
        #expect(
            error { () throws(HTTP1Error) in _ = try exchange.receiveEnd() } == .caller(.calledOutOfOrder(.receive)))
        try exchange.encodeHead(into: &output)
        #expect(
            error { () throws(HTTP1Error) in try exchange.encodeHead(into: &output) }
                == .caller(.calledOutOfOrder(.encodeHead))
        )
    }

    @Test("The body waits for 100, for a final head, or for the caller's patience")
    func expectation() throws {
        var waiting = try begun(.contentLength(2), expects: true)
        var output: [UInt8] = []
        #expect(waiting.requestPhase == .awaitingContinue)
        #expect(
            error { () throws(HTTP1Error) in try waiting.encodeBody("ok".utf8.span.bytes, into: &output) }
                == .caller(.calledOutOfOrder(.encodeBody))
        )
        var impatient = try begun(.contentLength(2), expects: true)
        impatient.continueWithoutWaiting()
        #expect(impatient.requestPhase == .body)

        var declined = try begun(.contentLength(2), expects: true)
        _ = try declined.receive("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n".utf8.span.bytes)
        #expect(declined.requestPhase == .continueDeclined)
        _ = try declined.receive("".utf8.span.bytes)
        #expect(declined.connectionDisposition == .mustClose(.requestBodyUnfinished))
        declined.continueWithoutWaiting()
        try declined.encodeBody("ok".utf8.span.bytes, into: &output)
        #expect(declined.connectionDisposition == .reusable)

        _ = try waiting.receive("HTTP/1.1 103 Hints\r\n\r\n".utf8.span.bytes)
        #expect(waiting.requestPhase == .awaitingContinue)
        _ = try waiting.receive("HTTP/1.1 100 Continue\r\n\r\n".utf8.span.bytes)
        #expect(waiting.requestPhase == .body)
    }
}
