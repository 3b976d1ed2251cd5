import Foundation
import FoundationNetworking

/// Foundation's URLSession, without a cache: `data(from:)`, and a download task for a large body.
@main
struct URLSessionBench {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 3, let url = URL(string: words[2]) else { usage() }
        let connections = words[1] == "concurrent" && words.count > 4 ? Int(words[4]) ?? 1 : 1
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache =
            words[1] == "cached" ? URLCache(memoryCapacity: 1 << 26, diskCapacity: 0, diskPath: nil) : nil
        configuration.httpMaximumConnectionsPerHost = connections
        let session = URLSession(configuration: configuration)
        switch (words[1], words.count) {
        case ("sequential", 4), ("concurrent", 5), ("cached", 4):
            guard let count = Int(words[3]), count > 0, connections > 0 else { usage() }
            try await measure(session, url: url, count: count, connections: connections)
        case ("fetch", 3):
            let meter = Meter()
            let (file, _) = try await session.download(from: url)
            try FileManager.default.removeItem(at: file)
            meter.report(requests: 1)
        default: usage()
        }
    }

    private static func measure(_ session: URLSession, url: URL, count: Int, connections: Int) async throws {
        try await get(session, url)
        let meter = Meter()
        let share = count / connections
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    for _ in 0..<share { try await get(session, url) }
                }
            }
            try await group.waitForAll()
        }
        meter.report(requests: share * connections)
    }

    private static func get(_ session: URLSession, _ url: URL) async throws {
        let (body, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200, !body.isEmpty else { throw Unexpected() }
    }

    private static func usage() -> Never {
        print("usage: urlsession-bench sequential URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL")
        exit(2)
    }

    struct Unexpected: Error {}
}
