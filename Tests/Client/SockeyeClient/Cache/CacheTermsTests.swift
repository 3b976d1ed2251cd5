import HTTPTypes
import SockeyeCache
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeClient

/// Trust, road and user are part of what a response is stored under.
struct CacheTermsTests {
    struct Change: Sendable, CustomStringConvertible {
        let name: String
        let isForPlainToo: Bool
        let make: @Sendable (inout HTTPClient.Configuration) -> Void

        init(_ name: String, plain: Bool, _ make: @escaping @Sendable (inout HTTPClient.Configuration) -> Void) {
            (self.name, isForPlainToo, self.make) = (name, plain, make)
        }

        var description: String { name }
    }

    private static let changes = [
        Change("authorities", plain: false) { $0.tls.roots = [.pem("A")] },
        Change("others", plain: false) { $0.tls.roots = [.pem("B")] },
        Change("beside the system's", plain: false) { $0.tls.roots = [.system, .pem("A")] },
        Change("a folder", plain: false) { $0.tls.roots = [.folder("/a")] },
        Change("revocations", plain: false) { $0.tls.revocationListFile = "/none" },
        Change("a certificate", plain: false) { $0.tls.identity = ClientIdentity(certificateFile: "/none") },
        Change("pins", plain: false) { $0.tls.pinning.publicKeys = [[1]] },
        Change("certificate pins", plain: false) { $0.tls.pinning.certificates = [[1]] },
        Change("a version", plain: false) { $0.tls.lowestVersion = .tls13 },
        Change("signatures", plain: false) { $0.tls.signatureAlgorithms = "ed25519" },
        Change("stapling", plain: false) { $0.tls.requiresStapledStatus = true },
        Change("any name", plain: false) { $0.tls.checksHostName = false },
        Change("a proxy", plain: true) { $0.proxies.http = try? ProxyServer(parsing: "http://p:1") },
        Change("another kind", plain: true) { $0.proxies.http = try? ProxyServer(parsing: "socks5h://p:1") },
        Change("another port", plain: true) { $0.proxies.http = try? ProxyServer(parsing: "http://p:2") },
        Change("a proxy's user", plain: true) { $0.proxies.http = try? ProxyServer(parsing: "http://u:p@p:1") },
        Change("a proxy for https", plain: true) { $0.proxies.https = try? ProxyServer(parsing: "http://p:1") },
        Change("a proxy before", plain: true) { $0.proxies.before = try? ProxyServer(parsing: "socks5://p:1") },
        Change("a proxy by TLS", plain: true) { $0.proxies.http = try? ProxyServer(parsing: "https://p:1") },
        Change("its authorities", plain: true) {
            $0.proxies.http = try? ProxyServer(parsing: "https://p:1")
            $0.proxyTLS = TLSConfiguration(roots: [.pem("A")])
        },
        Change("a proxy by TLS, the server's authorities", plain: true) {
            $0.proxies.http = try? ProxyServer(parsing: "https://p:1")
            ($0.proxyTLS, $0.tls.roots) = (TLSConfiguration(), [.pem("A"), .pem("B")])
        },
        Change("the authorities of both", plain: true) {
            $0.proxies.http = try? ProxyServer(parsing: "https://p:1")
            $0.tls.roots = [.pem("A")]
        },
        Change("an address", plain: true) {
            $0.hostOverrides = [HostOverride(host: "h", port: 1, addresses: ["127.0.0.1"])]
        },
        Change("another place", plain: true) { $0.connectOverrides = [ConnectOverride(newHost: "h")] },
        Change("an interface", plain: true) { $0.socketOptions.localEnd = .interface("lo") },
        Change("a PROXY header", plain: true) { $0.compatibility.sendsProxyHeader = true },
        Change("its client", plain: true) {
            ($0.compatibility.sendsProxyHeader, $0.compatibility.proxyHeaderClient) = (true, "192.0.2.1")
        },
        Change("a length ignored", plain: true) { $0.compatibility.ignoresContentLength = true },
    ]

    private static func key(_ url: String, _ change: (inout HTTPClient.Configuration) -> Void) throws -> CacheKey {
        var configuration = HTTPClient.Configuration()
        let cache = HTTPCache.memory()
        configuration.cache = cache
        change(&configuration)
        return CacheTerms(configuration).key(of: try .get(url), nil, in: cache)
    }

    @Test(arguments: changes)
    func eachIsAnotherKey(change: Change) throws {
        for (url, isOther) in [("https://h/", true), ("http://h/", change.isForPlainToo)] {
            let usual = try Self.key(url) { _ in }
            #expect(usual.partition == "")
            #expect((try Self.key(url, change.make) != usual) == isOther, "\(url)")
            #expect(try Self.key(url, change.make) == Self.key(url, change.make))
        }
        let same = try Self.changes.filter {
            try Self.key("https://h/", $0.make) == Self.key("https://h/", change.make)
        }
        #expect(same.map(\.name) == [change.name])
    }

    /// What makes no difference to who answers is no part of the key.
    @Test func theRestIsNot() throws {
        let key = try Self.key("https://h/") { configuration in
            configuration.timeouts.total = .seconds(1)
            configuration.tls.keyLogFile = "/none"
            configuration.tls.resumesSessions = false
            configuration.socketOptions.sendsAtOnce = false
            configuration.bufferedBodyLimit = 1
        }
        #expect(key == CacheKey(try HTTPURL("https://h/")))
    }

    @Test func anotherFileUnderTheSameNameIsAnotherKey() throws {
        let folder = try TemporaryFolder()
        let keys = try ["A", "B", "A"].map { text in
            let path = try folder.write("ca", text)
            return try Self.key("https://h/") { $0.tls.roots = [.file(path)] }
        }
        #expect(keys[0] != keys[1] && keys[0] == keys[2])
    }

    @Test func usersDoNotSeeEachOther() throws {
        let cache = HTTPCache.memory()
        var configuration = HTTPClient.Configuration()
        configuration.cache = cache
        let terms = CacheTerms(configuration)
        var requests = try ["http://h/", "http://a:p@h/", "http://b:p@h/"].map { try Request.get($0) }
        for credential in [Credential.password(user: "c", "p"), .bearer(token: "a"), .bearer(token: "b")] {
            var request = try Request.get("http://h/")
            request.credential = credential
            requests.append(request)
        }
        requests.append(try .get("http://h/", fields: [.authorization: "Basic YTpw"]))
        let keys = requests.map { terms.key(of: $0, $0.credential ?? $0.url.credential, in: cache) }
        #expect(Set(keys).count == requests.count)
        #expect(Set(keys.map(\.url)).count == 1)
    }

    /// An Authorization among the client's default fields tells users apart like one of the request.
    @Test func defaultAuthorizationIsAUser() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        for user in ["Bearer a", "Bearer b", nil] {
            let client = HTTPClient(over: world.server) {
                $0.cache = world.cache
                $0.defaultFields[.authorization] = user
            }
            for isHit in [false, true] {
                #expect(try await client.get(world.server.url()).cacheStatus?.isHit == isHit, "\(user ?? "none")")
            }
        }
        #expect(world.server.requestCount == 3)
    }

    /// A proxy that didn't prove its name answers plain requests in the server's place: nothing of it is stored or found.
    @Test(arguments: [("http://h/", false), ("https://h/", true)])
    func unprovenProxyIsNotCached(_ url: String, isCached: Bool) throws {
        func isCacheable(_ change: (inout TLSConfiguration) -> Void) throws -> Bool {
            var configuration = HTTPClient.Configuration()
            let cache = HTTPCache.memory()
            configuration.cache = cache
            configuration.proxies.http = try ProxyServer(parsing: "https://p:1")
            configuration.proxies.https = configuration.proxies.http
            var tls = TLSConfiguration()
            change(&tls)
            configuration.proxyTLS = tls
            let request = try Request.get(url)
            return CacheRound(
                client: HTTPClient(configuration: configuration), cache: cache, request: request,
                key: cache.key(of: request.url), start: .now, observer: nil
            ).isCacheable
        }
        #expect(try isCacheable { _ in })
        #expect(try isCacheable { $0.verifiesPeer = false } == isCached)
        #expect(try isCacheable { $0.trustDecision = { _ in .refuse } } == isCached)
    }

    /// The logins of a netrc file and of the configuration are users like those of the request.
    @Test func keptLoginsAreUsers() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        let url = world.server.url()
        let known = OriginCredential(.password(user: "c", "p"), for: try HTTPURL(url))
        let changes: [@Sendable (inout HTTPClient.Configuration) -> Void] = [
            { $0.netrc = Netrc(parsing: "default login a password p") },
            { $0.netrc = Netrc(parsing: "default login b password p") }, { $0.credentials = [known] }, { _ in },
        ]
        for change in changes {
            let client = HTTPClient(over: world.server) {
                $0.cache = world.cache
                change(&$0)
            }
            let first = try await client.get(url)
            #expect(try await client.get(url).cacheStatus?.isHit == true && first.cacheStatus?.isHit != true)
        }
        #expect(world.server.requestCount == 4)
    }

    /// A request that changes a resource makes what is stored of it worthless for every user (RFC 9111 section 4.4).
    @Test(arguments: [nil, Credential.password(user: "c", "p")])
    func invalidationIsForAll(_ credential: Credential?) async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        try await world.get()
        var other = try Request.get(world.server.url())
        other.credential = .bearer(token: "t")
        _ = try await world.client.send(other)
        #expect(world.cache.entries.count == 2)
        var change = try Request.delete(world.server.url())
        change.credential = credential
        _ = try await world.client.send(change)
        #expect(world.cache.entries.isEmpty)
    }

    /// Two clients with one cache: neither gets what the other's road led to, and removing a URL removes both.
    @Test func clientsWithOneCache() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        let other = HTTPClient(over: world.server) {
            $0.cache = world.cache
            $0.connectOverrides = [ConnectOverride(newHost: "elsewhere")]
        }
        try await world.get()
        #expect(try await other.get(world.server.url()).cacheStatus?.forward == .uriMiss)
        #expect(try await other.get(world.server.url()).cacheStatus?.isHit == true)
        #expect(world.server.requestCount == 2 && world.cache.entries.count == 2)
        world.cache.remove(try HTTPURL(world.server.url()))
        #expect(world.cache.entries.isEmpty)
    }
}
