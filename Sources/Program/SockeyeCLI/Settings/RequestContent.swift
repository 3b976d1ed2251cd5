internal import SockeyeURL

/// Options that change the whole request.
struct RequestContent: Sendable {
    /// `--json`: sets the types of request and response body.
    var isJSON = false
    /// `--url-query`, in order.
    var queries: [EncodedData] = []
    /// `--request-target`.
    var requestTarget: String?
    /// `--path-as-is`.
    var keepsPath = false

    /// Path and query of a URL as written, dot segments included; `nil` if it has neither. What isn't ASCII is encoded: no
    /// request line has it (RFC 9112 section 3.2).
    static func path(of url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        // As where the URL is parsed: slashes before the host don't end it, and a backslash after it does.
        let isSlash: (Character) -> Bool = { $0 == "/" || $0 == "\\" }
        let rest = url[scheme.upperBound...].prefix { $0 != "#" }.drop(while: isSlash)
        return rest.firstIndex { isSlash($0) || $0 == "?" }.map { start in
            let path = rest[start...]
            return "/" + PercentEncoding.encode(String(path.hasPrefix("?") ? path : path.dropFirst()), .c0Control)
        }
    }
}
