import Glibc
import SockeyeLoopback
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
        #expect(wrong.status == 67 && wrong.errorText.contains("the passphrase is not that of"), "\(wrong.errorText)")
        #expect(try await run(["--user-from", "vault:x", url], place).status == 2)
        #expect(try await run(["--save-user", "netrc:@/n", url], place).status == 2)
        #expect(try await run(["--save-user", "netrc:@/n", "-u", "a:b"], place).status == 2)
        let nobody = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        let desktop = try await run(["--user-from", "desktop", url], place, nobody)
        #expect([4, 26].contains(desktop.status), "\(desktop.status) \(desktop.errorText)")
        #expect(server.requestCount == 0)
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
