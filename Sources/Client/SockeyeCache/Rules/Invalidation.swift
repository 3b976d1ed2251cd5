package import HTTPTypes
package import SockeyeURL

/// What a successful unsafe request makes worthless (RFC 9111 section 4.4).
package enum Invalidation {
    /// The URLs: the target, and those in Location and Content-Location of the same origin.
    package static func urls(
        after request: CacheRequest, status: Int, _ fields: HTTPFields
    ) -> [HTTPURL] {
        // A non-error response is a 2xx or a 3xx.
        guard !request.isSafe, (200...399).contains(status) else { return [] }
        var urls = [request.url]
        for name in [HTTPField.Name.location, .contentLocation] {
            for value in fields[values: name] {
                // Never of another origin: a server could empty the cache of others.
                if let url = try? request.url.resolving(value), url.hasSameOrigin(as: request.url) { urls.append(url) }
            }
        }
        return urls
    }
}
