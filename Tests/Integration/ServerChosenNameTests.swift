import SockeyeLoopback
import TestSupport
import Testing

/// Where a file goes whose name the server chose (`-OJ`).
@Suite("Names that servers choose", .timeLimit(.minutes(1)))
struct ServerChosenNameTests {
    private static func start() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            guard request.path.hasPrefix("/to/") else { return .text("body") }
            return LoopbackReply(
                status: 302,
                fields: [.init("Location", String(request.path.dropFirst(3))), .init("Content-Length", "0")])
        }
    }

    private func run(_ words: [String], in folder: TemporaryFolder) async throws {
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye, "-q", "-sS"] + words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
    }

    @Test(
        "No redirect names a partial file or its record",
        arguments: ["big.iso.part", "big.iso.sockeye", "big.iso.log", "big.iso.PART", "big.iso.new"])
    func reserved(_ name: String) async throws {
        let server = try await Self.start()
        let folder = try TemporaryFolder()
        try await run(["-L", "-OJ", server.url("/to/\(name)")], in: folder)
        #expect(try folder.entries().map(\.name) == [name + "_"])
        await server.stop()
    }

    @Test("The user may name it like one", arguments: [["-O"], ["-OJ"], ["-L", "-OJ"]])
    func own(_ words: [String]) async throws {
        let server = try await Self.start()
        let folder = try TemporaryFolder()
        try await run(words + [server.url("/big.iso.part")], in: folder)
        #expect(try folder.entries().map(\.name) == ["big.iso.part"])
        await server.stop()
    }
}
