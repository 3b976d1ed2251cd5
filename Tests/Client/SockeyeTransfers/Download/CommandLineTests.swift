import Glibc
import SockeyeDigest
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

extension Scene {
    /// Runs the program on this scene's file.
    func command(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
        try await Program.run(CommandLineProgram.path, ["-sS"] + arguments, input: Array(input.utf8))
    }

    /// Writes a file in the folder.
    func write(_ bytes: [UInt8], _ name: String = "file.bin") throws {
        try bytes.withUnsafeBytes { try PartialFileTests.write($0, to: folder.file(name)) }
    }

    /// The names in the folder.
    var names: Set<String> {
        Set((try? folder.entries().map(\.name)) ?? [])
    }
}

@Suite("Downloads by the program", .timeLimit(.minutes(1)))
struct DownloadCommandTests {
    // MARK: Another program's file

    /// The server cuts, and curl leaves a half file under the final name.
    private func halfByCurl(_ scene: Scene) async throws -> [UInt8] {
        scene.server.setFault(.cuts(after: 1_000_000))
        let curl = try await Program.run("/usr/bin/curl", ["-s", "-o", scene.path, scene.server.url])
        #expect(curl.status == 18 && scene.file.count == 1_000_000)
        scene.server.setFault(.none)
        return scene.file
    }

    @Test("curl's half file is resumed, with a guard", arguments: ["\"v1\"", nil])
    func takesOver(_ tag: String?) async throws {
        let scene = try await Scene(.init(tag: tag))
        _ = try await halfByCurl(scene)
        let outcome = try await scene.command("-C", "-", "-o", scene.path, scene.server.url)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(scene.file == scene.server.bytes && scene.names == ["file.bin"])
        // The last 64 KiB are requested again and compared, as the half file has no validator.
        #expect(scene.server.ranges.last == "bytes=934464-")
    }

    @Test("curl's half of another file isn't mixed with this one", arguments: [[], ["--require-resumable"]])
    func isOther(_ options: [String]) async throws {
        let scene = try await Scene()
        let half = try await halfByCurl(scene)
        scene.server.change { $0.base = 77 }
        let outcome = try await Program.run(
            CommandLineProgram.path, ["-sS", "-C", "-", "-o", scene.path, scene.server.url] + options)
        #expect(outcome.status == (options.isEmpty ? 33 : 36), "\(outcome.errorText)")
        #expect(scene.file == half)
        #expect(scene.names == ["file.bin"])
    }

    // MARK: Names and folders

    @Test("A missing folder is a clear error")
    func noFolder() async throws {
        let scene = try await Scene()
        try scene.write([1, 2, 3], "plain")
        let through = try await scene.command("-o", scene.folder.file("plain/file"), scene.server.url)
        #expect(through.status == 23 && through.errorText.contains("plain/file"), "\(through.errorText)")
        #expect(scene.names == ["plain"] && scene.server.methods.isEmpty)
    }

    /// Root ignores permissions, but not a read-only mount.
    @Test("A folder that can't be written to is a clear error", .enabled(if: TemporaryDisk.isAllowed, "may not mount"))
    func unwritable() async throws {
        let scene = try await Scene()
        let disk = try TemporaryDisk(isReadOnly: true)
        let readOnly = try await scene.command("-o", disk.path + "/file", scene.server.url)
        #expect(readOnly.status == 23 && readOnly.errorText.contains("Read-only file system"), "\(readOnly.errorText)")
    }

    @Test("A symbolic link at the target is followed; a dangling one, or one at FILE.part, is refused")
    func links() async throws {
        let scene = try await Scene()
        try scene.write([1, 2, 3], "victim")
        #expect(symlink("victim", scene.folder.file("link")) == 0)
        #expect(try await scene.command("-o", scene.folder.file("link"), scene.server.url).status == 0)
        #expect(try scene.folder.read("victim") == scene.server.bytes)
        #expect(try FileFacts(of: scene.folder.file("link"), followingLinks: false)?.kind == .link)
        #expect(symlink("nowhere", scene.folder.file("lost")) == 0)
        #expect(try await scene.command("-o", scene.folder.file("lost"), scene.server.url).status == 23)
        #expect(!scene.has("nowhere"))
        #expect(symlink("victim", scene.folder.file("other.part")) == 0)
        #expect(try await scene.command("-o", scene.folder.file("other"), scene.server.url).status == 23)
        #expect(try scene.folder.read("victim") == scene.server.bytes && !scene.has("other"))
    }

    @Test(
        "Names from outside stay in the folder",
        arguments: [
            "../../evil", "..\\evil", "/etc/evil", ".bashrc", "-rf", "a/../../evil", "%2e%2e%2fevil", "..",
            "e\u{202E}vil",
        ])
    func names(_ name: String) async throws {
        let scene = try await Scene(.init(extra: [.init("Content-Disposition", "attachment; filename=\"\(name)\"")]))
        #expect(mkdir(scene.folder.file("in"), 0o700) == 0)
        let outcome = try await scene.command("-OJ", "--output-dir", scene.folder.file("in"), scene.server.url)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(scene.names == ["in"])
        let list = try await Program.run("/bin/ls", ["-A", scene.folder.file("in")])
        let made = list.text.split(separator: "\n")
        #expect(made.count == 1 && made.allSatisfy { !$0.hasPrefix(".") && !$0.hasPrefix("-") }, "\(list.text)")
    }

    @Test("A record of zeros or of another file stops a resume, and nothing is lost", arguments: [true, false])
    func controlFiles(_ isZeros: Bool) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        let part = try scene.folder.read("file.bin.part")
        let other = ResumeRecord(
            fileName: "other", url: "", validator: nil, lastModified: nil, mediaType: "", total: 5, bootNumber: 1)
        let bad = isZeros ? [UInt8](repeating: 0, count: 300) : other.bytes
        try scene.write(bad, "file.bin.sockeye")
        let outcome = try await scene.command("-C", "-", "-o", scene.path, scene.server.url)
        #expect(outcome.status == 36 && outcome.errorText.contains("file.bin.sockeye"), "\(outcome.errorText)")
        #expect(try scene.folder.read("file.bin.part") == part && scene.folder.read("file.bin.sockeye") == bad)
        #expect(!scene.has("file.bin"))
        // Without -C it starts over.
        #expect(try await scene.command("-o", scene.path, scene.server.url).status == 0)
        #expect(scene.file == scene.server.bytes && scene.names == ["file.bin"])
    }

    // MARK: Progress and time limits

    @Test(
        "Progress as JSON ends with one object that says so, however short the run", arguments: [0, 1, 5000, 3_000_000])
    func json(_ length: Int) async throws {
        let scene = try await Scene(.init(length: length))
        // The second time, the file is already complete.
        for arguments in [[], ["-C", "-"]] {
            let outcome = try await Program.run(
                CommandLineProgram.path, ["--progress", "json", "-o", scene.path, scene.server.url] + arguments)
            let lines = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("{") }
            #expect(outcome.status == 0 && lines.count >= 1, "\(outcome.errorText)")
            #expect(lines.filter { $0.contains("\"isLast\":true") }.count == 1)
            let last = lines.last ?? ""
            #expect(
                last.contains("\"isLast\":true") && last.contains("\"bytes\":\(length),\"total\":\(length),"), "\(last)"
            )
        }
        scene.server.setFault(.busy(times: 9, status: 404))
        let failed = try await Program.run(
            CommandLineProgram.path, ["-f", "--progress", "json", "-o", scene.folder.file("x"), scene.server.url])
        #expect(failed.status == 22)
        #expect(failed.errorText.contains("\"isLast\":true,\"isFailed\":true"), "\(failed.errorText)")
    }

    @Test("-Y and -y end a slow download, in segments too, and -C - resumes it", arguments: ["1", "3"])
    func speed(_ segments: String) async throws {
        let scene = try await Scene(.init(length: 2_000_000), fault: .limps(after: 10_000))
        let slow = try await scene.command(
            "-Y", "5000000", "-y", "3", "--segments", segments, "-o", scene.path, scene.server.url)
        #expect(slow.status == 28 && slow.errorText.contains("are kept in"), "\(slow.errorText)")
        scene.server.setFault(.none)
        #expect(try await scene.command("-C", "-", "-o", scene.path, scene.server.url).status == 0)
        #expect(scene.file == scene.server.bytes)
    }

    @Test(
        "What an earlier run left stays until new bytes come, without -C - too",
        arguments: [[], ["-f"], ["--remove-on-error"], ["--segments", "3"], ["--retry", "1"]])
    func leftovers(_ words: [String]) async throws {
        let scene = try await Scene(.init(length: 2_000_000), fault: .cuts(after: 1_500_000))
        #expect(try await scene.command("-o", scene.path, scene.server.url).status == 18)
        let left = try scene.folder.read("file.bin.part")
        #expect(left.count >= 1_500_000 && scene.has("file.bin.sockeye"))
        func run(_ more: [String]) async throws -> Int32 {
            try await Program.run(CommandLineProgram.path, ["-sS", "-m", "10", "-o", scene.path] + words + more).status
        }
        #expect(try await run(["http://127.0.0.1:1/"]) == 7)
        #expect(try scene.folder.read("file.bin.part") == left && scene.has("file.bin.sockeye"))
        scene.server.setFault(.busy(times: 9, status: 404))
        #expect(try await run(["-f", scene.server.url]) == 22)
        #expect(try scene.folder.read("file.bin.part") == left && scene.has("file.bin.sockeye"))
        scene.server.setFault(.none)
        let resumed = try await scene.command("-C", "-", "-o", scene.path, "-w", "%{size_download}", scene.server.url)
        #expect(resumed.status == 0 && Int(resumed.text) ?? .max < 600_000, "\(resumed.text) \(resumed.errorText)")
        #expect(scene.file == scene.server.bytes)
    }

    @Test(
        "A 304 that wasn't asked for is no success of a download that must be the server's file",
        arguments: [
            (["-C", "-"], 36), (["--segments", "2"], 36), (["--checksum", "md5:00000000000000000000000000000000"], 36),
            (["-C", "-", "-z", "2020-01-01"], 0), ([], 0),
        ] as [([String], Int32)])
    func unaskedNotModified(_ options: [String], _ status: Int32) async throws {
        let scene = try await Scene(fault: .busy(times: 9, status: 304))
        let outcome = try await Program.run(
            CommandLineProgram.path, ["-sS", "-o", scene.path, scene.server.url] + options)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(scene.names.isEmpty)
    }

    @Test("--remove-on-error says so of a file with another digest")
    func removedWithWrongDigest() async throws {
        let scene = try await Scene(.init(length: 200_000))
        let wrong = try await scene.command(
            "--remove-on-error", "--checksum", "md5:00000000000000000000000000000000", "-o", scene.path,
            scene.server.url)
        #expect(
            wrong.status == 120 && wrong.errorText.contains("--remove-on-error removed the bytes"), "\(wrong.errorText)"
        )
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin"))
    }

    @Test("--head-first sends HEAD, and --dry-run shows it")
    func headFirst() async throws {
        let scene = try await Scene()
        let dry = try await scene.command("--head-first", "--dry-run", "-o", scene.path, scene.server.url)
        #expect(dry.text.contains("HEAD /file.bin") && dry.text.contains("GET /file.bin"))
        #expect(scene.server.methods.isEmpty)
        #expect(
            try await scene.command("--head-first", "-OJ", "--output-dir", scene.folder.path, scene.server.url).status
                == 0)
        #expect(scene.server.methods == ["HEAD", "GET"] && scene.file == scene.server.bytes)
    }

    // MARK: Lists

    @Test("A list: mirrors after tabs, options after spaces, from standard input")
    func list() async throws {
        let scene = try await Scene()
        let digest = try Digest.sha256(of: scene.server.bytes)
        let hex = Hex.encode(digest.bytes)
        let list = """
            # first the mirror that is down
            http://127.0.0.1:1/file.bin\t\(scene.server.url)
              dir=\(scene.folder.file("new/folder"))
              out=one
              checksum=sha-256=\(hex)

            \(scene.server.url)\r
            \tout=\(scene.folder.file("two"))

            """
        let outcome = try await scene.command("-Z", "--input-file", "-", input: list)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try scene.folder.read("new/folder/one") == scene.server.bytes)
        #expect(try scene.folder.read("two") == scene.server.bytes)
        let wrong = "\(scene.server.url)\n  out=\(scene.folder.file("three"))\n  checksum=md5=\(hex.prefix(32))\n"
        #expect(try await scene.command("--input-file", "-", input: wrong).status == 120)
        #expect(!scene.has("three") && scene.has("three.part"))
    }
}

@Suite("A list of which some files fail")
struct FailedListTests {
    @Test(
        "The exit code tells of it whatever comes after, and the same command fetches the rest",
        arguments: [[], ["-Z"]])
    func failed(options: [String]) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        func list(_ middle: String) throws {
            let lines = zip(["/hello", middle, "/range/5"], ["one", "two", "three"])
                .map { "\(server.url($0))\n  out=\(folder.file($1))\n" }
            try folder.write("list", lines.joined())
        }
        let words = ["-sS", "-f"] + options + ["--input-file", folder.file("list")]
        try list("/status/404")
        let first = try await Program.run(CommandLineProgram.path, words)
        #expect(first.status == 22, "\(first.errorText)")
        #expect(access(folder.file("list.sockeye"), F_OK) == 0)
        let before = server.receivedRequests.count
        #expect(try await Program.run(CommandLineProgram.path, words).status == 22)
        #expect(server.receivedRequests[before...].map(\.target) == ["/status/404"])
        try list("/range/7")
        #expect(try await Program.run(CommandLineProgram.path, words).status == 0)
        #expect(try folder.read("two").count == 7 && folder.read("three").count == 5)
        #expect(access(folder.file("list.sockeye"), F_OK) != 0)
    }
}

@Suite("A run of many files, killed", .timeLimit(.minutes(2)))
struct KilledRunTests {
    private static let files = 12
    private static let length = 3_000_000
    private static let kills = 12

    private func target(_ number: Int) -> String { "/range/\(Self.length + number)" }

    @Test("SIGKILL after more and more changes on the disk: complete files aren't requested again, the rest resumes")
    func killed() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let list = (0..<Self.files).map { "\(server.url(target($0)))\n  out=\(folder.file("f\($0)"))\n" }.joined()
        try folder.write("list", list)
        let arguments = [
            "-sS", "-Z", "--parallel-max", "4", "--limit-rate", "3M", "--input-file", folder.file("list"),
        ]
        var complete: Set<Int> = []
        var resumed = 0
        for round in 0...Self.kills {
            let before = server.receivedRequests.count
            let watch = try FolderWatch(folder.path)
            let program = try Program(CommandLineProgram.path, arguments, seconds: 60)
            if round < Self.kills {
                try await watch.wait(orEndOf: program) { $0 >= round * 10 }
                program.kill()
            }
            let outcome = await program.finish()
            let requests = server.receivedRequests[before...]
            for number in complete {
                #expect(
                    !requests.contains { $0.target == target(number) },
                    "\(number) complete, but requested again")
            }
            resumed += requests.filter { $0["Range"] != nil }.count
            if outcome.status == 0 { break }
            #expect(outcome.status == 128 + SIGKILL, "\(outcome.errorText)")
            let journal = DownloadJournal.Contents(of: (try? folder.read("list.sockeye")) ?? [])
            complete = Set(
                (0..<Self.files).filter { number in
                    journal.isOver(.init(url: server.url(target(number)), path: folder.file("f\(number)")))
                })
        }
        for number in 0..<Self.files {
            let bytes = try folder.read("f\(number)")
            #expect(bytes == BytePattern.bytes(0..<Self.length + number))
        }
        #expect(access(folder.file("list.sockeye"), F_OK) != 0)
        #expect(resumed > 0)
    }
}
