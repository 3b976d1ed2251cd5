public import SockeyeIO
public import SockeyeTransport
internal import SockeyeTLS
internal import Synchronization

/// A small HTTP/1.1 server on this machine, for the demo, the examples and the tests. It can misbehave on request.
///
/// ```swift
/// let server = try await LoopbackServer.start()
/// // fetch server.url("/hello"), look at server.receivedRequests
/// await server.stop()
/// ```
///
/// ```
///  accept ──→ [TLS] ──→ script ──→ steps: read, send, wait, cut …
///                         └─ .serve ──→ handler, else the built-in routes ──→ reply
/// ```
///
/// It shares only sockets and TLS with the client, so that a bug in the client's codec cannot hide behind the same bug
/// here. Every wait has a limit (`LoopbackConfiguration.patience`).
public final class LoopbackServer: Sendable {
    private let listener: Listener
    private let identity: ServerIdentity?
    private let task: Task<Void, Never>
    private let hasEnded = Atomic(false)
    let configuration: LoopbackConfiguration
    let loop: EventLoop
    let log: Watched<ServerLog>
    let live: LiveConnections

    /// The address it listens on.
    public var address: SocketAddress { listener.address }

    /// Whether it uses TLS.
    public var isSecure: Bool { identity != nil }

    /// The authority that signed its certificate, in PEM; empty if not secure.
    public var authorityPEM: String { identity?.authorityPEM ?? "" }

    /// Starts a server, which is listening when this returns.
    ///
    /// - Parameters:
    ///   - secure: use TLS, with a certificate made on the fly.
    ///   - script: what to do on each connection; if `nil`, the handler and the routes answer.
    ///   - configuration: where to listen, which certificate to present, how long to wait.
    ///   - loop: the loop it runs on.
    ///   - service: answers requests whose bodies it reads itself; asked first.
    ///   - handler: answers before the built-in routes.
    /// - Throws: `StreamError.io` if it cannot listen, `.tls` if no certificate can be made.
    public static func start(
        secure: Bool = false, script: Script? = nil, configuration: LoopbackConfiguration = LoopbackConfiguration(),
        on loop: EventLoop = .shared, service: (any LoopbackService)? = nil, handler: LoopbackHandler? = nil
    ) async throws(StreamError) -> LoopbackServer {
        let identity = secure ? try identity(configuration) : nil
        let listener = try listener(configuration, loop)
        let log = Watched(ServerLog(requestLimit: configuration.recordedRequests))
        let acceptor = Acceptor(
            listener: listener, context: identity?.context,
            shared: ServerConnection.Shared(
                configuration: configuration, loop: loop, script: script, handler: handler, service: service, log: log,
                live: LiveConnections()))
        return LoopbackServer(
            listener: listener, identity: identity,
            task: Task(executorPreference: loop) { await acceptor.run() }, shared: acceptor.shared)
    }

    private init(
        listener: Listener, identity: ServerIdentity?, task: Task<Void, Never>, shared: ServerConnection.Shared
    ) {
        self.listener = listener
        self.identity = identity
        self.task = task
        configuration = shared.configuration
        loop = shared.loop
        log = shared.log
        live = shared.live
    }

    deinit {
        end()
    }

    /// Closes the listener and all connections, and waits until they are gone.
    public func stop() async {
        end()
        await task.value
    }

    private func end() {
        // Once only: by now the path may be another server's.
        if hasEnded.exchange(true, ordering: .relaxed) { return }
        listener.close()
        task.cancel()
        if case .unix(let path) = configuration.endpoint { try? FileNames.remove(path) }
    }

    private static func identity(_ configuration: LoopbackConfiguration) throws(StreamError) -> ServerIdentity {
        do throws(TLSError) {
            return try ServerIdentity(configuration)
        } catch {
            throw .tls(error)
        }
    }

    private static func listener(
        _ configuration: LoopbackConfiguration, _ loop: EventLoop
    ) throws(StreamError) -> Listener {
        do throws(IOError) {
            let address: SocketAddress? =
                switch configuration.endpoint {
                case .ipv4: SocketAddress(numericHost: "127.0.0.1", port: configuration.port)
                case .ipv6: SocketAddress(numericHost: "::1", port: configuration.port)
                case .unix(let path): try SocketAddress(unixPath: path)
                case .abstractUnix(let name): try SocketAddress(unixPath: name, isAbstract: true)
                }
            guard let address else { throw .invalidArgument("this machine has no such loopback address") }
            return try Listener(on: address, loop: loop)
        } catch {
            throw .io(error)
        }
    }
}
