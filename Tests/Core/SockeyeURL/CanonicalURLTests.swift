import Testing

@testable import SockeyeURL

/// `CanonicalURL` either returns exactly the parser's result or leaves the text to the parser.
@Suite("CanonicalURL")
struct CanonicalURLTests {
    private func parsed(_ text: String) -> HTTPURL? { try? URLParser.parse(text, base: nil) }

    private func expectSame(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        guard let url = CanonicalURL.recognize(text) else { return }
        guard let parsed = parsed(text) else {
            Issue.record("\(text) is recognized, and the parser refuses it", sourceLocation: location)
            return
        }
        #expect(url.href == parsed.href, sourceLocation: location)
        #expect(url.layout == parsed.layout, "\(text)", sourceLocation: location)
    }

    @Test(arguments: [
        "http://a/", "https://example.com/", "http://127.0.0.1:8080/1k", "http://0.0.0.0/", "https://a.b-c.d9/x",
        "http://h:1/", "http://h:65535/", "https://h:80/", "http://h:443/", "http://h/a//b/", "http://h/a%41%2e",
        "http://h/a.b/c..", "http://h/?", "http://h/?a=b&c=%20", "http://h/#", "http://h/?q#f", "http://h/#f?q#",
        "http://h/~a!$&'()*+,;=:@|", "https://xn--bcher-kva.example/", "http://9a.b/",
    ])
    func recognized(text: String) {
        #expect(CanonicalURL.recognize(text) != nil)
        expectSame(text)
    }

    @Test(arguments: [
        "", "http", "http:/", "http://", "https://", "http:///", "http://h", "http://h:80/", "https://h:443/",
        "http://h:080/", "http://h:0/", "http://h:65536/", "http://h:99999999999999999999/", "http://h:/",
        "http://h:x/",
        "HTTP://h/", "http://H/", "http://h./", "http://./", "http://1.2.3/", "http://1.2.3.4.5/", "http://01.2.3.4/",
        "http://256.2.3.4/", "http://1.2.3.0x4/", "http://a.1/", "http://[::1]/", "http://u@h/", "http://u:p@h/",
        "http://h/ ", " http://h/", "http://h/\n", "http://h/a b", "http://h/\\a", "http://h/./a", "http://h/a/..",
        "http://h/%2e/a", "http://h/a/.%2E", "http://h/\u{e9}", "http://\u{e9}/", "http://h/?a'", "http://h/?\"",
        "http://h/#`", "http://h/<", "ws://h/", "ftp://h/", "//h/", "/a", "http://h_a/", "http://h%41/", "http://h?a",
        "http://h#a",
    ])
    func leftToTheParser(text: String) {
        #expect(CanonicalURL.recognize(text) == nil)
    }

    @Test func theStandardsCases() {
        var count = 0
        for testCase in URLStandardCase.selected {
            expectSame(testCase.input)
            guard let url = parsed(testCase.input) else { continue }
            expectSame(url.href)
            if CanonicalURL.recognize(url.href) != nil { count += 1 }
        }
        #expect(count > 100)
    }

    /// Every byte of a URL with all components replaced by every byte, removed and repeated.
    @Test func everyByteChanged() {
        let text = Array("https://a1.example-b.com:8443/p/q.r/%41?k=v&l#f/g?h".utf8)
        let address = Array("http://10.20.30.255:81/a".utf8)
        for original in [text, address] {
            for place in original.indices {
                for byte in 0...0x7F as ClosedRange<UInt8> {
                    var changed = original
                    changed[place] = byte
                    expectSame(String(decoding: changed, as: UTF8.self))
                    changed = original
                    changed.insert(byte, at: place)
                    expectSame(String(decoding: changed, as: UTF8.self))
                }
                var shorter = original
                shorter.remove(at: place)
                expectSame(String(decoding: shorter, as: UTF8.self))
                expectSame(String(decoding: original[...place], as: UTF8.self))
            }
        }
    }
}
