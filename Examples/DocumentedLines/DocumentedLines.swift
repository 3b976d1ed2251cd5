// Every line of Swift in README.md, against its own server. `Tests/checks/examples.sh` refuses a line of README that is not
// here: there `"…"` is a digest, `{ … }` counts, and https://example.com is this server.

import FirstGuesses
import FoundationEssentials
import Sockeye
import SockeyeEvents
import SockeyeFoundation
import SockeyeIO
import SockeyeParsers
import SockeyeTesting

/// What is not as README says ends the program.
func expect(_ isAsExpected: Bool, _ what: @autoclosure () -> String = "", line: UInt = #line) throws {
    if !isAsExpected { throw Mismatch(line: line, what: what()) }
}

struct Mismatch: Error {
    var line: UInt
    var what: String
}

struct User: Codable, Equatable {
    var name: String
    var born: Timestamp
}

struct Dated: Codable, Equatable {
    var born: Date
}

@main
enum DocumentedLines {
    static let image = BytePattern.bytes(0..<3_000_000)
    static let user = User(name: "张三", born: Timestamp(seconds: 1_700_000_000))
    static let encoded = #"{"name":"张三","born":"2023-11-14T22:13:20Z"}"#

    static func main() async throws {
        let web = try await LoopbackServer.start { request in
            switch (request.method, request.path) {
            case ("GET", "/"): .text("Hello")
            case ("GET", "/big.iso"): .bytes(image)
            case ("GET", "/user"): .text(encoded, type: "application/json")
            case (_, "/echo"): .bytes(request.body)
            case ("GET", "/lines"): .text("one\ntwo")
            case ("POST", _), ("PUT", _): .bytes(request.body, status: 201)
            default: nil
            }
        }
        let server = "http://\(web.authority)"
        let client = try await fetch(server)
        try await download(client, server)
        try await upload(client, server, web)
        try await ask(client, web.url("/"))
        try await talk(client, web)
        try await listen(client, web)
        try await stream(client)
        try await watch()
        try await parse(client, web.url("/user"))
        try await fail(client, web)
        try blocking(web.url("/"))
        try await trust()
        try FileManager.default.removeItem(atPath: try await firstGuesses(server: server))
        try await jsonGuesses(server: server)
        await client.close()
        await web.stop()
        print("the embedder: as expected")
    }

    static func fetch(_ server: String) async throws -> HTTPClient {
        let text = try await HTTPClient.shared.get("\(server)/").text()
        try expect(text == "Hello")

        let client = HTTPClient()
        let reply = try await client.send(.post("\(server)/login", form: ["user": "张三", "pwd": "123"]))
        print(reply.status, reply.fields[.contentType] ?? "", reply.body.count)
        try expect(reply.status.code == 201)
        try expect(String(decoding: reply.body, as: UTF8.self).contains("%E5%BC%A0%E4%B8%89"))

        var count = 0
        try await client.perform(.get("\(server)/big.iso")) { response in
            for try await piece in response.body { count += piece.count }
        }
        try expect(count == image.count)
        count = 0
        try await client.perform(.get("\(server)/big.iso")) { response in
            // or without a copy: try await response.body.forEachChunk { bytes in … }
            try await response.body.forEachChunk { bytes in count += bytes.byteCount }
        }
        try expect(count == image.count)
        let onItsThread = try await withTaskExecutorPreference(client.eventLoop) {
            try await client.get("\(server)/").text()
        }
        try expect(onItsThread == "Hello")
        return client
    }

    static func ask(_ client: HTTPClient, _ url: String) async throws {
        let page = try await client.get(url, headers: ["Accept": "text/plain"], timeout: .seconds(5))
        if let next = page.links["next"] { _ = try await client.get(next) }
        try await client.perform(.get(url)) { response in
            for try await line in response.lines { print(line) }
        }
        let temporary = try await client.download(url)
        try expect(temporary.byteCount == 5)
        try FileManager.default.removeItem(atPath: temporary.path)
    }

    static func talk(_ client: HTTPClient, _ web: LoopbackServer) async throws {
        let server = "http://\(web.authority)/ws/echo?"
        try await client.withWebSocket("\(server)/chat", protocols: ["chat"]) { socket in
            try await socket.send(.text("hello"))
            let reply = try await socket.receive()
            try expect(reply == .text("hello"))
        }
    }

    static func listen(_ client: HTTPClient, _ web: LoopbackServer) async throws {
        let server = "http://\(web.authority)/events/4?"
        for try await event in client.events("\(server)/prices") { print(event.type, event.data) }
        // It came back for the fourth.
        try expect(web.receivedRequests.count { $0.path == "/events/4" } >= 2)
    }

    static func stream(_ client: HTTPClient) async throws {
        let server = try await LoopbackServer.start(script: Script(connections: [[.send("220 ready\r\n"), .awaitEnd]]))
        let (host, port) = ("127.0.0.1", server.authority.split(separator: ":").last.flatMap { UInt16($0) } ?? 0)
        try await client.withStream(to: host, port: port) { stream in
            let greeting = try await stream.receive()
            try expect(greeting == Array("220 ready\r\n".utf8))
        }
        await server.stop()
    }

    static func watch() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.waitsForConnectivity = true
        try expect(configuration.waitsForConnectivity)
        let watch = Task {
            for try await path in NetworkPath.updates { print(path.status, path.defaultInterfaces) }
        }
        watch.cancel()
        _ = await watch.result
    }

    static func download(_ client: HTTPClient, _ server: String) async throws {
        let published = try Digest.sha256(of: image).hex
        let result = try await client.download(
            "\(server)/big.iso", to: "big.iso", options: .init(segments: 8, checksum: .sha256(published)))
        print(result.completeness)
        try expect(result.byteCount == Int64(image.count))
        guard case .verified = result.completeness else { throw Mismatch(line: #line, what: "\(result)") }
    }

    static func upload(_ client: HTTPClient, _ server: String, _ web: LoopbackServer) async throws {
        _ = try await client.download("\(server)/big.iso", to: "a.png")
        try await client.upload(file: "a.png", to: "\(server)/a.png")
        try expect(web.receivedRequests.last?.body == image)
        var url = "\(server)/form"
        let sent = try await client.send(.post(url, multipart: [.field("user", "x"), .file("file", path: "a.png")]))
        try expect(sent.status == .created && (web.receivedRequests.last?.body.count ?? 0) > image.count)

        let service = TusService()
        let uploads = try await LoopbackServer.start(service: service)
        url = uploads.url("/files/big.iso")
        try await client.uploadResumably("big.iso", to: .put(url, body: .none))  // tus 1.0 or the IETF draft
        try expect(uploads.receivedRequests.contains { $0.bodyLength == image.count })
        await uploads.stop()
    }

    static func parse(_ client: HTTPClient, _ url: String) async throws {
        let user = try await client.get(url).json(User.self)
        let created = try await client.post(url, body: .json(user))
        try expect(user == Self.user && created.body == Array(encoded.utf8))
        try await client.perform(.get(url)) { response in
            let user = try await response.body.decode(User.self)
            try expect(user == Self.user, "\(user)")
        }
        try expect(JSONValue(parsing: encoded)["name"]?.string == "张三")
        let dated = Dated(born: user.born.date)
        let decoder = PropertyListValueDecoder(conversions: .foundation())
        for format in [PropertyList.Format.xml, .binary] {
            let bytes = try PropertyListValueEncoder(conversions: .foundation()).encode(dated, format: format)
            try expect(decoder.decode(Dated.self, from: bytes) == dated)
        }
    }

    /// A server that no authority vouches for: met once to learn its certificate, then accepted by it.
    static func trust() async throws {
        let server = try await LoopbackServer.start(secure: true) { _ in .text("Hello") }
        var known: [UInt8] = []
        for isKnown in [false, true] {
            var configuration = HTTPClient.Configuration()
            if isKnown {
                let known = known
                configuration.tls.trustDecision = { question in
                    question.certificateDigest == known ? .accept : .refuse
                }
            } else {
                let (digests, sender) = AsyncStream<[UInt8]>.makeStream()
                configuration.tls.trustDecision = { question in
                    sender.yield(question.certificateDigest)
                    return .refuse
                }
                let reply = try? await HTTPClient(configuration: configuration).get(server.url("/", host: "localhost"))
                try expect(reply == nil)
                for await digest in digests {
                    known = digest
                    break
                }
                continue
            }
            configuration.cache = .memory()
            var request = try Request.get(server.url("/", host: "localhost"))
            request.cachePolicy = .preferStored
            let cached = try await HTTPClient(configuration: configuration).send(request)
            try expect(cached.cacheStatus?.isHit == false)
            let reply = try await HTTPClient(configuration: configuration).get(server.url("/", host: "localhost"))
            try expect(reply.text() == "Hello")
            let spare = [UInt8](repeating: 0, count: 32)
            if let known = reply.connection.tls?.certificate?.serverKeyDigest {
                configuration.tls.pinning = Pinning(publicKeys: [known, spare])
            }
            try expect(try await HTTPClient(configuration: configuration).send(request).status == .ok)
        }
        await server.stop()
    }

    /// Errors come out as themselves.
    static func fail(_ client: HTTPClient, _ web: LoopbackServer) async throws {
        do {
            _ = try await client.get("http://127.0.0.1:1/")
            throw Mismatch(line: #line, what: "port 1 answers")
        } catch let error as HTTPClientError {
            try expect(error.phase == .connect)
        }
        do {
            try await client.upload(file: "missing", to: web.url("/missing"))
            throw Mismatch(line: #line, what: "a file that is missing was sent")
        } catch is UploadError {}
        do {
            _ = try JSONValue(parsing: "[1,2,}")
            throw Mismatch(line: #line, what: "a bad text is parsed")
        } catch is JSONError {}
    }

    static func blocking(_ url: String) throws {
        try expect(try BlockingHTTPClient().get(url).text() == "Hello")
    }
}
