import SockeyeTesting
import TestSupport
import Testing

/// `--trace`, `--trace-ascii` and related options, compared with curl.
struct TraceCases {
    private static let url = "http://127.0.0.1:PORT"

    /// Traffic is shown as in curl: titles, sizes, addresses and bytes. Information about the connection differs.
    @Test(arguments: [
        CommandCase("--trace", "t", "\(url)/hello"),
        CommandCase("--trace-ascii", "t", "\(url)/hello"),
        CommandCase("--trace-ascii", "t", "-d", "a=b&c=d", "\(url)/hello"),
        CommandCase("--trace", "t", "--data-binary", "@data", "\(url)/hello")
            .files(["data": "one\r\ntwo\n" + String(repeating: "0123456789", count: 20)]),
        CommandCase("--trace-ascii", "t", "-I", "\(url)/hello"),
        CommandCase("--trace-ascii", "t", "-L", "\(url)/redirect/2"),
        CommandCase("--trace-ascii", "t", "-o", "file", "\(url)/sized/1000"),
        CommandCase("--trace", "t", "\(url)/")
            .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"),
        CommandCase("--trace-ascii", "t", "--raw", "\(url)/")
            .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"),
        CommandCase("-v", "--trace-ascii", "t", "\(url)/status/{200,404}"),
    ])
    func theWireLooksTheSame(_ command: CommandCase) async throws {
        var command = command
        command.flags = ["-s", "-A", "me"]
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(ours.exitCode == 0)
        #expect(Self.wire(ours) == Self.wire(theirs), "\(ours)\n\(theirs)")
        #expect(!Self.wire(ours).isEmpty)
        #expect(ours.files["t"]?.contains("== Info:   Trying 127.0.0.1:PORT...\n") == true, "\(ours)")
    }

    /// The rows of a trace, without information lines and rows that contain the time or the port.
    private static func wire(_ outcome: Outcome) -> [String] {
        var lines: [String] = []
        var isLeftOut = false
        for line in (outcome.files["t"] ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("== Info") { continue }
            // A request's head contains the port, of varying length, and in curl its fields are in another order.
            if line.hasPrefix("=> Send header") {
                isLeftOut = true
            } else if !isData(line) {
                isLeftOut = false
            }
            // The time can continue in another row.
            if line.contains("Date: ") || line.contains("44 61 74 65") { isLeftOut = true }
            if line.contains("PORT") { continue }
            if !isLeftOut { lines.append(String(line)) }
        }
        return lines
    }

    /// Whether a row shows bytes: it starts with their offset, of at least four digits.
    private static func isData(_ line: some StringProtocol) -> Bool {
        String(line).prefixMatch(of: #/[0-9a-f]{4,}: /#) != nil
    }

    /// A row with a time of day never looks like a row of bytes.
    @Test(arguments: [
        ("0000: GET / HTTP/1.1", true), ("01f0: 44 61 74 65", true), ("00:00:00.000000 [0-x] == Info: a: b", false),
        ("09:59:59.999999 [0-0] => Send header, 83 bytes (0x53)", false), ("== Info: a: b", false), ("", false),
    ])
    func rowsOfBytes(_ line: String, _ expected: Bool) {
        #expect(Self.isData(line) == expected)
    }

    @Test func timesAndNumbersComeFirst() async throws {
        let command = CommandCase(
            "-s", "--trace-config", "all", "--trace-ascii", "-", "\(Self.url)/sized/0", "\(Self.url)/sized/0")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        let time = /[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6} \[[01]-[0x]\] .*/
        let lines = outcome.output.split(separator: "\n").filter { !Self.isData($0) }
        #expect(lines.count > 10)
        for line in lines { #expect(line.wholeMatch(of: time) != nil, "\(line)") }
        #expect(lines.first?.contains("[0-x] == Info:") == true)
        #expect(lines.last?.contains("[1-0] == Info: Connection #0") == true, "\(lines)")
        var verbose = CommandCase("-sv", "--trace-time", "\(Self.url)/sized/0")
        verbose.flags = ["--trace-ids"]
        let errors = try await SideBySide.run(SideBySide.sockeye, verbose).errors
        for line in errors.split(separator: "\n") { #expect(line.wholeMatch(of: time) != nil, "\(line)") }
    }

    @Test(arguments: [
        CommandCase("-sv", "--stderr", "e", "http://127.0.0.1:1/"),
        CommandCase("-sS", "--stderr", "-", "http://127.0.0.1:1/"),
        CommandCase("-sS", "--stderr", "none/e", "\(url)/hello"),
        CommandCase("-sS", "--stderr", "e", "\(url)/hello").files(["e": "old"]),
        CommandCase("--stderr", "e", "--nonsense"),
        CommandCase("-s", "--trace", "t", "-v", "\(url)/hello"),
    ])
    func messagesGoWhereTheyShould(_ command: CommandCase) async throws {
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(ours.exitCode == theirs.exitCode)
        #expect(ours.files.keys == theirs.files.keys, "\(ours)\n\(theirs)")
        #expect(ours.output.isEmpty == theirs.output.isEmpty)
        #expect(ours.errors.isEmpty == theirs.errors.isEmpty)
        for (name, text) in ours.files { #expect(text.isEmpty == theirs.files[name]?.isEmpty) }
    }

    /// Chunk framing is in the trace, as on the wire; the pieces are split differently by each program.
    @Test func framingIsShown() async throws {
        let command = CommandCase(
            "-s", "--trace-ascii", "t", "-H", "Transfer-Encoding: chunked", "-d", "abc", "\(Self.url)/hello")
        let trace = try await SideBySide.run(SideBySide.sockeye, command).files["t"] ?? ""
        for part in [": Transfer-Encoding: chunked\n", "0000: 3\n0003: abc\n", ": 0\n"] {
            #expect(trace.contains(part), "\(part) in \(trace)")
        }
    }

    /// Bold names on a terminal, as in curl, unless it takes no escapes.
    @Test func styledHeads() async throws {
        for (flags, terminal, isStyled) in [
            ("-si", "vt100", true), ("-sI", "vt100", true), ("-si --no-styled-output", "vt100", false),
            ("-si --no-styled-output --styled-output", "vt100", true), ("-si", "dumb", false), ("-s", "vt100", false),
        ] {
            var command = CommandCase("\(Self.url)/hello")
            command.shell = "TERM=\(terminal) exec script -qefc \"$0 \(flags) $1\" /dev/null </dev/null"
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.exitCode == 0)
            #expect(outcome.output.contains("\u{1B}[1mContent-Type\u{1B}[0m: text/plain") == isStyled, "\(outcome)")
            #expect(outcome.output.contains("\u{1B}") == isStyled, "\(outcome)")
        }
        let piped = try await SideBySide.run(
            SideBySide.sockeye, CommandCase("-si", "--styled-output", "\(Self.url)/hello"))
        #expect(!piped.output.contains("\u{1B}"))
    }
}
