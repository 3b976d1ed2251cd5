import SockeyeURL
import Testing

/// Hosts outside ASCII, with the trait `IDN` and without.
struct InternationalHostTests {
    @Test(arguments: [
        ("http://bücher.example/x", "xn--bcher-kva.example"), ("http://BÜCHER.example:8080/", "xn--bcher-kva.example"),
        ("https://b%C3%BCcher.example/", "xn--bcher-kva.example"), ("http://faß.de/", "xn--fa-hia.de"),
        ("http://☃.net/", "xn--n3h.net"), ("http://例え。テスト/", "xn--r8jz45g.xn--zckzah"),
        ("http://１２７.０.0.1/", "127.0.0.1"),
    ])
    func mapped(_ text: String, _ host: String) throws {
        #if IDN
            let url = try HTTPURL(text)
            #expect(url.host == host)
            #expect(url.href.utf8.allSatisfy { $0 < 0x80 })
            #expect(try HTTPURL(url.href) == url)
        #else
            #expect(throws: HTTPURLError.self) { try HTTPURL(text) }
        #endif
    }

    @Test(arguments: [
        "http://\u{FFFD}.com/", "http://a\u{2A74}80/", "http://www\u{A0}.net/", "http://\u{378}.net/", "http://a％b/",
        "http://\u{64A}a/", "http://\u{AD}/", "http://" + String(repeating: "ü", count: 300) + "/",
    ])
    func refused(_ text: String) {
        #expect(throws: HTTPURLError.self) { try HTTPURL(text) }
    }

    /// The whole table of the URL Standard: libidn2 maps like browsers, except for the two capitals of ß, for which its
    /// tables are older, and a Hebrew mark; it refuses the rest.
    @Test func standardTable() throws {
        var (mapped, refused) = (0, 0)
        for object in try SharedData.objects(in: "url/toascii.json") {
            let input = object["input"] as? String ?? ""
            guard !input.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            guard let host = try? HTTPURL("https://\(input)/x").host else {
                refused += 1
                continue
            }
            mapped += 1
            if ["ẞ.com", "ẞ.foo.com", "look\u{5BE}out.net"].contains(input) { continue }
            #expect(host == object["output"] as? String, "\(input.debugDescription)")
        }
        #if IDN
            #expect(mapped == 29)
        #else
            #expect(mapped == 0)
        #endif
        #expect(mapped + refused == 63)
    }
}
