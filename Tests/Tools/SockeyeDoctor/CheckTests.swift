import HTTPTypes
import SockeyeClient
import SockeyeDoctor
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

/// Each check with servers on loopback that fail it.
struct CheckTests {
    /// A server, how to ask it, and the finding that must come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var check: DoctorReport.Check
        var verdict: DoctorReport.Verdict
        /// Words of the finding.
        var words: String
        var path = "/page"
        var secure = false
        /// A URL in place of the server's.
        var url: String?
        /// A host in place of the server's address.
        var host: String?
        var uploadMethod: HTTPRequest.Method?
        var server = LoopbackConfiguration()
        var client: @Sendable (inout HTTPClient.Configuration, LoopbackServer) -> Void = { _, _ in }
        var script: Script?
        var handler: LoopbackHandler?

        init(
            _ check: DoctorReport.Check, _ verdict: DoctorReport.Verdict, _ words: String, secure: Bool = false,
            change: (inout Case) -> Void = { _ in }
        ) {
            (self.check, self.verdict, self.words, self.secure) = (check, verdict, words, secure)
            change(&self)
        }

        /// A server that answers every request in this way.
        static func answering(
            _ check: DoctorReport.Check, _ verdict: DoctorReport.Verdict, _ words: String,
            _ handler: @escaping LoopbackHandler
        ) -> Case {
            Case(check, verdict, words) { $0.handler = handler }
        }

        var testDescription: String { "\(check): \(words)" }
    }

    static let cases: [Case] =
        wayCases + tlsCases + answerCases + fieldCases + rangeCases + compressionCases + uploadCases

    // MARK: The way

    private static let wayCases: [Case] = [
        Case(.proxy, .fault, "CONNECT tunnel failed, response 403") {
            // The server is the proxy.
            $0.url = "https://named.example/"
            $0.client = { configuration, server in
                configuration.proxies.https = ProxyServer(kind: .http, host: "127.0.0.1", port: server.port)
            }
            $0.handler = { _ in .text("no", status: 403) }
        },
        Case(.proxy, .note, "NO_PROXY entry \"127.0.0.0/8\"") {
            $0.client = { configuration, _ in
                configuration.proxies.http = ProxyServer(kind: .http, host: "192.0.2.1", port: 1)
                configuration.proxies.exceptions = ProxyExceptions(parsing: "example.com,127.0.0.0/8")
            }
        },
        Case(.proxy, .ok, "through socks5h://127.0.0.1") {
            // Nobody but the proxy can know the name.
            $0.url = "http://named.example/"
            $0.client = { configuration, server in
                configuration.proxies.before = ProxyServer(kind: .socks5h, host: "127.0.0.1", port: server.port)
            }
        },
        Case(.proxy, .note, "the Unix domain socket replaces the proxy") {
            $0.client = { configuration, _ in
                configuration.proxies.http = ProxyServer(kind: .http, host: "192.0.2.1", port: 1)
                configuration.unixSocketPath = "/nowhere/socket"
            }
        },
        Case(.proxy, .ok, "it forwards them without reading") {
            $0.client = { configuration, server in
                configuration.proxies.http = ProxyServer(kind: .http, host: "127.0.0.1", port: server.port)
                configuration.connectOverrides = [ConnectOverride(newPort: refusedPort)]
            }
        },
        Case(.names, .note, "--resolve says") {
            $0.host = "named.example"
            $0.client = { configuration, server in
                configuration.hostOverrides = [
                    HostOverride(host: "named.example", port: server.port, addresses: ["127.0.0.1"]),
                    HostOverride(host: "*", port: server.port, addresses: ["192.0.2.1"]),
                ]
            }
        },
        // A label of more than 63 bytes fits in no question, so no name server is asked.
        Case(.names, .fault, "has no address") { $0.host = String(repeating: "x", count: 64) + ".localdomain" },
        Case(.names, .note, "--resolve says") {
            $0.host = "named.example"
            $0.client = { configuration, server in
                configuration.hostOverrides = [
                    HostOverride(host: "named.example", port: server.port, addresses: ["127.0.0.1"])
                ]
            }
        },
        Case(.addresses, .fault, "Connection refused") {
            $0.client = { configuration, server in
                configuration.connectOverrides = [ConnectOverride(newPort: refusedPort)]
            }
        },
        // The server has only one of the two.
        Case(.addresses, .warning, "Connection refused") {
            $0.host = "named.example"
            $0.client = { configuration, server in
                configuration.hostOverrides = [
                    HostOverride(host: "named.example", port: server.port, addresses: ["127.0.0.2", "127.0.0.1"])
                ]
            }
        },
        Case(.route, .fault, "could not bind") {
            $0.client = { configuration, _ in configuration.socketOptions.localEnd = .host("192.0.2.1") }
        },
    ]

    // MARK: TLS

    private static let tlsCases: [Case] = [
        Case(.tls, .note, "TLS 1.3 alone is refused", secure: true) { $0.server.highestVersion = .tls12 },
        Case(.tls, .ok, "TLS 1.2 alone is refused", secure: true) { $0.server.lowestVersion = .tls13 },
        Case(.tls, .fault, "closed the connection during the handshake", secure: true) {
            ($0.server.startsPlain, $0.script) = (true, [.receive(1), .cut])
        },
        Case(.certificate, .fault, "expired on", secure: true) { $0.server.certificate = .expired },
        Case(.certificate, .fault, "is not valid before", secure: true) { $0.server.certificate = .notYetValid },
        Case(.certificate, .fault, "is not for this host", secure: true) { $0.server.certificate = .wrongHost },
        Case(.certificate, .fault, "self-signed", secure: true) { $0.server.certificate = .selfSigned },
        Case(.certificate, .fault, "not among the trusted roots", secure: true) {
            $0.server.certificate = .unknownAuthority
        },
        Case(.pins, .fault, "the server's key isn't pinned", secure: true) {
            $0.client = { configuration, _ in
                configuration.tls.pinning = Pinning(publicKeys: [[UInt8](repeating: 7, count: 32)])
            }
        },
        Case(.ocsp, .note, "no OCSP response is stapled", secure: true),
        Case(.ocsp, .fault, "--cert-status demands one", secure: true) {
            $0.client = { configuration, _ in configuration.tls.requiresStapledStatus = true }
        },
        Case(.hsts, .note, "no Strict-Transport-Security", secure: true) { $0.host = "localhost" },
        Case(.hsts, .warning, "is malformed", secure: true) {
            $0.host = "localhost"
            $0.handler = { _ in page { $0.fields.append(.init("Strict-Transport-Security", "includeSubDomains")) } }
        },
        Case.answering(.hsts, .note, "over http is ignored") { _ in
            page { $0.fields.append(.init("Strict-Transport-Security", "max-age=1")) }
        },
    ]

    // MARK: The answer

    private static let answerCases: [Case] = [
        Case.answering(.answer, .fault, "500") { _ in .text("no", status: 500) },
        Case.answering(.answer, .warning, "it asks for basic, digest") { _ in
            var reply = LoopbackReply.text("no", status: 401)
            reply.fields.append(.init("WWW-Authenticate", "Basic realm=a, Digest realm=b, nonce=c"))
            return reply
        },
        Case(.answer, .fault, "the body broke off") {
            $0.script = [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .cut]
        },
        Case(.answer, .fault, "closed the connection without answering") { $0.script = [.awaitRequest, .cut] },
        Case(.answer, .note, "speaks HTTP/1.0") { $0.path = "/http10" },
        Case.answering(.redirects, .fault, "form a loop") { _ in redirect("/page") },
        // Those that lead nowhere aren't well.
        Case.answering(.redirects, .note, "302 to ") { _ in redirect("/page") },
        Case(.redirects, .note, "--max-redirs 1 stops before the next one") {
            $0.path = "/redirect/2"
            $0.client = { configuration, _ in configuration.redirects.limit = 1 }
        },
        Case(.redirects, .note, "--max-redirs 0 stops before the next one") {
            $0.path = "/redirect/1"
            $0.client = { configuration, _ in configuration.redirects.limit = 0 }
        },
        Case.answering(.redirects, .fault, "no Location") { _ in .text("?", status: 301) },
        Case.answering(.redirects, .fault, "the scheme \"ftp\"") { _ in redirect("ftp://127.0.0.1/") },
        Case(.redirects, .warning, "4 redirects one after another") { $0.path = "/redirect/4" },
        Case(.clock, .fault, "behind this machine's") {
            $0.script = [
                .forEachRequest([
                    .send("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\nhi")
                ])
            ]
        },
        Case(.clock, .warning, "no Date field") {
            $0.script = [.forEachRequest([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")])]
        },
        Case.answering(.keepAlive, .warning, "Connection: close") { _ in page { $0.closes = true } },
        Case(.keepAlive, .warning, "without saying so") { $0.server.requestsPerConnection = 1 },
        Case(.keepAlive, .fault, "a HEAD request failed") {
            $0.script = Script(connections: [[.serve(requests: nil)], [.serve(requests: nil)], [.awaitRequest, .cut]])
        },
    ]

    // MARK: Fields

    private static let fieldCases: [Case] = [
        Case.answering(.validators, .warning, "neither ETag nor Last-Modified") { _ in page { $0.fields = [] } },
        Case.answering(.validators, .fault, "the ETag is malformed") { _ in
            page { $0.fields.append(.init("ETag", "abc")) }
        },
        Case.answering(.validators, .note, "a weak ETag") { _ in page { $0.fields.append(.init("ETag", "W/\"1\"")) } },
        Case.answering(.validators, .warning, "answered with 200 instead of 304") { _ in
            page { $0.fields.append(.init("ETag", "\"1\"")) }
        },
        Case.answering(.validators, .warning, "in the future") { _ in
            page { $0.fields.append(.init("Last-Modified", "Sun, 06 Nov 2099 08:49:37 GMT")) }
        },
        Case.answering(.caching, .note, "caches guess") { _ in page() },
        Case.answering(.caching, .warning, "both public and private") { _ in caching("public, private, max-age=5") },
        Case.answering(.caching, .warning, "max-age isn't a number") { _ in caching("max-age=soon") },
        Case.answering(.caching, .warning, "serve it to others") { _ in
            page { $0.fields += [.init("Cache-Control", "max-age=60"), .init("Set-Cookie", "a=b")] }
        },
        Case.answering(.caching, .note, "stale from the start") { _ in
            page { $0.fields.append(.init("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")) }
        },
        Case.answering(.caching, .warning, "Vary: *") { _ in page { $0.fields.append(.init("Vary", "*")) } },
        Case.answering(.caching, .warning, "Age 100 exceeds max-age 60") { _ in
            page { $0.fields += [.init("Cache-Control", "max-age=60"), .init("Age", "100")] }
        },
    ]

    // MARK: Bytes

    private static let rangeCases: [Case] = [
        Case.answering(.ranges, .note, "get the whole") { _ in page() },
        Case.answering(.ranges, .fault, "Accept-Ranges promises parts") { _ in
            page { $0.fields.append(.init("Accept-Ranges", "bytes")) }
        },
        Case.answering(.ranges, .fault, "differ from the same bytes") { request in
            partial(request) { _, bytes in bytes.map { $0 ^ 1 } }
        },
        Case.answering(.ranges, .fault, "asked for bytes 0-") { request in
            partial(request, contentRange: "bytes 1-3/2000") { _, _ in [1, 2, 3] }
        },
        Case.answering(.ranges, .fault, "says 2001 bytes, but the whole has 2000") { request in
            let range = request["Range"].map { $0.replacing("=", with: " ") + "/2001" }
            return partial(request, contentRange: range) { _, bytes in bytes }
        },
        Case.answering(.ranges, .fault, "no Content-Range") { request in
            partial(request, contentRange: "") { _, bytes in bytes }
        },
        Case.answering(.ranges, .fault, "If-Range is ignored") { request in partial(request) { _, bytes in bytes } },
        Case(.ranges, .ok, "If-Range with another validator gets the whole") { $0.path = "/range/10000" },
        Case.answering(.ranges, .fault, "416") { request in
            request["Range"] == nil ? page() : .text("no", status: 416)
        },
    ]

    private static let compressionCases: [Case] = [
        Case.answering(.compression, .note, "not compressed") { _ in .text(String(repeating: "text ", count: 1000)) },
        Case.answering(.compression, .fault, "it says gzip, but") { _ in
            page { $0.fields.append(.init("Content-Encoding", "gzip")) }
        },
        // Whatever else fails is no matter of codings.
        Case.answering(.compression, .fault, "with an offer of codings, ") { request in
            request.has("gzip", in: "Accept-Encoding") ? page { $0.body = [.sendBytes([1, 2, 3]), .cut] } : page()
        },
        Case.answering(.compression, .warning, "accepts no coding gets gzip") { _ in
            var reply = LoopbackReply.bytes(gzippedEmpty)
            reply.fields.append(.init("Content-Encoding", "gzip"))
            return reply
        },
        Case.answering(.compression, .warning, "Vary doesn't name") { request in coded(request) { _ in } },
        Case.answering(.compression, .warning, "the same strong ETag") { request in
            coded(request) { $0.fields.append(.init("ETag", "\"1\"")) }
        },
        Case.answering(.compression, .note, "differs from the plain response") { request in coded(request) { _ in } },
    ]

    private static let uploadCases: [Case] = [
        Case(.uploads, .warning, "a POST of 64 KiB is refused (413)") {
            ($0.path, $0.uploadMethod) = ("/continue/413", .post)
        },
        Case(.uploads, .warning, "Expect: 100-continue is refused") {
            ($0.path, $0.uploadMethod) = ("/continue/417", .put)
        },
        Case(.uploads, .ok, "a POST of 1 GiB would be accepted") { ($0.path, $0.uploadMethod) = ("/continue", .post) },
        Case(.uploads, .notTried, "--doctor-upload"),
    ]

    @Test(arguments: cases) func aServerFailsIt(_ item: Case) async throws {
        let server = try await LoopbackServer.start(
            secure: item.secure, script: item.script, configuration: item.server, handler: item.handler)
        var configuration = HTTPClient.Configuration()
        if item.secure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        item.client(&configuration, server)
        var options = Doctor.Options()
        options.uploadMethod = item.uploadMethod
        let report = await Doctor(client: HTTPClient(configuration: configuration), options: options)
            .examine(try .get(item.url ?? server.url(item.path, host: item.host)))
        let findings = report.findings.filter { $0.check == item.check }
        #expect(
            findings.contains { $0.verdict == item.verdict && $0.text.contains(item.words) },
            "\(findings.map { "\($0.verdict): \($0.text)" })")
        // Each check is told of, unless the URL has no TLS.
        let told = Set(report.findings.map(\.check))
        let untold = DoctorReport.Check.allCases.filter { !told.contains($0) }
        #expect(untold.isEmpty || !item.secure && untold == [.tls, .certificate, .pins, .ocsp], "\(untold)")
        #expect(report.isComplete)
        // Nothing but GET and HEAD, unless asked for; and never a byte of a body.
        let methods: [String] = ["GET", "HEAD", "CONNECT"] + (item.uploadMethod.map { [$0.rawValue] } ?? [])
        for request in server.receivedRequests {
            #expect(methods.contains(request.method) && request.bodyLength == 0)
        }
        #expect(report.effort.requests <= 25)
        await server.stop()
    }

    /// A check that no server fails would not be worth its line.
    @Test(arguments: DoctorReport.Check.allCases) func everyCheckHasAServerThatFailsIt(_ check: DoctorReport.Check) {
        #expect(Self.cases.contains { $0.check == check && $0.verdict >= .note })
    }
}

// MARK: - Replies

private func page(_ change: (inout LoopbackReply) -> Void = { _ in }) -> LoopbackReply {
    let bytes = BytePattern.bytes(0..<2000)
    var reply = LoopbackReply(body: [.sendBytes(bytes)])
    change(&reply)
    reply.fields.append(.init("Content-Length", "\(bytes.count)"))
    return reply
}

private func caching(_ value: String) -> LoopbackReply {
    page { $0.fields.append(.init("Cache-Control", value)) }
}

private func redirect(_ location: String) -> LoopbackReply {
    var reply = LoopbackReply.text("", status: 302)
    reply.fields.append(.init("Location", location))
    return reply
}

/// A server that answers ranges of a page of 2000 bytes, whatever If-Range says, with bytes that `change` makes of the right
/// ones.
private func partial(
    _ request: ReceivedRequest, contentRange: String? = nil, _ change: (Range<Int>, [UInt8]) -> [UInt8]
) -> LoopbackReply {
    let whole = BytePattern.bytes(0..<2000)
    let bounds = request["Range"]?.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) } ?? []
    guard bounds.count == 2, bounds[0] <= bounds[1], bounds[1] < whole.count else {
        return page { $0.fields.append(.init("ETag", "\"1\"")) }
    }
    let range = bounds[0]..<bounds[1] + 1
    var reply = LoopbackReply.bytes(change(range, Array(whole[range])), status: 206)
    let position = contentRange ?? "bytes \(bounds[0])-\(bounds[1])/2000"
    if !position.isEmpty { reply.fields.append(.init("Content-Range", position)) }
    reply.fields.append(.init("ETag", "\"1\""))
    return reply
}

/// A compressed body of nothing, for whoever accepts gzip.
private func coded(_ request: ReceivedRequest, _ change: (inout LoopbackReply) -> Void) -> LoopbackReply {
    var reply = page()
    if request.has("gzip", in: "Accept-Encoding") {
        reply = .bytes(gzippedEmpty)
        reply.fields.append(.init("Content-Encoding", "gzip"))
    }
    change(&reply)
    return reply
}

/// No bytes, as gzip (RFC 1952).
private let gzippedEmpty: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
