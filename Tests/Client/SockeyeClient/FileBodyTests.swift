import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// Files as bodies: whole, in part, over both kinds of connection, and files that change.
struct FileBodyTests {
    private static func file(_ folder: TemporaryFolder, _ count: Int, named name: String = "body") throws -> String {
        let path = folder.file(name)
        try File(path, [.writing, .creating, .emptied]).write(Array(pattern[..<count]), at: 0)
        return path
    }

    /// Made once: nine million bytes take a second in a debug build.
    private static let pattern = BytePattern.bytes(0..<9_000_000)

    /// A large file whose content doesn't matter; making the pattern would take seconds in a debug build.
    private static func zeros(_ folder: TemporaryFolder, _ count: Int) throws -> String {
        let path = folder.file("zeros")
        try File(path, [.writing, .creating, .emptied]).write([UInt8](repeating: 0, count: count), at: 0)
        return path
    }

    @Test(arguments: [0, 1, 1000, 65_535, 65_536, 262_144, 5_000_001], [false, true])
    func aFileArrivesWhole(_ count: Int, _ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        let body = RequestBody.file(path: try Self.file(folder, count))
        #expect(body.length == Int64(count))
        #expect(body.isReplayable)
        let reply = try await client.send(.put(server.url("/continue"), body: body), observer: observations)
        #expect(reply.text() == "received \(count) bytes\n")
        let request = try await server.nextRequest()
        #expect(request.body == BytePattern.bytes(0..<count))
        #expect(request["Content-Length"] == "\(count)")
        #expect(observations.closing == nil)
        await server.stop()
    }

    @Test(
        arguments: [
            (0, 10), (0, nil), (1, nil), (99_999, 1), (100_000, nil), (100_000, 0), (10, 80_000), (20_000, 70_000),
        ] as [(Int64, Int64?)])
    func aPartOfAFileIsSent(_ offset: Int64, _ length: Int64?) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let path = try Self.file(folder, 100_000)
        let end = offset + (length ?? 100_000 - offset)
        _ = try await client.put(server.url("/continue"), body: .file(path: path, offset: offset, length: length))
        #expect(try await server.nextRequest().body == BytePattern.bytes(Int(offset)..<Int(end)))
        await server.stop()
    }

    /// The chunked coding by choice, and all kinds of segments mixed.
    @Test(arguments: [false, true], [false, true])
    func segmentsKeepTheirOrder(_ secure: Bool, _ isChunked: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        var segments: [BodySegment] = [], expected: [UInt8] = []
        for (index, count) in [5, 300_000, 0, 70_000, 9_000_000, 1].enumerated() {
            let path = try Self.file(folder, count, named: "\(index)")
            segments.append(.bytes(Array("part \(index)".utf8)))
            segments.append(.file(try #require(try FileRange(path: path))))
            expected += Array("part \(index)".utf8) + Self.pattern[..<count]
        }
        segments.append(.bytes([UInt8](repeating: 7, count: 700_000)))
        expected += [UInt8](repeating: 7, count: 700_000)
        var body = RequestBody.segments(segments, length: Int64(expected.count))
        if isChunked { body = body.chunked(trailers: { [.init("X-Sum") ?? .accept: "7"] }) }
        let observations = Observations()
        _ = try await client.send(.put(server.url("/continue"), body: body), observer: observations)
        let request = try await server.nextRequest()
        #expect(request.body == expected)
        #expect(request.chunkSizes.isEmpty == !isChunked)
        #expect(request.trailers == (isChunked ? [.init("X-Sum", "7")] : []))
        #expect(observations.count("sentBody") > 3, "progress is told on the way")
        #expect(observations.closing == nil)
        await server.stop()
    }

    @Test func whatIsNoFileIsRefusedBeforeAnythingIsDone() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let path = try Self.file(folder, 10)
        let missing = folder.file("missing")
        let cases: [(RequestBody, RequestBodyError)] = [
            (.file(path: missing), .file(FileError(call: "open", path: missing, errorNumber: ENOENT))),
            (.file(path: folder.path), .isFolder(folder.path)),
            (.file(path: path, offset: 11), .outsideFile(path: path, offset: 11, length: nil, size: 10)),
            (.file(path: path, offset: 1, length: 10), .outsideFile(path: path, offset: 1, length: 10, size: 10)),
            (.file(path: path, offset: -1), .outsideFile(path: path, offset: -1, length: nil, size: 10)),
            (.file(path: "/dev/zero", offset: -1), .outsideFile(path: "/dev/zero", offset: -1, length: nil, size: 0)),
            (.file(path: path, length: -1), .outsideFile(path: path, offset: 0, length: -1, size: 10)),
        ]
        for (body, expected) in cases {
            let error = try await failure { try await client.put(server.url("/continue"), body: body) }
            #expect(error.cause == .requestBody(expected))
            #expect(error.phase == .prepare)
            #expect(error.party == .caller)
        }
        #expect(server.acceptedConnections == 0)
        await server.stop()
    }

    // MARK: Files that change

    enum Change: CaseIterable, Sendable {
        case shrinks, grows, isTouched, isReplaced

        var cause: FileChange {
            switch self {
            case .shrinks: .shrank
            case .grows: .grew
            case .isTouched: .modified
            case .isReplaced: .replaced
            }
        }

        func apply(to path: String) throws {
            switch self {
            case .shrinks: try File(path, .writing).truncate(to: 10)
            case .grows: try File(path, [.writing, .appending]).append([1])
            case .isTouched: try File(path, .writing).setModified(1_000_000_000)
            case .isReplaced:
                let other = path + ".other"
                try File(other, [.writing, .creating]).write([UInt8](repeating: 0, count: 40_000_000), at: 0)
                try FileNames.rename(other, to: path, keepsExisting: false)
            }
        }
    }

    @Test(arguments: Change.allCases, [false, true])
    func aFileThatChangesBeforeItIsSentIsRefused(_ change: Change, _ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        let path = try Self.file(folder, 1000)
        let body = RequestBody.file(path: path)
        try change.apply(to: path)
        let error = try await failure { try await client.put(server.url("/continue"), body: body) }
        #expect(error.cause == .requestBody(.fileChanged(path: path, change.cause)))
        #expect(server.receivedRequests.allSatisfy { !$0.isComplete })
        await server.stop()
    }

    /// The server delays the upload until the file has changed.
    @Test(arguments: Change.allCases, [false, true])
    func aFileThatChangesWhileItIsSentIsAnError(_ change: Change, _ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let (begun, changed) = (Gate(), Gate())
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [.awaitHead, .open(begun), .pause(until: changed), .receiveBody, .close])
        let client = HTTPClient(trusting: server)
        let count = 40_000_000
        let path = try Self.zeros(folder, count)
        async let changing: Void = {
            try await begun.wait()
            try change.apply(to: path)
            changed.open()
        }()
        let error = try await failure { try await client.put(server.url(), body: .file(path: path)) }
        try await changing
        // While a file grows, its time changes a moment before its size.
        let causes = change == .grows ? [change.cause, Change.isTouched.cause] : [change.cause]
        #expect(causes.contains { error.cause == .requestBody(.fileChanged(path: path, $0)) }, "\(error)")
        #expect(error.requestBytesSent > 0)
        #expect("\(error)".contains("bytes of the request were sent"))
        await server.stop()
    }

    // MARK: Pipes

    @Test func aPipeIsSentInChunksAndOnce() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let body = RequestBody.file(path: path)
        #expect(body.length == nil)
        #expect(!body.isReplayable)
        async let writing: Void = onFileThread {
            let end = try? File(path, .writing)
            for start in stride(from: 0, to: 300_000, by: 50_000) {
                try? end?.append(BytePattern.bytes(start..<start + 50_000))
            }
        }
        _ = try await client.put(server.url("/continue"), body: body)
        await writing
        let request = try await server.nextRequest()
        #expect(request.body == BytePattern.bytes(0..<300_000))
        #expect(request["Transfer-Encoding"] == "chunked")
        await server.stop()
    }

    @Test func aPartOfADeviceIsSentWithItsLength() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let body = RequestBody.file(path: "/dev/zero", offset: 70_000, length: 100_001)
        _ = try await client.put(server.url("/continue"), body: body)
        let request = try await server.nextRequest()
        #expect(request.bodyLength == 100_001)
        #expect(request["Content-Length"] == "100001")
        await server.stop()
    }

    // MARK: Early responses

    /// An echo server can't continue reading unless its response is read.
    @Test(arguments: [false, true])
    func anAnswerThatComesWhileTheBodyIsSentIsTakenIn(_ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let count = 6_000_000
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"), .sendPattern(0..<count),
                .receiveBody, .awaitEnd,
            ])
        let client = HTTPClient(trusting: server)
        let path = try Self.zeros(folder, 30_000_000)
        let reply = try await client.put(server.url(), body: .file(path: path))
        #expect(reply.body == BytePattern.bytes(0..<count))
        #expect(try await server.nextRequest().bodyLength == 30_000_000)
        await server.stop()
    }

    /// The server reads nothing of the body until its whole response is read.
    @Test(arguments: [false, true])
    func anAnswerOfAnySizeIsReadWhileTheBodyIsSent(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n"), .sendZeros(100_000_000),
                .receiveBody, .awaitEnd,
            ])
        let client = HTTPClient(trusting: server)
        let request = try Request.put(server.url(), body: .bytes([UInt8](repeating: 1, count: 64_000_000)))
        let (received, sentAtTheEnd) = try await client.perform(request) { response in
            var received = 0
            try await response.body.forEachChunk { received += $0.byteCount }
            try await response.finishSending()
            return (received, response.requestBodyBytesSent)
        }
        #expect(received == 100_000_000)
        #expect(sentAtTheEnd == 64_000_000)
        #expect(try await server.nextRequest().bodyLength == 64_000_000)
        await server.stop()
    }

    /// Each piece of the body depends on a piece of the response, so neither side can wait for the other's end.
    @Test(arguments: [false, true])
    func requestAndResponseAnswerEachOther(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitHead, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"), .receive(6),
                .send("1\r\nb\r\n"), .receive(6), .send("1\r\nc\r\n0\r\n\r\n"), .receiveBody,
            ])
        let client = HTTPClient(trusting: server)
        let (pieces, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let observations = Observations()
        let request = try Request.post(server.url(), body: .stream(pieces))
        let text = try await client.perform(request, observer: observations) { response in
            var text = ""
            for try await piece in response.body {
                text += String(decoding: piece, as: UTF8.self)
                sender.yield([UInt8(ascii: "x")])
            }
            sender.finish()
            return text
        }
        #expect(text == "abc")
        #expect(observations.closing == nil)
        await server.stop()
    }

    @Test(arguments: [false, true])
    func aHandlerThatGivesUpStopsTheRequest(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure, script: [.awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .awaitEnd])
        let client = HTTPClient(trusting: server)
        let (pieces, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        sender.yield([1])
        struct Enough: Error {}
        let observations = Observations()
        await #expect(throws: Enough.self) {
            try await client.perform(.post(server.url(), body: .stream(pieces)), observer: observations) { response in
                _ = try await response.body.collect(limit: 5)
                throw Enough()
            }
        }
        #expect(observations.closing == .requestBodyUnfinished)
        sender.finish()
        await server.stop()
    }

    @Test(arguments: [307, 401, 413], [false, true])
    func anUploadStopsAtARefusal(_ status: Int, _ secure: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [.awaitHead, .send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno"), .awaitEnd])
        let client = HTTPClient(trusting: server) { $0.redirects = .never }
        let path = try Self.file(folder, 1)
        // Sparse and large.
        try File(path, .writing).truncate(to: 1 << 40)
        let sent = try await client.perform(.put(server.url(), body: .file(path: path))) { response in
            #expect(response.status.code == status)
            return response.requestBodyBytesSent
        }
        #expect(sent < 1 << 40)
        await server.stop()
    }

    /// A closed peer must not end the process with a signal.
    @Test(arguments: [Step.close, .reset])
    func aPeerThatGoesAwayIsAnErrorAndNoSignal(_ end: Step) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(script: [.awaitHead, .receive(100_000), end])
        let client = HTTPClient(trusting: server)
        let path = try Self.file(folder, 1)
        try File(path, .writing).truncate(to: 1 << 30)
        let error = try await failure { try await client.put(server.url(), body: .file(path: path)) }
        #expect([.send, .firstByte].contains(error.phase))
        #expect(error.requestBytesSent > 0)
        await server.stop()
    }
}
