import HTTPTypes
import SockeyeBytes
import SockeyeHTTP1
import Testing

@Suite("Request heads")
struct RequestHeadTests {
    @Test(
        "The request line carries each form of target as it is",
        arguments: [
            (.get, .origin("/a/b?c=d|{e}"), "GET /a/b?c=d|{e} HTTP/1.1\r\n"),
            (.get, .absolute("http://example.com/a"), "GET http://example.com/a HTTP/1.1\r\n"),
            (.connect, .authority("example.com:443"), "CONNECT example.com:443 HTTP/1.1\r\n"),
            (.connect, .authority("[::1]:443"), "CONNECT [::1]:443 HTTP/1.1\r\n"),
            (.options, .asterisk, "OPTIONS * HTTP/1.1\r\n"),
            (.options, .origin("/"), "OPTIONS / HTTP/1.1\r\n"),
        ] as [(HTTPRequest.Method, RequestTarget, String)]
    )
    func requestLine(method: HTTPRequest.Method, target: RequestTarget, expected: String) throws {
        let text = try encoded { output throws(HTTP1Error) in try requestHead(method, target).encode(into: &output) }
        #expect(text == expected + "Host: example.com\r\n\r\n")
    }

    @Test("Any token is a method, and fields keep order and spelling")
    func anyMethod() throws {
        let method = try #require(HTTPRequest.Method("M-SEARCH"))
        let head = try requestHead(method, version: .http10, [("x-ONE", "1"), ("X-Two", "zwei – 二"), ("x-one", "")])
        let text = try encoded { output throws(HTTP1Error) in try head.encode(into: &output) }
        #expect(
            text == "M-SEARCH / HTTP/1.0\r\nHost: example.com\r\nx-ONE: 1\r\nX-Two: zwei – 二\r\nx-one: \r\n\r\n"
        )
    }

    @Test(
        "A target that its form does not allow is refused where it goes wrong",
        arguments: [
            (.origin(""), .caller(.emptyPart(.target))),
            (.origin("a"), .caller(.malformedTarget(form: .origin, offset: 0))),
            (.origin("*"), .caller(.malformedTarget(form: .origin, offset: 0))),
            (.origin("/a#b"), .caller(.illegalByte(.target, byte: 0x23, offset: 2))),
            (.origin("/a b"), .caller(.illegalByte(.target, byte: 0x20, offset: 2))),
            (.origin("/\u{E9}"), .caller(.illegalByte(.target, byte: 0xC3, offset: 1))),
            (.absolute("/a"), .caller(.malformedTarget(form: .absolute, offset: 0))),
            (.absolute("://a"), .caller(.malformedTarget(form: .absolute, offset: 0))),
            (.absolute("1http://a"), .caller(.malformedTarget(form: .absolute, offset: 0))),
            (.absolute("http"), .caller(.malformedTarget(form: .absolute, offset: 4))),
            (.absolute("ht/tp:"), .caller(.malformedTarget(form: .absolute, offset: 2))),
        ] as [(RequestTarget, HTTP1Error)]
    )
    func malformedTarget(target: RequestTarget, expected: HTTP1Error) {
        let thrown = error { () throws(HTTP1Error) in
            var output: [UInt8] = []
            try requestHead(.get, target).encode(into: &output)
        }
        #expect(thrown == expected)
    }

    @Test(
        "An authority is host, colon and port",
        arguments: [
            ("", nil), ("example.com", 11), (":443", 4), ("example.com:", 12), ("example.com:44x", 14),
            ("user@example.com:443", 4), ("example.com:443/", 15), ("[::1]", 5), ("a:1:2", 3),
        ] as [(String, Int?)]
    )
    func authority(text: String, offset: Int?) {
        let thrown = error { () throws(HTTP1Error) in
            var output: [UInt8] = []
            try requestHead(.connect, .authority(text)).encode(into: &output)
        }
        #expect(
            thrown == offset.map { .caller(.malformedTarget(form: .authority, offset: $0)) }
                ?? .caller(.emptyPart(.target))
        )
    }

    @Test(
        "Authority is for CONNECT and asterisk for OPTIONS",
        arguments: [
            (.get, .authority("a:1"), .authority), (.get, .asterisk, .asterisk), (.connect, .origin("/"), .origin),
            (.connect, .absolute("http://a"), .absolute), (.connect, .asterisk, .asterisk),
        ] as [(HTTPRequest.Method, RequestTarget, HTTP1Error.CallerFault.TargetForm)]
    )
    func unfitTarget(method: HTTPRequest.Method, target: RequestTarget, form: HTTP1Error.CallerFault.TargetForm) {
        let thrown = error { () throws(HTTP1Error) in
            var output: [UInt8] = []
            try requestHead(method, target).encode(into: &output)
        }
        #expect(thrown == .caller(.targetUnfitForMethod(form: form, method: method.rawValue)))
    }

    @Test("Exactly one Host; HTTP/1.0 may do without")
    func host() throws {
        var head = RequestHead(target: .origin("/"), fields: [:])
        var output: [UInt8] = [1, 2]
        #expect(error { () throws(HTTP1Error) in try head.encode(into: &output) } == .caller(.missingHost))
        head.version = .http10
        #expect(error { () throws(HTTP1Error) in try head.encode(into: &output) } == nil)
        output = [1, 2]
        head.fields.append(try HTTPField(checkedName: "Host", value: "a"))
        head.fields.append(try HTTPField(checkedName: "hOST", value: "a"))
        #expect(error { () throws(HTTP1Error) in try head.encode(into: &output) } == .caller(.repeatedHost))
        #expect(output == [1, 2], "a refusal leaves no part of the head behind")
    }

    @Test("No control breaks out of a target", arguments: controlCharacters + [0x20])
    func targetInjection(byte: UInt8) {
        let bad = "/ab" + text(byte) + "c"
        for target in [RequestTarget.origin(bad), .absolute("http:" + bad)] {
            let offset = target == .origin(bad) ? 3 : 8
            var output: [UInt8] = []
            let thrown = error { () throws(HTTP1Error) in try requestHead(.get, target).encode(into: &output) }
            #expect(thrown == .caller(.illegalByte(.target, byte: byte, offset: offset)))
            #expect(output.isEmpty)
        }
        var output: [UInt8] = []
        let thrown = error { () throws(HTTP1Error) in
            try requestHead(.connect, .authority("a" + text(byte) + ":1")).encode(into: &output)
        }
        #expect(thrown == .caller(.illegalByte(.target, byte: byte, offset: 1)))
    }

    @Test("No control breaks out of a checked field", arguments: controlCharacters)
    func fieldInjection(byte: UInt8) {
        #expect(
            error { () throws(HTTP1Error) in _ = try HTTPField(checkedName: "X", value: "ab" + text(byte)) }
                == .caller(.illegalByte(.fieldValue(name: "X"), byte: byte, offset: 2))
        )
        #expect(
            error { () throws(HTTP1Error) in _ = try HTTPField(checkedName: "X" + text(byte), value: "") }
                == .caller(.illegalByte(.fieldName, byte: byte, offset: 1))
        )
    }

    @Test("A name is a token", arguments: ["", ":method", "X:", "X Y", "X\u{E9}", "(", "\""])
    func fieldName(name: String) {
        #expect(error { () throws(HTTP1Error) in _ = try HTTPField(checkedName: name, value: "") } != nil)
    }

    @Test("What lenient values smuggle past HTTPTypes is refused on encoding")
    func lenientValue() throws {
        var head = try requestHead()
        let name = try #require(HTTPField.Name("X-Raw"))
        for byte in UInt8.min...UInt8.max {
            head.fields = [:]
            head.fields.append(try HTTPField(checkedName: "Host", value: "a"))
            head.fields.append(HTTPField(name: name, lenientValue: [0x61, byte, 0x62]))
            var output: [UInt8] = []
            let thrown = error { () throws(HTTP1Error) in try head.encode(into: &output) }
            // HTTPTypes turns these three into spaces.
            let isReplaced = byte == 0x00 || byte == 0x0A || byte == 0x0D
            if isReplaced || Grammar.isFieldValueByte(byte) {
                #expect(thrown == nil)
                #expect(output.count(where: { $0 == 0x0A }) == 4, "three lines and the empty one")
            } else {
                #expect(thrown == .caller(.illegalByte(.fieldValue(name: "X-Raw"), byte: byte, offset: 1)))
                #expect(output.isEmpty)
            }
        }
    }

    @Test("A pseudo-header name cannot become a field line")
    func pseudoName() throws {
        let name = try #require(HTTPField.Name(parsed: ":path"))
        // HTTPFields accepts no such name; the checked initialiser fails without a trap.
        #expect(
            error { () throws(HTTP1Error) in _ = try HTTPField(checkedName: name.rawName, value: "x") }
                == .caller(.illegalByte(.fieldName, byte: UInt8(ascii: ":"), offset: 0))
        )
    }
}
