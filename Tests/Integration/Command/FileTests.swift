import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// The files left after any failure of the transfer or the program.
struct FileTests {
    private static let url = "http://127.0.0.1:PORT/"

    /// Every framing, cut at several places: the final name never has a partial body.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\nabcdefghijklmnopqrstuvwxyz",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\nabcdefghijklm\r\nD\r\nnopqrstuvwxyz\r\n0\r\n\r\n",
    ])
    func aCutLeavesThePartOnly(_ answer: String) async throws {
        let bytes = Array(answer.utf8)
        // Before the last chunk, all of the body is there but isn't known to be complete.
        for length in [0, 1, 17, bytes.count / 2, bytes.count - 8, bytes.count - 1] {
            for old in ["", "earlier contents"] {
                var command = CommandCase("-sS", "-o", "file", Self.url)
                command.files = old.isEmpty ? [:] : ["file": old]
                command.script = Script([.awaitRequest, .sendBytes(Array(bytes[..<length])), .close])
                let outcome = try await SideBySide.run(SideBySide.sockeye, command)
                #expect([18, 52, 56].contains(outcome.exitCode), "\(length): \(outcome)")
                // Files that the run did not change are not listed.
                #expect(
                    outcome.files.keys.allSatisfy { ["file.part", "file.sockeye"].contains($0) },
                    "\(length): \(outcome)")
                let kept = outcome.files["file.part"] ?? ""
                #expect("abcdefghijklmnopqrstuvwxyz".hasPrefix(kept))
                #expect(kept.isEmpty || outcome.errors.contains("\(kept.utf8.count) bytes are kept in file.part"))
            }
        }
        var whole = CommandCase("-sS", "-o", "file", Self.url).files([
            "file": "old", "file.part": "of another run, and longer",
        ])
        whole.script = Script([.awaitRequest, .send(answer), .close])
        let outcome = try await SideBySide.run(SideBySide.sockeye, whole)
        #expect(outcome.exitCode == 0)
        #expect(outcome.files == ["file": "abcdefghijklmnopqrstuvwxyz"])
    }

    @Test func aFolderThatCannotBeWritten() async throws {
        // Root can write almost anywhere, so this folder is one where not even root can.
        let outcome = try await SideBySide.run(
            SideBySide.sockeye, CommandCase("-sS", "-o", "/proc/self/fdinfo/file", "http://127.0.0.1:PORT/hello"))
        #expect(outcome.exitCode == 23)
        #expect(outcome.errors.contains("/proc/self/fdinfo/file"), "\(outcome)")
    }

    /// The reader goes away: no signal, no crash, curl's exit code.
    @Test func aBrokenPipeIsAnErrorOfWriting() async throws {
        let command = CommandCase("-sS", "http://127.0.0.1:PORT/large/50000000")
            .shell("{ \"$0\" \"$@\"; echo \"code $?\" >&2; } | head -c1 >/dev/null")
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        #expect(ours.errors.hasSuffix("code 23\n"), "\(ours)")
        #expect(theirs.errors.hasSuffix("code 23\n"))
        #expect(ours.errors.contains("sockeye: (23) standard output: write failed: Broken pipe"), "\(ours)")
    }

    /// A reader that stops early isn't an error worth a message, but the exit code says so.
    @Test(arguments: [["http://127.0.0.1:PORT/large/50000000"], ["--help", "all"]])
    func aReaderThatHasEnough(_ words: [String]) async throws {
        var command = CommandCase().shell(
            "{ (trap '' PIPE; sleep 0.01; \"$0\" --no-progress-meter \"$@\"; echo \"code $?\" >&2) } | true")
        command.flags = words
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.errors == "code 23\n")
    }

    /// Options for a whole file are refused, not ignored, if there is none.
    @Test(arguments: [
        ["--checksum", "sha256:SUM"], ["--checksum", "sha256:SUM", "-o", "/dev/null"], ["--segments", "2"],
        ["--checksum", "sha256:SUM", "-i", "-o", "file"], ["--checksum", "sha256:SUM", "-I", "-o", "file"],
        ["--checksum", "sha256:SUM", "-C", "3", "-o", "file"], ["--require-resumable", "--out-null"],
        ["--mirror", "http://127.0.0.1:PORT/b"], ["--checksum", "sha256:SUM", "-r", "1-2", "-o", "file"],
        ["-C", "-", "-r", "1-2", "-o", "file"], ["-C", "-", "--compressed", "-o", "file"],
        ["--checksum", "sha256:SUM", "-T", "given", "-o", "file"],
    ])
    func aDigestIsNeverLeftOut(_ words: [String]) async throws {
        var command = CommandCase("http://127.0.0.1:PORT/sized/10").files(["given": "x"])
        command.flags = ["-sS"] + words.map { $0.replacing("SUM", with: String(repeating: "0", count: 64)) }
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 2, "\(outcome)")
        #expect(outcome.output.isEmpty && outcome.files.isEmpty && outcome.requests.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("whole file") || outcome.errors.contains("exclude each other"))
    }

    /// The missing file is named, instead of only OpenSSL's "system lib".
    @Test(
        arguments: [
            (["-E", "ca.pem", "--key", "gone.key"], 58), (["-E", "gone.pem"], 58), (["--crlfile", "gone.crl"], 82),
            (["-E", "gone.p12", "--cert-type", "P12"], 58),
        ] as [([String], Int32)])
    func missingFilesOfTrust(_ flags: [String], _ code: Int32) async throws {
        var command = CommandCase("-sS", "--cacert", "ca.pem", "https://localhost:PORT/hello").secure()
        command.flags = flags
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == code, "\(outcome)")
        let name = flags.first { $0.hasPrefix("gone") } ?? ""
        #expect(outcome.errors.contains("No such file or directory") && outcome.errors.contains(name), "\(outcome)")
    }

    @Test func foldersOfHeads() async throws {
        let command = CommandCase("-s", "--create-dirs", "-D", "in/heads", "http://127.0.0.1:PORT/hello")
            .shell("\"$0\" \"$@\" && head -n 1 in/heads")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.output.hasSuffix("HTTP/1.1 200 OK\\r\n"), "\(outcome)")
    }

    /// The heads and the body go to two files, or one of them would be lost.
    @Test func headsAndBodyOfOneName() async throws {
        let command = CommandCase("-sS", "-D", "out", "-o", "out", "http://127.0.0.1:PORT/hello")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 23 && outcome.errors.contains("give them different names"), "\(outcome)")
        #expect(outcome.requests.isEmpty)
    }

    /// Options that promise something about the whole file aren't ignored for `file:`.
    @Test(arguments: [
        ["--checksum", "sha256:" + String(repeating: "0", count: 64)], ["--require-resumable"], ["--segments", "2"],
    ])
    func wholeFilesOfFileURLs(_ flags: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write("f", "content")
        let words = ["-sS"] + flags + ["-o", folder.file("out"), "file://" + folder.file("f")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        #expect(outcome.status == 2 && outcome.errorText.contains("are for http: and https:"), "\(outcome.errorText)")
        #expect(folder.permissions(of: "out") == nil)
    }

    @Test func aMissingFolder() async throws {
        for flags in [["-o", "none/f"], ["-i", "-o", "none/f"], ["-D", "none/f"]] {
            var command = CommandCase("-sS", "http://127.0.0.1:PORT/hello")
            command.flags = flags
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.exitCode == 23)
            #expect(outcome.errors.contains("open failed: No such file or directory; --create-dirs"), "\(outcome)")
            #expect(outcome.errors.contains("none/f") && outcome.requests.isEmpty, "\(outcome)")
        }
    }

    /// What can't help isn't advised.
    @Test(arguments: [
        (
            ["-C", "-"], LoopbackReply(status: 302, fields: [.init("Location", "/"), .init("Content-Length", "0")]), 36,
            "302; -L follows redirects\n"
        ),
        (
            ["-C", "-", "-L", "--max-redirs", "0"],
            LoopbackReply(status: 302, fields: [.init("Location", "/"), .init("Content-Length", "0")]), 47,
            "followed (URL); URL/ redirects again; --max-redirs NUMBER follows more\n"
        ),
        (
            ["--max-filesize", "10"],
            LoopbackReply(fields: [.init("Connection", "close")], body: [.sendPattern(0..<5000)]), 63,
            "bytes are kept in file.part\n"
        ),
    ])
    func advice(_ flags: [String], _ reply: LoopbackReply, _ code: Int32, _ ending: String) async throws {
        let server = try await LoopbackServer.start { _ in reply }
        let folder = try TemporaryFolder()
        let words = ["-sS"] + flags + ["-o", folder.file("file"), server.url("/")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        let said = outcome.errorText.replacing(folder.path + "/", with: "")
            .replacing(server.url(""), with: "URL")
        #expect(outcome.status == code && said.hasSuffix(ending), "\(said)")
        await server.stop()
    }

    /// Ctrl-C: the part stays, the name does not appear, and the shell sees the signal.
    @Test(arguments: [SideBySide.sockeye, SideBySide.curl]) func anInterrupt(_ program: String) async throws {
        let halfway = Gate()
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), .open(halfway), .awaitEnd,
            ])
        let folder = try TemporaryFolder()
        let run = try Program(
            program, ["-sS", "-o", folder.file("file"), "-D", folder.file("heads"), server.url("/")], seconds: 30)
        try await halfway.wait()
        // The bytes were sent; whether they are in the file is checked there.
        let name = program == SideBySide.curl ? "file" : "file.part"
        if program == SideBySide.sockeye {
            try await folder.wait(for: name, toBe: Array("abc".utf8))
        }
        run.interrupt()
        let end = await run.finish()
        #expect(end.status == 128 + SIGINT)
        if program == SideBySide.sockeye {
            #expect(try folder.read("file.part") == Array("abc".utf8))
            #expect(throws: ProgramFailure.self) { try folder.read("file") }
        }
        await server.stop()
    }

    /// Two runs never mix bytes in one file.
    @Test func theSecondOfTwoIsTold() async throws {
        let halfway = Gate()
        let goOn = Gate()
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [
                    .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .open(halfway),
                    .pause(until: goOn), .send("def"), .close,
                ],
                [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nABCDEF"), .close],
            ]))
        let folder = try TemporaryFolder()
        let first = try Program(SideBySide.sockeye, ["-sS", "-o", folder.file("file"), server.url("/")], seconds: 30)
        try await halfway.wait()
        try await folder.wait(for: "file.part", toBe: Array("abc".utf8))
        let second = try await Program.run(
            SideBySide.sockeye, ["-sS", "-o", folder.file("file"), server.url("/")], seconds: 30)
        #expect(second.status == 23)
        #expect(second.errorText.contains("being written by another transfer"), "\(second.errorText)")
        goOn.open()
        #expect(await first.finish().status == 0)
        #expect(try folder.read("file") == Array("abcdef".utf8))
        await server.stop()
    }
}
