import SockeyeTesting
import TestSupport
import Testing

/// `-OJ` and names of existing files, compared with curl.
struct ServerNameCases {
    private static let url = "http://127.0.0.1:PORT/path/last"
    private static let named =
        "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"given\"\r\nContent-Length: 4\r\n\r\nbody"
    private static let missing =
        "HTTP/1.1 404 No\r\nContent-Disposition: attachment; filename=\"given\"\r\nContent-Length: 4\r\n\r\npage"

    @Test(arguments: [
        CommandCase("-OJ", url).answer(named),
        CommandCase("-OJ", "-w", "%{filename_effective}", url).answer(named),
        CommandCase("-OJ", "-d", "a=b", url).answer(named), CommandCase("-OJ", "-D", "heads", url).answer(named),
        CommandCase("-OJ", "--output-dir", "in", "--create-dirs", "-w", "%{filename_effective}", url).answer(named)
            .differs([.output], "the file is in that folder") { $0.output == "in/given" },
        CommandCase("-OJ", url).answer(named).files(["given": "old"]),
        CommandCase("-OJ", "--clobber", url).answer(named).files(["given": "old"]),
        CommandCase("-OJ", "--no-clobber", url).answer(named).files(["given": "old", "given.1": "old"]),
        CommandCase("-OJ", url).answer(missing),
        CommandCase("-OJf", url).answer(missing)
            .differs([.files], "a refused response creates no file") { $0.files == [:] },
        CommandCase("-OJf", url).answer(missing).files(["given": "old"])
            .differs([.exitCode], "it is refused before it needs a name") { $0.exitCode == 22 && $0.files == [:] },
        CommandCase("-OJ", "--compressed", "-H", "Accept-Encoding: gzip", url).answer(named),
        CommandCase("-OJ", "--retry", "1", url).answer(named),
        CommandCase("-OJ", "-z", "Thu, 01 Jan 2026 00:00:00 GMT", url)
            .answer("HTTP/1.1 304 Same\r\nContent-Disposition: attachment; filename=\"given\"\r\n\r\n")
            .differs([.files], "a response without anything new creates no file") { $0.files == [:] },
        CommandCase("-OJ", url, "-o", "second", url).script(
            .forEachRequest([.send(named)])),
        CommandCase("-OJi", url).answer(named)
            .differs([.exitCode, .files, .requests, .connections], "curl 7 cannot write the head there") {
                $0.exitCode == 0 && $0.files["given"]?.hasSuffix("\n\\r\nbody") == true
            },
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        var command = command
        command.flags = ["-s"]
        try await SideBySide.compare(command)
    }

    /// Existing files are never lost, and new ones are complete.
    @Test(arguments: [["-J", "-O", "-J", "-O", "-J", "-O"], ["-o", "given", "-o", "given", "-o", "given"]])
    func severalOfOneName(_ outputs: [String]) async throws {
        let script = Step.forEachRequest([.send(Self.named)])
        for flags in [["--no-clobber"], ["-Z", "--no-clobber"]] {
            var command = CommandCase(Self.url, Self.url, Self.url).script(script).files(["given": "old"])
            command.flags = ["-sS"] + flags + outputs
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.exitCode == 0, "\(outcome)")
            #expect(outcome.files == ["given.1": "body", "given.2": "body", "given.3": "body"], "\(outcome)")
        }
    }

    /// Of two parallel transfers for one name, one gets it and is complete; the others fail.
    @Test func atOnceForOneName() async throws {
        var command = CommandCase(Self.url, Self.url, Self.url).script(.forEachRequest([.send(Self.named)]))
        command.flags = ["-sS", "-Z", "-o", "one", "-o", "one", "-o", "one"]
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.files == ["one": "body"], "\(outcome)")
        #expect(outcome.exitCode == 0 || outcome.exitCode == 23)
        if outcome.exitCode == 23 { #expect(outcome.errors.contains("is being written by another transfer")) }
    }

    @Test func skipped() async throws {
        let command = CommandCase("-OJ", "--skip-existing", Self.url).answer(Self.named).files(["given": "old"])
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 0 && outcome.files == [:], "\(outcome)")
        #expect(outcome.errors.contains("given already exists, skipped"))
    }
}
