import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// SwiftNIO's WebSocket client on one event loop, as its example shows it: an async channel of frames.
@main
struct NIOWebSocketBench {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let count = Int(words[3]), count > 0, let place = Place(words[2]) else { usage() }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await connect(to: place, group)
        try await channel.executeThenClose { inbound, outbound in
            var frames = inbound.makeAsyncIterator()
            switch words[1] {
            case "websocket":
                let data = ByteBuffer(string: String(repeating: "x", count: 64))
                try await echo(data, &frames, outbound)
                let meter = Meter()
                for _ in 0..<count { try await echo(data, &frames, outbound) }
                meter.report(requests: count)
            case "websocket-receive":
                let meter = Meter()
                try await outbound.write(
                    WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: "go")))
                for _ in 0..<count {
                    guard let frame = try await frames.next(), frame.opcode == .binary else { throw Unexpected() }
                }
                meter.report(requests: count)
            default: usage()
            }
            try await outbound.write(
                WebSocketFrame(
                    fin: true, opcode: .connectionClose, maskKey: .random(), data: ByteBuffer(bytes: [3, 232])))
        }
        try await group.shutdownGracefully()
    }

    private typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private static func echo(
        _ data: ByteBuffer, _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: data))
        guard let frame = try await frames.next(), frame.data.readableBytes == 64 else { throw Unexpected() }
    }

    private static func connect(to place: Place, _ group: MultiThreadedEventLoopGroup) async throws -> Channel {
        let upgrade: EventLoopFuture<Channel?> = try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: place.host, port: place.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketClientUpgrader<Channel?>(maxFrameSize: 1 << 24) { channel, _ in
                        channel.eventLoop.makeCompletedFuture { try Channel(wrappingChannelSynchronously: channel) }
                    }
                    var headers = HTTPHeaders()
                    headers.add(name: "Host", value: "\(place.host):\(place.port)")
                    let configuration = NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: HTTPRequestHead(
                            version: .http1_1, method: .GET, uri: place.path, headers: headers),
                        upgraders: [upgrader],
                        notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: .init(upgradeConfiguration: configuration))
                }
            }
        guard let channel = try await upgrade.get() else { throw Unexpected() }
        return channel
    }

    private static func usage() -> Never {
        print("usage: nio-websocket-bench websocket|websocket-receive URL COUNT")
        exit(2)
    }

    struct Unexpected: Error {}
}

/// Where a ws URL leads.
struct Place {
    let host: String
    let port: Int
    let path: String

    init?(_ url: String) {
        guard url.hasPrefix("ws://") else { return nil }
        let rest = url.dropFirst(5)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let parts = rest[..<slash].split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else { return nil }
        (host, self.port, path) = (String(parts[0]), port, slash == rest.endIndex ? "/" : String(rest[slash...]))
    }
}
