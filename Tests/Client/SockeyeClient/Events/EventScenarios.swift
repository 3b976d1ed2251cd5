import HTTPTypes
import SockeyeCache
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeClient

/// A call, and the events that it must tell: for each a name, and a part of its sentence.
struct EventScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: [(name: String, text: String)]
    let run: @Sendable (Observations) async throws -> Void

    init(
        _ name: String, _ expected: [(String, String)],
        run: @escaping @Sendable (Observations) async throws -> Void
    ) {
        (self.name, self.run) = (name, run)
        self.expected = expected.map { (name: $0.0, text: $0.1) }
    }

    var testDescription: String { name }
}

extension EventScenario {
    static let all = requests + ways + connections + cookies + logins + repeats + caches

    private static let requests = [
        EventScenario(
            "a method in small letters",
            [
                ("methodCapitalized", "get is sent as GET"), ("targetChosen", "the server is sent the path"),
                ("fieldAdded", "Host is sent because of the URL"),
                ("fieldAdded", "X-Mine is sent because of the request itself"),
                ("fieldAdded", "User-Agent is sent because of a default of the client"),
                ("fieldAdded", "Accept-Encoding is sent because of the codings"),
                ("requestFramed", "the request has no body"), ("direct", "none is set"),
                ("connectionOpened", "no idle one leads there"), ("connectionReused", "#0 is used again"),
                ("responseFramed", "step 6: Content-Length says"), ("connectionKept", "#0 is kept"),
                ("responseFramed", "step 1:"),
            ]
        ) { watch in
            let server = MemoryServer()
            let client = HTTPClient(over: server) { $0.coding = CodingOptions(contentCodings: [.gzip]) }
            let method = HTTPRequest.Method("get") ?? .get
            let request = Request(
                method: method, url: try HTTPURL(server.url("/hello")), fields: [.init("X-Mine") ?? .age: "1"])
            _ = try await client.send(request, observer: watch)
            _ = try await client.send(try .head(server.url("/hello")), observer: watch)
        },
        EventScenario(
            "a body that waits",
            [
                ("expectation", "the body waits for 100"), ("expectation", "the server said 100"),
                ("interimPassed", "the interim response 100"), ("requestFramed", "5 bytes are announced"),
                ("fieldAdded", "Expect is sent because of the wait"),
                ("fieldAdded", "Content-Type is sent because of the body's type"),
            ]
        ) { watch in
            let server = MemoryServer()
            var request = try Request.post(server.url("/echo"), body: .json(Array("[1,2]".utf8)))
            request.expectsContinue = true
            _ = try await HTTPClient(over: server).send(request, observer: watch)
        },
        EventScenario("an expectation refused", [("expectation", "(417)")]) { watch in
            let server = MemoryServer(
                script: [
                    .awaitHead, .send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"), .awaitRequest,
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                ])
            var request = try Request.post(server.url(), body: .text("hello"))
            request.expectsContinue = true
            _ = try await HTTPClient(over: server).send(request, observer: watch)
        },
        EventScenario(
            "an answer before the end of the request",
            [("requestCut", "has answered 413"), ("connectionClosed", "#0 is")]
        ) { watch in
            let server = MemoryServer(
                script: [.awaitHead, .send("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n"), .stall],
                wire: .init(capacity: 100_000))
            let body = RequestBody.bytes([UInt8](repeating: 1, count: 1_000_000))
            // In memory a write that has to wait runs into its deadline at once, before the answer may have been read.
            let client = HTTPClient(over: server) { $0.timeouts.idle = nil }
            _ = try await client.send(try .put(server.url(), body: body), observer: watch)
        },
        EventScenario(
            "codings", [("decoding", "the body is decoded: gzip"), ("codingKept", "stays encoded (gzip)")]
        ) { watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("no gzip")
                reply.fields.append(.init("Content-Encoding", "gzip"))
                return reply
            }
            var request = try Request.get(server.url())
            let client = HTTPClient(over: server)
            try await client.perform(request, observer: watch) { _ in }
            request.coding = CodingOptions(contentCodings: [.gzip])
            try await client.perform(request, observer: watch) { _ in }
        },
    ]

    private static let ways = [
        EventScenario(
            "a host that requires TLS",
            [("upgradedToTLS", "so https://server.test/ is"), ("strictTransport", "the host isn't proven by TLS")]
        ) { watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("x")
                reply.fields.append(.init("Strict-Transport-Security", "max-age=9"))
                return reply
            }
            let client = HTTPClient(over: server) {
                $0.strictTransportSecurity = HSTSStore()
                $0.strictTransportSecurity?.insert("server.test", includingSubdomains: false)
            }
            _ = try await client.send(try .get(server.url()), observer: watch)
        },
        EventScenario(
            "a proxy and its exceptions",
            [
                ("proxied", "the http proxy proxy.test port 8080, which is sent the whole URL"),
                ("targetChosen", "the proxy is sent the whole URL"),
                ("direct", "the exception near.test names the host"),
                ("fieldAdded", "X-Proxy is sent because of the proxy's settings"),
            ]
        ) { watch in
            let (far, near) = (MemoryServer("far.test"), MemoryServer("near.test"))
            let client = HTTPClient(over: far, near) {
                $0.proxies = ProxySettings(
                    http: ProxyServer(kind: .http, host: "proxy.test", port: 8080),
                    exceptions: ProxyExceptions(parsing: "other.test near.test"),
                    fields: [.init("X-Proxy") ?? .age: "1"])
            }
            _ = try await client.send(try .get(far.url("/hello")), observer: watch)
            _ = try await client.send(try .get(near.url("/hello")), observer: watch)
        },
        EventScenario(
            "addresses that race",
            [
                ("addressesChosen", "the configuration names 127.0.0.9"), ("addressRace", "failed (connect: "),
                ("addressRace", "answered first"), ("addressesChosen", "the URL names 127.0.0.1"),
            ]
        ) { watch in
            let server = try await LoopbackServer.start()
            let client = HTTPClient(trusting: server) {
                $0.hostOverrides = [
                    HostOverride(host: "name.test", port: server.port, addresses: ["127.0.0.9", "127.0.0.1"])
                ]
            }
            _ = try await client.send(try .get("http://name.test:\(server.port)/hello"), observer: watch)
            _ = try await client.send(try .get(server.url("/hello")), observer: watch)
            await server.stop()
        },
        EventScenario(
            "certificates",
            [
                ("tlsNegotiated", "TLSv1.3 with TLS_"), ("certificateAccepted", "is good for 127.0.0.1"),
                ("certificateUnchecked", "127.0.0.1"), ("certificateRefused", "TLS with 127.0.0.1 is refused: "),
            ]
        ) { watch in
            let server = try await LoopbackServer.start(secure: true)
            let request = try Request.get(server.url("/hello"))
            _ = try await HTTPClient(trusting: server).send(request, observer: watch)
            _ = try await HTTPClient(trusting: server) { $0.tls.verifiesPeer = false }.send(request, observer: watch)
            _ = try await failure { try await HTTPClient().send(request, observer: watch) }
            await server.stop()
        },
        EventScenario(
            "redirects",
            [
                ("redirectFollowed", "followed to http://b.test/hello, with GET instead of POST, without the body"),
                ("secretsWithheld", "Authorization, Cookie stay with http://a.test: http://b.test is another origin"),
                ("identityWithheld", "isn't shown to b.test"),
                ("redirectDelivered", "(302) isn't followed: redirects aren't"),
                ("redirectRefused", "Maximum (0) redirects followed"),
                ("fieldAdded", "Referer is sent because of the redirect"),
            ]
        ) { watch in
            let (a, b) = (redirecting(to: "http://b.test/hello"), MemoryServer("b.test"))
            let client = HTTPClient(over: a, b) {
                $0.tls.identity = ClientIdentity(certificateFile: "none")
                $0.redirects.sendsReferer = true
            }
            var request = try Request.post(
                a.url(), body: .text("x"), fields: [.authorization: "Bearer secret", .cookie: "a=1"])
            _ = try await client.send(request, observer: watch)
            request.redirects = .never
            _ = try await client.send(request, observer: watch)
            request.redirects = RedirectPolicy(limit: 0)
            _ = try await failure { [request] in try await client.send(request, observer: watch) }
        },
    ]

    private static func redirecting(to url: String) -> MemoryServer {
        MemoryServer("a.test") { _ in
            LoopbackReply(status: 302, fields: [.init("Location", url), .init("Content-Length", "0")])
        }
    }

    private static let connections = [
        EventScenario("a server that says close", [("connectionClosed", "the response said Connection: close")]) {
            watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("x")
                reply.closes = true
                return reply
            }
            _ = try await HTTPClient(over: server).send(try .get(server.url()), observer: watch)
        },
        EventScenario("an idle connection with unasked bytes", [("idleConnectionDropped", "#0 is not used")]) {
            watch in
            let gate = Gate()
            let server = try await LoopbackServer.start(
                script: [
                    .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .pause(until: gate),
                    .send("unasked"),
                ])
            let client = HTTPClient(trusting: server)
            let url = try HTTPURL(server.url())
            _ = try await client.send(Request(url: url))
            gate.open()
            try await eventually {
                let idle = client.pool.takeIdle(Origin(url), mayBeSentAgain: false, observer: .of(watch))
                if let idle { client.pool.checkIn(idle) }
                return idle == nil
            }
            await server.stop()
        },
        EventScenario(
            "no place for another connection",
            [
                ("connectionAwaited", "all places for connections are taken"),
                ("connectionOpened", "in the place of another"),
            ]
        ) { watch in
            let gate = Gate()
            let server = MemoryServer(
                script: [
                    .awaitRequest, .pause(until: gate),
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
                ])
            let client = HTTPClient(over: server) { $0.pool = PoolLimits(perOrigin: 1) }
            let request = try Request.get(server.url())
            async let first = client.send(request, observer: watch)
            try await watch.wait(for: "sentHead")
            async let second = client.send(request, observer: watch)
            try await watch.wait(for: "connectionAwaited")
            gate.open()
            _ = try await (first, second)
        },
    ]

    private static let cookies = [
        EventScenario(
            "cookies",
            [
                ("cookieSent", "the cookie mine of server.test is sent"),
                ("cookieWithheld", "the cookie deep of server.test is not sent: it is for paths at or below /deep"),
                ("cookieWithheld", "the cookie safe of server.test is not sent: it is for TLS only"),
                ("cookieStored", "the cookie new is stored for server.test"),
                ("cookieRefused", "the cookie bad is refused: other.test isn't the host"),
                ("cookiesOff", "the request doesn't want it"),
                ("fieldAdded", "Cookie is sent because of the cookie jar"),
            ]
        ) { watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("x")
                reply.fields += [.init("Set-Cookie", "new=1"), .init("Set-Cookie", "bad=1; Domain=other.test")]
                return reply
            }
            let jar = CookieJar()
            jar.insert(Cookie(name: "mine", value: "1", domain: "server.test"))
            jar.insert(Cookie(name: "deep", value: "1", domain: "server.test", path: "/deep"))
            jar.insert(Cookie(name: "safe", value: "1", domain: "server.test", isSecure: true))
            jar.insert(Cookie(name: "far", value: "1", domain: "far.test"))
            let client = HTTPClient(over: server) { $0.cookies = jar }
            var request = try Request.get(server.url())
            _ = try await client.send(request, observer: watch)
            request.usesCookies = false
            _ = try await client.send(request, observer: watch)
        }
    ]

    private static let logins = [
        EventScenario(
            "a challenge",
            [
                ("credentialHeld", "the credential of the request waits"),
                ("challengeAnswered", "(401) will be answered with Digest"),
                ("credentialSent", "Digest credentials are sent to the server"),
                ("challengeUnanswered", "(401) isn't answered: the credential was sent and refused"),
                ("challengeUnanswered", "(401) isn't answered: there is no credential"),
                ("fieldAdded", "Authorization is sent because of the credential"),
            ]
        ) { watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("who?", status: 401)
                reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""))
                return reply
            }
            var request = try Request.get(server.url())
            _ = try await HTTPClient(over: server).send(request, observer: watch)
            request.credential = .password(user: "u", "p")
            _ = try await HTTPClient(over: server).send(request, observer: watch)
        }
    ]

    private static let repeats = [
        EventScenario(
            "connections that die",
            [
                ("secondTry", "the reused one was dead"), ("noSecondTry", "the server may have acted"),
                ("connectionOpened", "dead"),
            ]
        ) { watch in
            let ok = Step.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let server = MemoryServer(script: [.awaitRequest, ok, .awaitRequest, .cut])
            let client = HTTPClient(over: server)
            for _ in 0..<2 { _ = try await client.send(try .get(server.url()), observer: watch) }
            _ = try await failure { try await client.send(try .post(server.url()), observer: watch) }
        },
        EventScenario(
            "a server in trouble",
            [
                ("retryPlanned", "attempt 2 follows in 0 s, as Retry-After asks"),
                ("retryRefused", "all 2 attempts are made"),
            ]
        ) { watch in
            let server = MemoryServer { _ in
                var reply = LoopbackReply.text("x", status: 503)
                reply.fields.append(.init("Retry-After", "0"))
                return reply
            }
            let client = HTTPClient(over: server) { $0.retry = RetryPolicy(attempts: 2, firstDelay: .zero) }
            _ = try await client.send(try .get(server.url()), observer: watch)
        },
    ]

    private static let caches = [
        EventScenario(
            "a cache",
            [
                ("cacheForwarded", "nothing is stored for the URL"), ("responseStored", "is stored as it is read"),
                ("cacheAnswered", "it is fresh for"), ("cacheForwarded", "what is stored is stale"),
                ("cacheValidating", "(If-None-Match)"), ("cacheFreshened", "what is stored is good (1)"),
                ("cacheForwarded", "the method's responses aren't stored"),
                ("cacheInvalidated", "what is stored of http://server.test/ is dropped"),
                ("responseNotStored", "it said no-store"),
                ("fieldAdded", "If-None-Match is sent because of the cache"),
            ]
        ) { watch in
            let world = CacheWorld { request in
                let control = request.target == "/" ? "max-age=60" : "no-store"
                return .cacheable(["Cache-Control": control, "ETag": "\"1\""], to: request)
            }
            for seconds in [0, 30, 60] as [Int64] {
                world.clock.pass(seconds)
                _ = try await world.client.send(try .get(world.server.url()), observer: watch)
            }
            _ = try await world.client.send(try .post(world.server.url()), observer: watch)
            _ = try await world.client.send(try .get(world.server.url("/private")), observer: watch)
        }
    ]
}
