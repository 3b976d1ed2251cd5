/// Another machine to connect to, in place of the one that a URL names.
public struct ConnectOverride: Sendable, Hashable {
    /// The host as the URL has it, in small letters; `nil` for any.
    public var host: String?
    /// The port of the URL; `nil` for any.
    public var port: UInt16?
    /// The host to connect to; `nil` for the same.
    public var newHost: String?
    /// The port to connect to; `nil` for the same.
    public var newPort: UInt16?

    /// An override; what is `nil` matches, or stays, as it is.
    public init(host: String? = nil, port: UInt16? = nil, newHost: String? = nil, newPort: UInt16? = nil) {
        self.host = host
        self.port = port
        self.newHost = newHost
        self.newPort = newPort
    }
}
