import HTTPTypes
import SockeyeClient
import SockeyeDoctor
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

/// Whole examinations: their end, their cost, their secrets.
struct ExaminationTests {
    private static func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func aGoodServerHasNoWarnings() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let report = await Doctor(client: Self.client { $0.tls.roots = [.pem(server.authorityPEM)] })
            .examine(try .get(server.url("/range/100000")))
        // Except that the machine may be busy.
        let bad = report.findings.filter { $0.verdict > .note && !$0.text.contains("the server took") }
        #expect(bad.isEmpty, "\(bad)")
        #expect(report.isComplete && report.url == server.url("/range/100000"))
        #expect(report.effort.requests == server.requestCount)
        #expect(report.effort.requests <= 10 && report.effort.handshakes >= 3)
        await server.stop()
    }

    @Test func aSilentServerIsNotWaitedForLonger() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        var options = Doctor.Options()
        options.step = .milliseconds(200)
        let report = await Doctor(client: Self.client(), options: options).examine(try .get(server.url("/")))
        let answer = report.findings.first { $0.check == .answer }
        #expect(answer?.verdict == .fault && answer?.text.contains("timed out") == true)
        #expect(report.findings.contains { $0.check == .ranges && $0.verdict == .notTried })
        await server.stop()
    }

    @Test func theWholeHasADeadlineToo() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        var options = Doctor.Options()
        options.total = .seconds(1)
        let report = await Doctor(client: Self.client(), options: options).examine(try .get(server.url("/")))
        #expect(report.effort.duration < .seconds(30))
        // That the time was over is no fault of the server.
        #expect(!report.isComplete && report.worst != .fault && report.worst != .warning)
        let answer = report.findings.first { $0.check == .answer }
        #expect(answer?.verdict == .note && answer?.text.contains("timed out") == true)
        await server.stop()
    }

    @Test func anEndlessBodyIsNotJudged() async throws {
        let beginning = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(beginning), .stall])
        var options = Doctor.Options()
        options.total = .seconds(20)
        let report = await Doctor(client: Self.client(), options: options).examine(try .get(server.url("/")))
        let answers = report.findings.filter { $0.check == .answer }
        #expect(answers.contains { $0.verdict == .note && $0.text.contains("not judged") })
        #expect(!answers.contains { $0.verdict == .fault }, "\(answers)")
        await server.stop()
    }

    @Test(.timeLimit(.minutes(1))) func cancelledItTellsWhatItKnows() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        let url = server.url("/")
        let examination = Task { await Doctor(client: Self.client()).examine(try .get(url)) }
        _ = try await server.waitForRequests(1)
        examination.cancel()
        let report = try await examination.value
        #expect(!report.isComplete)
        #expect(report.findings.contains { $0.check == .addresses && $0.verdict < .warning })
        #expect(report.findings.contains { $0.check == .answer && $0.verdict == .notTried && $0.text == "interrupted" })
        await server.stop()
    }

    /// Secrets of one origin are not shown to another, in no request of the examination.
    @Test func secretsStayAtTheirOrigin() async throws {
        let other = try await LoopbackServer.start()
        let target = other.url("/hello", host: "localhost")
        let first = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("", status: 302)
            reply.fields.append(.init("Location", target))
            return reply
        }
        var request = try Request.get(first.url("/"))
        request.fields[.authorization] = "Bearer secret"
        request.fields[.cookie] = "secret=1"
        request.credential = .password(user: "name", "secret")
        let report = await Doctor(client: Self.client()).examine(request)
        #expect(Set(report.findings.map(\.origin)).count == 2)
        #expect(first.receivedRequests.contains { $0["Cookie"] == "secret=1" })
        #expect(other.requestCount > 3)
        for request in other.receivedRequests {
            #expect(
                request["Authorization"] == nil && request["Cookie"] == nil
                    && request["Host"] == "localhost:\(other.port)")
        }
        await first.stop()
        await other.stop()
    }

    /// A signature is for the origin that the caller named, whatever netrc knows about another one.
    @Test func signaturesStayAtTheirOrigin() async throws {
        let other = try await LoopbackServer.start()
        let target = other.url("/hello")
        let first = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("", status: 302)
            reply.fields.append(.init("Location", target))
            return reply
        }
        var configuration = Self.client().configuration
        configuration.netrc = Netrc(parsing: "machine 127.0.0.1 login m password secret")
        configuration.authentication.signature = AWSSignature()
        var request = try Request.get(first.url("/"))
        request.fields[try #require(HTTPField.Name("X-Api-Key"))] = "secret"
        request.credential = .password(user: "key", "secret")
        _ = await Doctor(client: HTTPClient(configuration: configuration)).examine(request)
        #expect(first.receivedRequests.contains { $0["X-Amz-Date"] != nil && $0["X-Api-Key"] != nil })
        #expect(other.requestCount > 3)
        for request in other.receivedRequests {
            #expect(request["X-Amz-Date"] == nil && request["Authorization"]?.hasPrefix("AWS") != true)
            #expect(request["X-Api-Key"] == nil)
        }
        await first.stop()
        await other.stop()
    }

    /// The client's certificate tells who it is: only a server that a request would accept gets it.
    @Test(arguments: [true, false], ["-tls1_2", "-tls1_3"])
    func theClientsCertificateIsForTrustedServersOnly(isTrusted: Bool, _ version: String) async throws {
        let authority = try ThrowawayCertificate.authority()
        let roots = isTrusted ? authority : try ThrowawayCertificate.authority(named: "Other")
        let leaf = try ThrowawayCertificate(
            commonName: "peer", alternativeNames: "DNS:localhost", key: .rsa2048, issuer: authority)
        let me = try ThrowawayCertificate(commonName: "it-is-me", alternativeNames: nil, issuer: authority)
        let folder = try TemporaryFolder()
        let peer = try Program(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", try folder.write("certificate.pem", leaf.certificate),
                "-key", try folder.write("key.pem", leaf.key), "-www", version, "-Verify", "1", "-CAfile",
                try folder.write("authority.pem", authority.certificate),
            ])
        let text = await peer.waitForText("ACCEPT 127.0.0.1:") + peer.waitForText("\n")
        let port = try #require(UInt16(text.split(separator: ":").last?.filter(\.isNumber) ?? ""))
        try folder.write("me.pem", me.certificate + me.key)
        let client = Self.client {
            $0.tls.roots = [.pem(roots.certificate)]
            $0.tls.identity = ClientIdentity(certificateFile: folder.file("me.pem"))
        }
        let report = await Doctor(client: client).examine(try .get("https://localhost:\(port)/"))
        peer.stop()
        let shown = await peer.finish().errorText.contains("it-is-me")
        #expect(shown == isTrusted)
        let worst = report.findings.filter { $0.check == .tls || $0.check == .certificate }.map(\.verdict).max()
        #expect(worst.map { $0 < .warning } == isTrusted, "\(report.findings)")
        #expect(report.findings.contains { $0.check == .certificate && ($0.verdict == .fault) == !isTrusted })
    }

    @Test func requestsCarryWhatTheCallerGave() async throws {
        let server = try await LoopbackServer.start()
        var request = try Request.get(server.url("/range/5000"))
        request.method = .post
        request.body = .text("body")
        request.fields = [.userAgent: "me", .range: "bytes=0-0", .ifNoneMatch: "*", .acceptEncoding: "br"]
        _ = await Doctor(client: Self.client()).examine(request)
        let requests = server.receivedRequests
        #expect(requests.allSatisfy { $0["User-Agent"] == "me" && $0.bodyLength == 0 && $0.method != "POST" })
        #expect(requests.first?["Range"] == nil && requests.first?["If-None-Match"] == nil)
        #expect(requests.first?["Accept-Encoding"] == "identity")
        await server.stop()
    }

    /// RFC 9111 section 3.5.
    @Test(arguments: [(nil, "every cache"), ("Bearer x", "only a private cache")] as [(String?, String)])
    func answersToLoginsArePrivate(_ login: String?, _ who: String) async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("text")
            reply.fields.append(.init("Cache-Control", "max-age=60"))
            return reply
        }
        var request = try Request.get(server.url("/"))
        request.fields[.authorization] = login
        let report = await Doctor(client: Self.client()).examine(request)
        let texts = report.findings.filter { $0.check == .caching }.map(\.text)
        #expect(texts == ["\(who) may reuse it for 60 seconds (max-age=60)"])
        await server.stop()
    }

    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func aUnixSocketIsExamined() async throws {
        let folder = try TemporaryFolder()
        var listening = LoopbackConfiguration()
        listening.endpoint = .unix(path: folder.file("socket"))
        let server = try await LoopbackServer.start(configuration: listening)
        let report = await Doctor(client: Self.client { $0.unixSocketPath = folder.file("socket") })
            .examine(try .get("http://named.example/hello"))
        #expect(report.worst < .fault, "\(report.findings.filter { $0.verdict == .fault })")
        #expect(report.findings.contains { $0.check == .names && $0.text.contains("Unix domain socket") })
        await server.stop()
    }

    @Test(.enabled(if: Surroundings.hasIPv6, "the loopback has no IPv6 address"))
    func addressesOfVersion6AreExamined() async throws {
        var listening = LoopbackConfiguration()
        listening.endpoint = .ipv6
        let server = try await LoopbackServer.start(configuration: listening)
        let report = await Doctor(client: Self.client()).examine(try .get(server.url("/hello")))
        #expect(
            report.findings.contains { $0.check == .addresses && $0.text.hasPrefix("[::1]:") && $0.verdict < .warning })
        #expect(report.findings.contains { $0.check == .keepAlive && $0.verdict == .ok })
        await server.stop()
    }

    /// However large the body is, only its beginning is asked for.
    @Test func noBodyIsReadWhole() async throws {
        let server = try await LoopbackServer.start { request in
            LoopbackReply(
                fields: [.init("Content-Length", "\(1 << 40)")],
                body: request.method == "HEAD" ? [] : [.sendPattern(0..<100_000_000), .stall])
        }
        let report = await Doctor(client: Self.client()).examine(try .get(server.url("/")))
        #expect(report.isComplete && report.effort.receivedBytes < 50_000_000, "\(report.effort)")
        await server.stop()
    }
}
