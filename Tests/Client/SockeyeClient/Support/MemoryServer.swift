import SockeyeIO
import SockeyeTransport
import Synchronization

@testable import SockeyeClient
@testable import SockeyeTesting

/// A server without sockets: plays the scripts and routes of `LoopbackServer` over `MemoryTransport`, where waiting takes no
/// time.
///
/// ```swift
/// let server = MemoryServer(script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
/// let reply = try await HTTPClient(over: server).get(server.url())
/// ```
/// A script that runs out closes. Unlike a real server this one reads only while the client waits for it, so an idle
/// connection always looks usable.
final class MemoryServer: Sendable {
    /// How its bytes move.
    struct Wire: Sendable {
        /// The most bytes that arrive before the client waits again.
        var arrivals = Int.max
        /// The most bytes that one read returns.
        var reads = Int.max
        /// The most bytes that one write takes.
        var writes = Int.max
        /// The most bytes that a connection takes in all.
        var capacity = Int.max
        /// How a write fails beyond that; by default it blocks.
        var refusal: StreamError?
    }

    /// Its host, and port unless 80.
    let authority: String
    private let script: Script
    private let wire: Wire
    private let handler: LoopbackHandler?
    private let connections = Mutex<[MemoryTransport]>([])
    private let log = Watched(ServerLog(requestLimit: 100_000))

    /// - Parameters:
    ///   - authority: what URLs call it.
    ///   - script: what to do on each connection; by default the handler and the routes answer.
    ///   - handler: answers before the built-in routes.
    init(
        _ authority: String = "server.test", script: Script = Script([.serve(requests: nil)]), wire: Wire = Wire(),
        handler: LoopbackHandler? = nil
    ) {
        self.authority = authority
        self.script = script
        self.wire = wire
        self.handler = handler
    }

    func url(_ path: String = "/") -> String { "http://\(authority)\(path)" }

    /// Every request whose head arrived, in order.
    var receivedRequests: [ReceivedRequest] { log.current.requests }
    var requestCount: Int { log.current.requestCount }

    /// Waits until the heads of so many requests have arrived.
    func waitForRequests(_ count: Int) async throws(IOError) {
        _ = try await log.wait(on: .shared, until: .after(.seconds(30))) { $0.requestCount >= count ? true : nil }
    }

    var acceptedConnections: Int { connections.withLock { $0.count } }
    /// The bytes that each connection was sent.
    var sent: [String] {
        connections.withLock { $0 }.map { String(decoding: $0.written, as: UTF8.self) }
    }
    /// Whether each connection was closed by the client.
    var closed: [Bool] { connections.withLock { $0.map(\.isClosed) } }

    /// A new connection.
    func accept() -> any Transport {
        connections.withLock { connections in
            let number = connections.count + 1
            let peer = MemoryPeer(
                script.steps(forConnection: number), number: number, arrivals: wire.arrivals, handler: handler,
                note: { [weak self] request in self?.note(request) })
            let transport = MemoryTransport(
                readLimit: wire.reads, writeLimit: wire.writes, capacity: wire.capacity, refusal: wire.refusal
            ) { try await peer.act(after: $0) }
            connections.append(transport)
            return transport
        }
    }

    /// Logs a request: once with its head, again with its body.
    private func note(_ request: ReceivedRequest) {
        log.update { log in
            if request.number == 0 { return log.begin(request) }
            log.revise(connection: request.connection) { entry in
                let number = entry.number
                entry = request
                entry.number = number
            }
        }
    }
}

extension HTTPClient {
    /// A client whose network is these servers.
    convenience init(
        over servers: MemoryServer..., configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) {
        var configuration = configuration
        configuration.transport = { origin in
            let authority = origin.port == 80 || origin.port == 443 ? origin.host : "\(origin.host):\(origin.port)"
            guard let server = servers.first(where: { $0.authority == authority }) else {
                throw IOError.unknownHost(origin.host, reason: "no such server", isTemporary: false)
            }
            return server.accept()
        }
        change(&configuration)
        self.init(configuration: configuration)
    }
}
