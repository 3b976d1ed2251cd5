internal import SockeyeTesting

/// The reason phrases of the proxy's own responses.
enum ProxyReasons {
    static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 421: "Misdirected Request"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 508: "Loop Detected"
        default: "Status \(status)"
        }
    }
}

extension ReceivedRequest {
    /// RFC 9112 section 9.3.
    var keepsConnection: Bool {
        if has("close", in: "Connection") || has("close", in: "Proxy-Connection") { return false }
        if version == "HTTP/1.1" { return true }
        return has("keep-alive", in: "Connection") || has("keep-alive", in: "Proxy-Connection")
    }
}
