/// Connects to another host or port than the URL names.
public struct ConnectOverride: Sendable, Hashable {
    /// The URL's host, in lowercase; `nil` for any.
    package var host: String?
    /// The URL's port; `nil` for any.
    package var port: UInt16?
    /// The host to connect to; `nil` for the same.
    package var newHost: String?
    /// The port to connect to; `nil` for the same.
    package var newPort: UInt16?

    /// Creates an override; `nil` matches anything or changes nothing.
    public init(host: String? = nil, port: UInt16? = nil, newHost: String? = nil, newPort: UInt16? = nil) {
        self.host = host
        self.port = port
        self.newHost = newHost
        self.newPort = newPort
    }
}
