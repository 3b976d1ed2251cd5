import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// What is refused before anything is sent, since the answer or a file of the user's would be lost.
@Suite("Files that are checked before anything is sent", .timeLimit(.minutes(1)))
struct OutputCheckTests {
    /// Runs the words in a folder with the files `q`, `e` and `jar`; returns the outcome, how many requests came, and the folder.
    private func run(_ words: [String]) async throws -> (Program.Outcome, requests: Int, TemporaryFolder) {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("body")
            reply.fields += [.init("ETag", "\"new\""), .init("Set-Cookie", "name=value")]
            return reply
        }
        let folder = try TemporaryFolder()
        for name in ["q", "e"] { try folder.write(name, "\"old\"") }
        try folder.write("jar", "")
        try #require(mkdir(folder.file("folder"), 0o755) == 0 && mkfifo(folder.file("pipe"), 0o644) == 0)
        try #require(symlink("loop", folder.file("loop")) == 0)
        let words = words.map { $0.replacing("URL", with: server.url("/x")) }
        let outcome = try await Program.run(
            "/bin/sh",
            ["-c", "cd \"$0\" && exec \"$@\"", folder.path, SideBySide.sockeye, "-q", "-sS"] + words)
        await server.stop()
        return (outcome, server.receivedRequests.count, folder)
    }

    @Test(
        "An output that can't be written is refused before a request",
        arguments: [
            "-D none/h -d pay=1 URL", "-D folder -d pay=1 URL", "-o none/f -d pay=1 URL", "-o none/f URL",
            "-o folder -d pay=1 URL", "-i -o none/f URL", "-OJ --output-dir none -d pay=1 URL", "-C 3 -o none/f URL",
            "-o f -D none/h URL", "--retry 1 -o none/f URL", "--compressed -o none/f URL", "-I -o none/f URL",
            "--events -o none/f URL", "-D none/h -o f -Z URL URL", "-T q -o none/f URL",
        ])
    func refused(_ line: String) async throws {
        let (outcome, requests, folder) = try await run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 23 && requests == 0, "\(requests) \(outcome.errorText)")
        #expect(!(try folder.entries().contains { ["f", "none"].contains($0.name) }))
    }

    @Test("So is -D to a file of another user", .enabled(if: geteuid() == 0, "only root gives files away"))
    func strangersFile() async throws {
        let server = try await LoopbackServer.start { _ in .text("body") }
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.file("pipe"), 0o666) == 0)
        for name in [try folder.write("file", ""), folder.file("pipe")] {
            try #require(chown(name, 12_345, 12_345) == 0)
            for output in [[], ["-o", folder.file("o")]] {
                let outcome = try await Program.run(
                    SideBySide.sockeye, ["-q", "-sS", "-D", name] + output + [server.url("/x")])
                #expect(outcome.status == 23 && outcome.errorText.contains("another user"), "\(outcome.errorText)")
            }
        }
        #expect(server.receivedRequests.isEmpty)
        await server.stop()
    }

    @Test("So is the file of --etag-save", arguments: ["none/t", "folder"])
    func entityTags(_ name: String) async throws {
        let (outcome, requests, _) = try await run(["--etag-save", name, "-d", "pay=1", "URL"])
        #expect(outcome.status == 26 && requests == 0, "\(requests) \(outcome.errorText)")
    }

    @Test(
        "Others are written, as are folders that are to be made",
        arguments: [
            "-D - URL", "-D % URL", "-D /dev/null URL", "-D h URL", "--create-dirs -D none/h -o none/f URL",
            "--create-dirs -i -o none/deep/f URL", "-o /dev/null -i URL", "--create-dirs --etag-save none/t URL",
            "-OJ --output-dir none --create-dirs -d pay=1 URL",
        ])
    func written(_ line: String) async throws {
        let (outcome, requests, _) = try await run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 0 && requests == 1, "\(outcome.errorText)")
    }

    @Test("A dry run makes no folders")
    func dryRun() async throws {
        let (outcome, _, folder) = try await run(
            ["--dry-run", "--create-dirs", "-D", "none/h", "--etag-save", "none/t", "URL"])
        #expect(outcome.status == 0 && folder.permissions(of: "none") == nil, "\(outcome.errorText)")
    }

    @Test(
        "No two options name one file, of which one would lose what the other needs",
        arguments: [
            ("--url-query @q -o q URL", 23), ("--url-query @q -o ./q URL", 23), ("--url-query @q -D q URL", 23),
            ("--etag-compare e -o e URL", 23), ("-b jar -o jar URL", 23), ("--netrc-file q -o q URL", 23),
            ("--hsts h -o h URL", 23), ("-D h -c h URL", 2), ("-D h -c ./h URL", 2), ("--etag-save h -D h URL", 2),
            ("--etag-save h -c h URL", 2), ("--netrc-file q -c q URL", 2), ("--etag-compare e -c e URL", 2),
        ] as [(String, Int32)])
    func oneName(_ line: String, _ status: Int32) async throws {
        let (outcome, requests, folder) = try await run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == status && requests == 0, "\(requests) \(outcome.errorText)")
        for name in ["q", "e"] { #expect(try folder.read(name) == Array("\"old\"".utf8)) }
        #expect(try folder.read("jar") == [])
    }

    @Test(
        "What one option reads and its partner writes may be one file",
        arguments: [
            "-b jar -c jar URL", "--etag-compare e --etag-save e URL", "--hsts h --hsts h URL", "-b jar -D jar URL",
            "-D - -c - URL", "-b q -b q -o f URL", "-D f -D - -o f URL",
        ])
    func partners(_ line: String) async throws {
        let (outcome, requests, _) = try await run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 0 && requests == 1, "\(outcome.errorText)")
    }

    @Test(
        "A file of hosts or cookies that can't be read isn't taken for an empty one, nor replaced by one",
        arguments: ["--hsts loop URL", "--hsts folder URL", "--hsts h --hsts loop URL", "-b loop -c loop URL"])
    func unreadable(_ line: String) async throws {
        let (outcome, requests, folder) = try await run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 26 && requests == 0, "\(requests) \(outcome.errorText)")
        #expect(outcome.errorText.contains("cannot read "), "\(outcome.errorText)")
        var facts = stat()
        #expect(lstat(folder.file("loop"), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    }
}
