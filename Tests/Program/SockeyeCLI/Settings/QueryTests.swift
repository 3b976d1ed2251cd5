import SockeyeURL
import Testing

@testable import SockeyeCLI

/// Where the query of a URL as typed begins and ends.
struct QueryTests {
    @Test(
        "Only a question mark with nothing after it is no query",
        arguments: [
            ("http://h/find?q=what?", "/find?q=what?"), ("http://h/a??", "/a??"), ("http://h/a?", "/a"),
            ("http://h?", "/"),
            ("http://h/a?#f", "/a?"), ("http://h/a?q#f?", "/a?q"), ("http://h/a#?", "/a"),
            ("http://h/a?{b}?", "/a?{b}?"),
            ("http://h/a?&", "/a?&"), ("http://H/a?b?", "/a?b?"),
        ])
    func queries(text: String, target: String) throws {
        let typed = try TypedURL.parse(text)
        #expect(typed.path ?? typed.url.pathAndQuery == target)
    }

    @Test(
        "A path that is sent as typed begins where the URL's does",
        arguments: [
            ("http://h/a/../b?c#d", "/a/../b?c"), ("http://h?a/", "/?a/"), ("http://h//a", "//a"),
            ("http://h/\u{E9}", "/%C3%A9"),
            ("http://h#/a", nil), ("http:///h/./a", "/./a"), ("http://h\\a/./b", "/a/./b"), ("http://h/a\\b", "/a\\b"),
        ] as [(String, String?)])
    func paths(text: String, path: String?) {
        #expect(RequestContent.path(of: text) == path)
    }

    @Test(
        "Nobody has to guess which @ ends the user",
        arguments: [
            ("http://u@example.com:80@h/", false), ("http://u:p@ss@h", false), ("http://u@h@", false),
            ("http://@@h/?a", false), ("http://u:p@h/@a@b", true), ("http://h?@@", true), ("http://h#@@", true),
            ("http://u%40b:p@h/", true),
        ])
    func users(text: String, isRead: Bool) {
        let typed = try? TypedURL.parse(text)
        #expect((typed?.url.host == "h") == isRead)
    }

    @Test(
        "Data joins a query behind its last mark",
        arguments: [
            ("http://h/", "http://h/?d"), ("http://h/?", "http://h/?d"), ("http://h/?q?", "http://h/?q?&d"),
            ("http://h/??", "http://h/??&d"), ("http://h/?q", "http://h/?q&d"), ("http://h/?q&", "http://h/?q&d"),
            ("http://h/?q?#f?", "http://h/?q?&d#f?"), ("http://h/#?", "http://h/?d#?"),
            ("http://h/a&", "http://h/a&?d"),
        ])
    func joinedQueries(url: String, joined: String) {
        #expect(RequestData.url(url, withQuery: "d") == joined)
    }
}
