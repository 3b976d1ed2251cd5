import SockeyeIO
import SockeyeTesting
import SockeyeTranscript
import Testing

@testable import SockeyeInspect

/// The pure parts of the proxy.
struct PartTests {
    @Test(arguments: [
        ("*", "", true), ("*", "x", true), ("", "", true), ("", "x", false), ("a*c", "abc", true),
        ("a*c", "abd", false),
        ("?b", "ab", true), ("?b", "b", false), ("*.Example.com", "www.example.COM", true), ("**a", "ba", true),
        ("?", "é", true), ("/?", "/é", true), ("??", "é", false), ("*é?", "xÉ\u{1F41F}", true), ("/*?c", "/éc", true),
        ("*a*b", "xaxbx", false), ("*a*b*", "xaxbx", true), ("http://h/*", "http://h/", true), ("a", "ab", false),
    ])
    func globs(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(Glob(pattern).matches(text) == matches)
    }

    @Test func aGlobIsQuick() {
        let text = String(repeating: "a", count: 20_000)
        #expect(!Glob(String(repeating: "*a", count: 50) + "b").matches(text))
    }

    @Test(arguments: [
        ("host=h", true), ("host=x", false), ("method=GET,path=/a*", true), ("method=POST,path=/a*", false),
        ("status=2*", true), ("status=404", false), ("path=/a?b=c", true),
    ])
    func filters(_ text: String, _ matches: Bool) throws {
        var exchange = InspectedExchange(id: 1, method: "GET", url: "http://u:p@h:80/a?b=c", start: 0)
        exchange.status = 200
        #expect(try InspectFilter(parsing: text).matches(exchange) == matches)
    }

    @Test(arguments: ["", "host", "host=", "what=x", "host=h,", ",host=h"]) func badFilters(_ text: String) {
        #expect(throws: InspectFilter.Mistake.self) { try InspectFilter(parsing: text) }
    }

    @Test(arguments: [
        ("h", "h", "/"), ("http://h", "h", "/"), ("http://h:8/p?q", "h", "/p?q"), ("http://[::1]:8/p", "[::1]", "/p"),
        ("h:443", "h", "/"), ("https://u@h", "h", "/"),
    ])
    func partsOfURLs(_ url: String, _ host: String, _ path: String) {
        let exchange = InspectedExchange(id: 1, method: "GET", url: url, start: 0)
        #expect(exchange.host == host && exchange.path == path)
    }

    @Test(
        "A rate that is none, as a program may compute it, is the lowest one", arguments: [0, -1, .min, 1] as [Int64])
    func lowestRates(_ rate: Int64) async throws {
        let throttle = Throttle(rate, on: .shared)
        #expect(throttle.pieceBytes == 1)
        try await throttle.wait(for: 1)
    }

    @Test(arguments: [
        (
            "HTTP/1.0 103 A\r\nConnection: x\r\nX: y\r\nVia: 1.1 z\r\n\r\n", "103 A\r\nVia: 1.1 z\r\nVia: 1.0",
            ["connection", "x"]
        ),
        ("HTTP/1.1 200 \r\n\r\n", "200 \r\nVia: 1.1", []), ("", "\r\nVia: 1.1", []),
    ])
    func headsForTheProgram(_ raw: String, _ shown: String, _ removed: [String]) {
        let (head, names) = HeadLines.forProgram(Array(raw.utf8))
        let text = String(decoding: head.encodedForProgram, as: UTF8.self)
        #expect(text == "HTTP/1.1\(raw.isEmpty ? "" : " ")\(shown) sockeye-inspect\r\n\r\n")
        #expect(names == removed)
    }

    private static let own: Set<String> = ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]

    private func target(_ text: String) throws -> ProxyTarget {
        let head = Array("GET \(text) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        return ProxyTarget(try #require(try ReceivedRequest(headIn: head[...])), own: Self.own)
    }

    @Test(arguments: [
        ("http://h/p", "http://h", "/p"), ("HTTP://u:p@h:8?q#f", "HTTP://u:p@h:8", "/?q"),
        ("http://h/a\\b", "http://h", "/a\\b"), ("http://127.0.0.1/", "http://127.0.0.1", "/"),
        ("http://127.0.0.1:8081/", "http://127.0.0.1:8081", "/"), ("http://[", "http://[", "/"),
    ])
    func targetsAreForwarded(_ text: String, _ origin: String, _ path: String) throws {
        #expect(try target(text) == .forward(origin: origin, path: Array(path.utf8)))
    }

    @Test(arguments: [
        "127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "127.1:8080", "0x7f.1:08080", "2130706433:8080",
        "x@127.0.0.1:8080", "x:y@127.1:8080", "%31%32%37.0.0.1:8080", "0.0.0.0:8080", "0:8080", "[0:0::1]:8080",
        "[::ffff:127.0.0.1]:8080", "[::ffff:0.0.0.0]:8080",
    ])
    func theProxyKnowsItselfByAnyName(_ authority: String) throws {
        #expect(try target("http://\(authority)/events?x#y") == .own(path: "/events?x"))
    }

    @Test(arguments: [
        ("GET", "/p?q", "https://h:1", "/p?q"), ("OPTIONS", "*", "https://h:1", "*"),
        ("GET", "https://other/x", "https://other", "/x"), ("GET", "/\\@evil/", "https://h:1", "/\\@evil/"),
    ])
    func targetsInsideTLSAreTheServers(_ method: String, _ text: String, _ origin: String, _ path: String) throws {
        let head = Array("\(method) \(text) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let request = try #require(try ReceivedRequest(headIn: head[...]))
        #expect(ProxyTarget(request, to: "https://h:1") == .forward(origin: origin, path: Array(path.utf8)))
    }

    @Test(arguments: [("CONNECT", "h:1"), ("GET", "http://h/"), ("GET", "h:1"), ("GET", "https://h\\evil/")])
    func noOtherTargetsInsideTLS(_ method: String, _ text: String) throws {
        let head = Array("\(method) \(text) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let request = try #require(try ReceivedRequest(headIn: head[...]))
        guard case .refused(400, _) = ProxyTarget(request, to: "https://h") else {
            Issue.record("\(text) is taken")
            return
        }
    }

    @Test(arguments: [
        ("Example.com", "DNS:example.com"), ("a_b-c.example.", "DNS:a_b-c.example"), ("127.0.0.1", "IP:127.0.0.1"),
        ("::1", "IP:::1"), ("fe80::1%lo", nil), ("", nil), (".", nil), ("a,DNS:b", nil), ("a:b", nil), ("\u{fc}", nil),
        (String(repeating: "a", count: 254), nil),
    ])
    func namesInCertificates(_ host: String, _ name: String?) {
        #expect(InspectAuthority.alternativeName(host) == name)
    }

    @Test func certificatesAreKeptForAWhile() throws {
        let authority = try InspectAuthority()
        let first = try authority.context(for: "DNS:a.example")
        #expect(try authority.context(for: "DNS:a.example") === first)
        // A common name has at most 64 characters.
        _ = try authority.context(for: "DNS:" + String(repeating: "a.", count: 60) + "example")
        for number in 0..<InspectAuthority.hostLimit { _ = try authority.context(for: "DNS:\(number).example") }
        #expect(try authority.context(for: "DNS:a.example") !== first)
    }

    /// What the URL Standard takes for a slash would make the host another one than log, filters and replacements see.
    @Test(arguments: ["http://127.0.0.1:8081\\@evil.example/", "http://h\\evil.example", "http://\\h/"])
    func hostsHaveNoBackslash(_ text: String) throws {
        guard case .refused(400, _) = try target(text) else {
            Issue.record("\(try target(text))")
            return
        }
    }

    @Test(arguments: [
        (["Basic bWU6YTpi"], true), (["basic  bWU6YTpi"], true), (["Basic bWU6YTpj"], false),
        (["Basic bWU6YTo="], false),
        (["Bearer bWU6YTpi"], false), (["Basic bWU6YTpi x"], false), (["Basic"], false), (["Basic =="], false),
        ([], false),
        (["Basic bWU6YTpi", "Basic bWU6YTpi"], false),
    ])
    func logins(_ values: [String], _ isAdmitted: Bool) throws {
        #expect(try #require(InspectLogin(Array("me:a:b".utf8))).admits(values) == isAdmitted)
    }

    @Test(arguments: ["", "me", "me:", ":", ":a"]) func noLogins(_ text: String) {
        #expect(InspectLogin(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", false), ("127.9.9.9", false), ("::1", false), ("0.0.0.0", true), ("::", true),
        ("192.0.2.1", true),
        ("::ffff:127.0.0.1", true),
    ])
    func otherMachinesNeedAPassword(_ address: String, _ isOpen: Bool) {
        var configuration = InspectConfiguration()
        configuration.address = address
        #expect(configuration.isOpenToAll == isOpen)
        if isOpen { #expect(throws: IOError.self) { try InspectProxy.start(configuration) } }
        configuration.login = InspectLogin(Array("me:a".utf8))
        #expect(!configuration.isOpenToAll)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::1", "[::1]"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::ffff:1", "[2001:db8::ffff:1]"),
    ])
    func hostsInURLs(_ address: String, _ host: String) throws {
        #expect(try #require(SocketAddress(numericHost: address, port: 1)).hostOfURL == host)
    }

    @Test func aFloodOfNotesIsCutAndWeighed() {
        var exchange = InspectedExchange(id: 1, method: "GET", url: "http://h/", start: 0)
        let empty = exchange.weight
        for _ in 0..<100_000 {
            exchange.add(note: "one")
            exchange.add(Transcript.Event("proxy", at: 7, "two"))
        }
        #expect(exchange.notes.count == 200 && exchange.notes.dropLast().allSatisfy { $0 == "one" })
        #expect(exchange.notes.last == "further notes are left out")
        #expect(exchange.track.events.count == 200 && exchange.track.events[198].text == "two")
        #expect(exchange.track.events.last?.text == "further events are left out")
        let told = exchange.notes.map(\.utf8.count) + exchange.track.events.map { 128 + $0.text.utf8.count }
        #expect(exchange.weight == empty + told.reduce(0, +))
    }

    @Test func unfoldsAndKeepsLines() {
        var head = HeadLines(
            Array(
                "HTTP/1.1 200 OK\nA: b\r\n  c\r\nbad line\r\nConnection: x, Content-Length\r\nX: 1\r\nContent-Length: 2\r\n\r\nrest: y"
                    .utf8))
        #expect(head.fields.map(\.name) == ["a", "connection", "x", "content-length"])
        #expect(head.removeHopByHop() == ["connection", "x"])
        #expect(
            String(decoding: head.encoded(start: head.start), as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nA: b c\r\nContent-Length: 2\r\n\r\n")
    }

    /// RFC 9112 section 5.1.
    @Test func removesBlanksBeforeColons() {
        let fields = "Connection : X-Hop\r\nX-Hop\t: 1\r\nProxy-Authenticate \t: Basic\r\nA \t:  b : c \r\n"
        var head = HeadLines(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8))
        #expect(head.removeHopByHop() == ["connection", "x-hop", "proxy-authenticate"])
        #expect(
            String(decoding: head.encoded(start: head.start), as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nA:  b : c \r\n\r\n")
    }

    @Test(arguments: ["", "\n", "\r\n\r\n", ":", "a", "a\r\n :", "\0"]) func headsOfNothing(_ text: String) {
        _ = HeadLines(Array(text.utf8)).elements("connection")
    }

    @Test(arguments: [
        ("a (RFC 9110 section 7.6.1)", "a", "RFC 9110 §7.6.1"), ("a", "a", nil), ("a (RFC 9110)", "a (RFC 9110)", nil),
        ("(RFC x section 7)", "(RFC x section 7)", nil), ("a (RFC 1 section 2): b", "a (RFC 1 section 2): b", nil),
    ])
    func clausesBecomeLinks(_ text: String, _ plain: String, _ clause: String?) {
        let event = ProxyEvent.event(text, at: 1)
        #expect(event.text == plain && event.clause == clause && (event.link == nil) == (clause == nil))
    }

    @Test(
        arguments: [([0x61, 0xC3, 0xA9], "aé"), ([0x61, 0xE9, 0xC3, 0xA9], "a\\xE9\\xC3\\xA9"), ([], "")]
            as [([UInt8], String)])
    func showsOctets(_ octets: [UInt8], _ text: String) {
        #expect(OctetText.text(octets) == text)
    }

    @Test(arguments: [("12345", true), ("0", false)]) func knowsASocketThatNobodyHas(_ inode: String, _ isOpen: Bool) {
        let table =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
            + "   0: 0100007F:1F90 0100007F:C350 08 00000000:00000000 00:00000000 00000000     0        0 777 1 x\n"
            + "   1: 0100007F:C350 0100007F:1F90 05 00000000:00000000 00:00000000 00000000     0        0 \(inode) 1 x\n   2: 01"
        let known = PeerSocket.isOpen(in: Array(table.utf8), own: ("127.0.0.1", 8080), peer: ("127.0.0.1", 50000))
        #expect(known == isOpen)
        #expect(!PeerSocket.isOpen(in: Array(table.utf8), own: ("127.0.0.1", 8080), peer: ("127.0.0.1", 50001)))
        #expect(!PeerSocket.isOpen(in: [], own: ("::1", 8080), peer: ("x", 50001)))
    }
}
