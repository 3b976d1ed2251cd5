import SockeyeURL
import Testing

@Suite("HTTPURL: parts, errors, copies")
struct HTTPURLTests {
    @Test("The parts a request needs")
    func parts() throws {
        let url = try HTTPURL("HTTPS://us%65r:s%3At@EXAMPLE.com:8443/a/./b/../c?q=1&r#top")
        #expect(url.scheme == "https" && url.isSecure)
        #expect(url.username == "us%65r" && url.password == "s%3At" && url.hasCredentials)
        #expect(url.host == "example.com" && url.hostForConnecting == "example.com" && url.hostKind == .domain)
        #expect(url.port == 8443 && url.effectivePort == 8443)
        #expect(url.path == "/a/c" && url.query == "q=1&r" && url.fragment == "top")
        #expect(url.pathAndQuery == "/a/c?q=1&r")
        #expect(url.authority == "example.com:8443")
        #expect(url.origin == "https://example.com:8443")
        #expect(url.absoluteForm == "https://example.com:8443/a/c?q=1&r")
        #expect(url.withoutCredentials.href == "https://example.com:8443/a/c?q=1&r#top")
        #expect(url.withoutFragment.href == "https://us%65r:s%3At@example.com:8443/a/c?q=1&r")
        #expect(url.withoutFragment.fragment == nil)
        #expect(try url.withoutCredentials == HTTPURL("https://example.com:8443/a/c?q=1&r#top"))
    }

    @Test(
        "Ports: given, default, none, empty, with zeros",
        arguments: [
            ("http://h", nil, 80), ("http://h:80", nil, 80), ("http://h:", nil, 80), ("http://h:443", 443, 443),
            ("https://h", nil, 443), ("https://h:443/", nil, 443), ("https://h:00080", 80, 80), ("ws://h", nil, 80),
            ("wss://h:0", 0, 0), ("http://h:65535", 65535, 65535), ("wss://h", nil, 443),
            ("http://h:000000000000000000000080", nil, 80),
        ] as [(String, UInt16?, UInt16)]
    )
    func ports(text: String, port: UInt16?, effective: UInt16) throws {
        let url = try HTTPURL(text)
        #expect(url.port == port)
        #expect(url.effectivePort == effective)
    }

    @Test(
        "Hosts: kind, serialized form, form for connecting",
        arguments: [
            ("http://[::1]:8080/", HTTPURL.HostKind.ipv6, "[::1]", "::1"),
            ("http://[2001:DB8:0:0:1:0:0:1]/", .ipv6, "[2001:db8::1:0:0:1]", "2001:db8::1:0:0:1"),
            ("http://[::ffff:192.0.2.1]/", .ipv6, "[::ffff:c000:201]", "::ffff:c000:201"),
            ("http://[1:0:0:2:3:0:0:0]/", .ipv6, "[1:0:0:2:3::]", "1:0:0:2:3::"),
            ("http://[0:1:2:3:4:5:6:7]/", .ipv6, "[0:1:2:3:4:5:6:7]", "0:1:2:3:4:5:6:7"),
            ("http://[::]/", .ipv6, "[::]", "::"),
            ("http://127.1/", .ipv4, "127.0.0.1", "127.0.0.1"),
            ("http://0x7F.1/", .ipv4, "127.0.0.1", "127.0.0.1"),
            ("http://017700000001/", .ipv4, "127.0.0.1", "127.0.0.1"),
            ("http://2130706433./", .ipv4, "127.0.0.1", "127.0.0.1"),
            ("http://0x/", .ipv4, "0.0.0.0", "0.0.0.0"),
            ("http://%31.2.3.%34/", .ipv4, "1.2.3.4", "1.2.3.4"),
            ("http://1.2.3.4.example/", .domain, "1.2.3.4.example", "1.2.3.4.example"),
            ("http://ex%41mple.com./", .domain, "example.com.", "example.com."),
            ("http://0xg/", .domain, "0xg", "0xg"),
            ("http://a_b*c!.test/", .domain, "a_b*c!.test", "a_b*c!.test"),
        ]
    )
    func hosts(text: String, kind: HTTPURL.HostKind, host: String, connecting: String) throws {
        let url = try HTTPURL(text)
        #expect(url.hostKind == kind)
        #expect(url.host == host)
        #expect(url.hostForConnecting == connecting)
    }

    @Test(
        "An error says what, where and what to do",
        arguments: [
            (
                "ftp://h/", .unsupportedScheme("ftp"), 0,
                "unsupported scheme \"ftp\" at offset 0: use http or https"
            ),
            ("localhost:80", .unsupportedScheme("localhost"), 0, nil),
            ("example.com/x", .missingScheme, 0, "no scheme at offset 0: begin the URL with http:// or https://"),
            ("", .missingScheme, 0, nil),
            ("  \n", .missingScheme, 0, nil),
            ("http://", .missingHost, 7, "no host at offset 7: write one after the //, as in http://example.com/"),
            (" http://u@/", .missingHost, 10, nil),
            ("http://:80/", .missingHost, 7, nil),
            ("http://a b/", .invalidHostCharacter(" "), 8, nil),
            ("ht\ntp://a\t<b/", .invalidHostCharacter("<"), 10, nil),
            (
                "http://a%00b/", .invalidHostCharacter("\0"), 7,
                "character \"\\u{0}\" in the host at offset 7: remove it; a host has letters, digits, '-' and '.'"
            ),
            ("http://a%ff/", .invalidHostCharacter("\u{FFFD}"), 7, nil),
            ("http://1.2.3.256/", .invalidIPv4Address("1.2.3.256"), 7, nil),
            ("http://1.2.3.4.5/", .invalidIPv4Address("1.2.3.4.5"), 7, nil),
            ("http://x.0x1g.09", .invalidIPv4Address("x.0x1g.09"), 7, nil),
            ("http://4294967296", .invalidIPv4Address("4294967296"), 7, nil),
            ("http://99999999999999999999999999", .invalidIPv4Address("99999999999999999999999999"), 7, nil),
            ("http://[::1", .unclosedBracket, 7, nil),
            ("http://[::1]x/", .unclosedBracket, 7, nil),
            ("http://[fe80::1%25eth0]/", .invalidIPv6Address("fe80::1%25eth0"), 8, nil),
            ("http://[]/", .invalidIPv6Address(""), 8, nil),
            ("http://[1::2:3:4:5:6:7:8]/", .invalidIPv6Address("1::2:3:4:5:6:7:8"), 8, nil),
            ("http://[::1:2:3:4:5:6:7:8]/", .invalidIPv6Address("::1:2:3:4:5:6:7:8"), 8, nil),
            ("http://[1::2::3]/", .invalidIPv6Address("1::2::3"), 8, nil),
            ("http://[::1.2.3]/", .invalidIPv6Address("::1.2.3"), 8, nil),
            ("http://[1:2:3:4:5:6:7:8:9]/", .invalidIPv6Address("1:2:3:4:5:6:7:8:9"), 8, nil),
            (
                "http://me:SECRET/x@h/", .invalidPort(""), 10,
                "invalid port at offset 10: use digits only; a '/', '?' or '#' in a password is written %2F, %3F, %23"
            ),
            (
                "http://me:123456#x@h/", .portOutOfRange(""), 10,
                "invalid port at offset 10: use digits only; a '/', '?' or '#' in a password is written %2F, %3F, %23"
            ),
            ("http://h:8o/", .invalidPort("8o"), 9, "invalid port \"8o\" at offset 9: use digits only"),
            ("http://h:-1/", .invalidPort("-1"), 9, nil),
            (
                "http://h:65536/", .portOutOfRange("65536"), 9,
                "port \"65536\" at offset 9 is out of range: use 0 to 65535"
            ),
            ("http://h:99999999999999999999999/", .portOutOfRange("99999999999999999999999"), 9, nil),
            (
                "http://a\u{202E}b/", .internationalizedHost("a\u{202E}b"), 7,
                "internationalized host \"a\\u{202E}b\" at offset 7: write its Punycode form, as in xn--bcher-kva.example"
            ),
        ] as [(String, HTTPURLError.Reason, Int, String?)]
    )
    func errors(text: String, reason: HTTPURLError.Reason, offset: Int, message: String?) {
        let error = #expect(throws: HTTPURLError.self) { try HTTPURL(text) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
        if let message {
            #expect(error?.description == message)
        }
        #expect(error?.description.contains("\n") == false)
    }

    @Test("A host outside ASCII is mapped with the trait IDN and refused without it")
    func internationalHost() throws {
        #if IDN
            #expect(try HTTPURL("http://b\u{FC}cher.example/").host == "xn--bcher-kva.example")
        #else
            let error = #expect(throws: HTTPURLError.self) { try HTTPURL("http://b\u{FC}cher.example/") }
            #expect(error?.reason == .internationalizedHost("b\u{FC}cher.example"))
            #expect(error?.offset == 7)
        #endif
    }

    @Test("A text past the limit is refused, one at the limit is taken")
    func lengthLimit() throws {
        let start = "http://h/"
        let longest = start + String(repeating: "a", count: HTTPURL.lengthLimit - start.utf8.count)
        #expect(try HTTPURL(longest).href == longest)
        let error = #expect(throws: HTTPURLError.self) { try HTTPURL(longest + "a") }
        #expect(error?.reason == .tooLong(bytes: HTTPURL.lengthLimit + 1))
    }

    @Test(
        "The reference examples of RFC 3986 section 5.4, as far as the URL Standard agrees",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http://a/b/c/g"), ("https:g", "https://g/"), ("g/%2e%2E/h", "http://a/b/c/h"),
        ]
    )
    func references(reference: String, expected: String) throws {
        let base = try HTTPURL("http://a/b/c/d;p?q#f")
        #expect(try base.resolving(reference).href == expected)
        #expect(try HTTPURL(reference, relativeTo: base).href == expected)
    }

    @Test("A relative reference keeps credentials and port; an absolute one does not")
    func referenceCredentials() throws {
        let base = try HTTPURL("http://u:p@h:81/a")
        #expect(try base.resolving("/b").href == "http://u:p@h:81/b")
        #expect(try base.resolving("//other/b").hasCredentials == false)
        #expect(try base.resolving("http://h:81/b").hasCredentials == false)
    }

    @Test("Copies with another query or fragment")
    func copies() throws {
        let url = try HTTPURL("http://u:p@[::1]:81/a/b?q#f")
        #expect(url.withQuery("x y'#\"é").href == "http://u:p@[::1]:81/a/b?x%20y%27%23%22%C3%A9#f")
        #expect(url.withQuery("").href == "http://u:p@[::1]:81/a/b?#f")
        #expect(url.withQuery(nil).href == "http://u:p@[::1]:81/a/b#f")
        #expect(url.withQuery(nil).query == nil)
        #expect(url.withFragment("a b\r\n").href == "http://u:p@[::1]:81/a/b?q#a%20b")
        #expect(url.withFragment(nil) == url.withoutFragment)
        for copy in [url.withQuery("x"), url.withFragment("y"), url.withoutCredentials] {
            #expect(try HTTPURL(copy.href) == copy)
            #expect(copy.hostForConnecting == "::1" && copy.effectivePort == 81)
        }
    }

    @Test("Data is joined to the query as curl -G joins it")
    func appendingQuery() throws {
        let url = try HTTPURL("http://h/")
        #expect(url.appendingQuery("a=b").href == "http://h/?a=b")
        #expect(try HTTPURL("http://h/?").appendingQuery("a=b").href == "http://h/?a=b")
        #expect(url.withQuery("x=1").appendingQuery("a=b").href == "http://h/?x=1&a=b")
        #expect(url.withQuery("x&").appendingQuery("a=b").href == "http://h/?x&a=b")
        #expect(url.withQuery("x?").appendingQuery("a=b").href == "http://h/?x?&a=b")
        #expect(
            url.appendingQueryItems([("user", "张 三"), ("p", "a&b=c+d")]).query
                == "user=%E5%BC%A0+%E4%B8%89&p=a%26b%3Dc%2Bd")
        #expect(url.appendingQueryItems([]) == url)
    }

    @Test("Same origin: scheme, host and port, not credentials or path")
    func sameOrigin() throws {
        let url = try HTTPURL("https://u:p@h/a")
        #expect(try url.hasSameOrigin(as: HTTPURL("https://H:443/b")))
        #expect(try !url.hasSameOrigin(as: HTTPURL("http://h:443/a")))
        #expect(try !url.hasSameOrigin(as: HTTPURL("https://h:444/a")))
        #expect(try !url.hasSameOrigin(as: HTTPURL("https://h2/a")))
    }

    @Test("Text and URLs both stand for a URL; equal URLs hash alike")
    func convertible() throws {
        let values: [any HTTPURLConvertible] = ["http://H", try HTTPURL("http://h/")]
        #expect(try Set(values.map { try $0.httpURL() }).count == 1)
    }
}
