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

    @Test(
        "The folder of a list's dir= is made and used, whatever names the file",
        arguments: [[], ["-J"], ["-J", "--retry", "1"], ["-J", "--output-dir", "other"]])
    func listed(_ words: [String]) async throws {
        let server = try await Self.start()
        let folder = try TemporaryFolder()
        let digest = "230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5"
        try folder.write(
            "list", "\(server.url("/a"))\n dir=sub\n\(server.url("/b"))\n dir=sub/deep\n checksum=sha-256=\(digest)\n")
        try await run(words + ["--input-file", "list"], in: folder)
        #expect(try folder.read("sub/a") == Array("body".utf8))
        #expect(try folder.read("sub/deep/b") == Array("body".utf8))
        #expect(try folder.entries().map(\.name).sorted() == ["list", "sub"])
        await server.stop()
    }
}
