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
        let rest = url[scheme.upperBound...].prefix { $0 != "#" }
        return rest.firstIndex { $0 == "/" || $0 == "?" }.map { start in
            let path = PercentEncoding.encode(String(rest[start...]), .c0Control)
            return path.hasPrefix("/") ? path : "/" + path
        }
    }
}
