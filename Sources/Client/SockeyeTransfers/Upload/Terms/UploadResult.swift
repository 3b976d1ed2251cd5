public import HTTPTypes
public import SockeyeURL
public import SockeyeHTTP1

/// A complete upload and the server's response.
public struct UploadResult: Sendable {
    /// The response's status line and fields.
    public var head: ResponseHead
    /// The URL that accepted it, after redirects.
    public var url: HTTPURL
    /// The response's body, up to ``UploadOptions/answerLimit``.
    public var body: [UInt8]
    /// Body bytes sent, not counting those before a redirect or a challenge.
    public var byteCount: Int64

    /// The status, such as 201.
    public var status: HTTPResponse.Status { head.status }
}

/// The progress of an upload.
public struct UploadProgress: Sendable, Hashable {
    /// Body bytes handed to the kernel, from 0 again if the body is sent again.
    public var byteCount: Int64
    /// The length of the whole; `nil` while unknown.
    public var total: Int64?
    /// Bytes per second, over the last few seconds.
    public var bytesPerSecond: Double

    /// The time left at the present speed; `nil` while unknown.
    public var timeLeft: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return .seconds(min(1e9, Double(max(0, total - byteCount)) / bytesPerSecond))
    }
}
