import SockeyeTesting
import TestSupport
import Testing

/// `-D FILE` while transfers run at once (`-Z`).
@Suite("Heads of transfers at once", .timeLimit(.minutes(1)))
struct ParallelHeadTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("heads", "of an earlier run")
    }

    private static func start() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("body", status: request.path.hasPrefix("/missing") ? 404 : 200)
            reply.fields.append(.init("X-Name", request.path))
            return reply
        }
    }

    /// The `X-Name` of each head of the file, in order; fails unless each head is whole.
    private func names(_ file: String = "heads") throws -> [String] {
        let text = String(decoding: try folder.read(file), as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n"), "\(text)")
        return text.split(separator: "\r\n\r\n").map { head in
            let lines = head.split(separator: "\r\n")
            let names = lines.filter { $0.hasPrefix("X-Name: ") }
            #expect(lines.first?.hasPrefix("HTTP/1.1 ") == true && names.count == 1, "\(text)")
            return String(names.first?.dropFirst(8) ?? "")
        }
    }

    private func has(_ name: String) -> Bool {
        (try? String(decoding: folder.read("heads"), as: UTF8.self).contains("X-Name: \(name)\r\n")) == true
    }

    @Test(
        "Each head is there once, in the order in which the transfers end",
        arguments: [["-o", "DIR/#1"], ["-i", "-o", "DIR/#1"], ["-f", "-o", "DIR/#1"], []])
    func order(_ output: [String]) async throws {
        let (server, gate) = (try await Self.start(), Gate())
        let late = try await LoopbackServer.start(script: [
            .awaitRequest, .pause(until: gate),
            .send("HTTP/1.1 200 OK\r\nX-Name: late\r\nContent-Length: 4\r\n\r\nlate"), .close,
        ])
        let outputs = output.map { $0.replacing("DIR", with: folder.path) }
        let words =
            ["-q", "-sS", "-Z", "-D", folder.file("heads")] + outputs + [late.url("/{late}")] + outputs
            + [server.url("/{a,b,c,missing}")]
        let program = try Program(SideBySide.sockeye, words)
        let others = ["/a", "/b", "/c", "/missing"]
        try await folder.wait { others.allSatisfy(has) }
        gate.open()
        let outcome = await program.finish()
        #expect(outcome.status == (output.contains("-f") ? 22 : 0), "\(outcome.errorText)")
        let found = try names()
        #expect(found.last == "late" && found.dropLast().sorted() == others, "\(found)")
        #expect(folder.permissions(of: "heads.part") == nil)
        await server.stop()
        await late.stop()
    }

    @Test("What was received before a signal is there too", arguments: [[], ["-i"]])
    func interrupted(_ flags: [String]) async throws {
        let server = try await Self.start()
        let late = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nX-Name: late\r\nContent-Length: 9\r\n\r\nlate"), .stall,
        ])
        let words = ["-q", "-sS", "-Z", "-D", folder.file("heads")] + flags
        let program = try Program(
            SideBySide.sockeye,
            words + ["-o", folder.file("late"), late.url("/"), "-o", folder.file("a"), server.url("/a")])
        try await folder.wait { has("/a") && (try? folder.read("late.part").count) ?? 0 > 0 }
        program.interrupt()
        _ = await program.finish()
        #expect(try names() == ["/a", "late"])
        await server.stop()
        await late.stop()
    }

    /// Operations at once begin together.
    @Test(
        "As in curl, each operation begins its file anew",
        arguments: [([], ["/c"]), (["-Z"], ["/a", "/a", "/c"])] as [([String], [String])])
    func operations(_ flags: [String], _ expected: [String]) async throws {
        let server = try await Self.start()
        try folder.write("others", "X: old\r\n\r\n")
        let heads = { (name: String) in ["-sS", "-D", name, "-o", "body", "-o", "body", "--no-clobber"] }
        let words =
            ["-q"] + flags + heads("heads") + [server.url("/a"), server.url("/a"), "--next"] + heads("others")
            + [server.url("/b"), server.url("/b"), "--next"] + heads("./heads") + [server.url("/c")]
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, SideBySide.sockeye] + words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try names().sorted() == expected)
        #expect(try names("others") == ["/b", "/b"])
        await server.stop()
    }

    @Test("A run without a head leaves an empty file, and one that can't write it fails", arguments: [[], ["-Z"]])
    func none(_ flags: [String]) async throws {
        let url = "http://127.0.0.1:\(refusedPort)/"
        let words = ["-q", "-sS"] + flags
        #expect(try await Program.run(SideBySide.sockeye, words + ["-D", folder.file("heads"), url, url]).status == 7)
        #expect(try folder.read("heads") == [])
        let server = try await Self.start()
        let outcome = try await Program.run(SideBySide.sockeye, words + ["-D", folder.file("no/h"), server.url("/a")])
        #expect(outcome.status == 23 && outcome.errorText.contains("no/h"), "\(outcome.errorText)")
        await server.stop()
    }
}
