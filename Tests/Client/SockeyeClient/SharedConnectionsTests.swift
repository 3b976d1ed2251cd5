import HTTPTypes
import SockeyeHTTP1
import SockeyeRecording
import SockeyeTLS
import Testing

@testable import SockeyeClient
@testable import SockeyeIO

/// Which settings two clients may differ in and still share connections.
struct SharedConnectionsTests {
    /// Settings that shape a connection.
    static let shaping: [String: @Sendable (inout HTTPClient.Configuration) -> Void] = [
        "pool": { $0.pool.perOrigin += 1 },
        "tls": { $0.tls.verifiesPeer = false },
        "proxyTLS": { $0.proxyTLS = TLSConfiguration(verifiesPeer: false) },
        "limits": { $0.limits.headBytes = 1000 },
        "addressFamily": { $0.addressFamily = .ipv6 },
        "hostOverrides": { $0.hostOverrides = [HostOverride(host: "a", port: 1, addresses: ["127.0.0.1"])] },
        "unixSocketPath": { $0.unixSocketPath = "s" },
        "isUnixSocketAbstract": { $0.isUnixSocketAbstract = true },
        "connectOverrides": { $0.connectOverrides = [ConnectOverride(newHost: "b")] },
        "socketOptions": { $0.socketOptions.sendsAtOnce.toggle() },
        "compatibility": { $0.compatibility.sendsProxyHeader = true },
        "waitsForConnectivity": { $0.waitsForConnectivity = true },
        "chosenLoop": { configuration in
            if let loop = try? EventLoop() { configuration.eventLoop = loop }
        },
        "proxies": {
            $0.proxies.http = ProxyServer(kind: .http, host: "p", port: 1)
            $0.proxies.fields = [.userAgent: "x"]
        },
        "nameService": { $0.nameService = NameService("n", usesIDs: false) { _, _ in .success([]) } },
        "lookup": { $0.lookup = { _, _ in .success([]) } },
        "recorder": { $0.recorder = Recorder() },
        "replay": { configuration in
            if let recording = try? Recording(Recorder().bytes) { configuration.replay = Replay(recording) }
        },
        "transport": { $0.transport = { _ in MemoryTransport { _ in .end } } },
    ]
    /// Settings that shape only what is sent over it.
    static let harmless = [
        "defaultFields", "timeouts", "bufferedBodyLimit", "cookies", "strictTransportSecurity", "redirects",
        "coding", "retry", "credentials", "netrc", "interceptors", "authentication",
        "continueTimeout", "receiveBytesPerSecond", "cache", "cookiePolicy", "baseURL", "capitalizesMethods",
        "instruments",
    ]
    /// Settings of TLS, all of which shape a connection.
    static let trust: [String: @Sendable (inout TLSConfiguration) -> Void] = [
        "roots": { $0.roots = [.file("f")] },
        "verifiesPeer": { $0.verifiesPeer = false },
        "lowestVersion": { $0.lowestVersion = .tls13 },
        "highestVersion": { $0.highestVersion = .tls12 },
        "applicationProtocols": { $0.applicationProtocols = [] },
        "identity": { $0.identity = ClientIdentity(certificateFile: "c") },
        "pinning": { $0.pinning.publicKeys = [[1]] },
        "acceptedCertificate": { $0.acceptedCertificate = .sha256([1]) },
        "checksHostName": { $0.checksHostName = false },
        "requiresStapledStatus": { $0.requiresStapledStatus = true },
        "trustDecision": { $0.trustDecision = { _ in .refuse } },
        "ciphers": { $0.ciphers = "c" },
        "ciphersOfTLS13": { $0.ciphersOfTLS13 = "c" },
        "groups": { $0.groups = "g" },
        "signatureAlgorithms": { $0.signatureAlgorithms = "s" },
        "resumesSessions": { $0.resumesSessions = false },
        "describesChain": { $0.describesChain = true },
        "revocationListFile": { $0.revocationListFile = "r" },
        "keyLogFile": { $0.keyLogFile = "k" },
    ]

    @Test(arguments: shaping.keys.sorted()) func isNotSharedAfterChanging(_ setting: String) throws {
        var changed = HTTPClient.Configuration()
        let change = try #require(Self.shaping[setting])
        change(&changed)
        #expect(!changed.connects(like: HTTPClient.Configuration()))
        #expect(!HTTPClient.Configuration().connects(like: changed))
    }

    @Test(arguments: trust.keys.sorted()) func isNotSharedAfterChangingTrust(_ setting: String) throws {
        var changed = HTTPClient.Configuration()
        let change = try #require(Self.trust[setting])
        change(&changed.tls)
        #expect(!changed.connects(like: HTTPClient.Configuration()))
        #expect(!HTTPClient.Configuration().connects(like: changed))
    }

    @Test func isSharedWhateverIsSent() {
        var changed = HTTPClient.Configuration()
        changed.defaultFields[.userAgent] = "x"
        changed.timeouts.total = .seconds(1)
        changed.cookies = CookieJar()
        changed.redirects.limit = 1
        changed.receiveBytesPerSecond = 1
        #expect(changed.connects(like: HTTPClient.Configuration()))
    }

    /// Of the departures from HTTP, those that say something before the first request.
    @Test func compatibility() {
        var changed = HTTPClient.Configuration()
        changed.compatibility.proxyHeaderClient = "192.0.2.1"
        #expect(!changed.connects(like: HTTPClient.Configuration()))
        changed = HTTPClient.Configuration()
        changed.compatibility.acceptsHTTP09 = true
        changed.compatibility.ignoresContentLength = true
        changed.compatibility.keepsRawHeads = true
        #expect(changed.connects(like: HTTPClient.Configuration()))
        #expect(Mirror(reflecting: changed.compatibility).children.count == 5)
    }

    /// A new setting must be put into one of the tables, and into `connects(like:)` if it shapes a connection.
    @Test func everySettingIsInATable() {
        func names(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        #expect(names(HTTPClient.Configuration()) == Set(Self.shaping.keys).union(Self.harmless))
        #expect(names(TLSConfiguration()) == Set(Self.trust.keys))
    }
}
