internal import SockeyeClient
public import SockeyeIO
package import SockeyeTranscript
internal import SockeyeTransport
internal import Synchronization

/// A local HTTP proxy that shows the requests that any program sends through it (`http_proxy=…`). It forwards them unchanged
/// except for what a proxy must change (RFC 9110 section 7.6), which it notes.
///
/// ```
///  program ──→ ClientReader ──→ InspectedRequest ──→ HTTPClient ──→ server
///              ProxyConnection ←── Forwarding ←──────── response
///                    └──→ InspectLog ──→ report · OwnPages (the live page)
/// ```
public final class InspectProxy: Sendable {
    private let listener: Listener
    let shared: ProxyShared
    private let task: Task<Void, Never>

    /// Starts a proxy, on 127.0.0.1 unless the program says another address. It is listening when this returns.
    ///
    /// - Throws: `IOError` if it can't listen.
    public static func start(
        _ configuration: InspectConfiguration = InspectConfiguration(), on loop: EventLoop = .shared
    ) throws(IOError) -> InspectProxy {
        guard let address = SocketAddress(numericHost: configuration.address, port: configuration.port) else {
            throw .invalidArgument("this machine has no such address")
        }
        if configuration.isOpenToAll { throw .invalidArgument("an address other than loopback needs a login") }
        let listener = try Listener(on: address, loop: loop)
        // On another address, another server may have the port on loopback.
        let isOnLoopback = ["127.0.0.1", "::1", "0.0.0.0", "::"].contains(address.host)
        let loopback = isOnLoopback ? ["127.0.0.1", "localhost", "[::1]"] : []
        var client = configuration.client
        client.eventLoop = loop
        let log = InspectLog(limits: configuration.limits, filters: configuration.filters, report: configuration.report)
        let shared = ProxyShared(
            configuration: configuration, client: HTTPClient(configuration: client), loop: loop, log: log,
            ownNames: ProxyShared.names(of: [address.hostOfURL] + loopback, port: listener.address.port))
        return InspectProxy(listener: listener, shared: shared)
    }

    private init(listener: Listener, shared: ProxyShared) {
        self.listener = listener
        self.shared = shared
        task = Task(executorPreference: shared.loop) { await Self.accept(listener, shared) }
    }

    deinit {
        listener.close()
        task.cancel()
    }

    /// The port.
    public var port: UInt16 { listener.address.port }

    /// The live page's URL, also the value for `http_proxy`.
    public var url: String { "http://\(listener.address)/" }

    /// The recorded exchanges, oldest first.
    public var exchanges: [InspectedExchange] { shared.log.changes(after: -1).exchanges }

    /// The exchanges as a transcript's record, for `TranscriptPage` and `HARWriter`.
    ///
    /// - Parameter masksSecrets: whether to mask passwords, cookies and the like; use it for files that others will see.
    package func record(masksSecrets: Bool = true) -> Transcript.Record {
        LiveRecord.record(of: exchanges, shared.log, masksSecrets: masksSecrets)
    }

    /// Closes the listener and all connections, and waits for them to finish.
    public func stop() async {
        listener.close()
        task.cancel()
        await task.value
    }

    private static func accept(_ listener: Listener, _ shared: ProxyShared) async {
        let connections = Atomic(0)
        await withDiscardingTaskGroup { group in
            while let socket = await listener.next() {
                guard connections.load(ordering: .relaxed) < shared.configuration.connectionLimit else {
                    group.addTask { await refuse(socket) }
                    continue
                }
                connections.wrappingAdd(1, ordering: .relaxed)
                group.addTask(executorPreference: shared.loop) { @Sendable in
                    await ProxyConnection(ProgramStream(ByteStream(socket)), shared).run()
                    connections.wrappingSubtract(1, ordering: .relaxed)
                }
            }
            group.cancelAll()
        }
    }

    private static func refuse(_ socket: Socket) async {
        let text = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        try? await socket.send(text, until: .after(.seconds(1)))
        socket.close()
    }
}
