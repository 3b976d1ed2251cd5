@testable import SockeyeURL

private let bases: [HTTPURL] = ["https://u:p@example.com:8443/a/b?c#d", "http://example.com/", "http://[::1]:1/x/"]
    .compactMap { try? HTTPURL($0) }

private func check(_ url: HTTPURL) {
    require(url.href.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(url.href) isn't printable ASCII")
    require((try? HTTPURL(url.href)) == url, "\(url.href) read again differs")
    require((try? URLParser.parse(url.href, base: nil)) == url, "\(url.href) has a wrong short way")
    let bare = url.withoutCredentials
    require(!bare.hasCredentials && bare.hasSameOrigin(as: url), "without credentials it is another place")
    require((try? HTTPURL(bare.href)) == bare, "without credentials it reads differently")
    require(url.withFragment(url.fragment) == url, "its own fragment changes it")
    require(url.path.utf8.first == UInt8(ascii: "/"), "a path without its slash")
    require(!url.host.isEmpty, "no host")
    require(!url.isSecure || url.secured == url, "secured twice it differs")
}

extension Check {
    /// A URL's text reads as the same URL again, by the short way and the long one, and is printable ASCII.
    static func urls(_ input: Input) {
        if let url = try? HTTPURL(octets: input.bytes) { check(url) }
        let text = input.text
        let short = CanonicalURL.recognize(text)
        require(
            short == nil || short == (try? URLParser.parse(text, base: nil)), "the short way reads \(text) differently")
        for base in bases {
            guard let url = try? base.resolving(octets: input.bytes) else { continue }
            check(url)
            require((try? base.resolving(url.href)) == url, "an absolute URL depends on its base")
        }
        require(PercentEncoding.decode(PercentEncoding.encode(text, .allButUnreserved)) == Array(text.utf8), "percent")
    }
}
