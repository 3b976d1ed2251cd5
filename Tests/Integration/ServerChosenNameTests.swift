import Glibc
import SockeyeTesting
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

    @Test(
        "A name of a URL leads through no link of another user",
        .enabled(if: geteuid() == 0, "only root gives links away"),
        arguments: [
            ["-O", "URL"], ["--input-file", "list"], ["--url", "@list"], ["-O", "--retry", "1", "URL"],
            ["-OC", "-", "URL"],
        ])
    func strangersLinks(_ words: [String]) async throws {
        let server = try await Self.start()
        let folder = try TemporaryFolder()
        try folder.write("mine", "mine")
        try folder.write("list", server.url("/name"))
        let link = folder.file("name")
        let call = ["-q", "-sS"] + words.map { $0.replacing("URL", with: server.url("/name")) }
        let shell = ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye]
        for (owner, isFollowed) in [(12_345, false), (0, true)] as [(uid_t, Bool)] {
            unlink(link)
            try #require(symlink("mine", link) == 0 && lchown(link, owner, owner) == 0)
            let outcome = try await Program.run("/bin/sh", shell + call)
            // -C - goes on with what is there, or leaves it as it is.
            let isReplaced = isFollowed && words.first != "-OC"
            #expect(try folder.read("mine") == Array((isReplaced ? "body" : "mine").utf8))
            if isFollowed { continue }
            #expect(outcome.status == 23, "\(outcome.errorText)")
            #expect(outcome.errorText.contains("link of another user"), "\(outcome.errorText)")
        }
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
