import SockeyeTesting
import TestSupport
import Testing

/// Each way to fail: curl's exit code, our message, and nothing left that looks like a result.
struct FailureCases {
    /// A failing command line, its exit code, and words that its message must contain.
    struct Failure: Sendable, CustomStringConvertible {
        let code: Int32
        let words: [String]
        let command: CommandCase

        init(_ code: Int32, _ words: [String], _ command: CommandCase) {
            (self.code, self.words, self.command) = (code, words, command)
        }

        var description: String { "\(code): \(command)" }
    }

    @Test(arguments: beforeTheAnswer + inTheAnswer + trust) func failsAsCurlDoes(_ failure: Failure) async throws {
        let (theirs, ours) = try await Turns.shared.take {
            async let theirs = SideBySide.run(SideBySide.curl, failure.command)
            async let ours = SideBySide.run(SideBySide.sockeye, failure.command)
            return try await (theirs, ours)
        }
        #expect(ours.exitCode == failure.code, "\(ours)")
        if let difference = failure.command.difference {
            #expect(theirs.exitCode != ours.exitCode, "as in curl now: still '\(difference.reason)'?\n\(theirs)")
            #expect(difference.holds(ours), "\(difference.reason)\n\(ours)")
        } else {
            #expect(theirs.exitCode == failure.code, "\(theirs)")
        }
        #expect(ours.errors.hasPrefix("sockeye: "), "\(ours)")
        let isUsage = ours.errors.hasSuffix("sockeye: try 'sockeye --help' for more information\n")
        #expect(ours.errors.split(separator: "\n").count == (isUsage ? 2 : 1), "one line: \(ours)")
        for word in failure.words { #expect(ours.errors.contains(word), "'\(word)' in \(ours)") }
        // A partial file, which curl leaves, never has its final name here.
        #expect(ours.files["file"] == nil, "\(ours)")
        let isNoisy = ours.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }
        #expect(!isNoisy, "\(ours)")
    }

    private static let url = "http://127.0.0.1:PORT/"

    private static let beforeTheAnswer: [Failure] = [
        Failure(1, ["ftq"], CommandCase("-sS", "ftq://127.0.0.1/")),
        Failure(2, ["--nonsense", "unknown"], CommandCase("--nonsense", url)),
        Failure(2, ["no URL"], CommandCase("-sS")),
        Failure(2, ["-m", "numerical"], CommandCase("-sS", "-m", "soon", url)),
        Failure(2, ["-o", "requires parameter"], CommandCase(url, "-o")),
        Failure(2, ["POST", "HEAD"], CommandCase("-sSI", "-d", "a", url)),
        Failure(3, ["port"], CommandCase("-sS", "http://127.0.0.1:99999/")),
        Failure(3, [], CommandCase("-sS", "http://")),
        Failure(3, ["a space"], CommandCase("-sS", "http://127.0.0.1 x/")),
        Failure(6, ["nowhere.invalid"], CommandCase("-sS", "http://nowhere.invalid/")),
        Failure(
            7, ["127.0.0.1:\(refusedPort)", "refused", "start the server"],
            CommandCase("-sS", "http://127.0.0.1:\(refusedPort)/")),
        Failure(7, ["none.socket"], CommandCase("-sS", "--unix-socket", "none.socket", "http://a/")),
        Failure(26, ["none"], CommandCase("-sS", "-K", "none")),
        Failure(
            26, ["none", "No such file"],
            CommandCase("-sS", "-d", "@none", url).differs([.exitCode], "nothing is posted") { $0.requests == [] }),
    ]

    private static let inTheAnswer: [Failure] = [
        Failure(52, ["127.0.0.1:PORT", "without answering"], CommandCase("-sS", url).script(.awaitRequest, .close)),
        Failure(56, ["127.0.0.1:PORT"], CommandCase("-sS", url).script(.awaitRequest, .reset)),
        Failure(1, ["not HTTP"], CommandCase("-sS", url).answer("SSH-2.0-something\r\n\r\n")),
        Failure(1, [], CommandCase("-sS", url).answer("HTTP/3.7 200 OK\r\n\r\n")),
        Failure(
            18, ["3", "file.part"],
            CommandCase("-sS", "-o", "file", url).answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")),
        Failure(
            18, ["file.part"],
            CommandCase("-sS", "-o", "file", url).answer(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc")),
        Failure(
            18, [], CommandCase("-sS", url).answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")),
        Failure(
            56, ["chunk"],
            CommandCase("-sS", "-o", "file", url)
                .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n")),
        Failure(
            56, [],
            CommandCase("-sS", url)
                .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n")),
        Failure(
            56, [],
            CommandCase("-sS", "-o", "file", url)
                .script(.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .reset)),
        Failure(8, ["Content-Length"], CommandCase("-sS", url).answer("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")),
        Failure(
            8, ["Content-Length"],
            CommandCase("-sS", "-o", "file", url)
                .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc")
                .differs([.exitCode], "two lengths are an error (RFC 9112 section 6.3)") { $0.output.isEmpty }),
        Failure(8, [], CommandCase("-sS", url).answer("HTTP/1.1 200 OK\r\nX-Bad\0: 1\r\n\r\nabc")),
        Failure(22, ["404"], CommandCase("-sSf", "-o", "file", "http://127.0.0.1:PORT/status/404")),
        Failure(
            23, ["/dev/full", "No space"], CommandCase("-sS", "-o", "/dev/full", "http://127.0.0.1:PORT/sized/9")),
        Failure(
            23, ["none/file", "No such file"],
            CommandCase("-sS", "-o", "none/file", "http://127.0.0.1:PORT/sized/9")),
        Failure(
            23, ["folder"],
            CommandCase("-sS", "-o", "folder", "http://127.0.0.1:PORT/sized/9").shell(
                "mkdir folder; exec \"$0\" \"$@\"")),
        // What is written at the end is why some runs are made.
        Failure(
            23, ["cookies in none/jar", "No such file"],
            CommandCase("-sS", "-c", "none/jar", "http://127.0.0.1:PORT/sized/9")
                .differs([.exitCode], "the cookies are lost") { $0.output.count == 9 }),
        Failure(
            23, ["HSTS hosts in none/hosts", "No such file"],
            CommandCase("-sS", "--hsts", "none/hosts", "http://127.0.0.1:PORT/sized/9")
                .differs([.exitCode], "the hosts are lost") { $0.output.count == 9 }),
        Failure(
            23, ["standard output", "No space"],
            CommandCase("-sS", "-o", "body", "-w", "%{http_code}", "http://127.0.0.1:PORT/sized/9")
                .shell("exec \"$0\" \"$@\" >/dev/full")
                .differs([.exitCode], "the report is lost") { $0.files["body"]?.count == 9 }),
        Failure(
            23, ["/dev/full: write failed", "No space"],
            CommandCase("-sS", "-w", "%output{/dev/full}%{http_code}", "http://127.0.0.1:PORT/sized/9")
                .differs([.exitCode], "the report is lost") { $0.output.count == 9 }),
        Failure(
            23, ["standard output", "No space"],
            CommandCase("-sS", "-o", "body", "-c", "-", "http://127.0.0.1:PORT/sized/9")
                .shell("exec \"$0\" \"$@\" >/dev/full")
                .differs([.exitCode], "the cookies are lost") { $0.files["body"]?.count == 9 }),
        Failure(28, ["timed out", "0.2", "-m "], CommandCase("-sS", "-m", "0.2", url).script(.awaitRequest, .stall)),
        Failure(
            28, ["timed out", "3 bytes", "file.part"],
            CommandCase("-sS", "-m", "2", "-o", "file", url)
                .script(.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .stall)),
        Failure(
            28, ["timed out", "--connect-timeout "],
            CommandCase("-sS", "--connect-timeout", "0.3", "https://127.0.0.1:PORT/").script(.stall)),
        Failure(
            56, ["close_notify"],
            CommandCase("-sS", "--cacert", "ca.pem", "-o", "file", "https://127.0.0.1:PORT/").secure()
                .script(.awaitRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .cut)
                .differs([.exitCode], "without close_notify, the body may be cut") {
                    $0.files["file"] == nil && $0.files["file.part"] == "abc"
                }),
    ]

    private static let trust: [Failure] = [
        Failure(
            60, ["127.0.0.1", "Sockeye throwaway CA", "--cacert "],
            CommandCase("-sS", "https://127.0.0.1:PORT/").secure()),
        Failure(60, ["expired"], CommandCase("-sS", "--cacert", "ca.pem", "https://localhost:PORT/").secure(.expired)),
        Failure(
            60, ["wrong.example"],
            CommandCase("-sS", "--cacert", "ca.pem", "https://localhost:PORT/").secure(.wrongHost)),
        Failure(60, [], CommandCase("-sS", "--cacert", "ca.pem", "https://localhost:PORT/").secure(.selfSigned)),
        Failure(60, [], CommandCase("-sS", "--cacert", "ca.pem", "https://localhost:PORT/").secure(.unknownAuthority)),
        Failure(77, ["none.pem"], CommandCase("-sS", "--cacert", "none.pem", "https://127.0.0.1:PORT/").secure()),
        Failure(
            77, ["text"],
            CommandCase("-sS", "--cacert", "text", "https://127.0.0.1:PORT/").secure().files(["text": "no certificate"])
        ),
        Failure(35, ["127.0.0.1:PORT"], CommandCase("-sS", "https://127.0.0.1:PORT/")),
        Failure(35, ["127.0.0.1:PORT"], CommandCase("-sSk", "https://127.0.0.1:PORT/").script(.receive(1), .close)),
    ]

    /// `-s` prints nothing, `-sS` the error, and without them warnings too.
    @Test(arguments: [(["-s"], ""), (["-sS"], "sockeye: (7) "), ([], "Warning: "), (["-S"], "Warning: ")])
    func silenceIsKept(_ flags: [String], _ beginning: String) async throws {
        var command = CommandCase("-o", "a", "-o", "b", "http://127.0.0.1:\(refusedPort)/")
        command.flags = flags
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 7)
        if beginning.isEmpty {
            #expect(outcome.errors == "")
        } else {
            #expect(outcome.errors.hasPrefix(beginning))
        }
    }

    /// Control characters from a server must not reach the terminal.
    @Test func whatAServerSaysIsEscaped() async throws {
        let command = CommandCase("-v", "-sS", Self.url).answer(
            "HTTP/1.1 200 \u{202E}fine\r\nX-Colour: \u{9B}31m\r\nContent-Length: 9\r\n\r\nabc")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.errors.contains("< HTTP/1.1 200 \\u{202E}fine"), "\(outcome)")
        #expect(outcome.errors.contains("X-Colour: \\u{9B}31m"), "\(outcome)")
    }
}
