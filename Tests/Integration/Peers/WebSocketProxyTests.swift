import SockeyeTesting
import TestSupport
import Testing

/// WebSockets through real proxies, which forward their bytes unread.
struct WebSocketProxyTests {
    private func talk(
        _ server: LoopbackServer, _ folder: TemporaryFolder, _ proxy: [String]
    ) async throws -> Program.Outcome {
        try folder.write("ca.pem", server.authorityPEM)
        let url = server.url("/ws/echo", host: "localhost")
        let trust = server.isSecure ? ["--cacert", folder.file("ca.pem")] : []
        return try await Program.run(
            SideBySide.sockeye, ["-sS", "-v"] + trust + proxy + ["ws" + url.dropFirst(4)],
            input: Array("one\ntwo\n".utf8), seconds: 60)
    }

    @Test(
        .enabled(if: Squid.path != nil, "squid is not installed"), arguments: [false, true],
        ["open", "closed", "secure"])
    func throughSquid(secure: Bool, kind: String) async throws {
        let squid = try await Squid(#require(Squid.path))
        let server = try await LoopbackServer.start(secure: secure)
        let folder = try TemporaryFolder()
        let proxy =
            switch kind {
            case "open": ["-x", "127.0.0.1:\(squid.openPort)"]
            case "closed": ["-x", "127.0.0.1:\(squid.closedPort)", "-U", "user:pass word"]
            default:
                ["-x", "https://localhost:\(squid.securePort)", "--proxy-cacert", squid.folder.file("certificate.pem")]
            }
        let outcome = try await talk(server, folder, proxy)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == "one\ntwo\n")
        #expect(outcome.errorText.contains("> CONNECT localhost:\(server.port) HTTP/1.1\r\n"))
        await squid.stop()
        await server.stop()
    }

    @Test(
        .enabled(if: Microsocks.path != nil, "microsocks is not installed"), arguments: [false, true],
        ["--socks5", "--socks5-hostname"])
    func throughMicrosocks(secure: Bool, option: String) async throws {
        let socks = try await Microsocks(#require(Microsocks.path))
        let server = try await LoopbackServer.start(secure: secure)
        let folder = try TemporaryFolder()
        let outcome = try await talk(server, folder, [option, "127.0.0.1:\(socks.port)"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == "one\ntwo\n")
        await socks.stop()
        await server.stop()
    }

    @Test func aProxyThatRefusesIsToldApart() async throws {
        let proxy = try await LoopbackServer.start()
        let server = try await LoopbackServer.start()
        let outcome = try await talk(server, try TemporaryFolder(), ["-x", "127.0.0.1:\(proxy.port)"])
        #expect(outcome.status == 7, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("404"))
        await proxy.stop()
        await server.stop()
    }
}
