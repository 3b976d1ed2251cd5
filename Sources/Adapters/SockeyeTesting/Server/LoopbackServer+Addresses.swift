public import SockeyeIO

extension LoopbackServer {
    /// The port; 0 for a Unix domain socket.
    public var port: UInt16 { address.port }

    /// `127.0.0.1:PORT`, `[::1]:PORT`, or `localhost` for a Unix domain socket.
    public var authority: String {
        address.family == .unix ? "localhost" : address.description
    }

    /// The URL of a path: `http://127.0.0.1:PORT/path`.
    ///
    /// - Parameters:
    ///   - path: with its leading slash, and a query if any.
    ///   - host: another name for this machine, such as `localhost`.
    public func url(_ path: String = "/", host: String? = nil) -> String {
        let authority = host.map { "\($0):\(port)" } ?? authority
        return "\(isSecure ? "https" : "http")://\(authority)\(path)"
    }

    /// Writes the authority's certificate to a file, for `--cacert`.
    ///
    /// - Throws: `IOError.system` if the file cannot be written.
    public func writeAuthority(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: Array(authorityPEM.utf8), mode: 0o644)
    }
}
