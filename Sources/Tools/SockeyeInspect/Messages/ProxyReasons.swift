internal import SockeyeTesting

/// The reason phrases of what the proxy itself says.
enum ProxyReasons {
    static func phrase(_ status: Int) -> String {
        switch status {
        case 421: "Misdirected Request"
        case 508: "Loop Detected"
        default: LoopbackReply.usualReason(status)
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
