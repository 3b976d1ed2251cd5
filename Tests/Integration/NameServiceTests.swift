import SockeyeTesting
import TestSupport
import Testing

/// Names that are asked of servers over HTTPS, UDP and TCP, by the program.
@Suite(.timeLimit(.minutes(2))) struct NameServiceTests {
    /// What a name server answers to a question for 127.0.0.1: with the address itself, or where `aliased` for an alias.
    private static func answer(_ question: [UInt8]) -> [UInt8] {
        guard question.count > 16 else { return [] }
        let head = question[..<2] + [0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]
        // No IPv6 address.
        if question[question.count - 3] != 1 {
            return question[..<2] + [0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0] + question[12...]
        }
        return head + question[12...] + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 127, 0, 0, 1]
    }

    private static func fetch(_ words: [String]) async throws -> Program.Outcome {
        try await Program.run(SideBySide.sockeye, ["-q", "-sS", "-m", "20"] + words, environment: SideBySide.noProxies)
    }

    @Test func overHTTPS() async throws {
        let server = try await LoopbackServer.start()
        let names = try await LoopbackServer.start(secure: true) { request in
            switch request.target {
            case "/query" where request.method == "POST" && request["content-type"] == "application/dns-message":
                .bytes(Self.answer(request.body), type: "application/dns-message")
            case "/private" where request["authorization"] == "Basic dTpw":
                .bytes(Self.answer(request.body), type: "application/dns-message")
            case "/private":
                LoopbackReply(
                    status: 401, fields: [.init("WWW-Authenticate", "Basic realm=names"), .init("Content-Length", "0")])
            case "/page": .text("no names here")
            case "/other":
                .bytes(
                    Self.answer(request.body.replacing([4, 0x74], with: [4, 0x54])) + [1],
                    type: "application/dns-message")
            case "/wrong":
                .bytes(
                    [0, 0, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0, 1, 120, 0, 0, 1, 0, 1], type: "application/dns-message")
            case "/none":
                .bytes(request.body[..<2] + [0x81, 0x83] + request.body[4...], type: "application/dns-message")
            default: .text("", status: 500)
            }
        }
        let folder = try TemporaryFolder()
        try names.writeAuthority(to: folder.file("ca.pem"))
        let url = "http://name.test:\(server.port)/hello"
        func doh(_ path: String) -> [String] { ["--doh-url", names.url(path, host: "localhost"), url] }
        for (words, code): ([String], Int32) in [
            (["--doh-insecure"] + doh("/query"), 0), (["--cacert", folder.file("ca.pem")] + doh("/query"), 0),
            (["--doh-insecure", "-4"] + doh("/query"), 0), (["--doh-insecure", "-6"] + doh("/query"), 6),
            (doh("/query"), 6), (["-k"] + doh("/query"), 6), (["--doh-insecure"] + doh("/page"), 6),
            (["--doh-insecure"] + doh("/wrong"), 6), (["--doh-insecure"] + doh("/none"), 6),
            (["--doh-insecure"] + doh("/missing"), 6), (["--doh-insecure"] + doh("/private"), 6),
            (["--doh-insecure", "--doh-url", names.url("/private", host: "u:p@localhost"), url], 0),
            (["--resolve", "name.test:\(server.port):127.0.0.1"] + doh("/query"), 0),
            (["--doh-insecure", "--doh-url", names.url("/query", host: "localhost"), "http://name.onion/"], 6),
            (["--doh-url", "http://localhost/", url], 2),
        ] {
            let end = try await Self.fetch(words)
            #expect(end.status == code, "\(words): \(end.errorText)")
            #expect(end.text.contains("Hello") == (code == 0))
        }
        await server.stop()
        await names.stop()
    }

    /// Answers over UDP and TCP: `long.test` only over TCP, `other.test` with another's name, nothing for `silent.test`; a wrong
    /// id comes before each answer.
    private static let script = """
        import socket, threading, sys
        while True:
            udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); udp.bind(("127.0.0.1", 0))
            # Another test's connection may have the same port over TCP.
            try: tcp = socket.create_server(udp.getsockname()); break
            except OSError: udp.close()
        print("port %d ready" % udp.getsockname()[1], file=sys.stderr, flush=True)
        def answer(q):
            if q[-3] != 1: return q[:2] + b"\\x81\\x80\\0\\1" + bytes(6) + q[12:]
            name = q[12:].replace(b"other", b"wrong") if b"other" in q else q[12:]
            return q[:2] + b"\\x81\\x80\\0\\1\\0\\1" + bytes(4) + name + b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\x09\\0\\4\\x7f\\0\\0\\1"
        def stream():
            while True:
                peer, _ = tcp.accept()
                length = int.from_bytes(peer.recv(2), "big"); a = answer(peer.recv(length))
                peer.sendall(len(a).to_bytes(2, "big")); peer.sendall(a[:9]); peer.sendall(a[9:]); peer.close()
        threading.Thread(target=stream, daemon=True).start()
        while True:
            q, peer = udp.recvfrom(9999)
            if b"silent" in q: continue
            if b"fails" in q:
                udp.sendto(q[:2] + b"\\x81\\x82\\0\\1" + bytes(6) + q[12:], peer)
                continue
            udp.sendto(bytes([q[0] ^ 1]) + answer(q)[1:-1] + b"\\xff", peer)
            udp.sendto(q[:2] + b"\\x83\\x80\\0\\1" + bytes(6) + q[12:] if b"long" in q else answer(q), peer)
        """

    @Test func overUDPAndTCP() async throws {
        let server = try await LoopbackServer.start()
        let names = try Program(PythonTool.path, ["-c", Self.script], seconds: 120)
        let text = await names.waitForText(" ready", inErrors: true)
        let port = try #require(UInt16(text.split(separator: " ").dropFirst().first ?? ""), "\(text)")
        let dns = ["--dns-servers", "127.0.0.1:\(port)"]
        func url(_ host: String) -> String { "http://\(host).test:\(server.port)/hello" }
        for (words, code): ([String], Int32) in [
            (dns + [url("name")], 0), (dns + [url("long")], 0), (dns + ["-m", "3", url("other")], 28),
            (dns + ["-m", "1", url("silent")], 28), (dns + [url("fails")], 6),
            (["--dns-servers", "127.0.0.1:\(refusedPort),127.0.0.1:\(port)", url("name")], 0),
            (["--dns-servers", "127.0.0.1:\(refusedPort)", url("name")], 6),
            (["--dns-servers", "names", url("name")], 2),
        ] {
            let end = try await Self.fetch(words)
            #expect(end.status == code, "\(words): \(end.errorText)")
            #expect(end.text.contains("Hello") == (code == 0))
            if words.last == url("fails") { #expect(end.errorText.contains("127.0.0.1:\(port) answered with error 2")) }
        }
        names.stop()
        _ = await names.finish()
        await server.stop()
    }
}
