import CourseSupport
import Sockeye
import SockeyeTesting

extension ManyConnections {
    // snippet.solution
    /// Runs `work` for every item, at most `limit` at a time: whenever one is done, the next begins.
    static func atOnce<Item: Sendable>(
        _ limit: Int, _ items: [Item], _ work: @escaping @Sendable (Item) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            var waiting = items.makeIterator()
            for _ in 0..<limit {
                if let item = waiting.next() { group.addTask { try await work(item) } }
            }
            while try await group.next() != nil {
                if let item = waiting.next() { group.addTask { try await work(item) } }
            }
        }
    }

    static func solution() async throws {
        for limit in [1, 4] {
            let server = try await meeting(of: limit)
            let client = HTTPClient()
            let counter = Counter()
            try await atOnce(limit, Array(1...12)) { number in
                counter.arrive()
                _ = try await client.get(server.url("/sized/\(number)"))
                counter.leave()
            }
            print("at most \(limit): \(server.requestCount) requests, \(counter.most) at the same time")
            await server.stop()
        }
    }
    // snippet.end
}
