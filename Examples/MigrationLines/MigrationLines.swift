// Every line of docs/Migrating.md, compiled as a reader would: with the products alone. `MigrationTests` refuses a line of the page
// that is not here. Nothing runs: what the calls do, other tests check.
// swift-format-ignore-file
import Foundation
import HTTPTypes
import Sockeye
import SockeyeArchive
import SockeyeBackground
import SockeyeClient
import SockeyeCredentials
import SockeyeFoundation
import SockeyeIO
import SockeyeParsers
import SockeyeTLS
import SockeyeTesting
import SockeyeTransfers
import SockeyeURL
#if Everything
    import FoundationNetworking
#endif

/// Changes nothing; a line need not change what it uses.
func touch<Value>(_ value: inout Value) {}

struct User: Codable, Equatable {
    var name: String
}

struct Stamp: RequestInterceptor {}

struct Counting: AttemptInstrument {
    func begin(_ request: Request) -> AttemptReading { AttemptReading() }
}

/// The names that the page's lines use.
struct MigrationLines {
    let url: URL
    let client: HTTPClient
    let data = Data([1, 2, 3])
    let file: URL
    let folder: URL
    let known: [UInt8] = []
    let user = User(name: "张三")
    var pieces: AsyncThrowingStream<[UInt8], any Error> { AsyncThrowingStream { $0.finish() } }

    func background() async throws {
        let transfers = try BackgroundTransfers(folder: folder.path)
        try await transfers.download(url, to: "/home/me/big.iso"); try await transfers.start()
        try await transfers.upload("/home/me/a.png", to: url)
        for try await transfer in transfers.updates() { print(transfer.path, transfer.state) }
        _ = try transfers.status().transfers
    }

    func shortLines() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = reply.statusCode
        try await client.perform(.get(url)) { response in for try await line in response.lines { print(line) } }
        let temporary = try await client.download(url)
        _ = temporary
        _ = try await client.get(url, headers: ["Accept": "text/html"], timeout: .seconds(5))
    }

    func line1() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = reply
    }

    func line2() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = (reply.data, reply.status, reply.fields[.contentType])
    }

    #if Everything
    func line3() async throws {
        let urlRequest = URLRequest(url: url)
        _ = try await client.send(Request(urlRequest))
    }
    #endif

    #if Everything
    func line4() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = HTTPURLResponse(reply)
    }
    #endif

    func line5() async throws {
        let reply = try await HTTPClient.shared.get(url)
        let user = try reply.decode(User.self, using: JSONDecoder())
        _ = user
    }

    func line6() async throws {
        try await client.perform(.get(url)) { response in for try await piece in response.body { print(piece.count) } }
    }

    func line7() async throws {
        _ = try await client.send(.put(url, data: data))
    }

    func line8() async throws {
        _ = try await client.upload(file: file, to: url)
    }

    func line9() async throws {
        _ = try await client.send(.put(url, body: .stream(pieces)))
    }

    func line10() async throws {
        let result = try await client.download(url, to: file)
        _ = result
    }

    func line11() async throws {
        let result = try await client.download(url, to: file)
        _ = result.fileURL
    }

    func line12() async throws {
        _ = try await client.download(url, to: file)
    }

    func line13() async throws {
        let download = try Download(of: url, to: file, with: client)
        let token = await download.cancel()
        _ = token
    }

    func line14() async throws {
        let download = try Download(of: url, to: file, with: client)
        download.start(); await download.pause(); download.resume()
    }

    func line15() async throws {
        let download = try Download(of: url, to: file, with: client)
        for await step in download.progress { print(step.byteCount, step.total ?? 0) }
    }

    func line16() async throws {
        _ = try Download.partialState(at: file)?.fraction
    }

    func line17() async throws {
        var options = DownloadOptions()
        options.onResume = { offset, total in print(offset, total ?? 0) }
        touch(&options)
    }

    func line18() async throws {
        try await client.perform(.get(url)) { response in _ = try await response.saved(in: folder) }
    }

    func line19() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = reply.suggestedFilename
    }

    func line20() async throws {
        var request = try Request.put(url, data: data, fields: [.contentType: "image/png"])
        touch(&request)
    }

    func line21() async throws {
        var request = Request(url: try url.httpURL())
        request.fields.append(HTTPField(name: .accept, value: "image/png"))
        touch(&request)
    }

    func line22() async throws {
        var request = Request(url: try url.httpURL())
        request.body = .data(data)
        touch(&request)
    }

    func line23() async throws {
        var request = Request(url: try url.httpURL())
        request.usesCookies = false
        touch(&request)
    }

    func line24() async throws {
        var request = Request(url: try url.httpURL())
        request.timeouts = Timeouts(firstByte: .seconds(30), idle: .seconds(30))
        touch(&request)
    }

    func line25() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.timeouts.total = .seconds(600)
        touch(&configuration)
    }

    func line26() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.defaultFields[.acceptLanguage] = "de"
        touch(&configuration)
    }

    func line27() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.pool.perOrigin = 6
        touch(&configuration)
    }

    func line28() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.cookies = CookieJar()
        touch(&configuration)
    }

    func line29() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.cookiePolicy = .sameSite
        touch(&configuration)
    }

    func line30() async throws {
        var configuration = HTTPClient.Configuration()
        _ = configuration.cookies?.cookies
        touch(&configuration)
    }

    func line31() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.cookies?.removeAll()
        touch(&configuration)
    }

    func line32() async throws {
        var request = Request(url: try url.httpURL())
        request.credential = .password(user: "me", "secret")
        touch(&request)
    }

    func line33() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.tls.trustDecision = { question in question.certificateDigest == known ? .accept : .refuse }
        touch(&configuration)
    }

    func line34() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.tls.pinning = Pinning(publicKeys: [known])
        touch(&configuration)
    }

    func line35() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.redirects.decision = { proposal in proposal.to.host == "example.com" ? .follow : .deliver }
        touch(&configuration)
    }

    func line36() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.proxies = ProxySettings(http: try ProxyServer(parsing: "proxy.example.com:3128"))
        touch(&configuration)
    }

    func line37() async throws {
        var request = Request(url: try url.httpURL())
        request.label = "images"
        touch(&request)
    }

    func line38() async throws {
        _ = client.requestsUnderWay.map(\.label)
    }

    func line39() async throws {
        client.cancelRequests(labelled: "images")
    }

    func line40() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = reply.metrics.durations
    }

    func line41() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.interceptors = [Stamp()]
        touch(&configuration)
    }

    func line42() async throws {
        await client.close()
    }

    func line43() async throws {
        await client.invalidateAndCancel()
    }

    func line44() async throws {
        client.reset()
    }

    func line45() async throws {
        client.closeIdleConnections()
    }

    func line46() async throws {
        var request = Request(url: try url.httpURL())
        print(client.plannedHead(of: request).fields)
        touch(&request)
    }

    func line47() async throws {
        let answer = try BlockingHTTPClient().get(url)
        _ = answer
    }

    func line48() async throws {
        Task { print(try await client.get(url).status) }
    }

    func line49() async throws {
        try await client.perform(.get(url)) { response in try await response.body.forEachChunk { bytes in print(bytes.byteCount) } }
    }

    func line50() async throws {
        _ = try await client.upload(file: file, to: url) { progress in print(progress.byteCount) }
    }

    func line51() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.redirects = .never
        touch(&configuration)
    }

    func line52() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.netrc = Netrc(parsing: try String(contentsOf: file, encoding: .utf8))
        touch(&configuration)
    }

    func line53() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.baseURL = try HTTPURL("https://api.example.com/v1/")
        touch(&configuration)
    }

    func line54() async throws {
        _ = try await client.get(url, query: ["page": 2, "tags": ["a", "b"]])
    }

    func line55() async throws {
        _ = try await client.post(url, form: ["user": ["name": "张三"]])
    }

    func line56() async throws {
        _ = try await client.post(url, json: user)
    }

    func line57() async throws {
        _ = try await client.send(.post(url, body: .propertyList(user, using: PropertyListEncoder())))
    }

    func line58() async throws {
        _ = try await client.send(.post(url, multipart: [.file("photo", file)]))
    }

    func line59() async throws {
        _ = try await client.send(.post(url, multipart: [.data("photo", data, fileName: "a.png", contentType: "image/png")]))
    }

    func line61() async throws {
        _ = try await client.get(url).json(User.self)
    }

    func line62() async throws {
        let reply = try await HTTPClient.shared.get(url)
        _ = try JSONValue(parsing: reply.body)["user"]?["name"]?.string
    }

    func line63() async throws {
        _ = try await client.download(url, to: .folder(folder)) { progress in print(progress.bytesPerSecond) }
    }

    func line64() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.tls.pinning = Pinning(publicKeys: [known])
        touch(&configuration)
    }

    func line65() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.retry = RetryPolicy(attempts: 3)
        touch(&configuration)
    }

    func line66() async throws {
        await client.invalidateAndCancel()
    }

    func line67() async throws {
        _ = client.requestsUnderWay.count
    }

    func line68() async throws {
        var configuration = HTTPClient.Configuration()
        let client = HTTPClient(configuration: configuration)
        _ = client
        touch(&configuration)
    }

    func line69() async throws {
        var request = try Request(method: .post, url: "https://example.com/")
        touch(&request)
    }

    func line70() async throws {
        var request = Request(url: try url.httpURL())
        request.fields[.authorization] = "Bearer token"
        touch(&request)
    }

    func line71() async throws {
        var request = Request(url: try url.httpURL())
        request.body = .bytes([1, 2, 3])
        touch(&request)
    }

    func line72() async throws {
        var request = Request(url: try url.httpURL())
        request.body = .stream(pieces, length: 10)
        touch(&request)
    }

    func line73() async throws {
        var request = Request(url: try url.httpURL())
        request.timeout = .seconds(30)
        touch(&request)
    }

    func line74() async throws {
        var request = Request(url: try url.httpURL())
        let bytes = try await client.perform(request) { response in try await response.body.collect(limit: 1 << 20) }
        _ = bytes
        touch(&request)
    }

    func line75() async throws {
        _ = try await client.download("https://example.com/a.iso", to: "a.iso")
    }

    func line76() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.redirects = .never
        touch(&configuration)
    }

    func line77() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.coding = .compressed
        touch(&configuration)
    }

    func line78() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.pool.idleTimeout = .seconds(30)
        touch(&configuration)
    }

    func line79() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.hostOverrides = [HostOverride(host: "example.com", port: 443, addresses: ["127.0.0.1"])]
        touch(&configuration)
    }

    func line80() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.instruments = [Counting()]
        touch(&configuration)
    }

    func line81() async throws {
        await client.close()
    }

    func line82() async throws {
        let performer: any RequestPerformer = MockClient()
        _ = performer
    }

    func line83() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.waitsForConnectivity = true
        touch(&configuration)
    }

    func line84() async throws {
        _ = try await NetworkPath.current.status
    }

    func line85() async throws {
        for try await path in NetworkPath.updates { print(path.status, path.kind ?? .loopback) }
    }

    func line86() async throws {
        try await client.withStream(to: "example.com", port: 25) { stream in try await stream.send("QUIT\r\n") }
    }

    func line87() async throws {
        try await client.withWebSocket(url) { socket in try await socket.send(.text("hello")) }
    }

    func line88(_ store: some CredentialStore, _ address: HTTPURL) async throws {
        try await store.set(StoredCredential(for: address, user: "ada", password: "secret"))
    }

    func line89(_ store: some CredentialStore, _ address: HTTPURL) async throws {
        var request = try Request.get("https://example.com/")
        request.credential = try await store.credential(for: address)
        touch(&request)
    }

    func line90(_ store: some CredentialStore, _ address: HTTPURL) async throws {
        _ = try await store.remove(origin: address.origin, realm: "", user: Array("ada".utf8))
    }

    func line91() {
        let store = EncryptedCredentialFile(at: "passwords", passphrase: "correct horse")
        _ = store
    }

    func line92() {
        let store = SecretServiceStore()
        _ = store
    }

    func line93() async throws {
        _ = try await client.download(url, to: .folder(folder)).extract(to: "unpacked")
    }

    func line94() async throws {
        _ = try await Archive.extract("a.zip", to: "unpacked") { progress in print(progress.bytes) }
    }

    func line95() async throws {
        _ = try await Archive.create("a.zip", of: ["photos"])
    }

    func line97() async throws {
        let reply = try await client.get(url)
        _ = reply.head.contentLength
    }

    func line96() async throws {
        _ = try await client.get(url).validate(.json).json(User.self)
    }
}
