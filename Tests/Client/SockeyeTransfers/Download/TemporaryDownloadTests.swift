import Glibc
import SockeyeClient
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite(.serialized) struct TemporaryDownloadTests {
    /// What such downloads have in the folder for what is temporary.
    private static func names() async throws -> Set<String> {
        let list = #"cd "$0" && ls | grep -v ^sockeye-test- | grep ^sockeye-"#
        let outcome = try await Program.run("/bin/sh", ["-c", list, TemporaryFolder.parent])
        return Set(String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test func theFileIsTheCallersAlone() async throws {
        let server = try await LoopbackServer.start { _ in .pattern(100_000) }
        let client = HTTPClient()
        let first = try await client.download(server.url("/big.iso"))
        let second = try await client.download(server.url("/big.iso"))
        defer { for file in [first, second] { unlink(file.path) } }
        #expect(first.path != second.path && first.path.hasPrefix("\(TemporaryFolder.parent)/sockeye-"))
        for file in [first, second] {
            var facts = stat()
            try #require(stat(file.path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600 && facts.st_size == 100_000 && file.byteCount == 100_000)
        }
        await server.stop()
    }

    @Test func aFailureLeavesNothing() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply(fields: [.init("Content-Length", "100000"), .init("ETag", "\"a\"")])
            reply.body = [.sendPattern(0..<1000)]
            reply.closes = true
            return reply
        }
        var options = DownloadOptions()
        options.retry = .never
        let before = try await Self.names()
        await #expect(throws: DownloadError.self) { try await HTTPClient().download(server.url("/"), options: options) }
        #expect(server.requestCount > 0)
        // Other programs' files come and go there; one that is left behind would stay.
        try await eventually { try await Self.names().subtracting(before).isEmpty }
        await server.stop()
    }
}
