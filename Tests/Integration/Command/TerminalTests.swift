import SockeyeTesting
import TestSupport
import Testing

/// On a terminal, provided by `script(1)`: the meter, the bar, and what isn't shown.
struct TerminalTests {
    /// Runs a command line with all standard streams on a terminal; the outcome's output has its text.
    private func onTerminal(
        _ program: String, _ command: CommandCase, _ variables: String = "TERM=vt100"
    ) async throws -> Outcome {
        var command = command
        let words = command.arguments.map { "'\($0)'" }.joined(separator: " ")
        command.shell = "\(variables) COLUMNS=60 exec script -qefc \"$0 \(words)\" /dev/null </dev/null"
        return try await Turns.shared.take { [command] in try await SideBySide.run(program, command) }
    }

    /// The final text of each terminal line, after all carriage returns.
    private func lines(_ text: String) -> [String] {
        text.replacing("\\r\n", with: "\n").split(separator: "\n").map { line in
            String(line.split(separator: "\r").last ?? "")
        }
    }

    @Test func theMeterIsCurls() async throws {
        let command = CommandCase("-o", "file", "http://127.0.0.1:PORT/sized/54321")
        let ours = try await onTerminal(SideBySide.sockeye, command)
        let theirs = try await onTerminal(SideBySide.curl, command)
        #expect(ours.exitCode == 0)
        #expect(lines(ours.output).prefix(2) == lines(theirs.output).prefix(2))
        #expect(ours.output.contains("% Total    % Received % Xferd"), "\(ours)")
        // Percent and bytes: total, received, sent. The rest depends on time.
        let figures = { (outcome: Outcome) in lines(outcome.output).last?.split(separator: " ").prefix(6) ?? [] }
        #expect(figures(ours) == figures(theirs), "\(ours)\n\(theirs)")
        #expect(figures(ours) == ["100", "54321", "100", "54321", "0", "0"], "\(ours)")
        #expect(lines(ours.output).last?.utf8.count == lines(theirs.output).last?.utf8.count)
    }

    @Test func theBarIsCurls() async throws {
        let command = CommandCase("-#", "-o", "file", "http://127.0.0.1:PORT/sized/54321")
        let ours = try await onTerminal(SideBySide.sockeye, command)
        let theirs = try await onTerminal(SideBySide.curl, command)
        #expect(ours.exitCode == 0)
        #expect(lines(ours.output).last == lines(theirs.output).last, "\(ours)\n\(theirs)")
        #expect(lines(ours.output).last?.hasSuffix("# 100.0%") == true, "\(ours)")
    }

    @Test(arguments: [
        CommandCase("-s", "-o", "file", "http://127.0.0.1:PORT/hello"),
        CommandCase("--no-progress-meter", "-o", "file", "http://127.0.0.1:PORT/hello"),
        CommandCase("-#s", "-o", "file", "http://127.0.0.1:PORT/hello"),
    ])
    func noMeter(_ command: CommandCase) async throws {
        #expect(try await onTerminal(SideBySide.sockeye, command).output == "")
        #expect(try await onTerminal(SideBySide.curl, command).output == "")
    }

    /// A dumb terminal takes no sequence at all; one that wants no colour still has its cursor moved.
    @Test(
        arguments: [
            CommandCase("-Z", "-o", "a", "-o", "b", "http://127.0.0.1:PORT/sized/54321", "http://127.0.0.1:PORT/hello"),
            CommandCase("--segments", "2", "-o", "a", "http://127.0.0.1:PORT/range/54321"),
            CommandCase("--doctor", "http://127.0.0.1:PORT/hello"),
            CommandCase("-#", "-o", "a", "http://127.0.0.1:PORT/hello"),
            CommandCase("--explain", "-o", "a", "http://127.0.0.1:PORT/hello"),
            CommandCase("-i", "http://127.0.0.1:PORT/hello"),
            CommandCase("--parse", "json", "http://127.0.0.1:PORT/json"),
        ])
    func dumbTerminals(_ command: CommandCase) async throws {
        let outcome = try await onTerminal(SideBySide.sockeye, command, "TERM=dumb")
        #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\\u{1B}"), "\(outcome)")
        #expect(outcome.exitCode != 2)
    }

    /// With -Z the message of one transfer is whole while lines are drawn for the other.
    @Test func messagesBesideLines() async throws {
        let command = CommandCase(
            "-Z", "-f", "-o", "a", "-o", "b", "http://127.0.0.1:PORT/status/404", "http://127.0.0.1:PORT/sized/54321")
        let outcome = try await onTerminal(SideBySide.sockeye, command)
        #expect(outcome.output.contains("(22) ") && outcome.exitCode == 22, "\(outcome)")
    }

    @Test func noMeterForWhatCannotBegin() async throws {
        let outcome = try await onTerminal(SideBySide.sockeye, CommandCase("-o", "file", "http://127.0.0.1:x/"))
        #expect(lines(outcome.output).count == 1, "\(outcome)")
    }

    /// Its columns have names.
    @Test func severalFilesHaveAHeading() async throws {
        let url = "http://127.0.0.1:PORT/sized/54321"
        let outcome = try await onTerminal(SideBySide.sockeye, CommandCase("-Z", "-o", "a", url, "-o", "b", url))
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output.ranges(of: "name ").count == 1 && outcome.output.contains(" done    speed     left parts"))
    }

    /// A body on the terminal isn't mixed with the meter.
    @Test func noMeterInTheBody() async throws {
        let command = CommandCase("http://127.0.0.1:PORT/hello")
        let ours = try await onTerminal(SideBySide.sockeye, command)
        #expect(ours.output == (try await onTerminal(SideBySide.curl, command)).output)
        #expect(lines(ours.output) == ["Hello from Sockeye's loopback server."])
    }

    @Test func binaryIsKeptOffTheTerminal() async throws {
        let command = CommandCase("http://127.0.0.1:PORT/large/1000")
        let ours = try await onTerminal(SideBySide.sockeye, command)
        let theirs = try await onTerminal(SideBySide.curl, command)
        #expect(ours.exitCode == 23)
        #expect(theirs.exitCode == 23)
        #expect(!ours.output.contains("\0"))
        #expect(
            lines(ours.output).first == "Warning: Binary output can mess up your terminal. Use \"--output -\" to tell")
        #expect(lines(ours.output).last?.hasPrefix("sockeye: (23) ") == true, "\(ours)")
        let asked = try await onTerminal(
            SideBySide.sockeye, CommandCase("-o", "-", "http://127.0.0.1:PORT/large/1000"))
        #expect(asked.exitCode == 0)
        #expect(asked.output.utf8.count(where: { $0 == 0 }) == 1000)
    }

    /// The tour on a terminal and through a pipe: every line in order, and nothing but text.
    @Test(arguments: [true, false]) func theDemo(_ isOnTerminal: Bool) async throws {
        var command = CommandCase("--demo")
        if !isOnTerminal { command = command.shell("exec 2>errors; \"$0\" \"$@\" | cat") }
        let outcome =
            isOnTerminal
            ? try await onTerminal(SideBySide.sockeye, command)
            : try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 0)
        #expect(outcome.files["errors"] ?? "" == "")
        // A terminal adds a carriage return before each line feed, even if there is one already.
        let shown = outcome.output.replacing("\\r\n", with: "\n").replacing("\r\n", with: "\n")
        // Names of fields are bold there.
        #expect(shown.contains("\u{1B}[1mContent-Range\u{1B}[0m: ") == isOnTerminal)
        let text = shown.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
        var rest = text[...]
        for part in [
            "A local server is", "── 1. ", "\n$ sockeye -v http://127.0.0.1:", "\n*   Trying", "\n* Connected to",
            "\n> GET /hello HTTP/1.1\n", "\n< HTTP/1.1 200 OK\n", "\nHello from Sockeye's loopback server.\n",
            "left intact\n", "── 2. ", "SSL connection using TLSv1.3", "verify ok", "\nHello from Sockeye's",
            "── 3. ", "\nTransfer-Encoding: chunked\n", "\n0000000000 ", "\n0000000256 ", "── 4. ",
            "\nHTTP/1.1 206 Partial Content\n", "\nContent-Range: bytes 640-767/1000\n", "\n0000000640 ",
            "\n0000000704 ", "── 5. ", "268435456 bytes in ", "── 6. ", "268435456 bytes in ", "sockeye --help",
        ] {
            guard let place = rest.firstRange(of: part) else {
                Issue.record("'\(part)' is missing or out of order:\n\(text)")
                return
            }
            rest = rest[place.upperBound...]
        }
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || $0.value >= 0x20 && $0.value != 0x7F })
    }
}
