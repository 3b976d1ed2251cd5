import Glibc
import Sockeye
import SockeyeCache

/// The library as a program uses it: `perform`, reading the body without keeping it, on the client's own loop.
@main
struct SockeyeBench {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 3 else { usage() }
        let connections = words[1] == "concurrent" && words.count > 4 ? Int(words[4]) ?? 1 : 1
        var configuration = HTTPClient.Configuration()
        configuration.pool.perOrigin = max(1, connections)
        configuration.pool.total = max(configuration.pool.total, connections)
        if words[1] == "idle" { return try await Idle.run(words) }
        if words[1].hasPrefix("handshakes-"), words.count == 5 { return try await Handshakes.run(words) }
        if words[1] == "redirects" { configuration.cookies = CookieJar() }
        // "empty" is for a URL whose response may not be stored, so that the cache stays empty.
        if words[1] == "cached", words.count > 4 { configuration.cache = cache(words[4], words.last ?? "") }
        let client = HTTPClient(configuration: configuration)
        if words[1] == "sequential-tasks" { return try await run(client, words, connections) }
        // The tasks share the loop's thread, as in a program that needs the lowest latency.
        try await withTaskExecutorPreference(client.eventLoop) {
            try await run(client, words, connections)
        }
    }

    /// Concurrent, so that it leaves `main`'s main actor for the preferred executor.
    @concurrent private static func run(_ client: HTTPClient, _ words: [String], _ connections: Int) async throws {
        switch (words[1], words.count) {
        case ("sequential", 4), ("sequential-tasks", 4), ("redirects", 4), ("concurrent", 5), ("cached", 5...):
            guard let count = Int(words[3]), count > 0, connections > 0 else { usage() }
            try await measure(client, url: words[2], count: count, connections: connections)
        case ("fetch", 3):
            let meter = Meter()
            try await get(client, words[2])
            meter.report(requests: 1)
        case ("websocket", 4), ("websocket-receive", 4):
            guard let count = Int(words[3]), count > 0 else { usage() }
            try await converse(client, words[1] == "websocket", words[2], count)
        default: usage()
        }
    }

    /// Messages over one WebSocket: echoed one by one, or only received. Without compression, which the peer lacks.
    private static func converse(_ client: HTTPClient, _ echoes: Bool, _ url: String, _ count: Int) async throws {
        var options = WebSocketOptions()
        options.compression = nil
        try await client.withWebSocket(url, options: options) { socket in
            let text = String(repeating: "x", count: 64)
            if echoes { try await echo(socket, text) }
            let meter = Meter()
            if !echoes { try await socket.send(.text("go")) }
            for _ in 0..<count {
                if echoes {
                    try await echo(socket, text)
                } else {
                    guard case .binary? = try await socket.receive() else { throw Unexpected() }
                }
            }
            meter.report(requests: count)
        }
    }

    private static func echo(_ socket: WebSocket, _ text: String) async throws {
        try await socket.send(.text(text))
        guard case .text(let reply)? = try await socket.receive(), reply.utf8.count == 64 else { throw Unexpected() }
    }

    private static func measure(_ client: HTTPClient, url: String, count: Int, connections: Int) async throws {
        try await get(client, url)
        // A first request on each connection opens it and isn't counted.
        try await getAll(client, url, share: 1, connections)
        let meter = Meter()
        let share = count / connections
        try await getAll(client, url, share: share, connections)
        meter.report(requests: share * connections)
    }

    private static func getAll(_ client: HTTPClient, _ url: String, share: Int, _ connections: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    for _ in 0..<share { try await get(client, url) }
                }
            }
            try await group.waitForAll()
        }
    }

    static func get(_ client: HTTPClient, _ url: String) async throws {
        try await client.perform(.get(url)) { response in
            var total = 0
            try await response.body.forEachChunk { total += $0.byteCount }
            guard response.status == .ok, total > 0 else { throw Unexpected() }
        }
    }

    /// The cache that `cached` measures: none, one in memory, or one on disk.
    private static func cache(_ kind: String, _ folder: String) -> HTTPCache? {
        switch kind {
        case "none": nil
        case "memory", "empty": .memory()
        case "disk": .disk(at: folder)
        default: usage()
        }
    }

    static func usage() -> Never {
        print(
            "usage: sockeye-bench sequential|sequential-tasks|redirects URL COUNT | concurrent URL COUNT CONNECTIONS "
                + "| fetch URL | idle URL [CA] COUNT | handshakes-whole|handshakes-resumed URL CA COUNT "
                + "| websocket|websocket-receive URL COUNT | cached URL COUNT none|empty|memory|disk [FOLDER]")
        exit(2)
    }

    struct Unexpected: Error {}
}
