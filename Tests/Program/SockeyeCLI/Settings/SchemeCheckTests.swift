import Testing

@testable import SockeyeCLI

/// What means nothing for the URL is refused.
struct SchemeCheckTests {
    @Test(arguments: [
        (["--events", "ws://h/"], "--events and ws:// exclude each other"),
        (["-C", "4", "WSS://h/"], "--continue-at and ws:// exclude each other"),
        (["-r", "0-4", "ws://h/"], "--range and ws:// exclude each other"),
        (["-Y", "4", "ws://h/"], "--speed-limit or --speed-time and ws:// exclude each other"),
        (["-0", "ws://h/"], "--http1.0 and ws:// exclude each other"),
        (["--connect", "h:1", "-d", "x"], "--data, --form or --json and --connect exclude each other"),
        (["--connect", "h:1", "-F", "a=x"], "--data, --form or --json and --connect exclude each other"),
        (["--connect", "h:1", "-I"], "--head and --connect exclude each other"),
        (["--connect", "h:1", "-T", "f"], "--upload-file and --connect exclude each other"),
        (["--connect", "h:1", "-y", "4"], "--speed-limit or --speed-time and --connect exclude each other"),
        (
            ["--checksum", "sha256:\(String(repeating: "0", count: 64))", "-o", "f", "ws://h/"],
            "--checksum, --mirror, --require-resumable or --segments and ws:// exclude each other"
        ),
        (
            ["--connect", "h:1", "-o", "f", "--require-resumable"],
            "--checksum, --mirror, --require-resumable or --segments and --connect exclude each other"
        ),
        (["--digest", "sha256", "ws://h/"], "--digest and ws:// exclude each other"),
        (["--etag-save", "e", "ws://h/"], "--etag-save and ws:// exclude each other"),
        (["--events", "-I", "http://h/"], "--events and -I, --digest or --extract exclude each other"),
        (["--events", "--digest", "sha256", "http://h/"], "--events and -I, --digest or --extract exclude each other"),
        (["--events", "--to", "plist", "http://h/"], "--events and --to without --select exclude each other"),
        (
            ["--resumable", "-C", "10", "-T", "f", "http://h/"],
            "--resumable asks the server where to go on, so -C cannot be used"
        ),
        (["--parse", "json", "-", "-d", "x"], "--data, --form or --json and a file to parse exclude each other"),
        (
            ["--select", "a", "/dev/null", "-F", "a=x"],
            "--data, --form or --json and a file to parse exclude each other"
        ),
        (["--parse", "json", "/dev/null", "-I"], "--head and a file to parse exclude each other"),
        (["--parse", "json", "/dev/null", "-X", "PUT"], "--request and a file to parse exclude each other"),
        (["--parse", "json", "-T", "f", "/dev/null"], "--upload-file and a file to parse exclude each other"),
        (["--events", "-y", "4", "http://h/"], "--speed-limit or --speed-time and --events exclude each other"),
    ])
    func refuses(_ words: [String], _ message: String) {
        #expect {
            try parse(words)
        } throws: { error in
            (error as? OptionError)?.exitCode == .failedInitialization && (error as? OptionError)?.message == message
        }
    }

    @Test(arguments: [
        (["-m", "3", "--idle-timeout", "2", "--max-filesize", "9", "--ws-ping", "1", "ws://h/"], false),
        (["--connect", "h:1", "-0", "--max-filesize", "9"], false), (["--events", "-m", "3", "http://h/"], false),
        (["--ws-binary", "http://h/"], true), (["--ws-ping", "3", "--connect", "h:1"], true),
        (["--ws-linger", "3", "http://h/", "ws://h/"], false),
        (["--parse", "json", "-w", "%{url}", "-y", "4", "/dev/null"], false),
    ])
    func accepts(_ words: [String], _ isWarned: Bool) throws {
        #expect(try parse(words).warnings.contains { $0.hasPrefix("--ws-") } == isWarned)
    }

    @Test func shortestPing() throws {
        for (text, seconds) in [("0", nil), ("0.001", 1), ("1.5", 1.5), ("30", 30)] as [(String, Double?)] {
            #expect(
                try parse(["--ws-ping", text, "ws://h/"]).transfer.webSocket.pingInterval
                    == seconds.map { .seconds($0) })
        }
    }

    @Test(arguments: [
        ["-o", "f", "--connect", "h:1"], ["--connect", "h:1", "-o", "f"], ["-o", "f", "--connect", "h:1", "b"],
    ])
    func outputsPairWithConnections(_ words: [String]) throws {
        let target = try parse(words).transfer.targets[0]
        #expect(target.isBareConnection && target.url == "http://h:1/" && target.output == .file("f"))
    }
}
