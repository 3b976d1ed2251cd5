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
}
