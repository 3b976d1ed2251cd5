import SockeyeTesting
import TestSupport
import Testing

/// What one URL of a command keeps from the next.
@Suite("Several URLs of one command", .timeLimit(.minutes(1)))
struct SeveralURLTests {
    @Test(
        "What is sent as one URL was typed isn't sent for the next",
        arguments: [
            (["/a?", "/b", "/c"], ["/a", "/b", "/c"]), (["/a", "/b?", "/c"], ["/a", "/b", "/c"]),
            (["/b", "/a?", "/a?"], ["/b", "/a", "/a"]), (["/a?#f", "/b?x"], ["/a?", "/b?x"]),
        ])
    func targets(_ typed: [String], _ sent: [String]) async throws {
        let server = try await LoopbackServer.start { .text($0.target + "\n") }
        let folder = try TemporaryFolder()
        let urls = typed.map { server.url($0) }
        let list = try folder.write("list", urls.joined(separator: "\n") + "\n")
        for flags in [[], ["-Z"]] {
            let run = try await Program.run(SideBySide.sockeye, ["-q", "-sS"] + flags + urls)
            let lines = run.text.split(separator: "\n").map(String.init)
            #expect((flags.isEmpty ? lines : lines.sorted()) == (flags.isEmpty ? sent : sent.sorted()), "\(run)")
        }
        let names = Set(sent.map { String($0.dropFirst().prefix { $0 != "?" }) })
        if names.count < sent.count { return }
        for flags in [[], ["-Z"]] {
            let words = ["-q", "-sS"] + flags + ["--output-dir", folder.path, "--input-file", list]
            let run = try await Program.run(SideBySide.sockeye, words)
            #expect(run.status == 0, "\(run.errorText)")
            for target in sent {
                let file = String(target.dropFirst().prefix { $0 != "?" })
                #expect(String(decoding: try folder.read(file), as: UTF8.self) == target + "\n")
            }
        }
        await server.stop()
    }

    @Test("--url @file: braces, brackets and what is inside a URL stay, and blanks around it don't")
    func urlsOfFiles() async throws {
        let server = try await LoopbackServer.start { .text($0.target + "\n") }
        let folder = try TemporaryFolder()
        let list = try folder.write("list", "  \(server.url("/x{1,2}"))\t\r\n # none\n\n\(server.url("/y[1-2]"))\n")
        let words = ["-q", "-sS", "--output-dir", folder.path, "--url", "@" + list]
        let run = try await Program.run(SideBySide.sockeye, words)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try folder.entries().map(\.name).sorted() == ["list", "x{1,2}", "y[1-2]"])
        try folder.write("spaced", server.url("/a b"))
        let spaced = try await Program.run(SideBySide.sockeye, ["-q", "-sS", "--url", "@" + folder.file("spaced")])
        #expect(spaced.status == 3 && spaced.errorText.contains("a space"), "\(spaced.errorText)")
        await server.stop()
    }

    @Test(
        "--url @file fills the -T and -o that wait for a URL, as in curl",
        arguments: [
            (["-T", "f", "--url", "@one"], ["PUT /a f"], ["a"]),
            (["-T", "f", "-T", "g", "--url", "@two"], ["PUT /a f", "PUT /b g"], ["a", "b"]),
            (["-T", "{f,g}", "--url", "@one"], ["PUT /a f", "PUT /a g"], ["a"]),
            (["--url", "@two", "-T", "f", "-T", "g"], ["PUT /a f", "PUT /b g"], ["a", "b"]),
            (["-T", "f", "--url", "@two"], ["PUT /a f", "GET /b "], ["a", "b"]),
            (["-o", "x", "--url", "@two"], ["GET /a ", "GET /b "], ["b", "x"]),
            (["-o", "x", "-T", "f", "--url", "@one"], ["PUT /a f"], ["x"]),
        ])
    func waiting(_ words: [String], _ sent: [String], _ made: [String]) async throws {
        let server = try await LoopbackServer.start { .text($0.target) }
        let folder = try TemporaryFolder()
        try folder.write("one", server.url("/a"))
        try folder.write("two", server.url("/a") + "\n" + server.url("/b"))
        for name in ["f", "g"] { try folder.write(name, name) }
        let shell = ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye, "-q", "-sS"]
        let run = try await Program.run("/bin/sh", shell + words)
        #expect(run.status == 0, "\(run.errorText)")
        let requests = server.receivedRequests.map {
            "\($0.method) \($0.target) \(String(decoding: $0.body, as: UTF8.self))"
        }
        #expect(requests == sent)
        #expect(try folder.entries().map(\.name).sorted() == (made + ["f", "g", "one", "two"]).sorted())
        await server.stop()
    }

    @Test("The URL that redirects again is named, wherever the body goes", arguments: [[], ["-o", "FILE"], ["-I"]])
    func redirects(_ output: [String]) async throws {
        let server = try await LoopbackServer.start { request in
            LoopbackReply(status: 302, fields: [.init("Location", request.target + "x"), .init("Content-Length", "0")])
        }
        let folder = try TemporaryFolder()
        let words = output.map { $0.replacing("FILE", with: folder.file("f")) }
        let run = try await Program.run(
            SideBySide.sockeye, ["-q", "-sS", "-L", "--max-redirs", "2"] + words + [server.url("/")])
        #expect(run.status == 47 && run.errorText.contains("\(server.url("/xx")) redirects again"), "\(run.errorText)")
        await server.stop()
    }
}
