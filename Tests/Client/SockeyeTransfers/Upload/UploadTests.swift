import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeURL
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

/// Whole uploads: Expect, progress, and what counts as success.
struct UploadTests {
    private static func client(for server: LoopbackServer) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        if server.isSecure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        configuration.continueTimeout = .seconds(3600)
        return HTTPClient(configuration: configuration)
    }

    private static func file(_ folder: TemporaryFolder, _ count: Int, named name: String = "a b.txt") throws -> String {
        let path = folder.file(name)
        try File(path, [.writing, .creating, .emptied]).write(BytePattern.bytes(0..<count), at: 0)
        return path
    }

    private static func failure(_ operation: () async throws(UploadError) -> UploadResult) async throws -> UploadError {
        do throws(UploadError) {
            Issue.record("no error, but \(try await operation())")
        } catch {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
            return error
        }
        throw CancellationError()
    }

    /// With or without progress, an observer is told and lent the same, the line with the fault of a head among it.
    @Test(arguments: [false, true]) func anObserverMissesNothing(secure: Bool) async throws {
        final class Watch: ExchangeObserver {
            let seen = Mutex<Set<String>>([])
            let interests: ClientEvent.Interests = [.bytes, .rawHeads, .tls, .reasons]

            func observe(_ event: ClientEvent) { seen.withLock { _ = $0.insert(event.name) } }

            func observe(_ bytes: RawSpan, of part: WirePart) {
                let name = "\(part)".prefix { $0 != "(" }
                seen.withLock { _ = $0.insert("\(name) \(bytes.byteCount > 0)") }
            }
        }
        let folder = try TemporaryFolder()
        let path = try Self.file(folder, 1000)
        let answer = Step.send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n")
        var seen: [Set<String>] = []
        for progress in [nil, { @Sendable (_: UploadProgress) in }] {
            let server = try await LoopbackServer.start(secure: secure, script: [.awaitRequest, answer, .close])
            let watch = Watch()
            _ = try await Self.failure { () async throws(UploadError) in
                try await Self.client(for: server).upload(
                    file: path, to: server.url("/a"), observer: watch, progress: progress)
            }
            seen.append(watch.seen.withLock { $0 })
            await server.stop()
        }
        #expect(seen[0] == seen[1])
        let expected = ["sentHead true", "sentBody true", "receivedHead true", "refusedHead true", "fieldAdded"]
        #expect(seen[1].isSuperset(of: expected + (secure ? ["tls true"] : [])), "\(seen[1].sorted())")
    }

    @Test(arguments: [1000, 3_000_000], [false, true])
    func aFileIsPut(_ count: Int, _ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: secure)
        let reports = Mutex<[UploadProgress]>([])
        let path = try Self.file(folder, count)
        let result = try await Self.client(for: server).upload(file: path, to: server.url("/continue/?x=1")) {
            progress in reports.withLock { $0.append(progress) }
        }
        #expect(result.status == .ok)
        #expect(result.byteCount == count)
        #expect(String(decoding: result.body, as: UTF8.self) == "received \(count) bytes\n")
        let request = try await server.nextRequest()
        #expect(request.method == "PUT")
        #expect(request.target == "/continue/a%20b.txt?x=1")
        #expect(request["Content-Type"] == "text/plain")
        #expect(request["Expect"] == (count > 1 << 20 ? "100-continue" : nil))
        #expect(request.body == BytePattern.bytes(0..<count))
        #expect(reports.withLock { $0.last?.byteCount } == Int64(count))
        #expect(reports.withLock { $0.last?.total } == Int64(count))
        await server.stop()
    }

    @Test(
        arguments: [
            (.whenItPays, nil, "100-continue"), (.whenItPays, 100, nil), (.never, 2_000_000, nil),
            (.always, 1, "100-continue"), (.always, 0, nil),
        ] as [(UploadOptions.Expectation, Int?, String?)])
    func theServerIsAskedFirst(_ expectation: UploadOptions.Expectation, _ count: Int?, _ field: String?) async throws {
        let server = try await LoopbackServer.start()
        let body: RequestBody
        if let count {
            body = .bytes([UInt8](repeating: 1, count: count))
        } else {
            body = .stream(AsyncThrowingStream<[UInt8], any Error> { $0.finish() })
        }
        _ = try await Self.client(for: server).upload(
            .put(server.url("/continue"), body: body), options: .init(expectation: expectation))
        #expect(try await server.nextRequest()["Expect"] == field)
        await server.stop()
    }

    @Test func credentialsMakeItAskFirst() throws {
        var request = try Request.put("http://example.com/", body: .text("x"))
        #expect(!UploadOptions().expects(for: request))
        request.credential = .password(user: "a", "b")
        #expect(UploadOptions().expects(for: request))
        #expect(UploadOptions().expects(for: try .put("http://a:b@example.com/", body: .text("x"))))
    }

    // MARK: Failures

    @Test(arguments: [400, 401, 403, 413, 500], [false, true])
    func aRefusalIsAnErrorThatSaysHowMuchWasSent(_ status: Int, _ isEarly: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(script: [
            isEarly ? .awaitHead : .awaitRequest,
            .send("HTTP/1.1 \(status) No\r\nContent-Length: 4\r\n\r\nwhy?"), .awaitEnd,
        ])
        let path = try Self.file(folder, 1)
        try File(path, .writing).truncate(to: isEarly ? 1 << 36 : 1000)
        let error = try await Self.failure { () async throws(UploadError) in
            try await Self.client(for: server).upload(
                file: path, to: server.url(), options: .init(expectation: .never))
        }
        guard case .refused(let head, let body, let sent, let total) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(head.status.code == status)
        #expect(body == Array("why?".utf8))
        #expect(isEarly ? sent < 1 << 36 : sent == 1000)
        #expect(total == (isEarly ? 1 << 36 : 1000))
        #expect("\(error)".contains("\(sent) of \(total ?? 0) bytes"))
        await server.stop()
    }

    @Test func aSuccessBeforeTheBodysEndIsNone() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close,
        ])
        let path = try Self.file(folder, 1)
        try File(path, .writing).truncate(to: 1 << 36)
        let error = try await Self.failure { () async throws(UploadError) in
            try await Self.client(for: server).upload(
                file: path, to: server.url(), options: .init(expectation: .never))
        }
        guard case .client(let error) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .send)
        #expect(error.requestBytesSent < 1 << 36)
        await server.stop()
    }

    /// A server that says 200 in place of the 100 gets the body all the same, and has to take it.
    @Test func aSuccessInsteadOfThe100() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .receiveBody, .awaitEnd,
        ])
        let request = try Request.put(server.url(), body: .text("abc"))
        let result = try await Self.client(for: server).upload(request, options: .init(expectation: .always))
        #expect(result.byteCount == 3 && result.body == Array("ok".utf8))
        #expect(try await server.nextRequest().body == Array("abc".utf8))
        await server.stop()
    }

    @Test func aMissingFileIsSaid() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let error = try await Self.failure { () async throws(UploadError) in
            try await Self.client(for: server).upload(file: folder.file("none"), to: server.url())
        }
        guard case .client(let inner) = error, case .requestBody(.file(let fault)) = inner.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(fault.isMissing)
        #expect(server.acceptedConnections == 0)
        await server.stop()
    }

    // MARK: Bodies that cannot be sent twice

    enum Again: CaseIterable, Sendable {
        case redirect, challenge

        var head: String {
            switch self {
            case .redirect: "HTTP/1.1 307 There\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
            case .challenge: "HTTP/1.1 401 Who\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n"
            }
        }
    }

    private static func once(_ count: Int) -> RequestBody {
        .stream(
            AsyncThrowingStream<[UInt8], any Error> {
                $0.yield(BytePattern.bytes(0..<count))
                $0.finish()
            })
    }

    @Test(arguments: Again.allCases)
    func aBodyThatIsUsedUpCannotBeSentAgain(_ again: Again) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(again.head), .awaitEnd])
        var request = try Request.put(server.url("/"), body: Self.once(1000))
        request.credential = .password(user: "a", "b")
        let error = try await Self.failure { () async throws(UploadError) in
            try await Self.client(for: server).upload(request, options: .init(expectation: .never))
        }
        guard case .client(let inner) = error else {
            Issue.record("\(error)")
            return
        }
        switch again {
        case .redirect: #expect(inner.cause == .redirect(.bodyNotReplayable))
        case .challenge: #expect(inner.cause == .requestBody(.notReplayable(status: 401)))
        }
        #expect(inner.requestBytesSent > 1000)
        #expect("\(error)".contains("from a file or from memory"))
        #expect("\(error)".contains("bytes of the request were sent"))
        await server.stop()
    }

    /// With Expect, a redirect loses nothing: the body is still unsent.
    @Test(arguments: Again.allCases)
    func aBodyThatWasHeldBackIsSentAgain(_ again: Again) async throws {
        let server = try await LoopbackServer.start(
            script: SockeyeTesting.Script(connections: [
                [.awaitHead, .send(again.head), .awaitEnd], [.serve(requests: nil)],
            ]))
        var request = try Request.put(server.url("/continue"), body: Self.once(1000))
        request.credential = .password(user: "a", "b")
        do throws(UploadError) {
            let result = try await Self.client(for: server).upload(request, options: .init(expectation: .always))
            #expect(again == .challenge)
            #expect(result.byteCount == 1000)
        } catch {
            // The loopback server has nothing at /there, and says so after the whole body.
            guard case .refused(let head, _, 1000, nil) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(head.status == .notFound)
            #expect(again == .redirect)
        }
        #expect(server.receivedRequests.last?.body == BytePattern.bytes(0..<1000))
        await server.stop()
    }

    // MARK: Digests

    @Test(arguments: [false, true])
    func digestsGoAlong(_ isStream: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let bytes = BytePattern.bytes(0..<200_000)
        let body = isStream ? Self.once(200_000) : .file(path: try Self.file(folder, 200_000))
        _ = try await Self.client(for: server).upload(
            .put(server.url("/continue"), body: body),
            options: .init(expectation: .never, digests: [.content(.sha256), .content(.sha512), .representation()]))
        let request = try await server.nextRequest()
        let sha256 = try Digest.sha256(of: bytes).base64, sha512 = try Digest(.sha512, of: bytes).base64
        let expected = [
            "Content-Digest": "sha-256=:\(sha256):, sha-512=:\(sha512):", "Repr-Digest": "sha-256=:\(sha256):",
        ]
        for (name, value) in expected {
            let trailer = request.trailers.first { $0.name == name }?.value
            #expect((isStream ? trailer : request[name]) == value)
            #expect((isStream ? request[name] : trailer) == nil)
        }
        #expect(request.values("Trailer") == (isStream ? ["Content-Digest", "Repr-Digest"] : []))
        #expect(request.body == bytes)
        await server.stop()
    }

    // MARK: Pace

    @Test(arguments: [false, true])
    func aRateIsKept(_ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: secure)
        let path = try Self.file(folder, 600_000)
        let started = Deadline.now
        _ = try await Self.client(for: server).upload(
            file: path, to: server.url("/continue/x"), options: .init(expectation: .never, bytesPerSecond: 1_000_000))
        // 0.6 s at that rate, less the burst of a fifth of a second.
        #expect(Deadline.now.duration(since: started) >= .milliseconds(350))
        #expect(try await server.nextRequest().bodyLength == 600_000)
        await server.stop()
    }

    @Test func aHandleIsHeldAndGoesOn() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let path = try Self.file(folder, 3_000_000)
        let upload = try Upload(
            file: path, to: server.url("/continue/x"), options: .init(expectation: .never),
            with: Self.client(for: server))
        upload.pause()
        upload.start()
        // The head is sent, then nothing.
        try await server.waitForConnections(1)
        #expect(server.receivedRequests.allSatisfy { $0.bodyLength == 0 })
        upload.resume()
        let result = try await upload.result()
        #expect(result.byteCount == 3_000_000)
        var last: UploadProgress?
        for await progress in upload.progress { last = progress }
        #expect(last?.byteCount == 3_000_000)
        await server.stop()
    }

    @Test(arguments: [false, true])
    func aHandleIsCancelled(_ isHeld: Bool) async throws {
        let folder = try TemporaryFolder()
        let begun = Gate()
        let server = try await LoopbackServer.start(script: [.awaitHead, .open(begun), .stall])
        let path = try Self.file(folder, 1)
        try File(path, .writing).truncate(to: 1 << 32)
        let upload = try Upload(
            file: path, to: server.url(), options: .init(expectation: .never), with: Self.client(for: server))
        upload.start()
        try await begun.wait()
        if isHeld { upload.pause() }
        upload.cancel()
        do throws(UploadError) {
            _ = try await upload.result()
            Issue.record("done")
        } catch {
            guard case .cancelled = error else {
                Issue.record("\(error)")
                return
            }
        }
        await server.stop()
    }

    // MARK: Forms

    @Test func aFormHoldsThousandsOfFiles() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        var form = MultipartForm([.field("user", "x")])
        for number in 0..<2000 {
            form.parts.append(.file("file[]", path: try Self.file(folder, number % 7, named: "\(number)")))
        }
        let request = try Request.post(server.url("/continue"), multipart: form)
        let length = try #require(request.body.length)
        let reply = try await Self.client(for: server).send(request)
        #expect(reply.text() == "received \(length) bytes\n")
        await server.stop()
    }
}
