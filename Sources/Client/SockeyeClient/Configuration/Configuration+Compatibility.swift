extension HTTPClient.Configuration {
    /// Departures from HTTP/1.1 as it is written, and from what a client normally keeps: each is off unless it is asked for.
    public struct Compatibility: Sendable, Hashable {
        /// Whether a response that doesn't begin like HTTP is a body without a head, up to the end of the connection
        /// (HTTP/0.9), with status 0; by default it is an error.
        public var acceptsHTTP09 = false
        /// Whether to ignore Content-Length, for servers known to send a wrong one: the body then ends when the server
        /// closes, and truncation can't be detected.
        public var ignoresContentLength = false
        /// Whether to keep heads as received, for `Response.rawHead`.
        public var keepsRawHeads = false
        /// Whether every connection begins with the PROXY protocol header, version 1, which tells a load balancer the
        /// client's address. It is sent before TLS and after any proxy's tunnel is open.
        public var sendsProxyHeader = false
        /// The client's IP address in the PROXY line, in numbers, instead of the connection's. With anything else connections fail.
        public var proxyHeaderClient: String?

        /// Nothing of this.
        public init() {}

        /// Whether connections begin with the same bytes.
        func connects(like other: Compatibility) -> Bool {
            sendsProxyHeader == other.sendsProxyHeader && proxyHeaderClient == other.proxyHeaderClient
        }
    }
}
