// Lesson 10: many connections. When one is not enough, when more are worse, and who keeps count.
// Run it:  swift run --package-path Examples Lesson10        (and its exercise:  swift run Lesson10 --solution)

import CourseSupport
import Sockeye
import SockeyeDigest
import SockeyeTesting

@main
enum ManyConnections {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.meeting
    /// A server that answers nobody until `count` requests are there at the same time.
    static func meeting(of count: Int) async throws -> LoopbackServer {
        let gate = Gate()
        let guests = Counter()
        return try await LoopbackServer.start { request in
            if guests.arrive() == count { gate.open() }
            try? await gate.wait()
            return nil
        }
    }
    // snippet.end

    static func lesson() async throws {
        // snippet.limits
        for limit in [16, 3] {
            Course.heading("nine requests at once, at most \(limit) connections")
            let server = try await meeting(of: min(limit, 9))
            var configuration = HTTPClient.Configuration()
            configuration.pool.perOrigin = limit
            let client = HTTPClient(configuration: configuration)

            let bytes = try await withThrowingTaskGroup { group in
                for _ in 1...9 {
                    group.addTask { try await client.get(server.url("/sized/1000")).body.count }
                }
                return try await group.reduce(0, +)
            }
            print("\(bytes) bytes over \(server.acceptedConnections) connections")
            await server.stop()
        }
        // snippet.end

        try await Scratch.run(segments)
    }

    // snippet.segments
    /// One file over four connections.
    static func segments() async throws {
        Course.heading("one file in four segments")
        let size = 4 << 20
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        let result = try await client.download(
            server.url("/range/\(size)"), to: "big", options: .init(segments: 4))
        print("\(result.byteCount) bytes, complete \(result.completeness)")

        // Segments that finish early take over a part of a slow one, so the number of ranges varies.
        let ranges = server.receivedRequests.compactMap { $0["Range"] }
        print("several ranges: \(ranges.count >= 3), all but the first guarded: \(isGuarded(server.receivedRequests))")
        let isSame = try Digest(.sha256, ofFile: "big") == Digest(.sha256, of: BytePattern.bytes(0..<size))
        print("as on the server: \(isSame)")
        await server.stop()
    }

    /// Whether every range but the first was asked for on condition that the file is still the same.
    static func isGuarded(_ requests: [ReceivedRequest]) -> Bool {
        requests.filter { $0["Range"] != nil }.dropFirst().allSatisfy { $0["If-Range"] != nil }
    }
    // snippet.end
}
