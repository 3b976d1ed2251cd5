import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix

/// AsyncHTTPClient on one event loop, as its documentation shows it: `execute`, then the body.
@main
struct AsyncHTTPClientBench {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 3 else { usage() }
        let connections = words[1] == "concurrent" && words.count > 4 ? Int(words[4]) ?? 1 : 1
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        switch (words[1], words.count) {
        case ("sequential", 4), ("concurrent", 5):
            guard let count = Int(words[3]), count > 0, connections > 0 else { usage() }
            try await measure(client, url: words[2], count: count, connections: connections)
        case ("fetch", 3):
            let meter = Meter()
            let response = try await client.execute(HTTPClientRequest(url: words[2]), timeout: .minutes(5))
            var received = 0
            for try await chunk in response.body { received += chunk.readableBytes }
            meter.report(requests: received > 0 ? 1 : 0)
        default: usage()
        }
        try await client.shutdown()
        try await group.shutdownGracefully()
    }

    private static func measure(_ client: HTTPClient, url: String, count: Int, connections: Int) async throws {
        try await get(client, url)
        let meter = Meter()
        let share = count / connections
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    for _ in 0..<share { try await get(client, url) }
                }
            }
            try await group.waitForAll()
        }
        meter.report(requests: share * connections)
    }

    private static func get(_ client: HTTPClient, _ url: String) async throws {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        guard response.status == .ok, body.readableBytes > 0 else { throw Unexpected() }
    }

    private static func usage() -> Never {
        print("usage: asynchttpclient-bench sequential URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL")
        exit(2)
    }

    struct Unexpected: Error {}
}
