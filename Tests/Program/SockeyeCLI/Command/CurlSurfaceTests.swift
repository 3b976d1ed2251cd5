import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeCLI

/// The program called as `curl`: its messages, exit codes and the files that it writes.
@Suite("Called as curl", .timeLimit(.minutes(1)))
struct CurlSurfaceTests {
    @Test(arguments: [
        ("curl", CommandSurface.curl), ("/usr/bin/curl", .curl), ("./curl", .curl), ("curl/", .curl), ("", .sockeye),
        ("sockeye", .sockeye), ("curl/sockeye", .sockeye), ("mycurl", .sockeye), ("curl2", .sockeye),
        ("Curl", .sockeye),
    ])
    func name(_ path: String, _ surface: CommandSurface) {
        #expect(CommandSurface(calledAs: Array(path.utf8)) == surface)
    }

    @Test(arguments: [
        (["http://127.0.0.1:1/"], 7, "(7) Failed to connect to 127.0.0.1 port 1 after "),
        (["-x", "socks5h://127.0.0.1:1", "http://h/"], 7, "(7) Failed to connect to 127.0.0.1 port 1 after "),
        (["--interface", "nosuch0", "http://127.0.0.1:1/"], 45, "(45) could not connect (http://127.0.0.1:1): "),
        (["abc://h/"], 1, "(1) Protocol \"abc\" not supported\n"),
        (
            ["http://127.0.0.1:65536/"], 3,
            "(3) URL rejected: Port number was not a decimal number between 0 and 65535\n"
        ),
        (["http:///"], 3, "(3) URL rejected: No host part in the URL\n"), (["http://[::g]/"], 3, "(3) bad range"),
        (["-g", "http://[::g]/"], 3, "(3) URL rejected: Bad IPv6 address\n"),
        (["http://x.onion/"], 6, "(6) Not resolving .onion address (RFC 7686)\n"),
        (["-K", "bad", "u"], 2, "option -K: bad:1: 'nonsense' is unknown"), (["-K", "none", "u"], 26, "option -K:"),
        (["--pinnedpubkey", "bad", "u"], 90, "option --pinnedpubkey: no public key in bad\n"),
        (["-r", "1-2", "-C", "3", "u"], 2, "--continue-at is mutually exclusive with --range\n"),
        (["-w", "%{nonsense}", "abc://h/"], 1, "unknown --write-out variable: 'nonsense'\n"),
    ])
    func failure(_ words: [String], _ code: Int32, _ message: String) async {
        let machine = MemoryMachine(files: ["bad": "nonsense = 1\n"])
        let end = await perform(words, on: machine, as: .curl)
        #expect(end.code.rawValue == code, "\(end.errors)")
        #expect(end.errors.contains("curl: " + message) && !end.errors.contains("sockeye"), "\(end.errors)")
        // As with curl, the hint follows what is wrong with an option.
        let isHinted = message.hasPrefix("option")
        #expect(end.errors.contains("curl: try 'curl --help' or 'curl --manual' for more information") == isHinted)
        let own = await perform(words, on: MemoryMachine(files: ["bad": "nonsense = 1\n"]))
        #expect(own.errors.contains("sockeye: ") && !own.errors.contains("curl: "), "\(own.errors)")
    }

    @Test(
        "Hints, in curl's words and when curl gives them",
        arguments: [
            (
                ["-H", "“A: b", "-s"],
                "Warning: The argument '“A: b' starts with a Unicode quote where maybe an \nWarning: ASCII \" was intended?\n"
            ),
            (["-s", "-H", "“A: b"], ""),
            (
                ["-u", "“me:secret", "-s"],
                "Warning: the argument of --user begins with a typographic quote; is \" or ' \nWarning: meant?\n"
            ),
            (
                ["-K", "quotes", "-s"],
                "Warning: quotes:1 Option 'data' uses argument with leading single quote. It is \n"
                    + "Warning: probably a mistake. Consider double quotes.\n"
            ),
            (
                ["-K", "blanks", "-s"],
                "Warning: blanks:1 Option 'data' uses argument with unquoted whitespace. This \n"
                    + "Warning: may cause side-effects. Consider double quotes.\n"
            ),
            (["--follow", "-L"], "Warning: --follow overrides --location\n"),
            (["-X", "POST", "-d", "a"], "Note: Unnecessary use of -X or --request, POST is already inferred.\n"),
            (["-X", "get"], "Note: Unnecessary use of -X or --request, GET is already inferred.\n"),
            (["-X", "POST", "-d", "a", "-s"], ""), (["-X", "PUT", "-d", "a"], ""), (["-X", "GET", "-d", "a"], ""),
            (
                ["-X", "HEAD"],
                "Warning: Setting custom HTTP method to HEAD with -X/--request may not work the \n"
                    + "Warning: way you want. Consider using -I/--head instead.\n"
            ),
        ])
    func hints(_ options: [String], _ hint: String) async throws {
        let server = try await Self.server(.text("ok"))
        let machine = MemoryMachine(files: ["quotes": "data = 'a'\n", "blanks": "data = a b\n"])
        let end = await perform(["--no-progress-meter"] + options + [server.url("/")], on: machine, as: .curl)
        #expect(end.errors == hint)
        await server.stop()
    }

    @Test(
        "What curl says of a command line, whole",
        arguments: [
            (
                ["-T", "f", "-d", "a", "http://h/"], 2,
                "Warning: You can only select one HTTP request method! You asked for both PUT \n"
                    + "Warning: (-T, --upload-file) and POST (-d, --data).\n"
            ),
            (
                ["-K", "none", "http://h/"], 26,
                "curl: cannot read config from 'none'\ncurl: option -K: error encountered when reading a file\nHINT"
            ),
            (["-O", "-I", "--next", "http://h/"], 2, "curl: missing URL before --next\n"),
            (
                ["http://h/", "-m", "22222242222222222"], 2,
                "curl: option -m: expected a proper numerical parameter\nHINT"
            ),
            (
                ["--unix-socket", "-k", "hej://h"], 1,
                "Warning: The filename argument '-k' looks like a flag.\ncurl: (1) Protocol \"hej\" not supported\n"
            ),
            (["-K", "help"], 2, "curl: (2) no URL specified\nHINT"),
            (
                ["--no-data", "http://h/"], 2,
                "curl: option --no-data: the given option cannot be reversed with a --no- prefix\nHINT"
            ),
            (
                ["--cacert", "none", "http://h/"], 2,
                "curl: The file 'none' provided to --cacert does not exist\ncurl: option --cacert: is badly used here\nHINT"
            ),
            (["-s", "--crlfile", "none", "http://h/"], 2, "curl: option --crlfile: is badly used here\nHINT"),
            (["--netrc-file", "none", "--netrc-optional", "hej://h"], 1, "curl: (1) Protocol \"hej\" not supported\n"),
            (["--netrc-file", "none", "-u", "a:b", "hej://h"], 1, "curl: (1) Protocol \"hej\" not supported\n"),
            (
                ["http://h/{<a>b}{<a>c}"], 3,
                "curl: (3) Duplicate glob name in position 19:\nhttp://h/{<a>b}{<a>c}\n                  ^\n"
            ),
            (
                ["http://h/{<a>b,c}", "-o", "x#<b>"], 43,
                "curl: (43) no glob exists with this name in position 5:\nx#<b>\n    ^\n"
            ),
            (["-T", "none", "ftp://h/a b"], 3, "curl: (3) URL rejected: Malformed input to a URL function\n"),
        ] as [([String], Int32, String)])
    func words(_ words: [String], _ code: Int32, _ text: String) async {
        let end = await perform(words, on: MemoryMachine(files: ["help": "-h all\n"]), as: .curl)
        let hint = "curl: try 'curl --help' or 'curl --manual' for more information\n"
        #expect(end.code.rawValue == code)
        #expect(end.errors == text.replacing("HINT", with: hint))
    }

    private static func server(_ reply: LoopbackReply) async throws -> LoopbackServer {
        try await LoopbackServer.start { _ in reply }
    }

    @Test(arguments: [
        (
            [], [SockeyeTesting.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close], 18,
            "end of response with 5 bytes missing"
        ),
        ([], [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nA: b\r\n"), .close], 18, "transfer closed"),
        ([], [.send("HTTP/1.1 200 OK\nContent-Length: 9\nA: b\n"), .close], 18, "transfer closed"),
        ([], [.send("HTTP/1.1 200 OK\r\nA: b\r\n"), .close], 56, "within the response head"),
        ([], [.close], 52, "Empty reply from server"),
        ([], [.send("text\n"), .close], 1, "Received HTTP/0.9 when not allowed"),
        (["-I"], [.send("text\n"), .close], 8, "Weird server reply"),
        ([], [.send("HTTP/1.1 100 Continue\r\n\r\ntext\n"), .close], 8, "Weird server reply"),
        ([], [.send("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")], 0, ""),
        (
            ["-f"], [.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")], 22,
            "The requested URL returned error: 401\n"
        ),
        (
            [], [.send("HTTP/1.1 200 OK\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")], 8,
            "Multiple Location headers"
        ),
        (
            [], [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\nzz"), .close], 61,
            "Unsolicited Transfer-Encoding (gzip) found"
        ),
        (
            ["--tr-encoding"],
            [
                .send("HTTP/1.1 200 OK\r\n" + String(repeating: "Transfer-Encoding: gzip\r\n", count: 6) + "\r\nx"),
                .close,
            ], 61, "Reject response exceeding limit of 5 transfer encodings"
        ),
        (
            ["--compressed"],
            [
                .send("HTTP/1.1 200 OK\r\n" + String(repeating: "Content-Encoding: gzip\r\n", count: 6) + "\r\nx"),
                .close,
            ], 61, "Reject response exceeding limit of 5 content encodings"
        ),
        (["-f", "-C", "5"], [.send("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n")], 0, ""),
        (["-C", "5"], [.send("HTTP/1.1 200 OK\r\nContent-Range: bytes 5-\r\nContent-Length: 0\r\n\r\n")], 0, ""),
        (
            ["-L", "--max-redirs", "0"], [.send("HTTP/1.1 302 Go\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")], 47,
            "Maximum (0) redirects followed\n"
        ),
    ])
    func answer(_ options: [String], _ steps: [SockeyeTesting.Step], _ code: Int32, _ message: String) async throws {
        let server = try await LoopbackServer.start(script: Script([.awaitRequest] + steps))
        let end = await perform(["-sS"] + options + [server.url("/")], as: .curl)
        #expect(end.code.rawValue == code && end.errors.hasPrefix(code == 0 ? "" : "curl: (\(code)) "), "\(end.errors)")
        #expect(end.errors.contains(message) && end.errors.isEmpty == (code == 0), "\(end.errors)")
        await server.stop()
    }

    @Test(arguments: [(CommandSurface.curl, "/shop\t", "/a/b\t"), (.sockeye, "/shop/\t", "/a/b/\t")])
    func jar(_ surface: CommandSurface, _ given: String, _ own: String) async throws {
        var reply = LoopbackReply.text("")
        reply.fields += [
            .init("Set-Cookie", "g=1; path=/shop/"), .init("Set-Cookie", "o=1"), .init("Set-Cookie", "r=1; path=/"),
        ]
        reply.fields.append(.init("Set-Cookie", "nameless"))
        reply.fields.append(.init("Set-Cookie", "f=1; path=/; max-age=99999999999"))
        let (server, machine) = (try await Self.server(reply), MemoryMachine())
        let end = await perform(["-s", "-c", "jar", server.url("/a/b/c")], on: machine, as: surface)
        let lines = machine.text(of: "jar")?.split(separator: "\n").map(String.init) ?? []
        func line(_ name: String) -> String { lines.first { $0.contains("\t\(name)\t1") } ?? "" }
        #expect(end.code == .success && line("g").contains(given) && line("o").contains(own), "\(lines)")
        #expect(line("r").contains("\t/\t") && lines.contains { $0.contains("nameless") } == (surface == .sockeye))
        if surface == .curl { #expect(line("f").split(separator: "\t")[4].hasSuffix("0"), "\(lines)") }
        await server.stop()
    }

    @Test func whatIsThereIsSkippedInItsWords() async {
        let end = await perform(
            ["--skip-existing", "-o", "f", "http://127.0.0.1:1/"], on: MemoryMachine(files: ["f": ""]), as: .curl)
        #expect(end.errors == "Note: skips transfer, \"f\" exists locally\n")
    }
}
