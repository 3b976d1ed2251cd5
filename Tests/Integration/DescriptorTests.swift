import SockeyeTesting
import TestSupport
import Testing

/// With few descriptors, transfers wait for each other instead of failing.
struct DescriptorTests {
    /// Standard output needs no descriptor, so only sockets run out; with files, each needs one more.
    @Test(arguments: [(12, []), (24, ["-o", "DIR/#1"])] as [(Int, [String])])
    func transfersWait(_ limit: Int, _ options: [String]) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let words = options.map { $0.replacing("DIR", with: folder.path) }
        let outcome = try await Program.run(
            "/bin/sh",
            ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", SideBySide.sockeye]
                + ["-sS", "-Z", "--parallel-max", "40", "-m", "30"] + words + [server.url("/sized/1000?[1-40]")],
            environment: SideBySide.noProxies)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.isEmpty)
        if options.isEmpty {
            #expect(outcome.output.count == 40_000)
        } else {
            for index in 1...40 { #expect(try folder.read("\(index)").count == 1000) }
        }
        await server.stop()
    }
}
