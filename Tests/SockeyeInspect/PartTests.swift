import SockeyeLoopback
import Testing

@testable import SockeyeInspect

/// The pure parts of the proxy.
struct PartTests {
    @Test(arguments: [
        ("*", "", true), ("*", "x", true), ("", "", true), ("", "x", false), ("a*c", "abc", true),
        ("a*c", "abd", false),
        ("?b", "ab", true), ("?b", "b", false), ("*.Example.com", "www.example.COM", true), ("**a", "ba", true),
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

    @Test(arguments: ["", "\n", "\r\n\r\n", ":", "a", "a\r\n :", "\0"]) func headsOfNothing(_ text: String) {
        _ = HeadLines(Array(text.utf8)).elements("connection")
    }

    @Test(arguments: [
        ("a", "\"a\""), ("\"\\\n</\u{2028}é\u{1F600}", "\"\\\"\\\\\\u000a\\u003c/\\u2028\\u00e9\\ud83d\\ude00\""),
    ])
    func quotes(_ text: String, _ json: String) {
        #expect(ExchangeJSON.quoted(text) == json)
    }
}
