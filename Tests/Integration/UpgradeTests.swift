import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

/// Each version reads what earlier ones wrote, and refuses what a newer one did without changing it.
@Suite(.timeLimit(.minutes(2))) struct UpgradeTests {
    private static let url = "http://files.example"

    @Test(
        "A download goes on, and no byte that is kept is fetched again",
        arguments: WrittenFiles.versions,
        [("tagged", []), ("dated", []), ("segments", ["--segments", "2"])])
    func downloads(version: String, form: (name: String, words: [String])) async throws {
        let files = try await WrittenFiles(of: version)
        let record = try ResumeRecord(
            try files.folder.read("\(form.name)/\(form.name).sockeye"), fileName: form.name)
        #expect(record.durable.ranges.count == (form.name == "segments" ? 2 : 1))
        let outcome = try await files.run(
            ["-C", "-"] + form.words + ["-o", form.name, "\(Self.url)/\(form.name)"], in: form.name)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let content = WrittenFiles.content("/\(form.name)")
        #expect(try files.folder.read("\(form.name)/\(form.name)") == content)
        // Some bytes before each seam come twice, and are compared.
        let kept = record.durable.ranges.map { max(0, $0.count - Int(Seams.resumeBytes)) }.reduce(0, +)
        #expect(kept > 30_000 && files.asked("/\(form.name)") <= content.count - kept)
        #expect(try files.folder.entries().contains { $0.name.hasSuffix(".sockeye") } == false)
        await files.server.stop()
    }

    @Test("Fresh responses come from the cache's index and from its files", arguments: WrittenFiles.versions)
    func cache(version: String) async throws {
        let files = try await WrittenFiles(of: version)
        let place = ["-q", "-sS", "--cache-dir", files.folder.file("cache")]
        let list = try await Program.run(SideBySide.sockeye, place + ["--cache-list"])
        let urls = list.text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(urls.count == 2, "\(list.text)")
        for url in urls {
            let outcome = try await Program.run(SideBySide.sockeye, place + ["--offline", url])
            let body = url.hasSuffix("small") ? Array("from the cache\n".utf8) : WrittenFiles.content("/large")
            #expect(outcome.output == body, "\(url) \(outcome.errorText)")
        }
        #expect(files.server.requestCount == 0)
        await files.server.stop()
    }

    @Test("A run goes on from its journal, and a shard from its own", arguments: WrittenFiles.versions)
    func journals(version: String) async throws {
        let files = try await WrittenFiles(of: version)
        let place = try await Program.run("/bin/sh", ["-c", #"cd "$0" && pwd -P"#, files.folder.file("journal")])
        try files.replace(
            "/written/journal", with: String(place.text.dropLast()), in: "journal/run")
        let outcome = try await files.run(
            ["--journal", "run", "-C", "-", "\(Self.url)/hello", "-o", "hello", "\(Self.url)/tagged", "-o", "tagged"],
            in: "journal")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(files.server.receivedRequests.map(\.path) == ["/tagged"])
        #expect(try files.folder.read("journal/tagged") == WrittenFiles.content("/tagged"))

        let shard = try await files.run(["--input-file", "list", "--shard", "0/1", "-f", "-O"], in: "shards")
        #expect(shard.status == 22, "\(shard.errorText)")
        #expect(files.server.receivedRequests.map(\.path) == ["/tagged", "/gone"])
        await files.server.stop()
    }

    @Test("A recording prints what the run printed", arguments: WrittenFiles.versions, ["plain", "secure"])
    func recordings(version: String, name: String) async throws {
        let files = try await WrittenFiles(of: version)
        let outcome = try await Program.run(
            SideBySide.sockeye, ["--replay", files.folder.file("recordings/\(name)")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.output == (try files.folder.read("recordings/\(name).output")))
        await files.server.stop()
    }

    @Test("Cookies are sent, users are found, and hosts are asked by HTTPS", arguments: WrittenFiles.versions)
    func stores(version: String) async throws {
        let files = try await WrittenFiles(of: version)
        _ = try await files.run(["-b", "cookies.txt", "\(Self.url)/hello"])
        // The other cookie expires.
        #expect(files.server.receivedRequests.last?["Cookie"]?.contains("session=1234") == true)
        let login = try await files.run(["--user-from", "file:credentials", "\(Self.url)/login"])
        #expect(login.text == "this is /login\n", "\(login.errorText)")
        // ada:correct horse
        #expect(files.server.receivedRequests.last?["Authorization"] == "Basic YWRhOmNvcnJlY3QgaG9yc2U=")
        await files.server.stop()

        let secure = try await WrittenFiles(of: version, secure: true)
        let outcome = try await secure.run(["--hsts", "hsts.txt", "-w", "%{url_effective}", "\(Self.url)/hello"])
        #expect(outcome.text == "this is /hello\nhttps://files.example/hello", "\(outcome.errorText)")
        await secure.server.stop()
    }

    @Test("An upload goes on from what the server has", arguments: WrittenFiles.versions)
    func upload(version: String) async throws {
        let files = try await WrittenFiles(of: version)
        try files.markUpload()
        let outcome = try await files.run(["--resumable=tus", "-T", "file", "\(Self.url)/uploads/"], in: "upload")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let sent = try #require(files.server.receivedRequests.last)
        #expect(sent.method == "PATCH" && sent["Upload-Offset"] == "20000")
        #expect(sent.body == Array(WrittenFiles.content("/uploads/one")[20_000...]))
        #expect(!files.server.receivedRequests.contains { $0.method == "POST" })
        await files.server.stop()
    }

    @Test("A worker does the jobs of a queue", arguments: WrittenFiles.versions)
    func queue(version: String) async throws {
        let files = try await WrittenFiles(of: version)
        try files.replace("/written", with: files.folder.path, in: "queue/journal")
        let outcome = try await files.run(["--background-worker", "queue"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(String(decoding: try files.folder.read("queued"), as: UTF8.self) == "this is /hello\n")
        await files.server.stop()
    }

    // MARK: Newer versions

    /// A file of a newer version, and a command line that names it.
    struct Newer: Sendable, CustomStringConvertible {
        var words: [String]
        var folder = "."
        /// The files that must not change, the newer one first.
        var files: [String]
        /// What makes it newer: the octets at this place, which replace as many.
        var place = 0
        var octets: [UInt8]
        var isInserted = false
        var isOnlyTold = false

        var description: String { words.joined(separator: " ") }
    }

    private static let upload = Newer(
        words: ["--resumable=tus", "-T", "file", "\(url)/uploads/"], folder: "upload",
        files: ["upload/file.sockeye-upload", "upload/file"], place: 15, octets: Array("2".utf8))
    private static let queue = Newer(
        words: ["--background-worker", "queue"], files: ["queue/journal"], place: 22, octets: Array("2".utf8))
    private static let credentials = Newer(
        words: ["--user-from", "file:credentials", "\(url)/login"], files: ["credentials"], place: 20, octets: [2])
    /// The number in SQLite's header that belongs to its user (https://sqlite.org/fileformat.html, section 1.3).
    private static let cache = Newer(
        words: ["--cache-list", "--cache-dir", "cache"], files: ["cache/index"], place: 60, octets: [0, 0, 0, 3])

    private static let newer: [Newer] = [
        Newer(
            words: ["-C", "-", "-o", "tagged", "\(url)/tagged"], folder: "tagged",
            files: ["tagged/tagged.sockeye", "tagged/tagged.part"], place: 7, octets: [2]),
        Newer(
            words: ["-C", "-", "--segments", "2", "-o", "segments", "\(url)/segments"], folder: "segments",
            files: ["segments/segments.sockeye", "segments/segments.part"], place: 7, octets: [2]),
        upload, with(upload) { $0.words.append("--abandon") },
        queue, with(queue) { $0.words = ["--background-status", "queue"] },
        credentials, with(credentials) { $0.words = ["--save-user", "file:credentials", "-u", "eve:x", "\(url)/"] },
        cache, with(cache) { $0.words[0] = "--cache-clear" },
        with(cache) {
            $0.words = ["--cache-dir", "cache", "\(url)/cached/small"]
            $0.isOnlyTold = true
        },
        Newer(
            words: ["--replay", "plain"], folder: "recordings", files: ["recordings/plain"], place: 18,
            octets: Array("2".utf8)),
        Newer(
            words: ["--journal", "run", "\(url)/hello", "-o", "hello"], folder: "journal",
            files: ["journal/run", "journal/hello"], octets: Array("sockeye-journal 2\n".utf8), isInserted: true),
    ]

    private static func with(_ newer: Newer, _ change: (inout Newer) -> Void) -> Newer {
        var newer = newer
        change(&newer)
        return newer
    }

    @Test("A file of a newer version is refused, and stays", arguments: newer)
    func refused(_ newer: Newer) async throws {
        let files = try await WrittenFiles(of: WrittenFiles.versions.last ?? "")
        try files.edit(newer.files[0]) { bytes in
            let end = newer.isInserted ? newer.place : newer.place + newer.octets.count
            bytes.replaceSubrange(newer.place..<end, with: newer.octets)
        }
        let before = try newer.files.map { try files.folder.read($0) }
        let outcome = try await files.run(newer.words, in: newer.folder)
        // A cache is only help: without it, the request goes to the server.
        #expect((outcome.status == 0) == newer.isOnlyTold, "\(outcome.status)")
        #expect(outcome.errorText.contains("newer version"), "\(outcome.errorText)")
        #expect(files.server.requestCount == (newer.isOnlyTold ? 1 : 0))
        #expect(try newer.files.map { try files.folder.read($0) } == before)
        await files.server.stop()
    }
}
