import SockeyeTesting
import TestSupport
import Testing

/// `--negotiate` against a realm of MIT Kerberos and servers that use it through Python, beside curl.
struct KerberosTests {
    private static let url = "http://localhost:ONE"
    private static let known = ["--negotiate", "-u", ":", "-w", " %{http_code}"]

    /// Output, exit code and what the servers see are curl's.
    private static let lines: [[String]] = [
        known + [url + "/a"],
        known + [url + "/a", url + "/b", "-w", " %{http_code} %{num_connects} "],
        known + [url + "/silent"],
        known + ["-d", "x=y", url + "/a"],
        known + ["--digest", "-d", "x=y", url + "/a"],
        known + ["--service-name", "other", url + "/a"],
        known + ["--service-name", "none", url + "/a"],
        known + ["--delegation", "none", url + "/a"],
        known + ["--delegation", "policy", url + "/a"],
        known + ["--delegation", "always", url + "/a"],
        known + ["--no-negotiate", url + "/a"],
        known + ["-L", url + "/moved/TWO"],
        ["--negotiate", url + "/a"],
        ["-u", "u:p", "--anyauth", url + "/a", "-w", "%{num_connects}"],
        // A ticket is for a name, and this is another.
        known + ["http://127.0.0.1:ONE/a"],
        ["--proxy-negotiate", "-U", ":", "-x", "localhost:ONE", "http://some.example/x"],
        ["--proxy-negotiate", "-x", "localhost:ONE", "http://some.example/x"],
        [
            "--proxy-negotiate", "-U", ":", "--proxy-service-name", "other", "-x", "localhost:ONE",
            "http://some.example/x",
        ],
        ["--proxy-negotiate", "-U", ":", "--delegation", "always", "-x", "localhost:ONE", "http://some.example/x"],
        ["--proxy-negotiate", "-U", ":", "-p", "-x", "localhost:ONE", "http://some.example/x"],
        ["--proxy-anyauth", "-U", ":", "-p", "-x", "localhost:ONE", "http://some.example/x"],
        known + ["--proxy-negotiate", "-U", ":", "-p", "-x", "localhost:ONE", "http://localhost/x"],
    ]

    private static func run(
        _ program: String, _ words: [String], in realm: Kerberos, _ environment: [String: String]
    ) async throws -> [String] {
        let ports = realm.ports.map { "\($0)" }
        let words = ["-sS"] + words.map { $0.replacing("ONE", with: ports[0]).replacing("TWO", with: ports[1]) }
        let end = try await Program.run(program, words, environment: environment)
        let seen = try await Program.run(SideBySide.curl, ["-s", "http://localhost:\(ports[0])/seen"])
        return [end.text, "\(end.status)", seen.text]
    }

    @Test(.enabled("krb5-kdc, krb5-user or python3-gssapi is not installed") { await Kerberos.isInstalled() })
    func besideCurl() async throws {
        let realm = try await Kerberos()
        for words in Self.lines {
            let ours = try await Self.run(SideBySide.sockeye, words, in: realm, realm.environment)
            #expect(try await ours == Self.run(SideBySide.curl, words, in: realm, realm.environment), "\(words)")
        }
        for words in Self.lines.prefix(3) {
            let ours = try await Self.run(SideBySide.sockeye, words, in: realm, realm.withoutTicket)
            #expect(try await ours == Self.run(SideBySide.curl, words, in: realm, realm.withoutTicket), "\(words)")
        }
        await realm.stop()
    }

    @Test(.enabled("krb5-kdc, krb5-user or python3-gssapi is not installed") { await Kerberos.isInstalled() })
    func aboveCurl() async throws {
        let realm = try await Kerberos()
        func run(_ words: String..., environment: [String: String]? = nil) async throws -> [String] {
            try await Self.run(SideBySide.sockeye, words, in: realm, environment ?? realm.environment)
        }
        // curl takes a false proof.
        #expect(try await run("--negotiate", "-u", ":", "http://localhost:ONE/liar") == ["", "94", "/liar=Negotiate"])
        let tunnel = ["--proxy-negotiate", "-U", ":", "-p", "-x", "localhost:ONE", "http://liar.example/x"]
        let lie = try await Self.run(SideBySide.sockeye, tunnel, in: realm, realm.environment)
        #expect(lie == ["", "94", "liar.example:80=Negotiate"])
        // curl answers nothing else without a ticket.
        let digest = try await run("--anyauth", "-u", "u:p", "http://localhost:ONE/a", environment: realm.withoutTicket)
        #expect(digest == ["who?", "0", "/a=- /a=Digest"])
        // A replay has neither the ticket nor the centre.
        for secrets in [[], ["--record-secrets"]] {
            let file = realm.folder.file("recording\(secrets.count)")
            let words = secrets + ["--record", file, "--negotiate", "-u", ":", "http://localhost:ONE/a"]
            let was = try await Self.run(SideBySide.sockeye, words, in: realm, realm.environment)
            #expect(was == ["HTTP/localhost@SOCKEYE.TEST knows ada@SOCKEYE.TEST", "0", "/a=Negotiate"])
            let again = try await run("--replay", file, environment: realm.withoutTicket)
            #expect(again == [was[0], "0", ""])
        }
        // A centre that doesn't answer holds nothing up for longer than it may take.
        let centre = try await LoopbackServer.start(script: Script([.stall]))
        let silent = """
            [libdefaults]
             default_realm = SOCKEYE.TEST
             dns_canonicalize_hostname = false
             udp_preference_limit = 1
            [realms]
             SOCKEYE.TEST = {
              kdc = \(centre.url("").dropFirst("http://".count))
             }

            """
        let waiting = realm.environment.merging(["KRB5_CONFIG": try realm.folder.write("silent.conf", silent)]) { $1 }
        let late = ["-m", "1", "--negotiate", "-u", ":", "--service-name", "other", "http://localhost:ONE/a"]
        #expect(try await Self.run(SideBySide.sockeye, late, in: realm, waiting) == ["", "28", ""])
        await centre.stop()
        // Neither is there without the library.
        try realm.folder.write("libgssapi_krb5.so.2", "")
        let without = realm.environment.merging(["LD_LIBRARY_PATH": realm.folder.path]) { $1 }
        #expect(
            try await run("--negotiate", "-u", ":", "http://localhost:ONE/a", environment: without) == ["", "4", ""])
        let other = try await run("--anyauth", "-u", "u:p", "http://localhost:ONE/a", environment: without)
        #expect(other == ["who?", "0", "/a=- /a=Digest"])
        await realm.stop()
    }
}
