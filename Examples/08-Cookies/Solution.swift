import CourseSupport

extension Cookies {
    // snippet.solution
    /// RFC 6265bis section 5.1.4: the same path, or a folder above it.
    static func pathMatches(_ cookie: String, _ request: String) -> Bool {
        if cookie == request { return true }
        return request.hasPrefix(cookie) && (cookie.hasSuffix("/") || request.dropFirst(cookie.count).first == "/")
    }

    /// RFC 6265bis section 5.1.3: the same name, or a name that ends with a dot and the domain. Not for addresses.
    static func domainMatches(_ domain: String, _ host: String, isAddress: Bool) -> Bool {
        if domain == host { return true }
        return !isAddress && host.hasSuffix("." + domain)
    }

    static func solution() async throws {
        for (cookie, request) in [
            ("/", "/settings"), ("/settings", "/settings"), ("/settings", "/settings/colour"),
            ("/settings", "/settings2"), ("/settings/", "/settings"),
        ] {
            print("path \(cookie) and \(request): \(pathMatches(cookie, request))")
        }
        for (domain, host, isAddress) in [
            ("shop.example", "shop.example", false), ("shop.example", "www.shop.example", false),
            ("shop.example", "sweatshop.example", false), ("www.shop.example", "shop.example", false),
            ("0.0.1", "127.0.0.1", true),
        ] {
            print("domain \(domain) and \(host): \(domainMatches(domain, host, isAddress: isAddress))")
        }
    }
    // snippet.end
}
