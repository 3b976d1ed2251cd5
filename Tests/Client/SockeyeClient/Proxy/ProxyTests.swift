import HTTPTypes
import Sockeye
import SockeyeClient
import SockeyeTesting
import TestSupport
import Testing

/// The client with proxies simulated by the loopback server.
struct ProxyTests {
    private func client(
        _ kind: ProxyServer.Kind, _ server: LoopbackServer, credential: Credential? = nil, host: String = "127.0.0.1",
        change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        let proxy = ProxyServer(kind: kind, host: host, port: server.port, credential: credential)
        configuration.proxies = ProxySettings(http: proxy, https: proxy)
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    /// With the proxy's credential; its digest is of what the request line has (RFC 7616 section 3.4).
    @Test(
        "The digest for a proxy is of the target that it is sent",
        arguments: [
            (nil, "http://far.example:81/a/b?c"), ("/a/./b", "http://far.example:81/a/./b"),
            ("/other", "http://far.example:81/other"),
        ] as [(String?, String)])
    func digestOfTheTarget(_ target: String?, _ sent: String) async throws {
        let server = try await LoopbackServer.start { request in
            if request["Proxy-Authorization"] != nil { return .text("through") }
            var reply = LoopbackReply.text("who?", status: 407)
            reply.fields.append(.init("Proxy-Authenticate", "Digest realm=\"p\", nonce=\"n\", qop=\"auth\""))
            return reply
        }
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.authentication = AuthenticationOptions()
        }
        var request = try Request.get("http://far.example:81/a/b?c")
        request.target = target.map { .origin($0) }
        #expect(try await client.send(request).text() == "through")
        let received = try #require(server.receivedRequests.last)
        #expect(received.target == sent)
        #expect(received["Proxy-Authorization"]?.contains("uri=\"\(sent)\"") == true)
        await server.stop()
    }

    /// As `--digest` does: what can be sent only once must not go to a server that has yet to ask.
    @Test("A body is held back until both the proxy and the server have asked")
    func heldBody() async throws {
        let server = try await LoopbackServer.start { request in
            for (name, challenge, status) in [
                ("Proxy-Authorization", "Proxy-Authenticate", 407), ("Authorization", "WWW-Authenticate", 401),
            ] where request[name] == nil {
                var reply = LoopbackReply.text("who?", status: status)
                reply.fields.append(.init(challenge, "Digest realm=\"\(status)\", nonce=\"n\", qop=\"auth\""))
                return reply
            }
            return .text("got it")
        }
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.authentication = AuthenticationOptions()
        }
        var request = try Request.post("http://far.example/a", body: .text("data"))
        request.credential = .password(user: "v", "q")
        var options = AuthenticationOptions(schemes: [.digest])
        options.asksWithoutBody = true
        request.authentication = options
        #expect(try await client.send(request).text() == "got it")
        #expect(server.receivedRequests.map(\.text) == ["", "", "data"])
        await server.stop()
    }

    @Test func wholeURLsAndCredentials() async throws {
        let server = try await LoopbackServer.start { request in
            if request["Proxy-Authorization"] != nil { return .text("through") }
            var reply = LoopbackReply.text("who?", status: 407)
            reply.fields.append(.init("Proxy-Authenticate", "Digest realm=\"p\", nonce=\"n\", qop=\"auth\""))
            return reply
        }
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.authentication = AuthenticationOptions()
        }
        let reply = try await client.get("http://user:secret@far.example:81/a?b#c")
        #expect(reply.text() == "through")
        let request = try #require(server.receivedRequests.last)
        #expect(request.target == "http://far.example:81/a?b")
        #expect(request["Host"] == "far.example:81")
        #expect(request["Proxy-Authorization"]?.contains("uri=\"http://far.example:81/a?b\"") == true)
        await server.stop()
    }

    @Test(
        "A proxy that closes the connection on which it asks gets its answer on the next",
        arguments: [
            "Content-Length: 4\r\nConnection: close\r\n\r\nwho?", "Content-Length: 4\r\n\r\nwh",
        ])
    func tunnelOverASecondConnection(_ rest: String) async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [
                    .awaitRequest,
                    .send(
                        "HTTP/1.1 407 Who\r\nProxy-Authenticate: Digest realm=\"p\", nonce=\"n\", qop=\"auth\"\r\n\(rest)"
                    ),
                    .close,
                ],
                [.awaitRequest, .send("HTTP/1.1 200 Go\r\n\r\n"), .serve(requests: nil)],
            ]))
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.tunnelsAlways = true
            $0.proxies.authentication = AuthenticationOptions()
        }
        #expect(try await client.get("http://far.example/hello").status == .ok)
        let answers = server.receivedRequests.map { $0["Proxy-Authorization"]?.hasPrefix("Digest ") }
        #expect(answers == [nil, true, nil])
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func aProxyThatAsksForEverIsAnError() async throws {
        let refusal =
            "HTTP/1.1 407 Who\r\nProxy-Authenticate: Digest realm=\"p\", nonce=\"n\", stale=true\r\nConnection: close\r\n\r\n"
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(refusal), .close])
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.tunnelsAlways = true
            $0.proxies.authentication = AuthenticationOptions()
        }
        let error = try await failure { try await client.get("http://far.example/hello") }
        #expect(error.cause == .proxy(.tunnelRefused(status: 407)))
        #expect(2...4 ~= server.acceptedConnections)
        await server.stop()
    }

    /// The server gets the path alone from the proxy, and compares it with what the digest is of.
    @Test("The digest for a server is of the path, with and without one for the proxy", arguments: [false, true])
    func digestThroughAProxy(hasProxyCredential: Bool) async throws {
        let server = try await LoopbackServer.start { request in
            if request["Authorization"] != nil { return .text("through") }
            var reply = LoopbackReply.text("who?", status: 401)
            reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"s\", nonce=\"n\", qop=\"auth\""))
            return reply
        }
        let client = client(.http, server, credential: hasProxyCredential ? .password(user: "u", "p") : nil)
        #expect(try await client.get("http://user:secret@far.example/a?b").text() == "through")
        #expect(server.receivedRequests.last?["Authorization"]?.contains("uri=\"/a?b\"") == true)
        await server.stop()
    }

    @Test("An error names the site that was asked, not the first that the proxy's connection served")
    func errorsNameTheSite() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .awaitRequest,
            .send("nonsense\r\n\r\n"),
            .close,
        ])
        let client = client(.http, server)
        _ = try await client.get("http://a.example/")
        let error = try await failure { try await client.post("http://b.example:81/", body: .bytes([1])) }
        #expect(error.origin == "http://b.example:81")
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// CONNECT, its refusal with 407, and the tunnel, all on one connection.
    @Test func tunnel() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest,
            .send(
                "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 4\r\n\r\nwho?"),
            .awaitRequest, .send("HTTP/1.1 200 Go\r\n\r\n"), .serve(requests: nil),
        ])
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.tunnelsAlways = true
            $0.proxies.authentication = AuthenticationOptions()
        }
        for _ in 0..<2 { #expect(try await client.get("http://far.example/hello").status == .ok) }
        let requests = server.receivedRequests
        #expect(requests.map(\.method) == ["CONNECT", "CONNECT", "GET", "GET"])
        #expect(requests.map(\.target) == ["far.example:80", "far.example:80", "/hello", "/hello"])
        #expect(requests.map { $0["Proxy-Authorization"] } == [nil, "Basic dTpw", nil, nil])
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// The server behind a tunnel doesn't get the password that its proxy got unasked.
    @Test func tunnelKeepsThePassword() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 Go\r\n\r\n"), .serve(requests: nil),
        ])
        let client = client(.http, server, credential: .password(user: "u", "p")) {
            $0.proxies.tunnelsAlways = true
            $0.proxies.authentication.sendsBasicAtOnce = true
        }
        #expect(try await client.get("http://far.example/hello").status == .ok)
        #expect(server.receivedRequests.map { $0["Proxy-Authorization"] } == ["Basic dTpw", nil])
        await server.stop()
    }

    @Test(arguments: [
        ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", ProxyError.tunnelRefused(status: 403)),
        ("HTTP/1.1 200 Go\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", .spokeFirst),
        ("HTTP/1.1 302 Go\r\nLocation: http://evil.example/\r\nContent-Length: 0\r\n\r\n", .tunnelRefused(status: 302)),
    ])
    func lies(_ answer: String, _ expected: ProxyError) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(answer), .awaitEnd])
        await #expect {
            try await client(.http, server).get("https://far.example/")
        } throws: {
            ($0 as? HTTPClientError)?.cause == .proxy(expected)
        }
        await server.stop()
    }

    @Test func socksFive() async throws {
        let server = try await LoopbackServer.start(script: [
            .receive(4), .sendBytes([5, 2]), .receive(5), .sendBytes([1, 0]), .receive(18),
            .sendBytes([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]), .serve(requests: nil),
        ])
        let client = client(.socks5h, server, credential: .password(user: "u", "p"))
        #expect(try await client.get("http://far.example/hello").status == .ok)
        #expect(server.receivedRequests.last?.target == "/hello")
        await server.stop()
    }

    /// Tor's own proxy resolves them (RFC 7686 section 2); any other way would ask a name server.
    @Test(arguments: [(ProxyServer.Kind.socks5h, true), (.socks4a, true), (.socks5, false), (.socks4, false)])
    func onionNames(_ kind: ProxyServer.Kind, _ passes: Bool) async throws {
        let greeting: [Step] =
            kind == .socks4a
            ? [.receive(19), .sendBytes([0, 90, 0, 0, 0, 0, 0, 0])]
            : [.receive(3), .sendBytes([5, 0]), .receive(16), .sendBytes([5, 0, 0, 1, 127, 0, 0, 1, 0, 80])]
        let server = try await LoopbackServer.start(
            script: Script(passes ? greeting + [.serve(requests: nil)] : [.awaitEnd]))
        let client = client(kind, server)
        do {
            let reply = try await client.get("http://abc.onion/hello")
            #expect(passes && reply.status == .ok)
        } catch {
            #expect(!passes)
            #expect("\(error)".hasSuffix("through Tor's SOCKS proxy (socks5h), never looked up"), "\(error)")
        }
        await server.stop()
    }

    @Test func socksOnAUnixSocket() async throws {
        let folder = try TemporaryFolder()
        var listening = LoopbackConfiguration()
        listening.endpoint = .unix(path: folder.file("socks"))
        let server = try await LoopbackServer.start(
            script: [
                .receive(3), .sendBytes([5, 0]), .receive(18), .sendBytes([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]),
                .serve(requests: nil),
            ], configuration: listening)
        var configuration = HTTPClient.Configuration()
        configuration.proxies.http = try ProxyServer(parsing: "socks5h://localhost\(folder.file("socks"))")
        let reply = try await HTTPClient(configuration: configuration).get("http://far.example/hello")
        #expect(reply.status == .ok)
        await server.stop()
    }

    /// The connect clock covers the proxy's answers, to CONNECT and in SOCKS.
    @Test(arguments: [ProxyServer.Kind.http, .socks5h], [Timeouts.Clock.connect, .opening, .total])
    func aSilentProxy(_ kind: ProxyServer.Kind, _ clock: Timeouts.Clock) async throws {
        let server = try await LoopbackServer.start(script: [.receive(3), .stall])
        let limit = Duration.milliseconds(80)
        let error = try await failure {
            try await client(kind, server) {
                $0.proxies.tunnelsAlways = true
                $0.timeouts = .none
                switch clock {
                case .connect: $0.timeouts.connect = limit
                case .opening: $0.timeouts.opening = limit
                default: $0.timeouts.total = limit
                }
            }.get("http://far.example/")
        }
        #expect(error.cause == .timedOut(clock, after: limit))
        #expect(error.phase == .connect)
        await server.stop()
    }

    /// Each answer comes in time, but not both.
    @Test("The clock of the opening runs on when the proxy's login takes a second connection")
    func aSlowLogin() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [
                    .awaitRequest, .delay(.milliseconds(150)),
                    .send(
                        "HTTP/1.1 407 Who\r\nProxy-Authenticate: Digest realm=\"p\", nonce=\"n\"\r\n"
                            + "Content-Length: 0\r\nConnection: close\r\n\r\n"), .close,
                ],
                [
                    .awaitRequest, .delay(.milliseconds(150)), .send("HTTP/1.1 200 Go\r\n\r\n"),
                    .serve(requests: nil),
                ],
            ]))
        let limit = Duration.milliseconds(200)
        let error = try await failure {
            try await client(.http, server, credential: .password(user: "u", "p")) {
                $0.proxies.tunnelsAlways = true
                $0.proxies.authentication = AuthenticationOptions()
                $0.timeouts = .none
                $0.timeouts.opening = limit
            }.get("http://far.example/hello")
        }
        #expect(error.cause == .timedOut(.opening, after: limit))
        await server.stop()
    }

    /// An https proxy whose name begins with a digit gets that name, and its certificate is checked for it.
    @Test func aProxyNamedByDigits() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = client(.https, server, host: "1proxy.example") {
            $0.tls.roots = [.pem(server.authorityPEM)]
            $0.hostOverrides = [HostOverride(host: "1proxy.example", port: server.port, addresses: ["127.0.0.1"])]
        }
        let error = try await failure { try await client.get("http://far.example/x") }
        guard case .tls(.certificateRefused(.wrongHost, _)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        await server.stop()
    }

    /// Names that no certificate can match are refused before anything is sent.
    @Test(arguments: [".com", "a..b"])
    func aNameWithAnEmptyPart(_ name: String) async throws {
        let server = try await LoopbackServer.start(secure: true)
        let error = try await failure {
            try await client(.https, server, host: name).get("http://far.example/x")
        }
        #expect(error.cause == .tls(.invalidHostName(name)))
        let direct = try await failure { try await HTTPClient(trusting: server).get("https://\(name):\(server.port)/") }
        #expect(direct.cause == .tls(.invalidHostName(name)))
        #expect(server.acceptedConnections == 0)
        await server.stop()
    }

    @Test(arguments: [
        [Step.receive(3), .sendBytes([5, 0xFF]), .awaitEnd], [.receive(3), .sendBytes([9, 9, 9]), .awaitEnd],
        [.receive(3), .cut], [.receive(3), .sendBytes([5, 0]), .receive(10), .sendBytes([5, 1, 0, 1, 0]), .awaitEnd],
    ])
    func socksNonsense(_ steps: [Step]) async throws {
        let server = try await LoopbackServer.start(script: Script(steps))
        await #expect {
            try await client(.socks5h, server).get("http://far.example/hello")
        } throws: {
            if case .proxy(.socks) = ($0 as? HTTPClientError)?.cause { true } else { false }
        }
        await server.stop()
    }

    /// TLS to the proxy, and within it TLS to the server: both certificates are checked, each for its name.
    @Test(arguments: ["http://127.0.0.1:", "https://localhost:"])
    func overTLS(_ prefix: String) async throws {
        let server = try await LoopbackServer.start(secure: true) {
            $0.method == "GET" ? .text("inside \($0.target)") : nil
        }
        let client = client(.https, server, host: "localhost") {
            $0.tls.roots = [.pem(server.authorityPEM)]
        }
        if prefix.hasPrefix("http:") {
            #expect(try await client.get("http://far.example/x").text() == "inside http://far.example/x")
        } else {
            // The server isn't a proxy: it answers CONNECT with 404, inside TLS.
            await #expect {
                try await client.get("https://far.example/x")
            } throws: {
                ($0 as? HTTPClientError)?.cause == .proxy(.tunnelRefused(status: 404))
            }
        }
        await server.stop()
    }

    @Test func unknownProxyIsNamed() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.proxies.http = ProxyServer(kind: .http, host: "no-such-proxy.invalid", port: 1)
        await #expect {
            try await HTTPClient(configuration: configuration).get("http://far.example/")
        } throws: {
            ($0 as? HTTPClientError)?.cause == .proxy(.unknownHost("no-such-proxy.invalid"))
        }
    }
}

extension ProxyTests {
    /// `connectOverrides` say where the tunnel leads, and the server is still asked by its own name.
    @Test func tunnelElsewhere() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 Go\r\n\r\n"), .serve(requests: nil),
        ])
        let client = client(.http, server) {
            $0.connectOverrides = [ConnectOverride(newHost: "near.example", newPort: 82)]
        }
        #expect(try await client.get("http://far.example/hello").status == .ok)
        #expect(server.receivedRequests.map(\.target) == ["near.example:82", "/hello"])
        #expect(server.receivedRequests.last?["Host"] == "far.example")
        await server.stop()
    }

    /// A name that has addresses of its own isn't resolved for a proxy that wants an address.
    @Test func overriddenAddressForSOCKS() async throws {
        let server = try await LoopbackServer.start(script: [
            .receive(3), .sendBytes([5, 0]), .receive(10), .sendBytes([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            .serve(requests: nil),
        ])
        let client = client(.socks5, server) {
            $0.hostOverrides = [HostOverride(host: "nowhere.invalid", port: 80, addresses: ["192.0.2.1"])]
        }
        #expect(try await client.get("http://nowhere.invalid/hello").status == .ok)
        await server.stop()
    }
}
