// Where connections go, and how.

import Sockeye
import SockeyeClient
import SockeyeIO
import SockeyeTesting

func connections(_ web: LoopbackServer) async throws {
    try await hostOverride(web)
    try await connectOverride(web)
    try await socketOptions(web)
    try await listener()
    try proxySettings()
    try await proxyServer(web)
}

/// ``HostOverride``: addresses that replace what the resolver says, as with curl's `--resolve`.
func hostOverride(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.hostOverrides = [HostOverride(host: "example.com", port: web.port, addresses: ["127.0.0.1"])]
    let client = HTTPClient(configuration: configuration)
    try expect(try await client.get("http://example.com:\(web.port)/").text() == "Hello")
}

/// ``ConnectOverride``: another server for the same URL, as with curl's `--connect-to`.
func connectOverride(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectOverrides = [
        ConnectOverride(host: "example.com", port: 80, newHost: "127.0.0.1", newPort: web.port)
    ]
    try expect(try await HTTPClient(configuration: configuration).get("http://example.com/").text() == "Hello")
    try expect(web.receivedRequests.last?["Host"] == "example.com")
}

/// ``SocketOptions``: the local end of connections, and how their silence is probed.
func socketOptions(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.socketOptions = SocketOptions(localEnd: .host("127.0.0.1"), keepAliveTime: .seconds(30))
    let reply = try await HTTPClient(configuration: configuration).get(web.url())
    try expect(reply.connection.localAddress?.host == "127.0.0.1")
}

/// ``Listener``, ``SocketAddress``: a server of one's own, for a test.
func listener() async throws {
    guard let address = SocketAddress(numericHost: "127.0.0.1", port: 0) else { return }
    let listener = try Listener(on: address)
    let client = try await Socket.connect(to: listener.address)
    let server = try await listener.accept()
    try await client.send("ping")
    try expect(try await server.receive() == Array("ping".utf8))
    for socket in [client, server] { socket.close() }
    listener.close()
}

/// ``ProxySettings``, ``ProxyExceptions``: which proxy is used for which URL.
func proxySettings() throws {
    let exceptions = ProxyExceptions(parsing: "localhost, .example.com, 192.0.2.0/24")
    try expect(exceptions.contains(host: "www.example.com", port: 443))
    let proxies = try ProxySettings(https: ProxyServer(parsing: "socks5h://127.0.0.1:1080"), exceptions: exceptions)
    try expect(proxies.apply(to: HTTPURL("https://swift.org/")))
    try expect(!proxies.apply(to: HTTPURL("https://192.0.2.7/")))
}

/// ``ProxyServer``: a proxy by its parts.
func proxyServer(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    let proxy = ProxyServer(
        kind: .http, host: "127.0.0.1", port: web.port, credential: .password(user: "ada", "s3cret"))
    configuration.proxies = ProxySettings(http: proxy)
    _ = try await HTTPClient(configuration: configuration).get("http://example.com/hello")
    try expect(web.receivedRequests.last?.target == "http://example.com/hello")
    try expect(web.receivedRequests.last?["Proxy-Authorization"] != nil)
}

func secureConnections() async throws {
    let secure = try await LoopbackServer.start(secure: true)
    try await tlsConfiguration(secure)
    try await pinning(secure)
    try await clientIdentity(secure)
    await secure.stop()
}

/// ``TLSConfiguration``: which authorities are trusted, and which versions are spoken.
func tlsConfiguration(_ secure: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.tls = TLSConfiguration(roots: [.system, .pem(secure.authorityPEM)], lowestVersion: .tls13)
    try expect(try await HTTPClient(configuration: configuration).get(secure.url("/hello")).status == .ok)
}

/// ``Pinning``: keys of which a server must have one, whatever authority signed for it.
func pinning(_ secure: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.tls.roots = [.pem(secure.authorityPEM)]
    let reply = try await HTTPClient(configuration: configuration).get(secure.url("/hello"))
    let known = reply.connection.tls?.certificate?.serverKeyDigest ?? []
    let spare = [UInt8](repeating: 0, count: 32)
    for (pins, isTrusted) in [([known, spare], true), ([spare], false)] as [(Set<[UInt8]>, Bool)] {
        configuration.tls.pinning = Pinning(publicKeys: pins)
        let reply = try? await HTTPClient(configuration: configuration).get(secure.url("/hello"))
        try expect((reply != nil) == isTrusted)
    }
}

/// ``ClientIdentity``: the client's own certificate, for servers that ask for one.
func clientIdentity(_ secure: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.tls.identity = ClientIdentity(certificateFile: "me.p12", password: "s3cret", format: .pkcs12)
    do {
        _ = try await HTTPClient(configuration: configuration).get(secure.url("/hello"))
        try expect(false)
    } catch let error as HTTPClientError {
        try expect("\(error)".contains("me.p12"))  // there is no such file here
    }
}
