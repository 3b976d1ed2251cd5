// What a client's configuration is made of.

import Sockeye
import SockeyeTesting

func settings(_ server: String, _ web: LoopbackServer) async throws {
    try await configuration(server, web)
    try await timeouts(web)
    try await poolLimits(server)
    try await retryPolicy(web)
    try await redirectPolicy(server)
    try await codingOptions(server)
    try await cookies(server, web)
    try await hstsStore()
    try await compatibility()
}

/// ``HTTPClient.Configuration``: everything that a client's requests have in common.
func configuration(_ server: String, _ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.baseURL = try HTTPURL("\(server)/api/")
    configuration.defaultFields[.userAgent] = "my-app/1.0"
    configuration.cache = .memory()
    _ = try await HTTPClient(configuration: configuration).get("users/1")
    try expect(web.receivedRequests.last?.path == "/api/users/1")
    try expect(web.receivedRequests.last?["User-Agent"] == "my-app/1.0")
}

/// ``Timeouts``, ``Timeouts.MinimumSpeed``: how long each phase may take, and how slow a body may be.
func timeouts(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.timeouts = Timeouts(connect: .seconds(5), firstByte: .milliseconds(50), total: .seconds(30))
    configuration.timeouts.minimumSpeed = Timeouts.MinimumSpeed(bytesPerSecond: 1_000, period: .seconds(10))
    let silent = try await LoopbackServer.start(script: [.awaitRequest, .stall])
    do {
        _ = try await HTTPClient(configuration: configuration).get(silent.url())
        try expect(false)
    } catch let error as HTTPClientError {
        guard case .timedOut(.firstByte, after: .milliseconds(50)) = error.cause else { return try expect(false) }
    }
    await silent.stop()
}

/// ``PoolLimits``: how many connections a client opens.
func poolLimits(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.pool = PoolLimits(perOrigin: 1, idleTimeout: .seconds(15))
    let client = HTTPClient(configuration: configuration)
    async let first = client.get("\(server)/")
    async let second = client.get("\(server)/")
    try expect(try await [first.text(), second.text()] == ["Hello", "Hello"])
}

/// ``RetryPolicy``: whether and when a failed request is repeated.
func retryPolicy(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.retry = RetryPolicy(attempts: 2, firstDelay: .milliseconds(1))
    let count = web.requestCount
    let reply = try await HTTPClient(configuration: configuration).get(web.url("/status/503"))
    try expect(reply.statusCode == 503 && web.requestCount == count + 2)
}

/// ``RedirectPolicy``: which redirects are followed.
func redirectPolicy(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.redirects = RedirectPolicy(limit: 5, decision: { _ in .follow })
    let reply = try await HTTPClient(configuration: configuration).get("\(server)/redirect/2")
    try expect(reply.url.path == "/hello" && reply.history.count == 2)
}

/// ``CodingOptions``, ``ContentCoding``: which compressions are asked for and decoded, and how far.
func codingOptions(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.coding = CodingOptions(contentCodings: [.gzip], decodedLimit: 1 << 30)
    try expect(try await HTTPClient(configuration: configuration).get("\(server)/gzip").text() == "Hello")
    try expect(ContentCoding(name: "x-gzip") == .gzip)
}

/// ``CookieJar``, ``Cookie``: cookies that servers set, and those of your own.
func cookies(_ server: String, _ web: LoopbackServer) async throws {
    let jar = CookieJar()
    var configuration = HTTPClient.Configuration()
    configuration.cookies = jar
    jar.insert(Cookie(name: "session", value: "42", domain: "127.0.0.1"))
    _ = try await HTTPClient(configuration: configuration).get("\(server)/")
    try expect(web.receivedRequests.last?["Cookie"] == "session=42")
    try jar.save(to: "cookies.txt")
}

/// ``HSTSStore``: hosts to which nothing goes in the clear.
func hstsStore() async throws {
    let preloaded = HSTSStore()
    preloaded.insert("example.com", includingSubdomains: true)
    try preloaded.save(to: "hsts.txt")

    let store = HSTSStore()
    try store.load(from: "hsts.txt")
    var configuration = HTTPClient.Configuration()
    configuration.strictTransportSecurity = store
    try expect(store.hosts == [".example.com"])
}

/// ``HTTPClient.Configuration.Compatibility``: what a few old servers need.
func compatibility() async throws {
    let old = try await LoopbackServer.start(script: [.awaitRequest, .send("no head at all")])
    var configuration = HTTPClient.Configuration()
    var compatibility = HTTPClient.Configuration.Compatibility()
    compatibility.acceptsHTTP09 = true
    configuration.compatibility = compatibility
    try expect(try await HTTPClient(configuration: configuration).get(old.url()).text() == "no head at all")
    await old.stop()
}
