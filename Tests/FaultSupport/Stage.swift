public import Sockeye
internal import SockeyeIO
internal import SockeyeTLS
public import SockeyeTesting

/// Where a scenario plays: a folder and servers, the same for every run.
public final class Stage: Sendable {
    /// The files of one run.
    public let folder = WorkFolder()
    /// The file that the servers have.
    public let bytes: [UInt8]
    /// A shorter file, at `/some`.
    public let someBytes: [UInt8]
    /// The server of files.
    public let peer: FilePeer
    /// The server of resumable uploads, by protocol.
    public let uploads: [ResumableProtocol: LoopbackServer]
    private let loop: EventLoop

    /// Starts the servers.
    public init() async throws {
        bytes = BytePattern.bytes(0..<Self.length)
        someBytes = Array(bytes[..<150_000])
        peer = try await FilePeer(bytes)
        loop = try await FilePeer.sparedLoop()
        var configuration = LoopbackConfiguration()
        configuration.recordedRequests = 16
        uploads = [
            .tus: try await LoopbackServer.start(configuration: configuration, on: loop, service: tus),
            .ietf: try await LoopbackServer.start(configuration: configuration, on: loop, service: draft),
        ]
    }

    /// More than a file needs for a record of its download.
    public static let length = 1_100_000

    private let tus = TusService()
    private let draft = DraftUploadService()

    /// The uploads that arrived by a protocol.
    package func store(_ spoken: ResumableProtocol) -> UploadStore {
        spoken == .tus ? tus.store : draft.store
    }

    /// Ends the servers.
    public func close() async {
        await peer.stop()
        for server in uploads.values { await server.stop() }
        loop.stop()
    }

    /// How long one call of a run may take before it counts as a hang.
    private static let patience = Duration.seconds(5)

    /// Runs `body` with a client on a loop of its own, which ends with it.
    public func withClient<Value>(
        _ change: (inout HTTPClient.Configuration) -> Void = { _ in }, _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value {
        let loop = try EventLoop.start(name: "client")
        defer { loop.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        configuration.tls.roots = [.pem(peer.secure.authorityPEM)]
        configuration.timeouts = Timeouts(
            resolve: Self.patience, connect: Self.patience, handshake: Self.patience, firstByte: Self.patience,
            idle: Self.patience)
        change(&configuration)
        let client = HTTPClient(configuration: configuration)
        do {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            throw error
        }
    }
}
