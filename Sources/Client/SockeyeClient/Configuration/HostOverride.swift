/// Fixed addresses for a host and port.
public struct HostOverride: Sendable, Hashable {
    /// The URL's host, in lowercase.
    package var host: String
    /// The port it applies to.
    package var port: UInt16
    /// Numeric addresses, tried in this order.
    package var addresses: [String]

    /// An override for one host and port.
    public init(host: String, port: UInt16, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }
}
