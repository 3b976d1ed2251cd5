/// Connects to another host or port than the URL names.
public struct ConnectOverride: Sendable, Hashable {
    /// The URL's host, in lowercase; `nil` for any.
    public var host: String?
    /// The URL's port; `nil` for any.
    public var port: UInt16?
    /// The host to connect to; `nil` for the same.
    public var newHost: String?
    /// The port to connect to; `nil` for the same.
    public var newPort: UInt16?

    /// Creates an override; `nil` matches anything or changes nothing.
    public init(host: String? = nil, port: UInt16? = nil, newHost: String? = nil, newPort: UInt16? = nil) {
        self.host = host
        self.port = port
        self.newHost = newHost
        self.newPort = newPort
    }
}
