import Glibc
import SockeyeTesting
import TestSupport
import Testing

@Suite("--user-from, --save-user and --forget-user", .timeLimit(.minutes(2)))
struct UserFromTests {
    private func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            .text(request.fields.first { $0.name.lowercased() == "authorization" }?.value ?? "nobody")
        }
    }

    private func run(
        _ words: [String], _ place: TemporaryFolder, passphrase: String = "pass", _ more: [String: String] = [:]
    ) async throws -> Program.Outcome {
        let environment = more.merging(["SOCKEYE_PASSPHRASE": passphrase]) { first, _ in first }
        return try await Program.run(
            builtProgram("sockeye"), ["-sS"] + words.map { $0.replacing("@", with: place.path) },
            environment: environment)
    }

    @Test(arguments: ["netrc:@/n", "file:@/f"])
    func stores(_ store: String) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/")
        var outcome = try await run(["--user-from", store, url], place)
        #expect(outcome.status == 67 && outcome.errorText.contains("--save-user"), "\(outcome.errorText)")
        outcome = try await run(["--save-user", store, "-u", "ada:secret", url], place)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errorText)")
        #expect(server.requestCount == 0)
        // ada:secret
        let basic = "Basic YWRhOnNlY3JldA=="
        #expect(try await run(["--user-from", store, url], place).text == basic)
        #expect(try await run(["--user-from", store, "-u", "ada", url], place).text == basic)
        #expect(try await run(["--user-from", store, "-u", "eve:x", url], place).text == "Basic ZXZlOng=")
        #expect(try await run(["--user-from", store, "-H", "Authorization: mine", url], place).text == "mine")
        #expect(try await run(["--user-from", store, "-u", "eve", url], place).status == 67)
        #expect(try await run(["--forget-user", store, "-u", "ada", url], place).status == 0)
        #expect(try await run(["--forget-user", store, "-u", "ada", url], place).status == 67)
        #expect(try await run(["--user-from", store, url], place).status == 67)
    }

    @Test func mistakes() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/")
        #expect(try await run(["--save-user", "file:@/f", "-u", "a:b", url], place).status == 0)
        let wrong = try await run(["--user-from", "file:@/f", url], place, passphrase: "other")
        #expect(wrong.status == 67 && wrong.errorText.contains("wrong passphrase for"), "\(wrong.errorText)")
        #expect(try await run(["--user-from", "vault:x", url], place).status == 2)
        #expect(try await run(["--save-user", "netrc:@/n", url], place).status == 2)
        #expect(try await run(["--save-user", "netrc:@/n", "-u", "a:b"], place).status == 2)
        let nobody = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        let desktop = try await run(["--user-from", "desktop", url], place, nobody)
        #expect([4, 26].contains(desktop.status), "\(desktop.status) \(desktop.errorText)")
        #expect(server.requestCount == 0)
    }

    @Test("What can't be written is told", arguments: ["netrc:@/none/n", "file:@/none/f"])
    func unwritable(_ store: String) async throws {
        let place = try TemporaryFolder()
        for (option, deed) in [("--save-user", "save the user in"), ("--forget-user", "remove the user from")] {
            let end = try await run([option, store, "-u", "a:b", "http://h.example/"], place)
            #expect(end.status == 23, "\(end.errorText)")
            #expect(end.errorText.contains("(23) cannot \(deed) \(place.file("none"))/"), "\(end.errorText)")
        }
    }

    @Test("Globs, lists and origins that come twice are kept once each") func manyURLs() async throws {
        let place = try TemporaryFolder()
        try place.write("list", "http://a.example/\nhttp://b.example/x\n")
        let words = ["--save-user", "netrc:@/n", "-u", "ada:x", "http://{a,c}.example/[1-3]", "--input-file", "@/list"]
        #expect(try await run(words, place).status == 0)
        let kept = String(decoding: try place.read("n"), as: UTF8.self)
        #expect(
            kept.split(separator: "\n").map { $0.split(separator: " ")[1] }.sorted() == [
                "a.example", "b.example", "c.example",
            ])
        let dry = try await run(["--dry-run", "--save-user", "netrc:@/m", "-u", "ada", "http://a.example/"], place)
        #expect(dry.text == "# keeps user 'ada' at http://a.example in netrc:\(place.file("m"))\n")
        #expect(try !place.entries().contains { $0.name == "m" })
    }

    @Test("A passphrase is octets, not text") func octets() async throws {
        let place = try TemporaryFolder()
        let script = #"SOCKEYE_PASSPHRASE=$(printf "$1"); export SOCKEYE_PASSPHRASE; shift; exec "$0" "$@""#
        func run(_ passphrase: String, _ words: [String]) async throws -> Int32 {
            try await Program.run("/bin/sh", ["-c", script, builtProgram("sockeye"), passphrase, "-sS"] + words).status
        }
        let store = "file:\(place.file("f"))"
        #expect(try await run(#"\377"#, ["--save-user", store, "-u", "a:b", "http://h.example/"]) == 0)
        #expect(try await run(#"\376"#, ["--forget-user", store, "-u", "a", "http://h.example/"]) == 67)
        #expect(try await run(#"\377"#, ["--forget-user", store, "-u", "a", "http://h.example/"]) == 0)
    }

    @Test("A file that is open to others gives a warning") func exposed() async throws {
        let place = try TemporaryFolder()
        try place.write("n", "machine 127.0.0.1 login a password b\n")
        for (mode, isTold) in [(0o600, false), (0o644, true), (0o660, true)] as [(mode_t, Bool)] {
            #expect(chmod(place.file("n"), mode) == 0)
            let outcome = try await Program.run(
                builtProgram("sockeye"),
                ["--no-progress-meter", "--user-from", "netrc:\(place.file("n"))", "http://127.0.0.1:1/"])
            #expect(outcome.status == 7)
            #expect(outcome.errorText.contains("is open to other users") == isTold, "\(outcome.errorText)")
        }
    }

    /// Types the answers at the prompts of a terminal, and returns the exit code: `None` is the end of input.
    private static let typing = """
        import os, pty, sys
        answers = eval(sys.argv[1])
        process, terminal = pty.fork()
        if process == 0: os.execv(sys.argv[2], sys.argv[2:])
        seen, asked = b"", 0
        while True:
            try: seen += os.read(terminal, 4096)
            except OSError: break
            if asked < len(answers) and seen.count(b":") > asked:
                os.write(terminal, b"\\x04" if answers[asked] is None else answers[asked] + b"\\n")
                asked += 1
        sys.stdout.write(seen.decode())
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    private func type(_ answers: String, _ words: [String], _ place: TemporaryFolder) async throws -> Program.Outcome {
        try await Program.run(
            "/usr/bin/env",
            ["-u", "SOCKEYE_PASSPHRASE", "python3", "-c", Self.typing, answers, builtProgram("sockeye"), "-S"]
                + words.map { $0.replacing("@", with: place.path) })
    }

    @Test("A new passphrase is asked for twice; the end of input is no password") func prompts() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/")
        let save = ["--save-user", "file:@/f", "-u", "ada:x", url]
        let differs = try await type("[b'one', b'two']", save, place)
        #expect(differs.status == 2 && differs.text.contains("don't match"), "\(differs.text)")
        #expect(try await type("[b'']", save, place).status == 2)
        let ended = try await type("[None]", save, place)
        #expect(ended.status == 2 && ended.text.contains("no password was given"), "\(ended.text)")
        #expect(try place.entries().isEmpty)
        #expect(try await type("[b'one', b'one']", save, place).status == 0)
        #expect(try await type("[b'two']", ["--user-from", "file:@/f", url], place).status == 67)
        // Two URLs and two operations of one store ask once.
        let once = try await type(
            "[b'one']", ["--user-from", "file:@/f", url, url, "--next", "--user-from", "file:@/f", url], place)
        #expect(once.status == 0 && server.requestCount == 3, "\(once.text)")
        #expect(try await type("[None]", ["--save-user", "file:@/f", "-u", "ada", url], place).status == 2)
        // As with curl.
        #expect(try await type("[None]", ["-u", "ada", url], place).status == 0)
        #expect(try await type("[b'']", ["-u", "ada", url], place).status == 0)
        #expect(server.requestCount == 5)
    }

    @Test("Without a terminal, a password is a line of standard input") func piped() async throws {
        let server = try await server()
        let words = ["-w", builtProgram("sockeye"), "-sS", "-u", "ada", server.url("/")]
        #expect(
            try await Program.run("/usr/bin/setsid", words, input: Array("secret\n".utf8)).text
                == "Basic YWRhOnNlY3JldA==")
        #expect(try await Program.run("/usr/bin/setsid", words).text == "Basic YWRhOg==")
        #expect(server.requestCount == 2)
        let kept = ["-w", builtProgram("sockeye"), "--save-user", "file:none", "-u", "ada", server.url("/")]
        let none = try await Program.run("/usr/bin/setsid", kept)
        #expect(none.status == 2 && none.errorText.contains("no terminal"), "\(none.errorText)")
    }

    /// A bus that never answers, as a desktop that waits for its user.
    @Test(arguments: [(["-o", "x"], 130), (["-m", "1"], 28)] as [([String], Int32)])
    func aDesktopThatNeverAnswers(_ words: [String], status: Int32) async throws {
        let place = try TemporaryFolder()
        let bus = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(bus) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = place.file("bus").utf8CString
        // SAFETY: the path is shorter than the field, which begins as zeros.
        withUnsafeMutableBytes(of: &address.sun_path) { field in path.withUnsafeBytes { field.copyMemory(from: $0) } }
        // SAFETY: bind(2) reads the whole address, which outlives the call.
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(bus, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0 && listen(bus, 5) == 0)
        let program = try Program(
            builtProgram("sockeye"),
            ["-sS", "--output-dir", place.path, "--user-from", "desktop", "http://127.0.0.1:1/"] + words,
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(place.file("bus"))"], seconds: 30)
        var wait = pollfd(fd: bus, events: Int16(POLLIN), revents: 0)
        let hasCome = poll(&wait, 1, 20_000) == 1
        if hasCome, status == 130 { program.interrupt() }
        let outcome = await program.finish()
        // Without libsecret it is refused at once.
        #expect(outcome.status == (hasCome ? status : 4), "\(outcome.errorText)")
    }

    /// gnome-keyring under a session bus of its own.
    @Test(
        .enabled(
            if: access("/usr/bin/gnome-keyring-daemon", X_OK) == 0 && access("/usr/bin/dbus-run-session", X_OK) == 0))
    func theDesktopsStore() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let script = """
            set -e
            eval "$(printf 'unlock' | gnome-keyring-daemon --unlock --components=secrets --daemonize)" >/dev/null 2>&1
            "$1" -sS --save-user desktop -u 'ada:geheim ü' "$2"
            "$1" -sS --user-from desktop "$2"; echo
            "$1" -sS --user-from desktop -u eve "$2" || echo "status $?"
            "$1" -sS --forget-user desktop -u ada "$2"
            "$1" -sS --user-from desktop "$2" 2>/dev/null || echo "status $?"
            """
        let home = place.path
        let outcome = try await Program.run(
            "/usr/bin/dbus-run-session",
            ["--", "bash", "-c", script, "test", builtProgram("sockeye"), server.url("/")],
            environment: [
                "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home,
                "XDG_CACHE_HOME": home,
            ])
        #expect(
            outcome.text == "Basic YWRhOmdlaGVpbSDDvA==\nstatus 67\nstatus 67\n", "\(outcome.text) \(outcome.errorText)"
        )
    }
}
