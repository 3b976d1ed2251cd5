import Glibc
import SockeyeDigest
import SockeyeTesting
import TestSupport
import Testing

@Suite("--extract and --archive", .timeLimit(.minutes(2)))
struct ExtractCommandTests {
    private static let hello = Array("hello".utf8)

    private static var good: [UInt8] {
        var tar = Tar()
        tar.add("foo-1.0/readme", hello)
        return tar.whole
    }

    private static var other: [UInt8] {
        var tar = Tar()
        tar.add("bar/x", hello)
        return tar.whole
    }

    private static var bad: [UInt8] {
        var tar = Tar()
        tar.add("../evil", hello)
        return tar.whole
    }

    private func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            switch request.path {
            case "/foo-1.0.tar" where request["If-Modified-Since"] != nil: LoopbackReply(status: 304)
            case "/foo-1.0.tar": .bytes(Self.good)
            case "/bad.tar": .bytes(Self.bad)
            case "/bar.tar": .bytes(Self.other)
            default: .text("not found", status: 404)
            }
        }
    }

    private func run(_ arguments: [String], _ place: TemporaryFolder) async throws -> Program.Outcome {
        let words = arguments.map { $0.replacing("@/", with: place.path + "/") }
        return try await Program.run(builtProgram("sockeye"), ["-sS", "--output-dir", place.path] + words)
    }

    @Test(
        "Whatever way the file comes, it is unpacked",
        arguments: [
            [], ["-O"], ["--segments", "2"], ["-C", "-"], ["--retry", "1"], ["--no-sync"], ["-D", "@/head"], ["-Z"],
            ["--remove-on-error"],
            ["-J"], ["--checksum", "sha256:\(sum)"],
        ])
    func ways(_ options: [String]) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let outcome = try await run(options + ["--extract", server.url("/foo-1.0.tar")], place)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try place.read("foo-1.0/readme") == Self.hello)
        #expect(try place.read("foo-1.0.tar") == Self.good)
    }

    /// `--archive-password` packs what `--extract-password` opens; neither is on the command line.
    @Test(
        arguments: [
            ("secret\n", "secret", Int32(0), ""), ("secret", "other", 116, "--extract-password FILE gives it"),
            ("secret", "", 2, "the password is empty"),
            ("\n", "secret", 2, "--archive-password: the password is empty"),
        ])
    func passwords(given: String, other: String, status: Int32, message: String) async throws {
        let place = try TemporaryFolder()
        try place.write("notes", bytes: Self.hello)
        try place.write("pack", given)
        try place.write("open", other)
        let server = try await LoopbackServer.start { request in
            request.method == "PUT" ? nil : .bytes((try? place.read("sent.zip")) ?? [])
        }
        let packed = try await run(
            ["--archive", "--archive-password", "@/pack", "-T", "@/notes", server.url("/")], place)
        if packed.status == 0 {
            let sent = try #require(server.receivedRequests.first { $0.method == "PUT" })
            try place.write("sent.zip", bytes: sent.body)
            #expect(!sent.body.contains(Self.hello))
            let opened = try await run(
                ["--extract-password", "@/open", "--extract-dir", "@/out", "-o", "@/a.zip", server.url("/a.zip")], place
            )
            #expect(opened.status == status, "\(opened.errorText)")
            #expect(opened.errorText.contains(message))
            #expect((try? place.read("out/notes")) == (status == 0 ? Self.hello : nil))
        } else {
            #expect(packed.status == status && packed.errorText.contains(message), "\(packed.errorText)")
        }
        await server.stop()
    }

    /// Without its password, a replay of it fails.
    @Test func passwordsAreNotRecorded() async throws {
        let place = try TemporaryFolder()
        let outcome = try await run(
            ["--record", "@/r", "--extract-password", "@/pw", "-o", "@/a", "http://127.0.0.1:1/"], place)
        #expect(
            outcome.status == 2 && outcome.errorText.contains("--record keeps no passwords"), "\(outcome.errorText)")
    }

    private static let sum = (try? Digest(.sha256, of: good).hex) ?? ""

    @Test(
        "What can't be unpacked leaves nothing but the file",
        arguments: [
            (["--extract", "#/bad.tar"], 116, ["bad.tar"]), (["--extract", "--remove-on-error", "#/bad.tar"], 116, []),
            (["--extract", "#/missing.tar"], 22, []),
            (["--extract-max-size", "3", "--extract", "#/foo-1.0.tar"], 116, ["foo-1.0.tar"]),
            (["--extract", "-o", "-", "#/foo-1.0.tar"], 2, []), (["--extract", "-I", "#/foo-1.0.tar"], 2, []),
            (
                ["--extract", "--checksum", "md5:00000000000000000000000000000000", "#/foo-1.0.tar"], 120,
                ["foo-1.0.tar.part"]
            ),
            (["--extract-dir", "@/no/such", "#/foo-1.0.tar"], 23, []),
            (["--extract-dir", "/dev/null", "#/foo-1.0.tar"], 23, []),
            (["--extract", "--connect", "127.0.0.1:1"], 2, []), (["--extract", "ws://127.0.0.1:1/a.zip"], 2, []),
            (["--extract-dir", "", "#/foo-1.0.tar"], 2, []),
            (["--extract", "-o", "/dev/null", "#/foo-1.0.tar"], 2, []),
        ] as [([String], Int32, [String])])
    func failures(_ words: [String], status: Int32, left: [String]) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let outcome = try await run(words.map { $0.replacing("#", with: server.url("")) }, place)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try place.entries().map(\.name).filter { !$0.hasSuffix(".sockeye") }.sorted() == left)
        // What can be known before is told before.
        if left.isEmpty, status != 116 { #expect(server.requestCount == (status == 22 ? 1 : 0)) }
    }

    @Test("Parallel transfers make the folder too; --create-dirs makes those above it") func makesFolders() async throws
    {
        let place = try TemporaryFolder()
        let server = try await server()
        let urls = [server.url("/foo-1.0.tar"), server.url("/bar.tar")]
        let outcome = try await run(["-Z", "--create-dirs", "--extract-dir", "@/p/q/"] + urls, place)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try place.read("p/q/foo-1.0/readme") == Self.hello)
        #expect(try place.read("p/q/bar/x") == Self.hello)
    }

    @Test(
        "What isn't fetched again is unpacked if it is not",
        arguments: [["--skip-existing"], ["-C", "-"], ["-z", "@/foo-1.0.tar"]])
    func again(_ options: [String]) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/foo-1.0.tar")
        for folder in [["--extract"], ["--extract-dir", "@/out"]] {
            #expect(try await run(["-O", url], place).status == 0)
            for told in [false, true, true] {
                let outcome = try await Program.run(
                    builtProgram("sockeye"),
                    (["--no-progress-meter", "--output-dir", place.path] + options + folder + [url]).map {
                        $0.replacing("@/", with: place.path + "/")
                    })
                #expect(outcome.status == 0, "\(outcome.errorText)")
                #expect(outcome.errorText.contains("is unpacked already") == told, "\(outcome.errorText)")
                let read = folder.count == 1 ? "foo-1.0/readme" : "out/foo-1.0/readme"
                #expect(try place.read(read) == Self.hello)
            }
        }
    }

    @Test("What was refused is refused again, not called unpacked", arguments: ["--extract", "--extract-dir"])
    func refusedAgain(_ option: String) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        // Somebody's folder with the name that is at the archive's top.
        #expect(mkdir(place.file("foo-1.0"), 0o755) == 0)
        let words = option == "--extract" ? [option] : [option, place.path]
        for skipping in [[], ["--skip-existing"], ["--skip-existing"]] {
            let outcome = try await run(["-O"] + skipping + words + [server.url("/foo-1.0.tar")], place)
            #expect(outcome.status == 23, "\(outcome.errorText)")
        }
        #expect(try place.entries().map(\.name).sorted() == ["foo-1.0", "foo-1.0.tar"])
    }

    /// As after a kill between fetching and unpacking.
    @Test("A list that goes on unpacks what was fetched alone") func lists() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        try place.write("list", "\(server.url("/foo-1.0.tar"))\n\(server.url("/missing.tar"))\n")
        let words = ["-f", "--fail-early", "-i", "@/list", "--journal", "@/journal"]
            .map { $0 == "-i" ? "--input-file" : $0 }
        #expect(try await run(["--remote-name-all"] + words, place).status == 22)
        let requests = server.requestCount
        for _ in 0..<2 {
            #expect(try await run(["--extract"] + words, place).status == 22)
            #expect(try place.read("foo-1.0/readme") == Self.hello)
        }
        // Only the missing one was asked for again.
        #expect(server.requestCount == requests + 2)
    }

    @Test("A dry run says what would be unpacked and packed") func dryRuns() async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("docs"), 0o755) == 0)
        let unpacks = try await run(["--dry-run", "--extract-dir", "@/out", "http://127.0.0.1:1/a.zip"], place)
        #expect(unpacks.text.contains("# unpacked into \(place.file("out"))\n"), "\(unpacks.text)")
        let packs = try await run(["--dry-run", "--archive", "-T", "@/docs", "http://127.0.0.1:1/"], place)
        #expect(packs.text.contains("PUT /docs.zip ") && packs.text.contains("bytes of body"), "\(packs.text)")
        #expect(try place.entries().map(\.name) == ["docs"])
    }

    @Test("A replay unpacks in its own folder, and asks nothing") func replayed() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/foo-1.0.tar")
        #expect(mkdir(place.file("in"), 0o755) == 0)
        let recorded = try await run(["--record", "@/rec", "--extract-dir", "@/in/out", url], place)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        for name in ["in/out/foo-1.0/readme", "foo-1.0.tar"] { #expect(unlink(place.file(name)) == 0) }
        let replayed = try await Program.run(builtProgram("sockeye"), ["--replay", place.file("rec")])
        #expect(replayed.status == 0, "\(replayed.errorText)")
        #expect(replayed.errorText.contains("in/out/foo-1.0/readme"), "\(replayed.errorText)")
        #expect(try place.entries().map(\.name).sorted() == ["in", "rec"])
        #expect(rmdir(place.file("in/out/foo-1.0")) == 0)
    }

    @Test(
        "Why an archive can't be written is told",
        .disabled(if: Surroundings.sanitizesThreads, "the thread sanitizer's notes are in a large file"))
    func full() async throws {
        let place = try TemporaryFolder()
        try place.write("large", bytes: (0..<300_000).map { _ in UInt8.random(in: .min ... .max) })
        let outcome = try await Program.run(
            "/bin/sh",
            [
                "-c", "ulimit -f 8; exec \"$0\" -sS --archive -T \"$1\" http://127.0.0.1:1/", builtProgram("sockeye"),
                place.file("large"),
            ], environment: ["TMPDIR": place.path])
        #expect(outcome.status == 23 && outcome.errorText.contains("File too large"), "\(outcome.errorText)")
        #expect(try place.entries().map(\.name) == ["large"])
    }

    @Test("Several archives meet in one folder") func together() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/foo-1.0.tar")
        let outcome = try await run(["--extract-dir", "@/out", "-o", "a.tar", url, "-o", "b.tar", url], place)
        #expect(
            outcome.status == 23 && outcome.errorText.contains("/out/foo-1.0 exists already"), "\(outcome.errorText)")
        #expect(try place.read("out/foo-1.0/readme") == Self.hello)
    }

    @Test(
        "A folder is uploaded as a zip, by -T and by -F",
        arguments: [["-T", "@/docs", "#/up/"], ["-F", "f=@@/docs", "#/form"]])
    func uploads(_ words: [String]) async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("docs"), 0o755) == 0 && mkdir(place.file("tmp"), 0o755) == 0)
        try place.write("docs/a.txt", bytes: Self.hello)
        let server = try await LoopbackServer.start { request in
            .text(
                "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self).contains("docs/a.txt"))"
            )
        }
        let arguments = words.map {
            $0.replacing("#", with: server.url("")).replacing("@/", with: place.path + "/")
        }
        let outcome = try await Program.run(
            builtProgram("sockeye"), ["-sS", "--archive"] + arguments, environment: ["TMPDIR": place.file("tmp")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == (words[0] == "-T" ? "PUT /up/docs.zip true" : "POST /form true"))
        // The folder of the archive is gone: an empty one can be removed.
        #expect(rmdir(place.file("tmp")) == 0)
    }

    @Test(
        "What can't be packed is told",
        arguments: [(["-T", "-", "#/"], 2), (["-T", "@/none", "#/"], 26)] as [([String], Int32)])
    func unpacked(_ words: [String], status: Int32) async throws {
        let place = try TemporaryFolder()
        let outcome = try await run(["--archive"] + words.map { $0.replacing("#", with: "http://127.0.0.1:1") }, place)
        #expect(outcome.status == status, "\(outcome.errorText)")
    }
}
