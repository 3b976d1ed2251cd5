import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeHTTP1
import SockeyeLoopback
import SockeyeTLS
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

/// Resumable uploads against servers that follow the documents strictly, with cuts and lies at every phase.
struct ResumableUploadTests {
    private static let size = 3_000_000
    private static let pattern = BytePattern.bytes(0..<size)
    /// The same for all: making them takes most of the time.
    private static func bytes(_ size: Int) -> [UInt8] {
        size <= Self.size ? Array(pattern[..<size]) : BytePattern.bytes(0..<size)
    }

    /// A server, a client, a file of `BytePattern`, and what the upload told.
    private final class Scene: Sendable {
        let server: LoopbackServer
        let shelf: UploadShelf
        let folder: TemporaryFolder
        let file: String
        let client: HTTPClient
        let notices = Mutex<[String]>([])
        let progress = Mutex<[ResumableUploadProgress]>([])

        init(
            _ spoken: ResumableProtocol, _ faults: [UploadFault] = [], size: Int = ResumableUploadTests.size,
            secure: Bool = false, tus: (inout TusService) -> Void = { _ in },
            draft: (inout DraftUploadService) -> Void = { _ in }
        ) async throws {
            let service: any LoopbackService
            if spoken == .tus {
                var made = TusService(faults: faults)
                tus(&made)
                (service, shelf) = (made, made.shelf)
            } else {
                var made = DraftUploadService(faults: faults)
                draft(&made)
                (service, shelf) = (made, made.shelf)
            }
            server = try await LoopbackServer.start(secure: secure, service: service)
            folder = try TemporaryFolder()
            file = try folder.write("file.bin", String(decoding: ResumableUploadTests.bytes(size), as: UTF8.self))
            var configuration = HTTPClient.Configuration()
            if secure { configuration.tls.roots = [.pem(server.authorityPEM)] }
            client = HTTPClient(configuration: configuration)
        }

        var options: ResumableUploadOptions {
            var options = ResumableUploadOptions()
            options.retry = DownloadOptions.Retry(count: 3, delay: .milliseconds(1))
            return options
        }

        func upload(
            _ options: ResumableUploadOptions? = nil, _ change: (inout Request) -> Void = { _ in }
        ) async throws -> ResumableUploadResult {
            var request = Request.put(server.url("/files/x"), body: .none)
            change(&request)
            return try await client.uploadResumably(file, to: request, options: options ?? self.options) { report in
                switch report {
                case .notice(let notice): self.notices.withLock { $0.append(notice) }
                case .progress(let progress): self.progress.withLock { $0.append(progress) }
                }
            }
        }

        var record: UploadRecord? { (try? folder.read("file.bin.sockeye-upload")).flatMap(UploadRecord.init) }

        /// The whole file is at the server, once, and nothing was said or done that the documents forbid.
        func expectWhole(_ size: Int = ResumableUploadTests.size) {
            #expect(shelf.finished["/files/x"] == ResumableUploadTests.bytes(size))
            #expect(shelf.refusals == [])
            #expect(record == nil)
        }
    }

    @Test(arguments: ResumableProtocol.allCases, [false, true])
    func straight(_ spoken: ResumableProtocol, _ secure: Bool) async throws {
        let scene = try await Scene(spoken, secure: secure)
        let result = try await scene.upload()
        scene.expectWhole()
        #expect(result.spoken == spoken)
        #expect(result.resumedBytes == 0)
        #expect(result.response?.status.code == (spoken == .tus ? 204 : 201))
        let last = try #require(scene.progress.withLock { $0.last })
        #expect(last == ResumableUploadProgress(sent: 3_000_000, acknowledged: 3_000_000, total: 3_000_000))
        #expect(scene.shelf.count == 1)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases, [0, 1, 65_536])
    func small(_ spoken: ResumableProtocol, _ size: Int) async throws {
        let scene = try await Scene(spoken, size: size)
        _ = try await scene.upload()
        scene.expectWhole(size)
        await scene.server.stop()
    }

    /// Each is repaired within one run.
    @Test(
        arguments: ResumableProtocol.allCases,
        [
            [.cutBeforeCreation], [.cutAfterCreation], [.cutInBody(after: 0)], [.cutInBody(after: 1)],
            [.cutInBody(after: 1_000_000), .cutInBody(after: 500_000)], [.cutInBody(after: 2_999_999)], [.cutAfterBody],
            [.cutInBody(after: 1_000_000), .cutAtOffset, .cutAtOffset],
            [.cutInBody(after: 1_000_000), .answer("HEAD", status: 503)],
            [.cutInBody(after: 1_000_000), .cutAfterBody],
            [.cutInBody(after: 1_000_000), .forget(status: 404)], [.cutInBody(after: 1_000_000), .forget(status: 410)],
            [.cutInBody(after: 1_000_000), .claimOffset(99_999_999)], [.cutInBody(after: 1_000_000), .claimLength(5)],
        ] as [[UploadFault]])
    func faults(_ spoken: ResumableProtocol, _ faults: [UploadFault]) async throws {
        let scene = try await Scene(spoken, faults, draft: { $0.progressBytes = 1 << 30 })
        let result = try await scene.upload()
        scene.expectWhole()
        #expect(result.byteCount == 3_000_000)
        #expect(scene.shelf.faultsLeft == [])
        let isRestart = faults.contains { fault in
            switch fault {
            case .forget, .claimOffset, .claimLength: true
            default: false
            }
        }
        #expect(scene.notices.withLock { $0.contains { $0.contains("starts again") } } == isRestart)
        // The draft's interim answer tells the place before the creation is answered; tus cannot.
        let isLost = spoken == .tus && faults == [.cutAfterCreation]
        #expect(scene.shelf.count == (isRestart || isLost ? 2 : 1))
        await scene.server.stop()
    }

    /// What the server lost after it had told of it shows, and the whole is sent again.
    @Test(arguments: ResumableProtocol.allCases) func backwards(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(spoken, [.cutInBody(after: 2_000_000), .answer("PATCH", status: 500), .lose(7)])
        var options = scene.options
        options.mostPerRequest = 1_500_000
        _ = try await scene.upload(options)
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func twiceGoneIsAnError(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(
            spoken,
            [
                .cutInBody(after: 1_000_000), .forget(status: 404), .cutInBody(after: 1_000_000), .forget(status: 404),
            ])
        let error = await #expect(throws: ResumableUploadError.self) { try await scene.upload() }
        guard case .unusable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(scene.record == nil)
        await scene.server.stop()
    }

    // MARK: Between runs

    /// A run that fails leaves a record; the next goes on, and sends only the rest.
    @Test(arguments: ResumableProtocol.allCases) func theNextRunGoesOn(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(spoken, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let record = try #require(scene.record)
        #expect(record.spoken == spoken)
        var facts = stat()
        #expect(stat(scene.folder.file("file.bin.sockeye-upload"), &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
        let result = try await scene.upload()
        #expect(result.resumedBytes == 2_000_000)
        scene.expectWhole()
        #expect(scene.shelf.count == 1)
        // Another run has nothing to go on from.
        #expect(try await scene.upload().resumedBytes == 0)
        #expect(scene.shelf.count == 2)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases)
    func aChangedFileIsNeverMixed(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(spoken, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let changed = String(repeating: "other!", count: 500_000)
        try scene.folder.write("file.bin", changed)
        options.changedFile = .refuse
        await #expect(throws: ResumableUploadError.fileChanged(path: scene.file)) { try await scene.upload(options) }
        #expect(scene.record != nil)
        let result = try await scene.upload()
        #expect(result.resumedBytes == 0)
        #expect(scene.shelf.finished["/files/x"] == Array(changed.utf8))
        #expect(scene.notices.withLock { $0.contains { $0.contains("changed since") } })
        // What was given up is deleted at the server.
        #expect(scene.shelf.unfinished == 0)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases)
    func aFileThatChangesMeanwhileIsAnError(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(spoken, [.cutInBody(after: 1_000_000)])
        var options = scene.options
        options.retry = DownloadOptions.Retry(count: 3, delay: .milliseconds(1))
        let isChanged = Atomic(false)
        let error = await #expect(throws: ResumableUploadError.self) {
            try await scene.client.uploadResumably(
                scene.file, to: .put(scene.server.url("/files/x"), body: .none), options: options
            ) { report in
                guard case .progress = report, !isChanged.exchange(true, ordering: .relaxed) else { return }
                // One byte at its end, as a log would grow.
                if let stream = fopen(scene.file, "ae") {
                    fputs("x", stream)
                    fclose(stream)
                }
            }
        }
        #expect(error == .fileChangedMeanwhile(path: scene.file))
        #expect(scene.record == nil)
        #expect(scene.shelf.finished["/files/x"] == nil)
        #expect(scene.shelf.unfinished == 0)
        await scene.server.stop()
    }

    @Test func recordsThatAreNone() async throws {
        for contents in ["", "junk\n", String(repeating: "x", count: 100_000)] {
            let scene = try await Scene(.ietf)
            try scene.folder.write("file.bin.sockeye-upload", contents)
            _ = try await scene.upload()
            scene.expectWhole()
            #expect(scene.notices.withLock { $0.first?.contains("no record") } == true)
            await scene.server.stop()
        }
    }

    @Test func anotherURLIsAnotherUpload() async throws {
        let scene = try await Scene(.ietf, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        _ = try await scene.upload { $0.url = Request.get(scene.server.url("/files/y")).url }
        #expect(scene.shelf.finished["/files/y"] == Self.pattern)
        #expect(scene.shelf.finished["/files/x"] == nil)
        await scene.server.stop()
    }

    @Test func aLockedFileIsBusy() async throws {
        let scene = try await Scene(.ietf)
        let other = open(scene.file, O_RDONLY | O_CLOEXEC)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        await #expect(throws: ResumableUploadError.busy(scene.file)) { try await scene.upload() }
        close(other)
        _ = try await scene.upload()
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func abandoned(_ spoken: ResumableProtocol) async throws {
        let scene = try await Scene(spoken, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let request = Request.put(scene.server.url("/files/x"), body: .none)
        // A server that does not do it leaves everything as it was.
        scene.shelf.add([.answer("DELETE", status: 403)])
        let error = await #expect(throws: ResumableUploadError.self) {
            try await scene.client.abandonUpload(of: scene.file, to: request)
        }
        if case .refused(403, _) = error {} else { Issue.record("\(String(describing: error))") }
        #expect(scene.record != nil)
        #expect(scene.shelf.unfinished == 1)
        #expect(try await scene.client.abandonUpload(of: scene.file, to: request))
        #expect(scene.shelf.unfinished == 0)
        #expect(scene.record == nil)
        #expect(try await scene.client.abandonUpload(of: scene.file, to: request) == false)
        await scene.server.stop()
    }

    @Test func cancelled() async throws {
        let scene = try await Scene(.ietf, size: 9_000_000)
        let task = Task { try await scene.upload() }
        try await scene.shelf.waitForBytes(1)
        task.cancel()
        let error = await #expect(throws: ResumableUploadError.self) { try await task.value }
        #expect(error == .cancelled)
        let result = try await scene.upload()
        #expect(result.resumedBytes > 0)
        scene.expectWhole(9_000_000)
        await scene.server.stop()
    }

    // MARK: What servers are like

    @Test func aServerWithoutResumptionJustTakesIt() async throws {
        let scene = try await Scene(.ietf, draft: { $0.isSpoken = false })
        let result = try await scene.upload()
        #expect(result.spoken == nil)
        #expect(result.response?.text() == "taken\n")
        scene.expectWhole()
        await scene.server.stop()
    }

    /// The server tells its limit in OPTIONS, only in 104, or only with 413.
    @Test(arguments: [true, false], [true, false]) func limits(_ inOptions: Bool, _ interim: Bool) async throws {
        let scene = try await Scene(
            .ietf,
            draft: {
                ($0.maxAppendSize, $0.minAppendSize, $0.tellsOptions, $0.sendsInterim) = (
                    1_000_000, 1000, inOptions, interim
                )
            })
        let result = try await scene.upload(ResumableUploadOptions(inOptions ? nil : .ietf))
        #expect(result.spoken == .ietf)
        scene.expectWhole()
        #expect(scene.server.receivedRequests.allSatisfy { $0.bodyLength <= 1_000_000 })
        await scene.server.stop()
    }

    @Test func aServerInFrontTakesSmallBodiesOnly() async throws {
        let scene = try await Scene(.tus, tus: { $0.maxBody = 800_000 })
        _ = try await scene.upload()
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func tooLarge(_ spoken: ResumableProtocol) async throws {
        for chosen in [nil, spoken] {
            let scene = try await Scene(spoken, tus: { $0.maxSize = 1000 }, draft: { $0.maxSize = 1000 })
            var options = scene.options
            options.spoken = chosen
            let error = await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
            guard case .tooLarge(length: 3_000_000, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(scene.server.receivedRequests.allSatisfy { $0.bodyLength == 0 })
            await scene.server.stop()
        }
    }

    @Test func checksums() async throws {
        let scene = try await Scene(
            .tus, [.cutInBody(after: 1_500_000)],
            tus: {
                $0.digest = { name, bytes in
                    Digest.Algorithm(name: name).flatMap { try? Digest($0, of: bytes).base64 }
                }
            })
        var options = scene.options
        options.sendsChecksums = true
        options.metadata = [("filename", "file.bin")]
        _ = try await scene.upload(options)
        scene.expectWhole()
        let sums = scene.server.receivedRequests.compactMap { $0["Upload-Checksum"] }
        #expect(sums.count == 2)
        #expect(sums.allSatisfy { $0.hasPrefix("sha256 ") })
        #expect(scene.server.receivedRequests.contains { $0["Upload-Metadata"] == "filename ZmlsZS5iaW4=" })

        let draft = try await Scene(.ietf)
        options.sendsChecksums = true
        _ = try await draft.upload(options)
        let expected = try Digest(.sha256, of: Self.pattern).base64
        #expect(draft.server.receivedRequests.last?["Content-Digest"] == "sha-256=:\(expected):")
        await scene.server.stop()
        await draft.server.stop()
    }

    // MARK: Credentials

    @Test(arguments: ResumableProtocol.allCases)
    func credentialsStayAtTheirOrigin(_ spoken: ResumableProtocol) async throws {
        // Where the hostile server sends us: it follows the protocol, and must see no secret.
        let other = try await Scene(spoken, tus: { _ in }, draft: { _ in })
        let scene = try await Scene(
            spoken, [.place("http://127.0.0.1:\(other.server.port)/uploads/u1"), .cutInBody(after: 1_000_000)],
            tus: { $0.authorization = "Basic dTpw" }, draft: { $0.authorization = "Basic dTpw" })
        _ = try? await scene.upload { request in
            request.credential = .password(user: "u", "p")
            request.fields[.cookie] = "secret=1"
        }
        #expect(scene.server.receivedRequests.contains { $0["Authorization"] == "Basic dTpw" && $0["Cookie"] != nil })
        let seen = other.server.receivedRequests
        #expect(!seen.isEmpty)
        for request in seen { #expect(request["Authorization"] == nil && request["Cookie"] == nil) }
        await scene.server.stop()
        await other.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases, [false, true])
    func credentialsGoToTheUploadsPlace(_ spoken: ResumableProtocol, _ inURL: Bool) async throws {
        let scene = try await Scene(
            spoken, [.cutInBody(after: 1_000_000)], tus: { $0.authorization = "Basic dTpw" },
            draft: { $0.authorization = "Basic dTpw" })
        let url = scene.server.url("/files/x")
        _ = try await scene.upload { request in
            if inURL {
                request.url = Request.get(url.replacing("http://", with: "http://u:p@")).url
            } else {
                request.credential = .password(user: "u", "p")
            }
        }
        scene.expectWhole()
        await scene.server.stop()
    }
}
