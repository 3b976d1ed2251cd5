import Glibc
import TestSupport
import Testing

/// `file:` URLs and files to parse, which need no network but heed the same options.
@Suite("What needs no network", .timeLimit(.minutes(1)))
struct FileURLCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("source", "0123456789")
        try folder.write("a.json", "[1]")
    }

    private func run(_ words: [String]) async throws -> Program.Outcome {
        let filled = words.map { $0.replacing("DIR", with: folder.path) }
        return try await Program.run(Oracle.sockeye, ["-q", "-sS"] + filled)
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    private static let sources = [["file://DIR/source"], ["--parse", "json", "DIR/a.json"]]

    @Test("An existing file is skipped", arguments: sources)
    func skipped(_ words: [String]) async throws {
        try folder.write("out", "old")
        let outcome = try await Program.run(
            Oracle.sockeye,
            ["-q", "--skip-existing", "-o", folder.file("out")] + words.map { $0.replacing("DIR", with: folder.path) })
        #expect(outcome.status == 0 && outcome.errorText == "Note: \(folder.file("out")) already exists, skipped\n")
        #expect(try text("out") == "old")
        #expect(try await run(["--skip-existing", "-o", "DIR/new"] + words).status == 0)
        #expect(try !text("new").isEmpty)
    }

    @Test("--no-clobber finds another name", arguments: sources)
    func kept(_ words: [String]) async throws {
        try folder.write("out", "old")
        #expect(try await run(["--no-clobber", "-o", "DIR/out"] + words).status == 0)
        #expect(try text("out") == "old" && !text("out.1").isEmpty)
    }

    @Test("--remove-on-error leaves no part of what wasn't complete", arguments: [false, true])
    func removed(_ isWanted: Bool) async throws {
        let flags = isWanted ? ["--remove-on-error"] : []
        try folder.write("cut.json", "{\"a\":")
        #expect(try await run(flags + ["--parse", "json", "-o", "DIR/parsed", "DIR/cut.json"]).status == 121)
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        // Open for both, so that the reader finds bytes, and a writer from whom more could come.
        let writer = open(folder.file("pipe"), O_RDWR)
        defer { close(writer) }
        #expect(write(writer, "abc", 3) == 3)
        #expect(try await run(flags + ["-m", "0.2", "-o", "DIR/copied", "file://DIR/pipe"]).status == 28)
        let left = try folder.entries().map(\.name).filter { $0.hasSuffix(".part") }.sorted()
        #expect(left == (isWanted ? [] : ["copied.part", "parsed.part"]))
    }
}
