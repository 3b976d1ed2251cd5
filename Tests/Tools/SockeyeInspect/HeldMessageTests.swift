import SockeyeTesting
import Testing

@testable import SockeyeInspect

/// What the page shows of a held message, and what its edits make of it, as pure decisions.
struct HeldMessageTests {
    private static let request =
        "PUT http://h/a HTTP/1.1\r\nHost: h\r\nX-A: 1\r\ncontent-length: 3\r\nConnection: close\r\nX-B: 2\r\n\r\n"

    private func message(_ head: String, _ body: [UInt8] = []) -> HeldMessage {
        HeldMessage(HeadLines(Array(head.utf8)), HeldMessage.Body(bytes: body)) { _ in nil }
    }

    @Test func whatTheProxyWritesIsNotShown() {
        #expect(message(Self.request).head == "PUT http://h/a HTTP/1.1\nX-A: 1\nX-B: 2")
    }

    private static let editRows: [(head: String?, body: String?, expected: String, note: String?)] = [
        (nil, nil, request, nil),
        (
            "PUT http://h/a HTTP/1.1\nX-A: 1\nX-B: 2\n\n", nil,
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\ncontent-length: 3\r\nConnection: close\r\nX-A: 1\r\nX-B: 2\r\n\r\n",
            nil
        ),
        (
            "POST http://h/b?c HTTP/1.1\nX-B:  3 ", nil,
            "POST http://h/b?c HTTP/1.1\r\nHost: h\r\ncontent-length: 3\r\nConnection: close\r\nX-B:  3 \r\n\r\n",
            "the first line, fields"
        ),
        (
            "PUT http://h/a HTTP/1.1", nil,
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\ncontent-length: 3\r\nConnection: close\r\n\r\n", "fields"
        ),
        (
            nil, "ä",
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nConnection: close\r\nX-B: 2\r\nContent-Length: 2\r\n\r\n",
            "the body"
        ),
        (
            nil, "",
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nConnection: close\r\nX-B: 2\r\nContent-Length: 0\r\n\r\n",
            "the body"
        ),
    ]

    @Test(arguments: editRows)
    func edits(_ head: String?, _ body: String?, _ expected: String, _ note: String?) throws {
        let edit = try message(Self.request, Array("abc".utf8)).edited(head: head, body: body)
        #expect(String(decoding: edit.head, as: UTF8.self) == expected)
        #expect(edit.body == body.map { Array($0.utf8) })
        #expect(edit.changes == (note ?? ""))
    }

    @Test func aChunkedBodyGetsALength() throws {
        let head = "POST http://h/ HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n"
        let edit = try message(head, Array("abc".utf8)).edited(head: nil, body: "a")
        #expect(
            String(decoding: edit.head, as: UTF8.self)
                == "POST http://h/ HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n")
    }

    @Test(arguments: [
        ("", "first line is missing"), ("\n\n", "first line is missing"), ("\nX: 1", "first line is missing"),
        ("GET /\u{1} HTTP/1.1", "control character"),
        ("GET / HTTP/1.1\nX-A 1", "\"X-A 1\" has no colon"), ("GET / HTTP/1.1\n: 1", "no name of a field"),
        ("GET / HTTP/1.1\nX-A: 1\n X-B: 2", "no name of a field"), ("GET / HTTP/1.1\nX A: 1", "no name of a field"),
        ("GET / HTTP/1.1\n\nX-A: 1", "\"\" has no colon"), ("GET / HTTP/1.1\nX-A: 1\u{0}", "no CR, LF, NUL"),
        ("GET / HTTP/1.1\nX-A: 1\rX-B: 2", "no CR, LF, NUL"), ("GET / HTTP/1.1\nHost: x", "Host frames or routes"),
        ("GET / HTTP/1.1\ncontent-length: 9", "frames or routes"),
        ("GET / HTTP/1.1\nTransfer-Encoding: chunked", "frames or routes"),
    ])
    func mistakes(_ head: String, _ reason: String) {
        let mistake = #expect(throws: InspectRule.Mistake.self) {
            try message(Self.request).edited(head: head, body: nil)
        }
        #expect(mistake?.text.contains(reason) == true, "\(mistake?.text ?? "")")
    }

    private static let bodies: [(fields: String, body: HeldMessage.Body, shown: String?, note: String?)] = [
        ("", .init(bytes: Array("a\nb".utf8)), "a\nb", nil),
        ("", .init(), "", nil), ("Content-Encoding: identity\r\n", .init(), "", nil),
        ("", .init(bytes: Array("a\r\n".utf8)), nil, "Its body of 3 bytes goes on as it is: it has carriage returns."),
        ("", .init(bytes: [0xFF]), nil, "Its body of 1 bytes goes on as it is: it isn't text."),
        ("", .init(bytes: [65, 0]), nil, "Its body of 2 bytes goes on as it is: it isn't text."),
        (
            "Content-Encoding: gzip\r\n", .init(bytes: [65]), nil,
            "Its body of 1 bytes goes on as it is: it is coded with gzip."
        ),
        ("", .init(length: 0, obstacle: "there is none"), nil, "It has no body."),
        (
            "", .init(length: 9, bytes: [65], obstacle: "it broke off"), nil,
            "Its body of 9 bytes goes on as it is: it broke off."
        ),
        ("", .init(bytes: [65], obstacle: "it is long"), nil, "Its body goes on as it is: it is long."),
    ]

    @Test(arguments: bodies)
    func whichBodiesCanBeEdited(_ fields: String, _ body: HeldMessage.Body, _ shown: String?, _ note: String?) throws {
        let message = HeldMessage(HeadLines(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8)), body) { _ in nil }
        #expect(message.body == shown && message.note == note)
        guard shown == nil else { return }
        #expect(throws: InspectRule.Mistake(text: note ?? "")) { try message.edited(head: nil, body: "x") }
    }

    @Test func aHeadOfOctetsStays() throws {
        let head = Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        let message = HeldMessage(HeadLines(head), HeldMessage.Body()) { _ in nil }
        #expect(message.head == "HTTP/1.1 200 OK\nX: \\xE9")
        #expect(throws: InspectRule.Mistake.self) { try message.edited(head: message.head, body: nil) }
        #expect(try message.edited(head: nil, body: "a").head.contains(0xE9))
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found", 404), ("HTTP/1.1 599", nil), (" HTTP/1.1 200 OK", nil), ("HTTP/1.1  200 OK", nil),
        ("HTTP/1.1 200 ", 200), ("HTTP/1.0 200 OK", nil),
        ("HTTP/1.1 100 Continue", nil), ("HTTP/1.1 600 X", nil), ("HTTP/1.1 0404 X", nil), ("HTTP/1.1 +20 X", nil),
        ("HTTP/1.1", nil), ("200 OK", nil),
    ])
    func statuses(_ line: String, _ status: Int?) {
        let (head, old) = (Array("\(line)\r\n\r\n".utf8), Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        #expect(HeldMessage.status(of: head, like: old) == status)
    }

    @Test(arguments: [
        ("GET /b?c HTTP/1.1", nil), ("PATCH / HTTP/1.1", nil), ("OPTIONS * HTTP/1.1", nil),
        ("GET /#a HTTP/1.1", "expected METHOD /PATH HTTP/1.1"),
        ("GET / HTTP/1.0", "expected METHOD /PATH HTTP/1.1"), ("GET /", "malformed request line"),
        ("GET http://h/ HTTP/1.1", "expected METHOD /PATH HTTP/1.1"), ("GET /a b HTTP/1.1", "malformed request line"),
        ("HEAD / HTTP/1.1", "HEAD stays HEAD"), ("CONNECT / HTTP/1.1", "nothing becomes HEAD or CONNECT"),
        ("GET / HTTP/1.1\r\nX : 1", "malformed field"),
    ])
    func requests(_ head: String, _ reason: String?) throws {
        let octets = Array("GET http://h/a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let request = try #require(try ReceivedRequest(headIn: octets[...]))
        let onward = Onward(request: request, head: octets, path: Array("/a".utf8))
        do throws(InspectRule.Mistake) {
            let edited = try onward.edited(Array("\(head)\r\nHost: h\r\n\r\n".utf8), nil)
            #expect(
                reason == nil && edited.request.method != "HEAD"
                    && edited.path.first == edited.request.target.utf8.first)
        } catch {
            #expect(reason.map { error.text.contains($0) } == true, "\(error.text)")
        }
    }

    /// A page of another site can neither set this Origin nor read the token; a request without both is no change.
    @Test(arguments: [
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSockeye-Token: t", true),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSec-Fetch-Site: same-origin\r\nSockeye-Token: t", true),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSec-Fetch-Site: cross-site\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSec-Fetch-Site: none\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSec-Fetch-Site: same-site\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://evil.example\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nOrigin: null\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nSockeye-Token: t", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSockeye-Token: u", false),
        ("Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSockeye-Token:", false),
    ])
    func onlyThePageChangesAnything(_ fields: String, _ isAllowed: Bool) throws {
        let head = Array("POST /held/1/request HTTP/1.1\r\n\(fields)\r\n\r\n".utf8)
        let request = try #require(try ReceivedRequest(headIn: head[...]))
        #expect((OwnPages.refusal(ofChange: request, token: "t") == nil) == isAllowed)
    }
}
