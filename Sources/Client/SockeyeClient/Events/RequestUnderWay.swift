public import HTTPTypes
public import SockeyeIO
public import SockeyeURL

/// A request under way, for lists and for cancelling it from outside.
public struct RequestUnderWay: Sendable, Identifiable {
    /// Its number within the client.
    public let id: UInt64
    /// The caller's ``Request/label``, if any.
    public let label: String?
    /// The method.
    public let method: HTTPRequest.Method
    /// The URL, that of the present hop after redirects.
    public let url: HTTPURL
    /// When this attempt began.
    public let started: Deadline
}
