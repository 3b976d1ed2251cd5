package import SockeyeIO
package import SockeyeTransport

/// A server that misbehaves, for trying out clients: the routes of ``LoopbackServer``, spoilt by faults that all requests
/// get, and by those in their paths (`/fault/truncate=100/range/1000`).
///
/// ```swift
/// let server = try await FaultServer.start(faults: [Fault(.drip)])
/// // fetch server.url("/hello"), or server.url("/fault/reset=10/sized/1000")
/// await server.stop()
/// ```
package struct FaultServer: Sendable {
    private let routes: FaultRoutes
    private let server: LoopbackServer
    /// The fault of TLS that all connections get, if any.
    private let secureKind: FaultKind?

    /// Starts a server on 127.0.0.1, which is listening when this returns.
    ///
    /// - Parameters:
    ///   - faults: what is wrong with all replies; at most one fault of TLS, which then all connections get.
    ///   - configuration: `port`, limits, and the reporter.
    ///   - loop: watches the sockets.
    /// - Throws: `StreamError` if it can't listen or make a certificate.
    package static func start(
        faults: [Fault] = [], configuration: LoopbackConfiguration = LoopbackConfiguration(),
        on loop: EventLoop = .shared
    ) async throws(StreamError) -> FaultServer {
        let secureKind = faults.first { $0.kind.isTLS }?.kind
        let routes = FaultRoutes(faults, configuration: configuration, loop: loop)
        let server = try await FaultRoutes.start(
            secureKind, routes: routes, port: configuration.port, configuration: configuration, loop: loop)
        return FaultServer(routes: routes, server: server, secureKind: secureKind)
    }

    /// The port.
    package var port: UInt16 { server.port }

    /// The URL of a path.
    package func url(_ path: String = "/") -> String {
        "\(secureKind == nil ? "http" : "https")://\(server.authority)\(path)"
    }

    /// Every request whose head has arrived, plain ones first.
    package var receivedRequests: [ReceivedRequest] {
        get async { await server.receivedRequests + routes.secureRequests }
    }

    /// Writes the authority's certificate in PEM to a file, for `--cacert`; of a server without TLS those of all that paths
    /// such as `/fault/tls-expired` lead to.
    ///
    /// - Throws: `StreamError` if one of them can't start, or the file can't be written.
    package func writeAuthority(to path: String) async throws(StreamError) {
        let own = server.authorityPEM
        let text = own.isEmpty ? try await routes.authorityPEM() : own
        do throws(IOError) {
            try SmallFile.replace(path, with: Array(text.utf8), mode: 0o644)
        } catch {
            throw .io(error)
        }
    }

    /// Closes all listeners and connections, and waits until they are gone.
    package func stop() async {
        await server.stop()
        await routes.stop()
    }
}
