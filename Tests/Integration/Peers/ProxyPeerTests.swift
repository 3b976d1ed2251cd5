import SockeyeTesting
import TestSupport
import Testing

/// The program through proxies that share no code with it, compared with curl.
struct ProxyPeerTests {
    private static let open = ["-x", "127.0.0.1:OPEN"]
    private static let closed = ["-x", "127.0.0.1:CLOSED"]
    private static let secure = ["-x", "https://localhost:SECURE", "--proxy-cacert", "DIR/certificate.pem"]
    private static let known = ["-U", "user:pass word"]
    private static let plain = "http://127.0.0.1:PLAIN"
    private static let tls = "https://localhost:TLS"
    private static let codes = ["-o", "/dev/null", "-w", "%{http_connect} %{http_code}"]

    /// Run by curl and sockeye; output and exit code must be the same.
    private static let throughSquid: [[String]] = [
        open + ["-i", plain + "/hello"],
        open + [plain + "/hello", plain + "/sized/100000", "-w", "%{num_connects}\\n"],
        open + ["-d", "a=b", plain + "/continue"],
        open + ["-I", plain + "/sized/10"],
        open + ["-p", plain + "/hello"],
        open + ["-p", "-i", "--suppress-connect-headers", plain + "/hello"],
        open + [tls + "/hello", tls + "/hello", "-w", "%{http_connect} %{num_connects}\\n"],
        open + codes + ["http://127.0.0.1:REFUSED/"],
        open + codes + ["https://127.0.0.1:REFUSED/"],
        closed + codes + [plain + "/hello"],
        closed + codes + [tls + "/hello"],
        closed + known + [plain + "/hello"],
        closed + known + [tls + "/hello"],
        closed + codes + ["-U", "user:wrong", plain + "/hello"],
        closed + codes + ["-U", "user:wrong", tls + "/hello"],
        closed + known + ["--proxy-digest", plain + "/hello"],
        closed + known + ["--proxy-digest", tls + "/hello"],
        closed + codes + ["-U", "user:wrong", "--proxy-digest", tls + "/hello"],
        closed + known + ["--proxy-anyauth", plain + "/hello"],
        closed + known + ["--proxy-anyauth", "-d", "a=b", plain + "/continue"],
        closed + known + ["--proxy-anyauth", tls + "/hello"],
        ["-x", "http://user:pass%20word@127.0.0.1:CLOSED", plain + "/hello"],
        secure + ["-i", plain + "/hello"],
        secure + [tls + "/hello", tls + "/sized/100000"],
        secure + ["-p", plain + "/hello"],
        ["-x", "https://localhost:SECURE", plain + "/hello"],
        ["-x", "https://localhost:SECURE", "--proxy-insecure", tls + "/hello"],
        // The certificate must name the proxy, not the server.
        ["-x", "https://127.0.0.2:SECURE", "--proxy-cacert", "DIR/certificate.pem", plain + "/hello"],
    ]

    @Test(.enabled(if: Squid.path != nil, "squid is not installed")) func squid() async throws {
        let squid = try await Squid(#require(Squid.path))
        try await compare(
            Self.throughSquid,
            ["OPEN": squid.openPort, "CLOSED": squid.closedPort, "SECURE": squid.securePort], squid.folder)
        await squid.stop()
    }

    private static let throughMicrosocks: [[String]] = [
        ["--socks5", "127.0.0.1:ANY", plain + "/hello"],
        ["--socks5-hostname", "127.0.0.1:ANY", plain + "/hello", plain + "/sized/9", "-w", "%{num_connects}\\n"],
        ["--socks5-hostname", "127.0.0.1:ANY", tls + "/hello"],
        ["-x", "socks5h://127.0.0.1:ANY", "-d", "a=b", plain + "/continue"],
        ["--socks5", "127.0.0.1:ANY", "http://127.0.0.1:REFUSED/"],
        ["--socks5-hostname", "127.0.0.1:ANY", "http://nowhere.invalid/"],
        ["--socks5", "127.0.0.1:LOGIN", plain + "/hello"],
        ["--socks5", "127.0.0.1:LOGIN", "-U", "user:pass word", plain + "/hello"],
        ["-x", "socks5://user:pass%20word@127.0.0.1:LOGIN", tls + "/hello"],
        ["--socks5", "127.0.0.1:LOGIN", "-U", "user:wrong", plain + "/hello"],
        ["--preproxy", "socks5://127.0.0.1:ANY", "-x", "127.0.0.1:OPEN", plain + "/hello"],
        ["--preproxy", "socks5h://127.0.0.1:ANY", "-x", "127.0.0.1:OPEN", tls + "/hello"],
        ["--preproxy", "socks5h://127.0.0.1:ANY"] + secure + [tls + "/hello"],
        ["--preproxy", "socks5://user:pass%20word@127.0.0.1:LOGIN", "-x", "127.0.0.1:OPEN", plain + "/hello"],
        ["--preproxy", "socks5://127.0.0.1:REFUSED", "-x", "127.0.0.1:OPEN", plain + "/hello"],
    ]

    @Test(.enabled(if: Squid.path != nil && Microsocks.path != nil, "squid or microsocks is not installed"))
    func microsocks() async throws {
        let squid = try await Squid(#require(Squid.path))
        let path = try #require(Microsocks.path)
        let anybody = try await Microsocks(path)
        let login = try await Microsocks(path, login: ("user", "pass word"))
        try await compare(
            Self.throughMicrosocks,
            ["ANY": anybody.port, "LOGIN": login.port, "OPEN": squid.openPort, "SECURE": squid.securePort],
            squid.folder)
        await anybody.stop()
        await login.stop()
        await squid.stop()
    }

    private func compare(_ lines: [[String]], _ ports: [String: UInt16], _ folder: TemporaryFolder) async throws {
        let plain = try await LoopbackServer.start()
        let secure = try await LoopbackServer.start(secure: true)
        try secure.writeAuthority(to: folder.file("ca.pem"))
        let names = ports.merging(["PLAIN": plain.port, "TLS": secure.port, "REFUSED": refusedPort]) { $1 }
        for line in lines {
            // Longer names first, as one may contain another.
            let words = (["-sS", "-m", "20", "--cacert", "DIR/ca.pem"] + line).map { word in
                names.sorted { $0.key.count > $1.key.count }.reduce(word.replacing("DIR", with: folder.path)) {
                    $0.replacing($1.key, with: "\($1.value)")
                }
            }
            async let ours = Program.run(SideBySide.sockeye, words, environment: SideBySide.noProxies, seconds: 30)
            async let theirs = Program.run(SideBySide.curl, words, environment: SideBySide.noProxies, seconds: 30)
            let (our, their) = try await (ours, theirs)
            // A refused tunnel is 7 since curl 8.20.
            let isRefused = their.status == 56 && our.errorText.contains("CONNECT tunnel failed")
            #expect(
                our.status == (isRefused ? 7 : their.status),
                "\(line): \(our.errorText) where curl says \(their.errorText)")
            #expect(withoutDate(our.text) == withoutDate(their.text), "\(line)")
        }
        await plain.stop()
        await secure.stop()
    }

    private func withoutDate(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n")
    }
}

extension SideBySide {
    /// An environment that names no proxy.
    static let noProxies = ["http_proxy": "", "https_proxy": "", "all_proxy": "", "no_proxy": ""]
}
