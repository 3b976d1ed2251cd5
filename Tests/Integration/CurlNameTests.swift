import Glibc
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

/// The program called by a link `curl`: what a failed transfer leaves under FILE, and how the next run goes on from it.
@Suite("Files under the name curl", .timeLimit(.minutes(1)))
struct CurlNameTests {
    private static let whole = "0123456789abcdefghij"

    /// Half of the file, then what the request asks of it.
    private func server(secondTag: String = "\"v1\"") async throws -> LoopbackServer {
        let requests = Atomic(0)
        return try await LoopbackServer.start { request in
            if requests.add(1, ordering: .relaxed).newValue == 1 {
                return LoopbackReply(
                    fields: [.init("ETag", "\"v1\""), .init("Content-Length", "20")],
                    body: [.send("0123456789"), .close])
            }
            let isSame = request["If-Range"].map { $0 == secondTag } ?? true
            guard let range = request["Range"], isSame, let first = Int(range.dropFirst(6).dropLast()) else {
                return LoopbackReply(
                    fields: [.init("ETag", secondTag), .init("Content-Length", "20")], body: [.send(Self.whole)])
            }
            return LoopbackReply(
                status: 206,
                fields: [
                    .init("ETag", secondTag), .init("Content-Range", "bytes \(first)-19/20"),
                    .init("Content-Length", "\(20 - first)"),
                ], body: [.send(String(Self.whole.dropFirst(first)))])
        }
    }

    private func run(
        _ words: [String], _ folder: TemporaryFolder, as name: String = "curl"
    ) async throws -> Program.Outcome {
        if access(folder.file("bin/curl"), F_OK) != 0 {
            try #require(mkdir(folder.file("bin"), 0o755) == 0)
            try #require(symlink(SideBySide.sockeye, folder.file("bin/curl")) == 0)
        }
        let program = name == "curl" ? folder.file("bin/curl") : SideBySide.sockeye
        return try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, program, "-q", "-sS"] + words)
    }

    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try folder.entries().map(\.name).filter { $0 != "bin" }.sorted()
    }

    @Test(
        "What came has FILE's name, and the next run goes on from it under either name", arguments: ["curl", "sockeye"])
    func resumed(_ second: String) async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        try folder.write("f", "a longer file that was there before")
        let first = try await run(["-o", "f", server.url("/")], folder)
        #expect(first.status == 18 && first.errorText == "curl: (18) end of response with 10 bytes missing\n")
        #expect(try files(folder) == ["f", "f.sockeye"] && folder.read("f") == Array("0123456789".utf8))
        let next = try await run(["-C", "-", "-o", "f", server.url("/")], folder, as: second)
        #expect(next.status == 0, "\(next.errorText)")
        #expect(try files(folder) == ["f"] && folder.read("f") == Array(Self.whole.utf8))
        let last = try #require(server.receivedRequests.last)
        #expect(last["If-Range"] == "\"v1\"" && last["Range"] == "bytes=0-")
        await server.stop()
    }

    @Test("Another version is not added to it")
    func changed() async throws {
        let (server, folder) = (try await server(secondTag: "\"v2\""), try TemporaryFolder())
        _ = try await run(["-o", "f", server.url("/")], folder)
        let next = try await run(["-C", "-", "-o", "f", server.url("/")], folder)
        #expect(next.status == 33, "\(next.errorText)")
        #expect(try folder.read("f") == Array("0123456789".utf8))
        await server.stop()
    }

    @Test("A record doesn't vouch for bytes that were added since")
    func touched() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        _ = try await run(["-o", "f", server.url("/")], folder)
        try folder.write("f", "0123456789xy")
        let next = try await run(["-C", "-", "-o", "f", server.url("/")], folder)
        #expect(next.status == 33, "\(next.errorText)")
        #expect(try folder.read("f") == Array("0123456789xy".utf8))
        await server.stop()
    }

    @Test("What nothing came of stays as it was")
    func nothing() async throws {
        let server = try await LoopbackServer.start(script: Script([.awaitRequest, .close]))
        let folder = try TemporaryFolder()
        try folder.write("f", "old")
        let outcome = try await run(["-o", "f", server.url("/")], folder)
        #expect(outcome.status == 52 && outcome.errorText == "curl: (52) Empty reply from server\n")
        #expect(try files(folder) == ["f"] && folder.read("f") == Array("old".utf8))
        await server.stop()
    }

    @Test("As sockeye, the part keeps its own name")
    func own() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let outcome = try await run(["-o", "f", server.url("/")], folder, as: "sockeye")
        #expect(outcome.status == 18 && outcome.errorText.hasPrefix("sockeye: (18) "))
        #expect(try files(folder) == ["f.part", "f.sockeye"])
        await server.stop()
    }

    @Test("-C - with -i puts the head and the rest behind what is there")
    func heads() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        _ = try await run(["-o", "f", server.url("/")], folder)
        let next = try await run(["-i", "-C", "-", "-o", "f", server.url("/")], folder, as: "sockeye")
        #expect(next.status == 0, "\(next.errorText)")
        let text = String(decoding: try folder.read("f"), as: UTF8.self)
        #expect(text.hasPrefix("0123456789HTTP/1.1 206 ") && text.hasSuffix("\r\n\r\nabcdefghij"), "\(text)")
        #expect(server.receivedRequests.last?["Range"] == "bytes=10-")
        await server.stop()
    }
}
