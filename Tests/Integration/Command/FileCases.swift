import SockeyeTesting
import TestSupport
import Testing

/// Which files are created, kept, skipped and removed, compared with curl.
struct FileCases {
    private static let url = "http://127.0.0.1:PORT"
    private static let cut = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut"
    private static let page = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\npage"

    @Test(arguments: [
        CommandCase("-s", "-o", "file", "\(url)/status/404"),
        CommandCase("-sf", "-o", "file", "\(url)/status/404"),
        CommandCase("-sO", "\(url)/status/404"),
        CommandCase("-s", "-o", "file", url).answer(page),
        CommandCase("-sf", "-o", "file", url).answer(page),
        CommandCase("-s", "--fail-with-body", "-o", "file", url).answer(page),
        CommandCase("-s", "--fail-with-body", "-i", "-o", "file", "-D", "heads", url).answer(page),
        CommandCase("-s", "--fail-with-body", "-o", "file", "\(url)/sized/3"),
        CommandCase("-s", "-f", "--no-fail", "--fail-with-body", "\(url)/status/404"),
        CommandCase("-s", "-C", "3", "-o", "file", "\(url)/sized/3").files(["file": "abc"]),
        CommandCase("-s", "--no-clobber", "-o", "file", "\(url)/sized/3"),
        CommandCase("-s", "--no-clobber", "-o", "file", "\(url)/sized/3").files(["file": "old"]),
        CommandCase("-s", "--no-clobber", "-o", "file", "\(url)/sized/3").files(["file": "old", "file.1": "old"]),
        CommandCase("-s", "--no-clobber", "-o", "file", "\(url)/sized/[1-3]").files(["file": "old"]),
        CommandCase("-s", "--no-clobber", "-i", "-o", "file", "\(url)/sized/3").files(["file": "old"]),
        CommandCase("-s", "--no-clobber", "-O", "\(url)/sized/3").files(["3": "old"]),
        CommandCase("-s", "--no-clobber", "--clobber", "-o", "file", "\(url)/sized/3").files(["file": "old"]),
        CommandCase("-s", "--no-clobber", "-w", "%{filename_effective}", "-o", "file", "\(url)/sized/3")
            .files(["file": "old"]),
        CommandCase("-s", "--no-clobber", "-o", "file", "\(url)/sized/3")
            .files(Dictionary(uniqueKeysWithValues: (["file"] + (1...100).map { "file.\($0)" }).map { ($0, "old") }))
            .differs([.requests, .connections], "nothing is requested that cannot be written") { $0.exitCode == 23 },
        CommandCase("-s", "--remove-on-error", "-o", "file", url).answer(cut),
        CommandCase("-s", "--remove-on-error", "-i", "-o", "file", url).answer(cut),
        CommandCase("-s", "--remove-on-error", "-o", "file", "\(url)/sized/3"),
        CommandCase("-sf", "--remove-on-error", "-o", "file", "\(url)/status/404"),
        CommandCase("-s", "--remove-on-error", "--fail-with-body", "-o", "file", "-D", "heads", url).answer(page),
        CommandCase("-s", "-c", "file", "-o", "file", "\(url)/sized/3")
            .differs([.exitCode, .files, .requests, .connections], "the jar doesn't replace the body", isRace: true) {
                $0.exitCode == 23 && $0.requests.isEmpty
            },
        CommandCase("-s", "--etag-save", "file", "-o", "file", "\(url)/sized/3")
            .differs([.exitCode, .files, .requests, .connections], "the tag doesn't replace the body", isRace: true) {
                $0.exitCode == 23 && $0.requests.isEmpty
            },
        CommandCase("-s", "-C", "2", "-o", "file", "\(url)/range/9").files(["file": "ab"]),
        CommandCase("-s", "-C", "2", "-o", "file", "\(url)/range/9"),
        CommandCase("-s", "-C", "2", "\(url)/range/9"),
        CommandCase("-s", "-C", "9", "-o", "file", "\(url)/range/9").files(["file": "abcdefghi"]),
        CommandCase("-s", "-C", "2", "-o", "file", "\(url)/sized/9").files(["file": "ab"]),
        CommandCase("-s", "-R", "-o", "file", "\(url)/").answer(dated).shell(time),
        CommandCase("-s", "-R", "-i", "-o", "file", "\(url)/").answer(dated).shell(time),
        CommandCase("-s", "--no-remote-time", "-o", "file", "\(url)/sized/3"),
        CommandCase("-s", "--create-file-mode", "9", "\(url)/sized/3"),
        CommandCase("-s", "--create-file-mode", "1000", "\(url)/sized/3"),
        CommandCase("-s", "--max-filesize", "10", "-o", "file", "\(url)/sized/11"),
        CommandCase("-s", "--max-filesize", "10", "-o", "file", "\(url)/sized/10"),
        CommandCase("-s", "--max-filesize", "10", "-i", "-o", "file", "\(url)/sized/10"),
        CommandCase("-s", "--max-filesize", "1K", "\(url)/sized/1025"),
        CommandCase("-s", "--max-filesize", "10", "-o", "file", "\(url)/chunked/11")
            .differs([.exitCode, .files], "the limit also applies to an unannounced length") { $0.exitCode == 63 },
        CommandCase("-s", "--max-filesize", "10", "\(url)/chunked/11")
            .differs([.exitCode, .output], "the limit also applies to an unannounced length") { $0.exitCode == 63 },
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    private static let dated = """
        HTTP/1.1 200 OK\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\nok
        """
    private static let time = "\"$0\" \"$@\"; date -u -r file +%s"

    /// Options that the installed curl lacks, by the manual of newer versions.
    @Test func existingFilesAreSkipped() async throws {
        var command = CommandCase(
            "--no-progress-meter", "--skip-existing", "-o", "a", "-o", "b", "\(Self.url)/one", "\(Self.url)/two")
        command = command.files(["a": "old"])
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 0)
        #expect(outcome.requests.count == 1)
        #expect(outcome.files.keys.sorted() == ["b"])
        #expect(outcome.errors == "Note: a already exists, skipped\n")
        command.flags = ["-s"]
        #expect(try await SideBySide.run(SideBySide.sockeye, command).errors == "")
    }

    @Test func nothingIsWritten() async throws {
        let command = CommandCase(
            "-s", "-w", "%{http_code} %{size_download}\\n", "--out-null", "-o", "b", "\(Self.url)/sized/1000",
            "\(Self.url)/sized/3", "\(Self.url)/sized/4")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("200 1000\n200 3\n"), "\(outcome)")
        #expect(outcome.output.hasSuffix("200 4\n"))
        #expect(outcome.files.keys.sorted() == ["b"])
    }

    /// `--create-file-mode` applies to local files; in curl, to remote ones.
    @Test(arguments: [["-o", "file"], ["-i", "-o", "file"], ["-C", "-", "-o", "file"]])
    func theModeOfNewFiles(_ words: [String]) async throws {
        var command = CommandCase("-s", "--create-file-mode", "0610", "\(Self.url)/sized/3")
            .shell("umask 0; \"$0\" \"$@\"; stat -c %a file")
        command.flags = words
        #expect(try await SideBySide.run(SideBySide.sockeye, command).output == "610\n")
        // A replaced file keeps its own mode.
        command.shell = "touch file; chmod 640 file; " + command.shell
        if words[0] != "-C" {
            #expect(try await SideBySide.run(SideBySide.sockeye, command).output == "640\n")
        }
    }

    @Test func nothingIsLeftOfADownload() async throws {
        for flags in [["-J", "-O"], ["-i", "-o", "file"], ["-o", "file"]] {
            var command = CommandCase("-sS", "--remove-on-error", "\(Self.url)/name").answer(Self.cut)
            command.flags = flags
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.exitCode != 0)
            #expect(outcome.files == [:], "\(outcome)")
            #expect(!outcome.errors.contains("are kept"), "\(outcome)")
        }
        let both = try await SideBySide.run(
            SideBySide.sockeye, CommandCase("-C", "-", "--remove-on-error", "-o", "f", Self.url))
        #expect(both.exitCode == 2)
    }
}
