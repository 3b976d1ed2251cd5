import SockeyeURL

@testable import SockeyeClient
@testable import SockeyeFields

private func url(_ text: String) -> HTTPURL {
    guard let url = try? HTTPURL(text) else { fail("\(text) is refused") }
    return url
}

private let now = HTTPDate(clamping: 1_763_800_000)
private let shop = url("https://www.example.com/a/b")
private let openShop = url("http://www.example.com/a/b")
private let neighbours = ["https://example.org/a/b", "https://ample.com/a/b", "https://com/a/b"].map(url)

extension Check {
    /// Cookies go back only to their host and those below their domain, secure ones only over TLS, never above the limits.
    static func cookies(_ input: Input) {
        var store = CookieStore { $0 == "com" || $0 == "org" }
        for line in input.lines { store.receive(Array(line), from: input.choice & 1 == 0 ? shop : openShop, now: now) }
        require(store.cookies.count <= CookieStore.perDomainLimit * 2, "too many cookies")
        for cookie in store.cookies {
            require(
                cookie.domain == "www.example.com" || cookie.domain == "example.com", "a cookie for \(cookie.domain)")
            require(cookie.domain == "www.example.com" || !cookie.isHostOnly, "a cookie of one host for another")
            require(isPrintable(cookie.nameOctets) && isPrintable(cookie.valueOctets), "a control character")
            require(cookie.expires.map { $0 > now } ?? true, "an expired cookie is kept")
            require(!cookie.isSecure || input.choice & 1 == 0, "a secure cookie came over http")
        }
        for other in neighbours { require(store.field(for: other, now: now) == nil, "\(other.host) gets a cookie") }
        guard let field = store.field(for: shop, now: now) else { return }
        require(field.count <= CookieStore.fieldByteLimit && isPrintable(field), "a field that can't be sent")
        if !store.cookies.contains(where: { !$0.isSecure }) {
            require(store.field(for: openShop, now: now) == nil, "a secure cookie goes over http")
        }
    }

    /// A cookie's date, however loose, is one that HTTP can write.
    static func cookieDates(_ input: Input) {
        guard let date = CookieDate.parse(input.text) else { return }
        require(HTTPDate(parsing: date.description) == date, "\(date) read again differs")
    }

    /// A cookie file is written so that it reads the same.
    static func jars(_ input: Input) {
        let (cookies, unread) = CookieFile.parse(input.bytes)
        // A file has the youngest first.
        let written = CookieFile.parse(CookieFile.octets(cookies, keeping: unread))
        let again = written.cookies.reversed()
        require(Array(again) == cookies, "cookies written and read again differ")
        require(written.unread.map(\.octets) == unread.map(\.octets), "unread lines written and read again differ")
        var store = CookieStore { $0 == "com" }
        for cookie in cookies { store.insert(cookie, now: now) }
        if let field = store.field(for: shop, now: now) { require(isPrintable(field), "a field that can't be sent") }
    }

    /// Only a host that says so over TLS is remembered, for itself and, if it says so, for those below it.
    static func hsts(_ input: Input) {
        var list = HSTSList()
        list.receive(input.text, from: openShop, now: now)
        require(list.isEmpty, "a host is remembered over http")
        for line in input.lines { list.receive(String(decoding: line, as: UTF8.self), from: shop, now: now) }
        require(list.entries.allSatisfy { $0.host == "www.example.com" }, "another host is remembered")
        for other in ["example.com", "ww.example.com", "wwww.example.com", "com"] {
            require(!list.covers(other, now: now), "\(other) is covered")
        }
        if let entry = list.entries.first {
            require(list.covers("www.example.com", now: now), "the host is not covered")
            require(list.covers("a.www.example.com", now: now) == entry.includesSubdomains, "subdomains")
        }
    }

    /// A file of such hosts is written so that it reads the same.
    static func hstsFiles(_ input: Input) {
        let (entries, unread) = HSTSFile.parse(input.bytes)
        let written = HSTSFile.parse(Array(HSTSFile.text(entries).utf8) + unread.text)
        require(written.entries == entries, "hosts written and read again differ")
        require(written.unread.map(\.octets) == unread.map(\.octets), "unread lines written and read again differ")
    }

    /// Whatever a netrc file holds, a quoted entry before it is found octet by octet, and only for its host.
    static func netrc(_ input: Input) {
        let whole = Netrc(parsing: input.bytes)
        let masked = Netrc(parsing: Netrc.masked(input.bytes))
        require(masked.octets.count == input.bytes.count, "a masked file has another length")
        let hasOpenQuotes = whole.fault?.reason == .openQuote
        require((masked.fault?.reason == .openQuote) == hasOpenQuotes, "quotes of a masked file are others")
        for host in ["example.com", ""] where !hasOpenQuotes {
            let (own, other) = (whole.login(forHost: host, user: nil), masked.login(forHost: host, user: nil))
            require(own?.user == other?.user, "the user of a masked file is another")
            require(other?.password.allSatisfy("x%78".utf8.contains) ?? true, "a password isn't masked")
        }
        let parts = input.parts(2)
        func quoted(_ octets: [UInt8]) -> [UInt8] {
            var word = [UInt8(ascii: "\"")]
            for byte in octets {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { word.append(UInt8(ascii: "\\")) }
                // A quoted word ends with its line at the latest.
                word += byte == 0x0A ? Array("\\n".utf8) : [byte]
            }
            return word + [UInt8(ascii: "\"")]
        }
        let entry =
            Array("machine example.com login ".utf8) + quoted(parts[0]) + Array(" password ".utf8) + quoted(parts[1])
        let file = Netrc(parsing: entry + Array("\nmachine other.example login x\n".utf8) + input.bytes)
        let found = file.credential(forHost: "EXAMPLE.com", usesDefault: false)
        require(found == .password(octets: parts[0], parts[1]), "a quoted entry is found differently")
        let only = Netrc(parsing: entry)
        for host in ["notexample.com", "a.example.com", "example.co", "com"] {
            require(only.credential(forHost: host) == nil, "\(host) gets the password of another host")
        }
    }
}
