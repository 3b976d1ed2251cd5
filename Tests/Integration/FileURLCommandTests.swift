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

    @Test("-O takes the URL's name, with -J too", arguments: [["-O"], ["-O", "-J"], ["-OJ"]])
    func named(_ flags: [String]) async throws {
        let words = flags + ["--output-dir", "DIR/sub", "--create-dirs", "file://DIR/source"]
        #expect(try await run(words).status == 0)
        #expect(try text("sub/source") == "0123456789")
    }

    @Test("A folder is the list of its names, without those that a dot hides")
    func listed() async throws {
        #expect(mkdir(folder.file("sub"), 0o700) == 0)
        for name in ["b", "a", ".hidden"] { try folder.write("sub/\(name)", "") }
        let outcome = try await run(["-i", "-w", "%{size_download}", "file://DIR/sub"])
        #expect(outcome.status == 0 && outcome.text.hasPrefix("Last-Modified: "), "\(outcome.errorText)")
        #expect(outcome.text.hasSuffix("\r\n\r\na\nb\n4"), "\(outcome.text)")
        #expect(try await run(["--proto-default", "file", "DIR/sub/"]).text == "a\nb\n")
        #expect(try await run(["-r", "2-", "file://DIR/sub"]).text == "b\n")
        #expect(try await run(["-C", "5", "file://DIR/sub"]).status == 36)
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

    @Test(
        "-C skips what it says and appends the rest, as in curl",
        arguments: ["0", "2", "4", "99"], ["AAAA", "0123", "", "0123456789x"])
    func appended(_ offset: String, _ old: String) async throws {
        for name in ["ours", "theirs"] { try folder.write(name, old) }
        let ours = try await run([
            "-C", offset, "-T", "DIR/source", "-w", "%{size_upload}", "file://DIR/ours",
        ])
        let theirs = try await Program.run(
            Oracle.curl,
            [
                "-q", "-sS", "-C", offset, "-T", folder.file("source"), "-w", "%{size_upload}",
                "file://\(folder.file("theirs"))",
            ])
        #expect(ours.status == theirs.status && ours.text == theirs.text, "\(ours.errorText)")
        #expect(try folder.read("ours") == folder.read("theirs"))
    }

    @Test(
        "-C - goes on with a file that begins like the source, and leaves any other",
        arguments: [
            ("", 0, "0123456789"), ("0123", 0, "0123456789"), ("0123456789", 0, "0123456789"), ("AAAA", 33, "AAAA"),
            ("0123456789x", 36, "0123456789x"),
        ] as [(String, Int32, String)])
    func continued(_ old: String, _ status: Int32, _ new: String) async throws {
        try folder.write("out", old)
        let outcome = try await run(["-C", "-", "-T", "DIR/source", "file://DIR/out"])
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try text("out") == new)
    }

    @Test("-C - doesn't compare with a pipe, whose bytes come only once")
    func continuedFromPipe() async throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let outcome = try await run(["-C", "-", "-o", "DIR/source", "file://DIR/pipe"])
        #expect(outcome.status == 36, "\(outcome.errorText)")
        #expect(try text("source") == "0123456789")
    }

    @Test("A file isn't appended to itself", arguments: ["2", "-"])
    func itself(_ offset: String) async throws {
        #expect(try await run(["-C", offset, "-T", "DIR/source", "file://DIR/source"]).status == 23)
        #expect(try text("source") == "0123456789")
    }

    /// Files that give bytes although their size is 0, places that can't be opened, and copies to a folder and of standard input.
    @Test(
        "As in curl",
        arguments: [
            ["file:///proc/version"], ["-r", "0-3", "file:///proc/version"], ["-T", "/etc/passwd", "file://DIR/"],
            ["-C", "3", "file://DIR/empty"], ["-r", "0-3", "file://DIR/empty"], ["file://DIR/source/x"],
            ["file:///" + String(repeating: "a", count: 300)], ["-T", "-", "file://DIR/out"],
            ["-T", ".", "file://DIR/out"], ["-C", "2", "-T", "-", "file://DIR/old"],
            ["-T", "DIR/source", "file://DIR/source/x"], ["-o", "DIR/source/x", "file://DIR/source"],
            ["-T", "DIR/none", "file://DIR/out"], ["-w", "%{url}", "-T", "/etc/passwd", "file://DIR/"],
        ])
    func sameAsCurl(_ words: [String]) async throws {
        try await Oracle.compare(
            ["-q"] + words, files: ["source": "0123456789", "empty": "", "old": "01"],
            readsBack: ["source", "out", "old", "passwd"], input: "from standard input")
    }

    @Test("What comes is at most what --max-filesize allows")
    func limited() async throws {
        let outcome = try await run(["--max-filesize", "5", "-o", "/dev/null", "file:///dev/zero"])
        #expect(outcome.status == 63, "\(outcome.errorText)")
    }

    @Test("--remove-on-error leaves no part of a copy to a file: URL", arguments: [false, true])
    func removedCopy(_ isWanted: Bool) async throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let writer = open(folder.file("pipe"), O_RDWR)
        defer { close(writer) }
        #expect(write(writer, "abc", 3) == 3)
        let flags = isWanted ? ["--remove-on-error"] : []
        #expect(try await run(flags + ["-m", "0.2", "-T", "DIR/pipe", "file://DIR/copied"]).status == 28)
        let left = try folder.entries().map(\.name).filter { $0.hasSuffix(".part") }
        #expect(left == (isWanted ? [] : ["copied.part"]))
    }

    @Test(
        "-w is printed however it ends",
        arguments: [
            (["--skip-existing", "-o", "DIR/a.json", "file://DIR/source"], 0),
            (["--skip-existing", "-o", "DIR/source", "--parse", "json", "DIR/a.json"], 0),
            (["--skip-existing", "-o", "DIR/source", "http://127.0.0.1:1/"], 0),
            (["--parse", "json", "-o", "DIR/out", "DIR/a.json"], 0), (["--parse", "json", "DIR/none.json"], 37),
            (["file://host/x"], 3), (["--proto", "=http", "file://DIR/source"], 1),
            (["--user-from", "file:DIR/none", "http://127.0.0.1:1/"], 67),
        ] as [([String], Int32)])
    func report(_ words: [String], _ status: Int32) async throws {
        let outcome = try await run(["-w", "\n[%{exitcode} %{http_code}]"] + words)
        #expect(outcome.text.hasSuffix("[\(outcome.status) 000]"), "\(outcome.errorText)")
        #expect(outcome.status == status, "\(outcome.errorText)")
    }

    @Test("An absolute name is not below --output-dir")
    func absolute() async throws {
        #expect(try await run(["--output-dir", "DIR/none", "-o", "DIR/out", "file://DIR/source"]).status == 0)
        #expect(try text("out") == "0123456789")
    }
}
