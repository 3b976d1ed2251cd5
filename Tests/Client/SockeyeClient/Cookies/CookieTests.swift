import HTTPTypes
import Sockeye
import SockeyeFields
import SockeyeTesting
import Testing

@testable import SockeyeClient

/// The dates of RFC 6265bis section 5.1.1.
struct CookieDateTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06 nov 94 08:49:37", 784_111_777),
        ("1994 8:49:37 6 November", 784_111_777), ("Sun, 06-Nov-1994 08:49:37 UTC", 784_111_777),
        ("(06/nov/94) 08:49:37", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("1 Jan 69 0:0:0", 3_124_224_000),
        ("6th Nov 1994junk 08:49:37junk", 784_111_777),
    ])
    func reads(_ text: String, _ seconds: Int64) {
        #expect(CookieDate.parse(text)?.secondsSinceEpoch == seconds)
    }

    @Test(arguments: [
        "", "tomorrow", "06 Nov 1994", "06 Nov 08:49:37", "Nov 1994 08:49:37", "32 Nov 1994 08:49:37",
        "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00", "06 Nov 1600 08:49:37", "00 Nov 1994 08:49:37",
        "31 Feb 1994 08:49:37", "06 Nov 1994 08:49", "061 Nov 1994 08:49:37",
    ])
    func refuses(_ text: String) {
        #expect(CookieDate.parse(text) == nil)
    }
}

/// The rules of RFC 6265bis section 5, as tables.
struct CookieStoreTests {
    private static let now = HTTPDate(clamping: 1_000_000_000)

    private func store(_ fields: [String], from url: String) throws -> CookieStore {
        var store = CookieStore()
        for field in fields { store.receive(Array(field.utf8), from: try HTTPURL(url), now: Self.now) }
        return store
    }

    private func text(_ octets: [UInt8]?) -> String? { octets.map { String(decoding: $0, as: UTF8.self) } }

    private func sent(_ fields: [String], from url: String, to other: String) throws -> String? {
        var store = try store(fields, from: url)
        return text(store.field(for: try HTTPURL(other), now: Self.now))
    }

    /// Set-Cookie, its URL, the next URL → the Cookie field.
    @Test(
        arguments: [
            ("a=b", "http://x.example/", "http://x.example/", "a=b"),
            ("a=b", "http://x.example/", "http://y.x.example/", nil),
            ("a=b", "http://x.example/", "http://x.example:8080/", "a=b"),
            ("a=b; Domain=x.example", "http://x.example/", "http://y.x.example/", "a=b"),
            ("a=b; Domain=.x.example", "http://w.x.example/", "http://y.x.example/", "a=b"),
            ("a=b; Domain=x.example", "http://w.x.example/", "http://notx.example/", nil),
            ("a=b; Domain=other.example", "http://x.example/", "http://other.example/", nil),
            ("a=b; Domain=w.x.example", "http://x.example/", "http://w.x.example/", nil),
            ("a=b; Domain=example", "http://x.example/", "http://x.example/", nil),
            ("a=b; Domain=1.2.3.4", "http://1.2.3.4/", "http://1.2.3.4/", "a=b"),
            ("a=b; Domain=3.4", "http://1.2.3.4/", "http://1.2.3.4/", nil),
            ("a=b; Domain=", "http://x.example/", "http://x.example/", "a=b"),
            ("a=b; Path=/d", "http://x.example/", "http://x.example/d", "a=b"),
            ("a=b; Path=/d", "http://x.example/", "http://x.example/d/e", "a=b"),
            ("a=b; Path=/d", "http://x.example/", "http://x.example/de", nil),
            ("a=b; Path=/d/", "http://x.example/", "http://x.example/d", nil),
            ("a=b", "http://x.example/d/e", "http://x.example/", nil),
            ("a=b", "http://x.example/d/e", "http://x.example/d/f", "a=b"),
            ("a=b; Path=relative", "http://x.example/d", "http://x.example/", "a=b"),
            ("a=b; Secure", "https://x.example/", "http://x.example/", nil),
            ("a=b; Secure", "https://x.example/", "https://x.example/", "a=b"),
            ("a=b; Secure", "http://x.example/", "https://x.example/", nil),
            ("a=b; Secure", "http://localhost/", "http://localhost/", "a=b"),
            ("a=b; Max-Age=0", "http://x.example/", "http://x.example/", nil),
            ("a=b; Max-Age=-1", "http://x.example/", "http://x.example/", nil),
            ("a=b; Max-Age=9999999999999999999", "http://x.example/", "http://x.example/", "a=b"),
            ("a=b; Max-Age=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://x.example/", "http://x.example/", "a=b"),
            ("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://x.example/", "http://x.example/", nil),
            ("a=b; Expires=rubbish", "http://x.example/", "http://x.example/", "a=b"),
            ("value", "http://x.example/", "http://x.example/", "value"),
            ("=value", "http://x.example/", "http://x.example/", "value"),
            ("  a  =  b c  ;x", "http://x.example/", "http://x.example/", "a=b c"),
            ("a=\"b;c\"", "http://x.example/", "http://x.example/", "a=\"b"),
            ("", "http://x.example/", "http://x.example/", nil),
            ("a=b\u{1}", "http://x.example/", "http://x.example/", nil),
            ("__Secure-a=b; Secure", "https://x.example/", "https://x.example/", "__Secure-a=b"),
            ("__secure-a=b", "https://x.example/", "https://x.example/", nil),
            ("__Host-a=b; Secure; Path=/", "https://x.example/", "https://x.example/", "__Host-a=b"),
            ("__Host-a=b; Secure", "https://x.example/", "https://x.example/", nil),
            ("__Host-a=b; Secure; Path=/; Domain=x.example", "https://x.example/", "https://x.example/", nil),
            ("=__Host-a; Path=/", "https://x.example/", "https://x.example/", nil),
        ] as [(String, String, String, String?)])
    func rules(_ field: String, _ from: String, _ to: String, _ expected: String?) throws {
        #expect(try sent([field], from: from, to: to) == expected)
    }

    /// Cookies for public suffixes are refused: according to the list with the trait `PublicSuffix`, and always for
    /// single labels.
    @Test(arguments: [
        ("a=b; Domain=co.uk", "http://shop.co.uk/", "http://other.co.uk/"),
        ("a=b; Domain=github.io", "http://me.github.io/", "http://you.github.io/"),
        ("a=b; Domain=xn--55qx5d.cn", "http://x.xn--55qx5d.cn/", "http://y.xn--55qx5d.cn/"),
        ("a=b; Domain=com", "http://example.com/", "http://other.com/"),
    ])
    func publicSuffixes(_ field: String, _ from: String, _ to: String) throws {
        #expect(try sent([field], from: from, to: to) == nil)
        // A trailing dot doesn't make it a different name.
        #expect(try sent([field + "."], from: "\(from.dropLast())./", to: "\(to.dropLast())./") == nil)
        // The suffix itself may have a host-only cookie, which its subdomains don't get.
        let host = String(field.dropFirst("a=b; Domain=".count))
        #expect(try sent([field], from: "http://\(host)/", to: "http://\(host)/") == "a=b")
        #if PublicSuffix
            #expect(try sent([field], from: "http://\(host)/", to: to) == nil)
        #endif
        #expect(
            try sent(["c=d; Domain=shop.example"], from: "http://shop.example/", to: "http://w.shop.example/") == "c=d")
    }

    /// Without a list a domain's owner is unknown: the cookie is kept for its host only.
    @Test(arguments: [
        ("a=b; Domain=co.uk", "http://shop.co.uk/", "http://other.co.uk/"),
        ("a=b; Domain=x.example", "http://w.x.example/", "http://y.x.example/"),
    ])
    func withoutTheList(_ field: String, _ from: String, _ to: String) throws {
        var store = CookieStore(isPublicSuffix: { _ in nil })
        #expect(store.receive(Array(field.utf8), from: try HTTPURL(from), now: Self.now))
        #expect(text(store.field(for: try HTTPURL(from), now: Self.now)) == "a=b")
        #expect(text(store.field(for: try HTTPURL(to), now: Self.now)) == nil)
        #expect(store.cookies.first?.isHostOnly == true)
    }

    /// Names, values and paths that aren't UTF-8 stay unchanged and equal only themselves.
    @Test func octetsStayOctets() throws {
        let url = try HTTPURL("http://x.example/%E9/")
        var store = CookieStore()
        let first: [UInt8] = [0xE9, 0x3D, 0xFF, 0x80]
        let second: [UInt8] = [0xE8, 0x3D, 0x31]
        store.receive(first, from: url, now: Self.now)
        store.receive(second, from: url, now: Self.now)
        #expect(store.field(for: url, now: Self.now) == first + Array("; ".utf8) + second)
        // The same letter composed and decomposed: equal for Swift's ==, different here.
        store.receive(Array("\u{E9}=1".utf8), from: url, now: Self.now)
        store.receive(Array("e\u{301}=2".utf8), from: url, now: Self.now)
        #expect(store.cookies.count == 4)
        let file = CookieFile.octets(store.cookies)
        #expect(CookieFile.octets(CookieFile.parse(file).cookies.reversed()) == file)
        #expect(Set(CookieFile.parse(file).cookies.map(\.nameOctets)) == Set(store.cookies.map(\.nameOctets)))
    }

    /// Loading and saving changes no byte: other charsets, characters that end a field, tabs, long lines.
    @Test(
        arguments: [
            [0xE9, 0x09, 0xFF, 0x80], Array("n\ta;b=c\"\u{2028}d ".utf8), Array("a=b\tc".utf8), Array("n\t".utf8),
            Array("n\tx\ty".utf8), Array(("n\t" + String(repeating: "v", count: 5000)).utf8), Array("\tv".utf8),
        ] as [[UInt8]])
    func fileKeepsEveryByte(_ pair: [UInt8]) {
        let line = Array("x.example\tFALSE\t/\u{E9}".utf8) + [0xE9] + Array("\tFALSE\t0\t".utf8) + pair + [0x0A]
        let cookies = CookieFile.parse(line).cookies
        #expect(cookies.count == 1)
        #expect(CookieFile.octets(cookies).suffix(line.count) == line[...])
        #expect(CookieFile.parse(line.dropLast() + [0x0D, 0x0A]).cookies == cookies)
    }

    /// Attacks: too long, control characters, other hosts, prefixes whose conditions aren't met.
    @Test(arguments: [
        "a=" + String(repeating: "x", count: 4096), String(repeating: "n", count: 4097), "a=b\u{0}c", "a=b\u{1F}",
        "a\u{7F}=b",
        "a=b\r\nSet-Cookie: c=d", "a=b; Domain=evil.example", "a=b; Domain=.example", "a=b; Domain=x.example.evil",
        "a=b; Domain=ex\u{E4}mple.example", "a=b; Domain=..x.example", "a=b; Domain=127.0.0.1",
        "a=b; Domain=y.x.example",
        "__Host-a=b", "__HOST-a=b; Secure; Path=/", "__Secure-a=b; Secure", "__Host-a", "=__Secure-a; Secure",
        "; Secure", "=",
        ";;;;", "=; Path=/", " \t ",
    ])
    func hostileFieldsSetNothing(_ field: String) throws {
        #expect(try store([field], from: "http://x.example/").cookies == [], "\(field.debugDescription)")
    }

    /// RFC 6265bis section 5.1.3: an address has no parent domain.
    @Test func theEndOfAnAddressIsNoDomain() throws {
        let fields = ["a=b; Domain=3.4", "c=d; Domain=1.2.3.4"]
        #expect(try store(fields, from: "http://1.2.3.4/").cookies.map(\.name) == ["c"])
    }

    /// Invalid or overlong attributes are ignored.
    @Test func nonsenseAttributesAreDropped() throws {
        let long = String(repeating: "/x", count: 600)
        let fields = [
            "a=1; Path=\(long)", "b=2; Max-Age=soon; Expires=never", "c=3; SameSite=Other; Priority=High; ;=",
            "d=4; Domain=" + String(repeating: "x", count: 1_025),
        ]
        let cookies = try store(fields, from: "http://x.example/d/e").cookies
        #expect(cookies.map(\.name) == ["a", "b", "c", "d"])
        #expect(cookies.allSatisfy { $0.path == "/d" && $0.expires == nil && $0.isHostOnly && $0.sameSite == nil })
    }

    /// RFC 6265bis section 5.7: in a full domain, insecure cookies are evicted before secure ones.
    @Test func secureCookiesGoLast() throws {
        let url = "https://x.example/"
        var store = try store(["first=1; Secure"] + (0..<100).map { "open\($0)=1" }, from: url)
        for index in 0..<100 { store.receive(Array("s\(index)=1; Secure".utf8), from: try HTTPURL(url), now: Self.now) }
        #expect(store.cookies.count == CookieStore.perDomainLimit)
        #expect(store.cookies.contains { $0.name == "first" })
        #expect(!store.cookies.contains { $0.name == "open0" || $0.name == "open20" })
        #expect(store.cookies.contains { $0.name == "open21" })
    }

    @Test func order() throws {
        let fields = ["a=1", "b=2; Path=/d", "c=3", "d=4; Path=/d/e", "a=5"]
        #expect(try sent(fields, from: "http://x.example/", to: "http://x.example/d/e") == "d=4; b=2; a=5; c=3")
    }

    @Test func openPlacesCannotReplaceSecureCookies() throws {
        var store = try store(["s=1; Secure; Domain=x.example"], from: "https://w.x.example/")
        #expect(!store.receive(Array("s=2".utf8), from: try HTTPURL("http://w.x.example/"), now: Self.now))
        #expect(text(store.field(for: try HTTPURL("https://w.x.example/"), now: Self.now)) == "s=1")
    }

    /// Longer paths are sent first, so an open cookie below a secure one's path would be read in its place.
    @Test(arguments: [("/a", "/a", false), ("/a", "/a/b", false), ("/a/b", "/a", true), ("/a", "/ab", true)])
    func openPlacesCannotShadowSecureCookies(_ secure: String, _ open: String, _ isStored: Bool) throws {
        var store = try store(["s=1; Secure; Path=\(secure)"], from: "https://w.x.example/")
        let field = Array("s=2; Path=\(open)".utf8)
        #expect(store.receive(field, from: try HTTPURL("http://w.x.example/"), now: Self.now) == isStored)
    }

    @Test func limits() throws {
        let long = String(repeating: "x", count: 4096)
        #expect(try sent(["a=\(long)"], from: "http://x.example/", to: "http://x.example/") == nil)
        let many = (0..<200).map { "c\($0)=v" }
        let store = try store(many, from: "http://x.example/")
        #expect(store.cookies.count == CookieStore.perDomainLimit)
        #expect(store.cookies.first?.name == "c20", "the least used go first")
        var full = CookieStore(totalLimit: 40)
        for index in 0..<45 {
            full.receive(Array("a=b".utf8), from: try HTTPURL("http://h\(index).example/"), now: Self.now)
        }
        #expect(full.cookies.map(\.domain) == (5..<45).map { "h\($0).example" })
        let fields = ["a=b; Max-Age=999999999", "c=d; Expires=Fri, 31 Dec 9999 23:59:59 GMT"]
        let latest = HTTPDate(clamping: 1_000_000_000 + 400 * 86_400)
        #expect(try self.store(fields, from: "http://x.example/").cookies.map(\.expires) == [latest, latest])
    }

    /// The limits are for servers: what the user's own file holds stays, and counts for none of them.
    @Test func theUsersCookiesHaveNoLimit() throws {
        let url = try HTTPURL("http://x.example/")
        let lines = (0..<5_000).map { "x.example\tFALSE\t/\tFALSE\t0\tu\($0)\tv\n" }
        var store = CookieStore()
        store.load(CookieFile.parse(Array(lines.joined().utf8)).cookies, now: Self.now)
        for index in 0..<200 { store.receive(Array("c\(index)=v".utf8), from: url, now: Self.now) }
        // One of the user's with a new value is still the user's.
        store.receive(Array("u7=w".utf8), from: url, now: Self.now)
        let own = store.cookies.filter { $0.name.hasPrefix("u") }
        #expect(own.map(\.name) == (0..<5_000).map { "u\($0)" })
        #expect(own.first { $0.name == "u7" }?.value == "w")
        #expect(store.cookies.count == 5_000 + CookieStore.perDomainLimit)
        let jar = CookieJar()
        for index in 0..<200 { jar.insert(Cookie(name: "u\(index)", value: "v", domain: "x.example")) }
        #expect(jar.cookies.count == 200)
    }

    /// A file's later line takes the place of an earlier one, and one that is over removes it.
    @Test func aFileReplaces() throws {
        let line = "x.example\tFALSE\t/\tFALSE\t"
        var store = try store(["a=1", "b=2", "c=3"], from: "http://x.example/")
        // A file has the youngest first.
        store.load(
            CookieFile.parse(Array("\(line)9\tc\t0\n\(line)0\tb\t5\n\(line)0\tb\t4\n".utf8)).cookies, now: Self.now)
        #expect(store.cookies.map(\.name) == ["a", "b"])
        #expect(["4", "5"].contains(store.cookies.last?.value))
    }

    /// Cookies that would make the field too long for most servers stay behind.
    @Test func theLongestField() throws {
        let fields = ["a", "b", "c"].map { "\($0)=\(String(repeating: "v", count: 3_000))" }
        let field = try sent(fields, from: "http://x.example/", to: "http://x.example/")
        #expect(field?.utf8.count == 2 * 3_002 + 2)
    }

    /// A cookie isn't sent from its last second on, and one that comes expired takes the place of none.
    @Test func expired() throws {
        let url = try HTTPURL("http://x.example/")
        var store = try store(["a=b; Max-Age=60"], from: url.href)
        #expect(text(store.field(for: url, now: HTTPDate(clamping: 1_000_000_059))) == "a=b")
        #expect(store.field(for: url, now: HTTPDate(clamping: 1_000_000_060)) == nil)
        #expect(try self.store(["a=b", "a=c; Max-Age=0", "d=e; Max-Age=-1"], from: url.href).cookies == [])
    }

    /// A file's cookies obey the rules of those that a server sets.
    @Test(arguments: [
        (".x.example\tTRUE\t/\tFALSE", "a", "http://w.x.example/", true),
        ("co.uk\tTRUE\t/\tFALSE", "a", "http://w.co.uk/", false),
        (".co.uk.\tTRUE\t/\tFALSE", "a", "http://w.co.uk/", false),
        ("com\tTRUE\t/\tFALSE", "a", "http://x.com/", false),
        ("co.uk\tTRUE\t/\tFALSE", "a", "http://co.uk/", true),
        ("0.0.1\tTRUE\t/\tFALSE", "a", "http://127.0.0.1/", false),
        ("127.0.0.1\tTRUE\t/\tFALSE", "a", "http://127.0.0.1/", true),
        ("x.example\tFALSE\t/\tFALSE", "__Secure-a", "http://x.example/", false),
        ("x.example\tTRUE\t/\tTRUE", "__secure-a", "https://x.example/", true),
        ("x.example\tFALSE\t/\tFALSE", "__Host-a", "https://x.example/", false),
        ("x.example\tTRUE\t/\tTRUE", "__Host-a", "https://x.example/", false),
        ("x.example\tFALSE\t/p\tTRUE", "__Host-a", "https://x.example/p", false),
        ("x.example\tFALSE\t/\tTRUE", "__Host-a", "https://x.example/", true),
    ])
    func cookiesOfFilesObeyTheRules(_ line: String, _ name: String, _ url: String, _ isSent: Bool) throws {
        var store = CookieStore(isPublicSuffix: { ["co.uk", "com"].contains($0) })
        store.load(CookieFile.parse(Array("\(line)\t0\t\(name)\tv\n".utf8)).cookies, now: Self.now)
        #expect(text(store.field(for: try HTTPURL(url), now: Self.now)) == (isSent ? "\(name)=v" : nil))
    }

    @Test func aValueMayHaveATab() throws {
        let jar = CookieJar()
        #expect(jar.insert(Cookie(name: "a", value: "v\tw", domain: "x.example")))
        #expect(!jar.insert(Cookie(name: "a\tb", value: "v", domain: "x.example")))
        #expect(jar.cookies.map(\.value) == ["v\tw"])
    }

    @Test func fileRoundTrip() throws {
        let url = "https://w.x.example/"
        let store = try store(
            ["a=b; Max-Age=9; Domain=x.example; Secure; HttpOnly", "c=; Path=/p", "=e"], from: url)
        let file = CookieFile.octets(store.cookies)
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("#HttpOnly_.x.example\tTRUE\t/\tTRUE\t1000000009\ta\tb\n"))
        #expect(text.contains("w.x.example\tFALSE\t/p\tFALSE\t0\tc\t\n"))
        #expect(CookieFile.octets(CookieFile.parse(file).cookies.reversed()) == file)
        #expect(Set(CookieFile.parse(file).cookies.map(\.valueOctets)) == Set(store.cookies.map(\.valueOctets)))
        let hostile = Cookie(name: "a\tb", value: "c\n.evil.example\tTRUE", domain: "x.example")
        #expect(CookieFile.parse(CookieFile.octets([hostile])).cookies == [])
        #expect(
            CookieFile.parse(Array("# comment\n\nnot a cookie\nx\tFALSE\t/\tFALSE\tnever\ta\tb\n".utf8)).cookies == [])
        // Domains that would be written back as others, or as a comment.
        for domain in ["..x", ".#x", "#HttpOnly_..x", "#HttpOnly_#x"] {
            #expect(CookieFile.parse(Array("\(domain)\tFALSE\t/\tFALSE\t0\ta\tb\n".utf8)).cookies == [], "\(domain)")
        }
    }
}

/// Cookies over connections.
struct CookieJarTests {
    @Test func setOnTheWayAndKeptApart() async throws {
        let server = try await LoopbackServer.start { request in
            guard request.path == "/login" else { return nil }
            return LoopbackReply(
                status: 302,
                fields: [
                    .init("Location", "/hello"), .init("Set-Cookie", "sid=1; HttpOnly"),
                    .init("Set-Cookie", "theme=dark"),
                    .init("Set-Cookie", "foreign=1; Domain=other.example"), .init("Content-Length", "0"),
                ])
        }
        var configuration = HTTPClient.Configuration()
        let jar = CookieJar()
        configuration.cookies = jar
        let client = HTTPClient(configuration: configuration)
        var request = try Request.get(server.url("/login"))
        request.fields[.cookie] = "own=0"
        _ = try await client.send(request)
        #expect(server.receivedRequests.map { $0["Cookie"] } == ["own=0", "sid=1; theme=dark; own=0"])
        // Another name for this machine is a different host.
        _ = try await client.send(.get(server.url("/hello", host: "localhost")))
        #expect(server.receivedRequests.last?["Cookie"] == nil)
        #expect(jar.cookies.map(\.name) == ["sid", "theme"])
        await server.stop()
    }

    /// What would be another cookie, an attribute or another line is refused; the domain is compared as a host name is.
    @Test(arguments: [
        ("a", "1; admin=1", "h.example", "/"), ("a", "1\r\nX: y", "h.example", "/"), ("a=b", "1", "h.example", "/"),
        ("a\t", "1", "h.example", "/"), ("a", "1", "h.example", "/;x"), ("a", "1", "h.example", "x"),
        ("", "", "h.example", "/"),
        ("a", "1", "", "/"), ("a", "1", "h example", "/"), ("a", "1", "h\n", "/"),
        ("a", String(repeating: "x", count: 4096), "h.example", "/"),
    ])
    func insertedUnfit(_ name: String, _ value: String, _ domain: String, _ path: String) {
        let jar = CookieJar()
        #expect(!jar.insert(Cookie(name: name, value: value, domain: domain, path: path)))
        #expect(jar.cookies.isEmpty)
    }

    @Test(arguments: ["H.Example", ".h.example"]) func insertedDomain(_ domain: String) throws {
        let jar = CookieJar()
        #expect(jar.insert(Cookie(name: "a", value: "b=c", domain: domain, isHostOnly: false)))
        #expect(jar.field(for: try HTTPURL("http://sub.h.example/")) == "a=b=c")
    }
}
