import Glibc
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("A list over several processes", .timeLimit(.minutes(2)))
struct ShardCommandTests {
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private static let count = 40

    init() async throws {
        server = try await LoopbackServer.start()
        folder = try TemporaryFolder()
    }

    private func target(_ number: Int) -> String { "/range/\(3_000 + number)" }

    private func writeList(padding: Int = 0) throws {
        let list = (0..<Self.count).map { "\(server.url(target($0)))\n  out=\(folder.file("f\($0)"))\n" }.joined()
        try folder.write("list", String(repeating: "# a comment\n", count: padding / 12) + list)
    }

    private func run(_ words: String...) async throws -> Program.Outcome {
        await (try Program(CommandLineProgram.path, ["-fsS", "--input-file", folder.file("list")] + words)).finish()
    }

    private func expectAllFiles() throws {
        for number in 0..<Self.count {
            #expect(try folder.read("f\(number)") == BytePattern.bytes(0..<3_000 + number))
        }
    }

    private func status() async throws -> Program.Outcome {
        let words = ["--list-status", folder.file("list"), "--progress", "json"]
        return await (try Program(CommandLineProgram.path, words)).finish()
    }

    @Test("The status divides the list as the run did", arguments: [[], ["-OJ"]])
    func division(_ words: [String]) async throws {
        let list = (0..<Self.count).map { "\(server.url(target($0)))\n dir=\(folder.file("out"))\n" }.joined()
        try folder.write("list", list)
        let outcome = await
            (try Program(
                CommandLineProgram.path,
                ["-fsS", "--input-file", folder.file("list"), "--shard", "0/2"] + words)).finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let text = try await status().text
        #expect(text.contains("\"shard\":0,\"state\":\"complete\"") && text.contains("\"done\":0,"), "\(text)")
    }

    @Test("Each file is asked for once, by whatever divisions, and the status adds up", arguments: [0, 2 << 20])
    func once(_ padding: Int) async throws {
        try writeList(padding: padding)
        for shard in ["1/3", "0/3"] {
            let outcome = try await run("--shard", shard, "-Z")
            #expect(outcome.status == 0, "\(outcome.errorText)")
        }
        let before = try await status()
        #expect(before.text.hasPrefix("{\"total\":\(Self.count),") && before.text.contains("\"state\":\"never run\""))
        // The rest with another division.
        for shard in ["0/2", "1/2", "2/3", "0/1"] { #expect(try await run("--shard", shard).status == 0) }
        try expectAllFiles()
        #expect(server.receivedRequests.count == Self.count)
        let bytes = (0..<Self.count).reduce(0) { $0 + 3_000 + $1 }
        let sum = "{\"total\":\(Self.count),\"done\":\(Self.count),\"bytes\":\(bytes),\"waiting\":0,\"failed\":{},"
        #expect(try await status().text.hasPrefix(sum))
        // A complete file that is gone is fetched again.
        #expect(unlink(folder.file("f7")) == 0)
        #expect(try await run("--shard", "0/1").status == 0)
        #expect(server.receivedRequests.count == Self.count + 1)
    }

    @Test("Failures are counted by cause, set the exit code, and are tried again")
    func failures() async throws {
        try folder.write(
            "list", "\(server.url("/status/404"))\n\(server.url("/hello"))\n\(server.url("/status/500"))\n")
        let outcome = try await run("--shard", "0/1", "--output-dir", folder.path)
        #expect(outcome.status == 22)
        #expect(try await status().text.contains("\"done\":1,\"bytes\":38,\"waiting\":0,\"failed\":{\"22\":2},"))
        _ = try await run("--shard", "0/1", "--output-dir", folder.path)
        #expect(server.receivedRequests.map(\.target).filter { $0 == "/hello" }.count == 1)
        #expect(server.receivedRequests.count == 5)
    }

    @Test("A shard that is being run is refused; one that was killed goes on where it was")
    func killed() async throws {
        try writeList()
        // Slow enough that it still runs when two more programs have started and ended, under a sanitizer too.
        let words = ["-fsS", "--input-file", folder.file("list"), "--shard", "0/1", "--limit-rate", "5k"]
        let program = try Program(CommandLineProgram.path, words)
        let journal = folder.file("list.sockeye/0-of-1.1.journal")
        try await folder.wait { (try? SmallFileText.lines(journal)) ?? 0 >= 3 }
        let second = try await run("--shard", "0/1")
        #expect(second.status == 23 && second.errorText.contains("is being run by process \(program.identifier)"))
        let other = try await run("--shard", "0/2")
        #expect(other.status == 23 && other.errorText.contains("take part in that division with --shard i/1"))
        program.kill()
        _ = await program.finish()
        let done = try SmallFileText.lines(journal)
        let asked = server.receivedRequests.count
        #expect(try await run("--shard", "0/1").status == 0)
        try expectAllFiles()
        // The request that was under way may have been counted after the kill.
        #expect((Self.count - done...Self.count - done + 1).contains(server.receivedRequests.count - asked))
    }

    @Test("A shard of an empty list has nothing to do, and is complete")
    func empty() async throws {
        try folder.write("list", "# nothing\n\r\n")
        let outcome = try await run("--shard", "1/2")
        #expect(outcome.status == 0 && outcome.errorText.isEmpty)
        let status = try await status().text
        #expect(status.hasPrefix("{\"total\":0,") && status.contains("\"shard\":1,\"state\":\"complete\""))
        #expect(server.receivedRequests.isEmpty)
    }

    @Test("A long list comes through a pipe as from a file", arguments: [[], ["--shard", "0/1"]])
    func piped(_ shard: [String]) async throws {
        try writeList(padding: 3 << 20)
        let words = ["-fsS", "--input-file", "-", "--journal", folder.file("journal")] + shard
        let outcome = try await Program.run(CommandLineProgram.path, words, input: try folder.read("list"))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        try expectAllFiles()
        #expect(server.receivedRequests.count == Self.count)
    }

    @Test("A run whose lease another process took says so")
    func lost() async throws {
        try writeList()
        let words = ["-fsS", "--input-file", folder.file("list"), "--shard", "0/1", "--limit-rate", "60k"]
        let program = try Program(CommandLineProgram.path, words)
        try await folder.wait { access(folder.file("list.sockeye/0-of-1.1.journal"), F_OK) == 0 }
        try folder.write("list.sockeye/0-of-1.2.lease", "")
        let outcome = await program.finish()
        #expect(outcome.status == 23 && outcome.errorText.contains("was taken by another process"))
    }

    @Test("A lease that can't be read is an error at once")
    func unreadable() async throws {
        try writeList()
        #expect(mkdir(folder.file("list.sockeye"), 0o700) == 0)
        // No lease is a link, so it isn't followed: as with another user's, reading it fails.
        #expect(symlink("elsewhere", folder.file("list.sockeye/0-of-1.1.lease")) == 0)
        let outcome = try await run("--shard", "0/1")
        #expect(outcome.status == 23 && outcome.errorText.contains("cannot read the lease"), "\(outcome.errorText)")
    }

    @Test("The plain journal's file isn't taken for the folder")
    func plainJournal() async throws {
        try writeList()
        try folder.write("list.sockeye", "")
        let outcome = try await run("--shard", "0/1")
        #expect(outcome.status == 23 && outcome.errorText.contains("not a folder"))
    }
}

private enum SmallFileText {
    static func lines(_ path: String) throws -> Int {
        guard let file = fopen(path, "r") else { return 0 }
        defer { fclose(file) }
        var count = 0
        while case let byte = fgetc(file), byte != EOF { if byte == 10 { count += 1 } }
        return count
    }
}
