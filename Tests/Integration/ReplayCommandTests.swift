import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// `--record` and `--replay`: the replay prints what the recorded run printed, and ends as it did.
struct ReplayCommandTests {
    /// A command line; `URL` is the server's, `DIR` a folder.
    struct Scene: Sendable, CustomStringConvertible {
        var words: [String]
        var code: Int32 = 0
        var isSecure = false
        var script: Script?
        var input: [UInt8] = []

        init(_ words: String..., code: Int32 = 0, secure: Bool = false, script: Script? = nil, input: [UInt8] = []) {
            (self.words, self.code, isSecure, self.script, self.input) = (words, code, secure, script, input)
        }

        var description: String { words.joined(separator: " ") }
    }

    private static let half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
    private static let zipped: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 202, 44, 40, 72, 77, 225, 170, 26, 12, 20, 0, 102, 150, 168, 86, 140, 0,
        0, 0,
    ]

    private static let scenes: [Scene] = [
        Scene("URL/hello"), Scene("-i", "URL/informational"), Scene("-I", "URL/hello"),
        Scene("-L", "-w", "%{url_effective} %{num_redirects} %{num_connects}\\n", "URL/away"),
        Scene("--compressed", "URL/gzip"), Scene("-i", "URL/chunked/3"), Scene("-d", "a=b", "URL/echo"),
        Scene("-H", "Expect: 100-continue", "-d", "a=b", "URL/echo"),
        Scene("-F", "a=b", "-F", "c=d;type=x/y", "URL/echo"),
        Scene("-d", "@-", "URL/echo", input: Array("from standard input".utf8)), Scene("-d", "@DIR/body", "URL/echo"),
        Scene("-d", "@DIR/secrets", "URL/echo"),
        Scene("-d", "@-", "URL/echo", input: Array("password: hunter2\n".utf8)),
        Scene("-T", "-", "URL/echo", input: Array("see https://u:p@h/\n".utf8)),
        Scene("-d", #"{"hook":"https://u:p@example.com/x"}"#, "URL/echo"), Scene("--json", #""//a:b@c""#, "URL/echo"),
        Scene("-F", "x=https://u:p@h/", "URL/echo"), Scene("--url-query", "x=https://u:p@h/", "URL/hello"),
        Scene("--data-urlencode", "x@DIR/secrets", "URL/echo"),
        Scene("-d", "@-", "-d", "@DIR/standard-input", "URL/echo"),
        Scene("--output-dir", "DIR/folder", "-d", "@DIR/folder/../body", "-d", "@DIR/folder/up/body", "URL/echo"),
        Scene("--retry", "1", "--retry-delay", "1000000000", "URL/busy"),
        Scene("-T", "DIR/body", "URL/echo"), Scene("--retry", "2", "URL/busy"),
        Scene("--record-secrets", "--digest", "-u", "u:p", "URL/digest"), Scene("-o", "DIR/out", "URL/sized/100000"),
        Scene("--record-secrets", "-c", "DIR/jar", "-b", "DIR/jar", "URL/cookie", "URL/cookie"),
        Scene("--segments", "4", "-o", "DIR/out", "-w", "%{size_download}\\n", "URL/range/400000"),
        Scene("-C", "-", "-o", "DIR/half", "-w", "%{size_download}\\n", "URL/range/400000"),
        Scene("-Z", "URL/sized/1000", "URL/sized/2000", "URL/chunked/2", "URL/hello"), Scene("URL/hello", "URL/hello"),
        Scene("--cacert", "DIR/ca", "URL/hello", secure: true), Scene("URL/hello", code: 60, secure: true),
        Scene("--record-secrets", "-k", "--trace-ascii", "%", "--tls-max", "1.2", "URL/hello", secure: true),
        Scene("URL/", code: 56, script: [.awaitRequest, .send(half), .reset]),
        Scene("URL/", code: 18, script: [.awaitRequest, .send(half), .close]),
        Scene("URL/", code: 52, script: [.awaitRequest, .close]),
        Scene("-m", "1", "URL/", code: 28, script: [.awaitRequest, .send(half), .stall]),
        Scene("http://127.0.0.1:CLOSED/", code: 7), Scene("http://host.invalid/", code: 6),
        Scene("-f", "URL/nothing", code: 22), Scene("-o", "DIR/no/such", "URL/hello", code: 23),
        Scene("--output-dir", "DIR/folder", "-O", "URL/hello"),
        Scene("--output-dir", "DIR/none", "-O", "URL/hello", code: 23),
        Scene("--create-dirs", "-o", "DIR/none/out", "URL/hello"), Scene("-D", "DIR/no/such", "URL/hello", code: 23),
        Scene("-z", "DIR/body", "URL/dated"), Scene("-z", "-DIR/body", "URL/dated"),
        Scene("-T", "DIR/{body,ca}", "URL/echo"), Scene("-T", "{DIR/body,DIR/ca}", "URL/echo"),
        Scene("-T", "-", "URL/echo", input: Array("from standard input".utf8)),
        Scene("--skip-existing", "-o", "DIR/#1", "URL/{body,new}"),
        Scene("--no-clobber", "-o", "DIR/body", "URL/hello"),
        Scene("--hsts", "DIR/hosts", "http://hsts.invalid/", code: 6),
        Scene("--archive", "-T", "DIR/folder", "URL/echo"), Scene("--archive", "-F", "x=@DIR/folder", "URL/echo"),
    ]

    private static func handler(_ request: ReceivedRequest) -> LoopbackReply? {
        let port = request["Host"]?.split(separator: ":").last ?? "0"
        var reply = LoopbackReply.text("this is \(request.path)\n")
        switch request.path {
        case "/away":
            reply.status = 302
            reply.fields.append(.init("Location", "http://localhost:\(port)/hello"))
        case "/gzip":
            reply = .bytes(zipped)
            reply.fields.append(.init("Content-Encoding", "gzip"))
        case "/busy" where request.number == 1:
            reply.status = 503
            reply.fields.append(.init("Retry-After", "1"))
        case "/digest" where request["Authorization"] == nil:
            reply.status = 401
            reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""))
        case "/dated" where request["If-Modified-Since"] != nil: reply.status = 304
        case "/cookie": reply.fields.append(.init("Set-Cookie", "sid=s3cret"))
        case "/busy", "/digest", "/dated": break
        default: return nil
        }
        return reply
    }

    @Test("The replay is the recorded run, without a network", arguments: scenes)
    func same(scene: Scene) async throws {
        let server = try await LoopbackServer.start(secure: scene.isSecure, script: scene.script) { Self.handler($0) }
        let folder = try TemporaryFolder()
        _ = try folder.write("body", "the body of a file\n")
        _ = try folder.write("ca", server.authorityPEM)
        _ = try folder.write("hosts", "hsts.invalid \"20991231 00:00:00\"\n")
        _ = try folder.write("secrets", "password: hunter2\ntoken: x\nhttps://u:p@h/\n")
        _ = try folder.write("standard-input", "another file\n")
        mkdir(folder.file("folder"), 0o755)
        mkdir(folder.file("folder/up"), 0o755)
        _ = try folder.write("folder/up/body", "yet another\n")
        chmod(folder.file("folder/up/body"), 0o444)
        for name in ["folder/up", "folder"] {
            chmod(folder.file(name), 0o775)
            let long = timeval(tv_sec: 1_600_000_000, tv_usec: 0)
            utimes(folder.file(name), [long, long])
        }
        func filled(_ word: String) -> String {
            word.replacing("URL", with: server.url("")).replacing("DIR", with: folder.path)
                .replacing("CLOSED", with: "\(refusedPort)")
        }
        if scene.words.contains("DIR/half") {
            // An earlier run got the first half.
            let cut = try await LoopbackServer.start(script: [
                .awaitRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nETag: \"sockeye-400000\"\r\nAccept-Ranges: bytes\r\nContent-Length: 400000\r\n\r\n"
                ),
                .sendPattern(0..<200_000), .close,
            ])
            _ = try await Program.run(
                SideBySide.sockeye,
                ["-q", "-sS", "-C", "-", "-o", folder.file("half"), "--connect-to", "::127.0.0.1:\(cut.port)"]
                    + [server.url("/range/400000")])
            await cut.stop()
        }
        let file = folder.file("recording")
        let words = ["-q", "--record", file, "-sSv"] + scene.words.map(filled)
        let was = try await Program.run(SideBySide.sockeye, words, input: scene.input)
        await server.stop()
        #expect(was.status == scene.code, "\(was.errorText)")
        let again = try await Program.run("/usr/bin/env", Self.withoutNetwork + [SideBySide.sockeye, "--replay", file])
        let text = (try? folder.read("recording")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(again.status == was.status, "\(again.errorText)\n\(text)")
        #expect(again.text == was.text, "\(text)")
        // Names of absolute files differ, since a replay has a folder of its own.
        func lines(_ text: String) -> [String] { text.split(whereSeparator: \.isNewline).map { String($0) } }
        let errors = lines(again.errorText.replacing("root\(folder.path)", with: folder.path))
        var (found, expected) = (errors.filter { !$0.hasPrefix("sockeye: the replay wrote") }, lines(was.errorText))
        // What connections do at the same time is traced in either order.
        if scene.words.contains("-Z") { (found, expected) = (found.sorted(), expected.sorted()) }
        #expect(found == expected)
    }

    /// `unshare -n` where it is allowed; a replay opens no socket anyway (see below).
    private static let withoutNetwork: [String] = getuid() == 0 ? ["unshare", "-n"] : []

    @Test("A recording that is cut says so; one that is broken is refused with its line")
    func cutAndBroken() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(Self.half), .stall])
        let folder = try TemporaryFolder()
        let file = folder.file("recording")
        let program = try Program(SideBySide.sockeye, ["-q", "--record", file, "-sSN", server.url("/")])
        _ = await program.waitForText("abc")
        program.interrupt()
        #expect(await program.finish().status == 128 + SIGINT)
        await server.stop()
        var again = try await Program.run(SideBySide.sockeye, ["--replay", file])
        #expect(again.status == 56)
        #expect(again.text == "abc")
        #expect(again.errorText.contains("the recording was cut at line"), "\(again.errorText)")
        let text = String(decoding: try folder.read("recording"), as: UTF8.self)
        _ = try folder.write("recording", text.replacing("received", with: "recieved"))
        again = try await Program.run(SideBySide.sockeye, ["--replay", file])
        #expect(again.status == 26)
        #expect(again.errorText.contains("unknown kind of entry 'recieved'"))
        _ = try folder.write("recording", text.replacing("HTTP/1.1\\r\\nHost", with: "HTTP/1.1\\r\\nhost"))
        again = try await Program.run(SideBySide.sockeye, ["--replay", file])
        #expect(again.status == 125)
        #expect(again.errorText.contains("byte 16 of what it sends on connection c0 is \"Host"), "\(again.errorText)")
        #expect(again.errorText.ranges(of: "the replay differs").count == 1, "\(again.errorText)")
    }

    @Test(
        "A replay that doesn't send all that was sent differs",
        arguments: [(" argument bytes=http", nil), (" sent ", "MORE\"")] as [(String, String?)])
    func lessSent(old: String, new: String?) async throws {
        let server = try await LoopbackServer.start { Self.handler($0) }
        let folder = try TemporaryFolder()
        let body = new == nil ? [server.url("/hello"), server.url("/hello")] : ["-d", "a=b", server.url("/echo")]
        _ = try await Program.run(SideBySide.sockeye, ["-q", "--record", folder.file("r"), "-sS"] + body)
        await server.stop()
        var lines = String(decoding: try folder.read("r"), as: UTF8.self).split(separator: "\n").map { String($0) }
        let changed = try #require(lines.lastIndex { $0.contains(old) })
        if let new { lines[changed] = lines[changed].dropLast() + new } else { lines.remove(at: changed) }
        let text = lines.joined(separator: "\n") + "\n"
        _ = try folder.write("r", text)
        let again = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")])
        #expect(again.status == 125 && again.errorText.contains("it doesn't send all that line"), "\(again.errorText)")
    }

    @Test("-o keeps what the run wrote, a file that was there before too", arguments: ["out", "a.sockeye"])
    func kept(name: String) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        try folder.write(name, "old")
        let words = ["-q", "--record", folder.file("r"), "-sS", "-o", folder.file(name), server.url("/hello")]
        let was = try await Program.run(SideBySide.sockeye, words)
        await server.stop()
        #expect(was.status == 0, "\(was.errorText)")
        let again = try await Program.run(
            SideBySide.sockeye, ["--replay", folder.file("r"), "-o", folder.file("kept")])
        #expect(again.status == 0, "\(again.errorText)")
        #expect(try folder.read("kept") == folder.read(name))
    }

    @Test("Ctrl-C while a file is written ends the replay like the run")
    func interrupted() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(Self.half), .stall])
        let folder = try TemporaryFolder()
        let program = try Program(
            SideBySide.sockeye, ["-q", "--record", folder.file("r"), "-sS", "-o", folder.file("out"), server.url("/")])
        try await folder.wait { (try? folder.read("out.part").count) == 3 }
        program.interrupt()
        let was = await program.finish()
        await server.stop()
        #expect(was.status == 128 + SIGINT)
        let again = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")])
        #expect(again.status == was.status)
        #expect(again.errorText.replacing("root\(folder.path)", with: folder.path) == was.errorText)
    }

    @Test("What the user typed is asked for and answered again", arguments: [["-u", "me"], ["-u", "me", "--digest"]])
    func prompt(words: [String]) async throws {
        let server = try await LoopbackServer.start { Self.handler($0) }
        let folder = try TemporaryFolder()
        // Without a terminal, standard input is asked.
        let was = try await Program.run(
            "/usr/bin/setsid",
            ["-w", SideBySide.sockeye, "-q", "--record", folder.file("r"), "-sS"] + words + [server.url("/digest")],
            input: Array("pa55word\n".utf8))
        await server.stop()
        #expect(was.status == 0 && was.errorText == "Enter host password for user 'me':", "\(was.errorText)")
        #expect(!String(decoding: try folder.read("r"), as: UTF8.self).contains("pa55word"))
        let again = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")])
        #expect((again.status, again.text, again.errorText) == (was.status, was.text, was.errorText))
    }

    @Test("A replay shows what the recorded run didn't, and takes no option of transfers")
    func shown() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let was = try await Program.run(
            SideBySide.sockeye, ["-q", "--record", folder.file("r"), "-sS", server.url("/hello")])
        await server.stop()
        let verbose = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r"), "-v"])
        #expect(verbose.text == was.text && verbose.status == 0)
        #expect(verbose.errorText.contains("> GET /hello HTTP/1.1") && verbose.errorText.contains("< HTTP/1.1 200"))
        let traced = try await Program.run(
            SideBySide.sockeye, ["--replay", folder.file("r"), "--trace-ascii", folder.file("t"), "--trace-time"])
        #expect(traced.text == was.text && traced.errorText == was.errorText)
        #expect(try String(decoding: folder.read("t"), as: UTF8.self).contains("GET /hello HTTP/1.1"))
        for words in [["-w", "x"], ["-L"], ["-m", "1"], ["-i"], ["-X", "PUT"], ["--compressed"]] {
            let refused = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")] + words)
            #expect(refused.status == 2 && refused.text.isEmpty, "\(words)")
            #expect(
                refused.errorText.contains("means nothing to --replay, which runs the command line in the recording"))
            #expect(refused.errorText.contains("leave it out"), "\(refused.errorText)")
        }
    }

    @Test(
        "A cache gives what it had before the run",
        .disabled(if: Surroundings.clockJumps, "the clock jumps over days"),
        arguments: ["/kept", "/stale"])
    func cached(path: String) async throws {
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("one\n")
            reply.fields.append(.init("ETag", "\"k\""))
            reply.fields.append(.init("Cache-Control", "max-age=\(path == "/kept" ? 1_000 : 0)"))
            if request["If-None-Match"] != nil { (reply.status, reply.body) = (304, []) }
            return reply
        }
        let folder = try TemporaryFolder()
        let words = [
            "-sSv", "-w", "%header{age} %{num_connects}\n", "--cache-dir", folder.file("cache"), server.url(path),
        ]
        _ = try await Program.run(SideBySide.sockeye, ["-q"] + words)
        let was = try await Program.run(SideBySide.sockeye, ["-q", "--record", folder.file("r")] + words)
        await server.stop()
        #expect(was.status == 0, "\(was.errorText)")
        let again = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")])
        // Between two seconds of the clock: a replay, which takes no time to compute, may be on the near side where the
        // run was on the far one.
        func aged(_ outcome: Program.Outcome) -> [String] {
            [
                outcome.text.replacing("\n1 ", with: "\n0 "),
                outcome.errorText.replacing("Age: 1", with: "Age: 0").replacing("ttl=999", with: "ttl=1000"),
            ]
        }
        #expect(again.status == was.status)
        #expect(aged(again) == aged(was))
    }

    @Test("Operations share a cache, and what the first one stored isn't from before the run")
    func cachedByTheRun() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("one\n")
            reply.fields.append(.init("Cache-Control", "max-age=604800"))
            return reply
        }
        let folder = try TemporaryFolder()
        let operation = ["-sS", "-w", "%{num_connects}\n", "--cache-dir", folder.file("cache"), server.url("/")]
        let words = operation + ["--next"] + operation
        let was = try await Program.run(
            SideBySide.sockeye, ["-q", "--record", folder.file("r")] + words, environment: ["SOCKEYE_CLOCK": "steady"])
        await server.stop()
        #expect(was.status == 0 && was.text.hasSuffix("0\n") && was.text.contains("1\n"), "\(was.text)")
        let again = try await Program.run(SideBySide.sockeye, ["--replay", folder.file("r")])
        #expect((again.status, again.text, again.errorText) == (was.status, was.text, was.errorText))
    }

    @Test("A recording that can't be written is an error, and said even with -S")
    func unwritable() async throws {
        let server = try await LoopbackServer.start()
        let words = ["-q", "-sS", "--record", "/dev/full", server.url("/hello")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        await server.stop()
        #expect(outcome.status == 23 && outcome.errorText.contains("the recording is cut"), "\(outcome.errorText)")
    }

    @Test("A signal ends a replay without its folder staying behind", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalled(signal: Int32) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(Self.half), .stall])
        let (folder, temporary) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try await Program.run(
            SideBySide.sockeye, ["-q", "--record", folder.file("r"), "-sSN", "-m", "1", server.url("/")])
        await server.stop()
        // Under nohup(1) the tests themselves ignore SIGHUP, and what they start would too.
        let program = try Program(
            "/usr/bin/env",
            ["--default-signal", SideBySide.sockeye, "--replay", folder.file("r"), "--replay-speed", "0.01"],
            environment: ["TMPDIR": temporary.path])
        _ = await program.waitForText("abc")
        #expect(try temporary.entries().count == 1)
        program.send(signal)
        #expect(await program.finish().status == 128 + signal)
        #expect(try temporary.entries().isEmpty)
    }

    @Test("Nothing of the user's is overwritten or read, whatever the recording says")
    func hostile() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("mine", "mine")
        let head = "sockeye recording 1\n0 start wall=0 secrets=kept\n"
        let request = "GET / HTTP/1.1\\r\\nHost: h\\r\\nUser-Agent: sockeye/0.1.0\\r\\nAccept: */*\\r\\n\\r\\n"
        let wire =
            "2 open c0 origin=http://h:80\n2 resolved c0 address=\"192.0.2.1 80\"\n2 connected c0\n3 sent c0 bytes=\"\(request)\"\n"
            + "3 received c0 bytes=\"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nhi\"\n9 end code=0\n"
        let mine = folder.file("mine")
        let lines: [[String]] = [
            ["-o", mine, "http://h/"], ["-o", "../../../../../../..\(mine)", "http://h/"], ["-D", mine, "http://h/"],
            ["-c", mine, "http://h/"], ["--trace", mine, "http://h/"], ["--stderr", mine, "http://h/"],
            ["-w", "%output{\(mine)}x", "http://h/"], ["--etag-save", mine, "http://h/"],
            ["--hsts", mine, "http://h/"],
            ["file://\(mine)"], ["-T", "/etc/hostname", "file://\(mine)"], ["-K", mine], ["--replay", mine],
            ["--cache-clear", "--cache-dir", folder.path], ["--background", "-o", mine, "http://h/"],
            ["--output-dir", folder.path, "-o", "mine", "http://h/"], ["--journal", mine, "-o", "x", "http://h/"],
        ]
        for words in lines {
            let arguments = words.map { "1 argument bytes=\"\($0)\"\n" }.joined()
            let file = try folder.write("r", head + arguments + wire)
            let end = try await Program.run(SideBySide.sockeye, ["--replay", file])
            #expect(end.status < 128, "\(words): \(end.errorText)")
            #expect(try folder.read("mine") == Array("mine".utf8), "\(words)")
        }
        // What it wrote is kept where the user says.
        let file = try folder.write(
            "r", head + "1 argument bytes=-o\n1 argument bytes=x\n1 argument bytes=http://h/\n" + wire)
        let end = try await Program.run(SideBySide.sockeye, ["-s", "--replay", file, "-o", folder.file("kept")])
        #expect(end.status == 0, "\(end.errorText)")
        #expect(try folder.read("kept") == Array("hi".utf8))
        let steps = try await Program.run(SideBySide.sockeye, ["--step", "--replay", file])
        #expect(
            steps.errorText.contains("0.003 ms c0 received 68 \"h\"\n0.003 ms c0 received 69 \"i\"\n"),
            "\(steps.errorText)")
    }

    @Test("No secret is in a recording, unless asked for", arguments: [false, true])
    func secrets(keeps: Bool) async throws {
        let server = try await LoopbackServer.start { Self.handler($0) }
        let folder = try TemporaryFolder()
        _ = try folder.write("options", "user = \"me:pa55word\"\nheader = \"X-Api-Key: k3y\"\n")
        let file = folder.file("r")
        let words = [
            "-q", "-s", "-K", folder.file("options"), "-b", "lit=c00kie", "--proxy-user", "p:pr0xy", "-H",
            "Authorization: Bearer t0ken", "http://u:us3r@127.0.0.1:\(server.port)/cookie",
        ]
        let was = try await Program.run(
            SideBySide.sockeye, ["--record", file] + (keeps ? ["--record-secrets"] : []) + words)
        #expect(was.status == 0, "\(was.errorText)")
        await server.stop()
        let text = String(decoding: try folder.read("r"), as: UTF8.self)
        for secret in ["pa55word", "k3y", "c00kie", "pr0xy", "t0ken", "us3r", "s3cret"] {
            #expect(text.contains(secret) == keeps, "\(secret) in \(text)")
        }
        #expect(folder.permissions(of: "r") == 0o600)
        let again = try await Program.run(SideBySide.sockeye, ["--replay", file])
        #expect(again.status == 0, "\(again.errorText)")
        #expect(again.text == was.text)
    }
}
