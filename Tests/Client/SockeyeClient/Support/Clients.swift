import SockeyeClient
import SockeyeTLS
import SockeyeTesting

extension HTTPClient.Configuration {
    /// A configuration that trusts `server`, changed by `change`.
    static func trusting(
        _ server: LoopbackServer, _ change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        if server.isSecure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        change(&configuration)
        return configuration
    }
}

extension HTTPClient {
    /// A client for `server`.
    convenience init(
        trusting server: LoopbackServer, _ change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) {
        self.init(configuration: .trusting(server, change))
    }
}
