import Foundation
import HTTPTypes
import Sockeye
import SockeyeFields
import SockeyeFoundation
import SockeyeHTTP1
import SockeyeTesting
import TestSupport
import Testing

#if FoundationNetworking
    import FoundationNetworking
#endif

/// Foundation's types where their counterparts go.
@Suite(.timeLimit(.minutes(1)))
struct OverlayTests {
    @Test(arguments: ["http://example.com/a?b#c", "https://user:pw@example.com:8443/%E5%BC%A0", "http://[::1]:80/"])
    func urlsGoBothWays(_ text: String) throws {
        let url = try #require(URL(string: text))
        let parsed = try HTTPURL(url)
        #expect(parsed == (try HTTPURL(text)))
        #expect(parsed.foundationURL?.absoluteString == parsed.href)
        #expect(try Request.get(url).url == parsed)
    }

    @Test func aURLOfAnotherSchemeIsRefused() throws {
        #expect(throws: HTTPURLError.self) { try URL(filePath: "/etc/passwd").httpURL() }
        #expect(throws: FileURLError.self) {
            try RequestBody.file(try #require(URL(string: "http://example.com/etc/passwd")))
        }
    }

    @Test func aRelativeURLFollowsTheBase() throws {
        var configuration = HTTPClient.Configuration()
        configuration.baseURL = try HTTPURL("https://example.com/v1/")
        let client = HTTPClient(configuration: configuration)
        #expect(try client.resolve(try #require(URL(string: "users/1"))).href == "https://example.com/v1/users/1")
        #expect(try client.resolve(try #require(URL(string: "http://other/"))).href == "http://other/")
    }

    @Test(
        arguments: [
            (0, 0), (1.9, 1), (-1.5, -2), (.infinity, 253_402_300_799), (-.infinity, -11_644_473_600),
            (1e300, 253_402_300_799),
        ] as [(Double, Int64)])
    func datesAreWholeSeconds(_ seconds: Double, _ expected: Int64) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).secondsSinceEpoch == expected)
    }

    @Test func datesInFields() {
        var fields = HTTPFields()
        let date = Date(timeIntervalSince1970: 784_111_777)
        fields.set(date, for: .ifModifiedSince)
        #expect(fields[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(fields.date(of: .ifModifiedSince) == date && fields.date(of: .lastModified) == nil)
        fields.set(nil, for: .ifModifiedSince)
        #expect(fields.isEmpty)
    }

    struct Item: Codable, Equatable {
        var name = "张三"
        var born = Date(timeIntervalSince1970: 1_700_000_000)
    }

    @Test func dataAndCodersGoThere() async throws {
        let server = try await LoopbackServer.start { request in .bytes(request.body) }
        let client = HTTPClient()
        let url = try #require(URL(string: server.url("/a")))
        #expect(try await client.send(.post(url, data: Data([1, 2, 255]))).data == Data([1, 2, 255]))
        let json = try await client.send(.post(url, json: Item(), using: JSONEncoder()))
        #expect(try json.decode(Item.self, using: JSONDecoder()) == Item())
        let list = try await client.send(.post(url, body: .propertyList(Item(), using: PropertyListEncoder())))
        #expect(try list.decode(Item.self, using: PropertyListDecoder()) == Item())
        let types = server.receivedRequests.map { $0["content-type"] }
        #expect(types == [nil, "application/json", "application/x-plist"])
        await server.stop()
    }

    @Test func filesAreURLs() async throws {
        let server = try await LoopbackServer.start { request in
            request.method == "PUT" ? .bytes([], status: 201) : .text("hello")
        }
        let folder = try TemporaryFolder()
        let client = HTTPClient()
        let file = URL(filePath: folder.path + "/a b.txt")
        let result = try await client.download(URL(string: server.url("/x"))!, to: file)
        #expect(result.fileURL == file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello")
        try await client.upload(file: file, to: server.url("/up"))
        #expect(server.receivedRequests.last?.text.hasSuffix("hello") == true)
        _ = try await client.send(.post(server.url("/f"), multipart: [.file("f", file), .data("d", Data([65]))]))
        let jar = CookieJar()
        try jar.save(to: URL(filePath: folder.path + "/jar"))
        try jar.load(from: URL(filePath: folder.path + "/jar"))
        #expect(try Download.partialState(at: file) == nil)
        await server.stop()
    }

    @Test func aMockAnswersByItsTable() async throws {
        let mock = MockClient()
        try mock.on(.get, "https://example.com/user") { _ in
            SyntheticResponse(fields: [.contentType: "application/json"], data: Data(#"{"name":"x","born":0}"#.utf8))
        }
        mock.on(path: "/slow") { request in
            throw HTTPClientError(.firstByte, origin: request.url.origin, cause: .timedOut(.total, after: .seconds(1)))
        }
        let performer: any RequestPerformer = mock
        #expect(
            try await performer.get("https://example.com/user#top").decode(Item.self, using: JSONDecoder()).name == "x")
        var configuration = HTTPClient.Configuration()
        configuration.baseURL = try HTTPURL("https://example.com/api/")
        let based = MockClient(configuration: configuration)
        try based.on(.get, "users/1") { _ in SyntheticResponse(body: [1]) }
        let anyBased: any RequestPerformer = based
        #expect(try await anyBased.get("users/1").body == [1])
        #expect(based.requests.map(\.url.href) == ["https://example.com/api/users/1"])
        let streamed = try await performer.perform(.get("https://example.com/user")) { response in
            try await response.body.data()
        }
        #expect(streamed.count == 21)
        await #expect(throws: HTTPClientError.self) { try await performer.get("https://example.com/slow") }
        do throws(HTTPClientError) {
            _ = try await performer.post("https://example.com/user", body: .text("x"))
            Issue.record("an answer for POST")
        } catch {
            #expect(error.description.contains("no answer for POST https://example.com/user"))
        }
        #expect(
            mock.requests.map { "\($0.method.rawValue) \($0.url.path)" } == [
                "GET /user", "GET /user", "GET /slow", "POST /user",
            ])
        #expect(mock.requests.last?.body.bytesInMemory == Array("x".utf8))
        mock.forgetRequests()
        #expect(mock.requests.isEmpty)
    }

    #if FoundationNetworking
        @Test func urlRequestsAreConverted() async throws {
            var original = URLRequest(url: URL(string: "http://example.com/a?b")!)
            original.httpMethod = "PUT"
            original.setValue("x", forHTTPHeaderField: "X-One")
            original.httpBody = Data([1, 2])
            original.timeoutInterval = 5
            original.httpShouldHandleCookies = false
            original.cachePolicy = .reloadIgnoringLocalCacheData
            let request = try Request(original)
            #expect(request.method == .put && request.url.href == "http://example.com/a?b")
            #expect(request.fields.map { "\($0.name.rawName)=\($0.value)" } == ["X-One=x"])
            #expect(request.body.bytesInMemory == [1, 2] && !request.usesCookies)
            #expect(request.timeouts?.idle == .seconds(5) && request.timeouts?.total == nil)
            let back = try URLRequest(request)
            #expect(back.httpMethod == "PUT" && back.url == original.url && back.httpBody == original.httpBody)
            #expect(back.value(forHTTPHeaderField: "x-one") == "x" && back.timeoutInterval == 5)
            #expect(!back.httpShouldHandleCookies)
            #expect(request.cachePolicy == .reload && back.cachePolicy == original.cachePolicy)
        }

        @Test func whatCannotBeSentIsRefused() throws {
            var request = URLRequest(url: URL(string: "http://example.com/")!)
            request.httpMethod = "GE T"
            #expect {
                try Request(request)
            } throws: { error in
                (error as? HTTPClientError)?.cause
                    == .http(.caller(.illegalByte(.method, byte: UInt8(ascii: " "), offset: 2)))
            }
            request = URLRequest(url: URL(filePath: "/etc/passwd"))
            #expect(throws: HTTPClientError.self) { try Request(request) }
        }

        @Test("A body stream is sent, with its length if that is known", arguments: [nil, "200000"])
        func aBodyStreamIsSent(length: String?) async throws {
            let server = try await LoopbackServer.start { request in .bytes(request.body) }
            let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
            var original = URLRequest(url: URL(string: server.url("/"))!)
            original.httpMethod = "POST"
            original.httpBodyStream = InputStream(data: bytes)
            original.setValue(length, forHTTPHeaderField: "Content-Length")
            #expect(try await HTTPClient().send(Request(original)).data == bytes)
            #expect(server.receivedRequests.map { $0["Content-Length"] } == [length])
            await server.stop()
        }

        /// Streams that wait for their first byte keep neither their requests nor a thread of Swift's tasks.
        @Test func bodyStreamsThatWaitAreCancelled() async throws {
            let server = try await LoopbackServer.start { request in .bytes(request.body) }
            let count = ProcessInfo.processInfo.activeProcessorCount + 2
            let folder = try TemporaryFolder()
            let pipe = folder.file("pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            // A writer that writes nothing, so that opening doesn't wait.
            let writer = open(pipe, O_RDWR)
            defer { close(writer) }
            let tasks = try (0..<count).map { _ in
                var original = URLRequest(url: URL(string: server.url("/"))!)
                original.httpMethod = "POST"
                original.httpBodyStream = InputStream(fileAtPath: pipe)
                let request = try Request(original)
                return Task { try await HTTPClient().send(request) }
            }
            try await server.waitForConnections(count)
            for task in tasks {
                task.cancel()
                await #expect(throws: (any Error).self) { try await task.value }
            }
            await server.stop()
        }

        /// Foundation's response takes any number as its status.
        @Test(arguments: [(200, 200), (0, 0), (999, 999), (1000, 999), (-1, 0), (.max, 999), (.min, 0)])
        func statusesOutsideTheRange(code: Int, expected: Int) throws {
            let url = try #require(URL(string: "http://example.com/"))
            let response = try #require(
                HTTPURLResponse(url: url, statusCode: code, httpVersion: nil, headerFields: ["X-A": "1"]))
            #expect(response.httpResponse.status.code == expected)
            #expect(response.httpResponse.headerFields.count == 1)
        }

        @Test func responsesAreConverted() async throws {
            let server = try await LoopbackServer.start { _ in
                LoopbackReply(
                    status: 418,
                    fields: [
                        .init("X-A", "1"), .init("X-A", "2"), .init("Content-Type", "text/plain"),
                        .init("Content-Length", "0"),
                    ])
            }
            let reply = try await HTTPClient().get(server.url("/a"))
            let response = try #require(HTTPURLResponse(reply))
            #expect(response.statusCode == 418 && response.url?.absoluteString == server.url("/a"))
            #expect(response.value(forHTTPHeaderField: "x-a") == "1, 2" && response.mimeType == "text/plain")
            #expect(response.allHeaderFields["X-A"] as? String == "1, 2")
            #expect(response.httpResponse.status.code == 418)
            #expect(response.httpResponse.headerFields[.contentType] == "text/plain")
            await server.stop()
        }
    #endif
}
