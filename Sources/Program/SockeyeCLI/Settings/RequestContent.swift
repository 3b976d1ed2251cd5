internal import Sockeye
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

    /// Path and query of a URL as written, dot segments included; `nil` if it has neither.
    static func path(of url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...].prefix { $0 != "#" }
        return rest.firstIndex { $0 == "/" || $0 == "?" }.map { start in
            let path = String(rest[start...])
            return path.hasPrefix("/") ? path : "/" + path
        }
    }

    /// A path and query with percent-encoding for what isn't ASCII, which no request line has (RFC 9112 section 3.2).
    static func encoded(_ path: String) -> String {
        PercentEncoding.encode(path, .c0Control)
    }
}
