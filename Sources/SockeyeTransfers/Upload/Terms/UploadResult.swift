public import HTTPTypes
public import SockeyeURL
public import SockeyeHTTP1

/// An upload that the server took whole, and what it said.
public struct UploadResult: Sendable {
    /// The answer's status line and fields.
    public var head: ResponseHead
    /// The URL that took it, after redirects.
    public var url: HTTPURL
    /// The answer's body, as far as ``UploadOptions/maximumAnswerBytes`` goes.
    public var body: [UInt8]
    /// Bytes of the body sent; without what was sent before a redirect or a challenge.
    public var byteCount: Int64

    /// The status, as 201.
    public var status: HTTPResponse.Status { head.status }
}

/// How far an upload has come.
public struct UploadProgress: Sendable, Hashable {
    /// Bytes of the body that were handed to the kernel. They begin again when the body is sent again.
    public var byteCount: Int64
    /// Bytes there will be; `nil` while nobody knows.
    public var total: Int64?
    /// Bytes a second, over the last few seconds.
    public var bytesPerSecond: Double

    /// The time left at the present speed; `nil` while it cannot be told.
    public var timeLeft: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return .seconds(min(1e9, Double(max(0, total - byteCount)) / bytesPerSecond))
    }
}
