import SockeyeTesting
import Testing

/// Proxies that lie, send nonsense or never end, compared with curl: the same exit code, and none of their output
/// passes for the server's.
struct ProxyLieTests {
    /// The proxy's behaviour, and our intended differences from curl.
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        let options: [String]
        let steps: [Step]
        /// Our exit code where it isn't curl's; a comment gives the reason.
        var ownCode: Int32?
        var testDescription: String { name }

        init(_ name: String, _ options: [String], _ steps: [Step], ownCode: Int32? = nil) {
            (self.name, self.options, self.steps, self.ownCode) = (name, options, steps, ownCode)
        }

        /// A proxy that answers CONNECT with this text.
        static func answers(_ name: String, _ text: String, ownCode: Int32? = nil) -> Lie {
            Lie(name, ["-x", "127.0.0.1:PORT"], [.awaitRequest, .send(text), .close], ownCode: ownCode)
        }

        /// A SOCKS proxy of this kind that sends each group of bytes after receiving the given number.
        static func socks(_ name: String, _ kind: String, _ talk: [(Int, [UInt8])], ownCode: Int32? = nil) -> Lie {
            Lie(
                "\(kind): \(name)", ["-x", "\(kind)://127.0.0.1:PORT"],
                talk.flatMap { [Step.receive($0.0), .sendBytes($0.1)] } + [.close], ownCode: ownCode)
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

    private static let http: [Lie] = [
        .answers("403", "HTTP/1.1 403 No\r\nContent-Length: 4\r\n\r\nevil", ownCode: 7),
        .answers("502 without a length", "HTTP/1.1 502 No\r\n\r\nevil", ownCode: 7),
        .answers(
            "302", "HTTP/1.1 302 Go\r\nLocation: http://evil.example/\r\nContent-Length: 0\r\n\r\n", ownCode: 7),
        .answers("101", "HTTP/1.1 101 Switch\r\n\r\n"),
        .answers("407 without a challenge", "HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n", ownCode: 7),
        .answers("no HTTP", "SSH-2.0-proxy\r\n\r\n"),
        .answers("nothing", ""),
        .answers("half a head", "HTTP/1.1 200 Go\r\nX-A: 1\r\n"),
        .answers("200 and an answer of its own", "HTTP/1.1 200 Go\r\n\r\n" + head, ownCode: 56),
        .answers("200, a length and a body", head, ownCode: 56),
        Lie("hangs up", ["-x", "127.0.0.1:PORT"], [.awaitRequest, .cut]),
        Lie("resets", ["-x", "127.0.0.1:PORT"], [.awaitRequest, .reset]),
        Lie("says nothing", ["-x", "127.0.0.1:PORT", "-m", "1"], [.awaitRequest, .stall]),
        Lie(
            "drips for ever", ["-x", "127.0.0.1:PORT", "-m", "1"],
            [.awaitRequest, .send("HTTP/1.1 200 Go\r\nX-A: "), .stall]),
        Lie(
            "asks again and again", ["-x", "127.0.0.1:PORT", "-U", "u:p", "--proxy-anyauth", "-m", "20"],
            [
                .forEachRequest([
                    .send("HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n")
                ])
            ], ownCode: 7),
    ]

    private static let socks: [Lie] = [
        .socks("another version", "socks4", [(9, [4, 90, 0, 0, 0, 0, 0, 0])]),
        .socks("refused", "socks4", [(9, [0, 91, 0, 0, 0, 0, 0, 0])]),
        .socks("no identd", "socks4", [(9, [0, 92, 0, 0, 0, 0, 0, 0])]),
        .socks("another user", "socks4", [(9, [0, 93, 0, 0, 0, 0, 0, 0])]),
        .socks("an unknown code", "socks4", [(9, [0, 7, 0, 0, 0, 0, 0, 0])]),
        .socks("cut", "socks4", [(9, [0, 90, 0])]),
        .socks("HTTP", "socks4", [(9, Array(head.utf8))]),
        .socks("nothing", "socks4a", [(9, [])]),
        .socks("another version", "socks5", [(3, [4, 0])]),
        .socks("no method", "socks5", [(3, [5, 255])]),
        .socks("a method that was not offered", "socks5", [(3, [5, 2])]),
        .socks("GSSAPI", "socks5", [(3, [5, 1])]),
        .socks("HTTP", "socks5h", [(3, Array(head.utf8))]),
        .socks("cut", "socks5", [(3, [5])]),
        .socks("nothing", "socks5", [(3, [])]),
        .socks("a reply with another version", "socks5", [(3, [5, 0]), (10, [4, 0, 0, 1, 0, 0, 0, 0, 0, 0])]),
        .socks("an address of no kind", "socks5", [(3, [5, 0]), (10, [5, 0, 0, 9, 0, 0, 0, 0, 0, 0])]),
        .socks("a cut reply", "socks5", [(3, [5, 0]), (10, [5, 0, 0, 1, 0, 0])]),
        .socks("a cut name", "socks5", [(3, [5, 0]), (10, [5, 0, 0, 3, 200, 0, 0, 0, 0, 0])]),
        Lie("socks5h: says nothing", ["-x", "socks5h://127.0.0.1:PORT", "-m", "1"], [.receive(3), .stall]),
        Lie(
            "socks5h: refuses the password", ["-x", "socks5h://u:p@127.0.0.1:PORT"],
            [.receive(4), .sendBytes([5, 2]), .receive(5), .sendBytes([1, 1]), .close]),
        Lie(
            "socks5h: a verdict of another version", ["-x", "socks5h://u:p@127.0.0.1:PORT"],
            [.receive(4), .sendBytes([5, 2]), .receive(5), .sendBytes([9, 1]), .close]),
    ]
    private static let refusals: [Lie] = (UInt8(1)...9).map {
        .socks("refused with \($0)", "socks5", [(3, [5, 0]), (10, [5, $0, 0, 1, 0, 0, 0, 0, 0, 0])])
    }

    @Test(arguments: http + socks + refusals) func endsAsWithCurl(_ lie: Lie) async throws {
        var command = CommandCase("-sS", "-o", "file", "http://192.0.2.7:81/secret")
        command.flags = ["-p", "--noproxy", ""] + lie.options
        command.script = Script(lie.steps)
        let case_ = command
        let (theirs, ours) = try await Turns.shared.take {
            async let theirs = SideBySide.run(SideBySide.curl, case_)
            async let ours = SideBySide.run(SideBySide.sockeye, case_)
            return try await (theirs, ours)
        }
        #expect(ours.exitCode == lie.ownCode ?? theirs.exitCode, "\(ours)\n\(theirs)")
        #expect(ours.exitCode != 0)
        #expect(ours.files == [:], "\(ours)")
        #expect(!ours.requests.contains { $0.contains("/secret") }, "the proxy received the request: \(ours)")
        #expect(ours.errors.split(separator: "\n").count == 1, "\(ours)")
    }

    /// An endless head costs no more than its limit.
    @Test(arguments: [[], ["-p"]]) func anEndlessHead(_ options: [String]) async throws {
        let line = "X-Filler: " + String(repeating: "x", count: 10_000) + "\r\n"
        var command = CommandCase("-sS", "-o", "file", "http://192.0.2.7:81/")
        command.flags = options + ["--noproxy", "", "-x", "127.0.0.1:PORT"]
        command.script = Script(
            [.awaitRequest, .send("HTTP/1.1 200 Go\r\n")] + Array(repeating: .send(line), count: 400))
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        #expect([8, 56].contains(ours.exitCode), "\(ours)")
        #expect(ours.errors.contains("Limits.headBytes"), "\(ours)")
        #expect(ours.files == [:])
    }

    /// `--noproxy` and `NO_PROXY`: requests to the proxy have the whole URL in their request line. IPv6 ranges aren't
    /// compared: curl 7.88 documents them, but takes the address for a name.
    @Test(arguments: [
        ("a.test", "a.test"), ("a.test", "b.a.test"), ("a.test", "ba.test"), ("a.test", "test"),
        (".a.test", "a.test"), (".a.test", "b.a.test"), ("a.test.", "a.test"), ("a.test", "a.test."),
        ("..a.test", "a.test"), ("*.a.test", "b.a.test"), ("*", "a.test"), ("b.test,*", "a.test"),
        ("b.test,a.test", "a.test"), (",,b.test,,a.test,,", "a.test"), ("b.test , a.test", "a.test"),
        (" a.test ", "a.test"), ("", "a.test"), (".", "a.test"), ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.2"), ("127.0.0.0/8", "127.0.0.2"), ("127.0.0.0/31", "127.0.0.2"),
        ("127.0.0.2/31", "127.0.0.3"), ("127.0.0.0/33", "127.0.0.1"), ("127.0.0.0/x", "127.0.0.1"),
        ("127.0.0.1/32", "127.0.0.1"), ("127", "127.0.0.1"), (".0.0.1", "127.0.0.1"), ("::1", "[::1]"),
        ("::2/127", "[::1]"), ("127.0.0.0/8", "a.test"),
    ])
    func exceptions(_ list: String, _ host: String) async throws {
        let name = host.hasPrefix("[") || host.first?.isNumber == true ? [] : ["--resolve", "\(host):OTHER:127.0.0.1"]
        let line = ["-x", "127.0.0.1:PORT"] + name + ["http://\(host):OTHER/hello"]
        try await Oracle.compare(["--noproxy", list] + line, ignoring: ["proxy-connection"])
        try await Oracle.compare(line, environment: ["no_proxy": list], ignoring: ["proxy-connection"])
    }
}
