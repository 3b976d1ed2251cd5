import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeURL
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

/// Resumable uploads against strictly conforming servers, with cuts and lies in every phase.
struct ResumableUploadTests {
    @Test(arguments: ResumableProtocol.allCases, [false, true])
    func straight(_ spoken: ResumableProtocol, _ secure: Bool) async throws {
        let scene = try await UploadScene(spoken, secure: secure)
        let result = try await scene.upload()
        scene.expectWhole()
        #expect(result.spoken == spoken)
        #expect(result.resumedBytes == 0)
        #expect(result.response?.status.code == (spoken == .tus ? 204 : 201))
        let last = try #require(scene.progress.withLock { $0.last })
        #expect(last == ResumableUploadProgress(sent: 3_000_000, acknowledged: 3_000_000, total: 3_000_000))
        #expect(scene.store.count == 1)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases, [0, 1, 65_536])
    func small(_ spoken: ResumableProtocol, _ size: Int) async throws {
        let scene = try await UploadScene(spoken, size: size)
        _ = try await scene.upload()
        scene.expectWhole(size)
        await scene.server.stop()
    }

    /// Each fault is repaired within one run.
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
        let scene = try await UploadScene(spoken, faults, draft: { $0.progressBytes = 1 << 30 })
        let result = try await scene.upload()
        scene.expectWhole()
        #expect(result.byteCount == 3_000_000)
        #expect(scene.store.faultsLeft == [])
        let isRestart = faults.contains { fault in
            switch fault {
            case .forget, .claimOffset, .claimLength: true
            default: false
            }
        }
        #expect(scene.notices.withLock { $0.contains { $0.contains("starts again") } } == isRestart)
        // The draft's interim response gives the location before the final one; tus can't.
        let isLost = spoken == .tus && faults == [.cutAfterCreation]
        #expect(scene.store.count == (isRestart || isLost ? 2 : 1))
        await scene.server.stop()
    }

    /// A server that lost acknowledged bytes is detected, and the whole file is sent again.
    @Test(arguments: ResumableProtocol.allCases) func backwards(_ spoken: ResumableProtocol) async throws {
        let faults: [UploadFault] = [.cutInBody(after: 2_000_000), .answer("PATCH", status: 500), .lose(7)]
        let scene = try await UploadScene(spoken, faults)
        var options = scene.options
        options.perRequestLimit = 1_500_000
        _ = try await scene.upload(options)
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func twiceGoneIsAnError(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(
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

    /// A run that fails leaves a record; the next one resumes and sends only the rest.
    @Test(arguments: ResumableProtocol.allCases) func theNextRunGoesOn(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.cutInBody(after: 2_000_000)])
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
        #expect(scene.store.count == 1)
        // Another run has nothing to resume.
        #expect(try await scene.upload().resumedBytes == 0)
        #expect(scene.store.count == 2)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases)
    func aChangedFileIsNeverMixed(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.cutInBody(after: 2_000_000)])
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
        #expect(scene.store.finished["/files/x"] == Array(changed.utf8))
        #expect(scene.notices.withLock { $0.contains { $0.contains("changed since") } })
        // The abandoned upload is deleted on the server.
        #expect(scene.store.unfinished == 0)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases)
    func aFileThatChangesMeanwhileIsAnError(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.cutInBody(after: 1_000_000)])
        var options = scene.options
        options.retry = DownloadOptions.Retry(count: 3, delay: .milliseconds(1))
        let isChanged = Atomic(false)
        let error = await #expect(throws: ResumableUploadError.self) {
            try await scene.client.uploadResumably(
                scene.file, to: .put(scene.server.url("/files/x"), body: .none), options: options
            ) { report in
                guard case .progress = report, !isChanged.exchange(true, ordering: .relaxed) else { return }
                // One byte appended, as to a log.
                if let stream = fopen(scene.file, "ae") {
                    fputs("x", stream)
                    fclose(stream)
                }
            }
        }
        #expect(error == .fileChangedMeanwhile(path: scene.file))
        #expect(scene.record == nil)
        #expect(scene.store.finished["/files/x"] == nil)
        #expect(scene.store.unfinished == 0)
        await scene.server.stop()
    }

    @Test func recordsThatAreNone() async throws {
        for contents in ["", "junk\n", String(repeating: "x", count: 100_000)] {
            let scene = try await UploadScene(.ietf)
            try scene.folder.write("file.bin.sockeye-upload", contents)
            _ = try await scene.upload()
            scene.expectWhole()
            #expect(scene.notices.withLock { $0.first?.contains("not an upload record") } == true)
            await scene.server.stop()
        }
    }

    /// Whoever plants a record could lead the file and its credentials to a server of their own.
    @Test(arguments: ["hard link", "symbolic link", "pipe", "another user"])
    func aForeignRecordIsRefused(_ kind: String) async throws {
        if kind == "another user", getuid() != 0 { return }
        let scene = try await UploadScene(.ietf, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let (path, other) = (scene.folder.file("file.bin.sockeye-upload"), scene.folder.file("other"))
        switch kind {
        case "hard link": #expect(link(path, other) == 0)
        case "symbolic link": #expect(rename(path, other) == 0 && symlink("other", path) == 0)
        case "pipe": #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        default: #expect(chown(path, 12_345, 12_345) == 0)
        }
        let before = scene.server.requestCount
        let request = try Request.put(scene.server.url("/files/x"), body: .none)
        for error in [
            await #expect(throws: ResumableUploadError.self) { try await scene.upload() },
            await #expect(throws: ResumableUploadError.self) {
                try await scene.client.abandonUpload(of: scene.file, to: request)
            },
        ] {
            switch error {
            case .notOurs(path, _): #expect(kind != "symbolic link")
            case .file(let error): #expect(kind == "symbolic link" && error.path == path)
            default: Issue.record("\(String(describing: error))")
            }
        }
        #expect(scene.server.requestCount == before)
        #expect(access(path, F_OK) == 0)
        await scene.server.stop()
    }

    @Test func anUploadToAnotherURLIsNotAbandoned() async throws {
        let scene = try await UploadScene(.tus, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let other = try Request.put(scene.server.url("/files/y"), body: .none)
        #expect(try await scene.client.abandonUpload(of: scene.file, to: other) == false)
        #expect(scene.record != nil && scene.store.unfinished == 1)
        await scene.server.stop()
    }

    @Test func anotherURLIsAnotherUpload() async throws {
        let scene = try await UploadScene(.ietf, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        _ = try await scene.upload { $0.url = try HTTPURL(scene.server.url("/files/y")) }
        #expect(scene.store.finished["/files/y"] == UploadScene.pattern)
        #expect(scene.store.finished["/files/x"] == nil)
        await scene.server.stop()
    }

    @Test func aLockedFileIsBusy() async throws {
        let scene = try await UploadScene(.ietf)
        let other = open(scene.file, O_RDONLY | O_CLOEXEC)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        await #expect(throws: ResumableUploadError.busy(scene.file)) { try await scene.upload() }
        close(other)
        _ = try await scene.upload()
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func abandoned(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.cutInBody(after: 2_000_000)])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let request = try Request.put(scene.server.url("/files/x"), body: .none)
        // If the server refuses, everything stays as it was.
        scene.store.add([.answer("DELETE", status: 403)])
        let error = await #expect(throws: ResumableUploadError.self) {
            try await scene.client.abandonUpload(of: scene.file, to: request)
        }
        if case .refused(403, _) = error {} else { Issue.record("\(String(describing: error))") }
        #expect(scene.record != nil)
        #expect(scene.store.unfinished == 1)
        #expect(try await scene.client.abandonUpload(of: scene.file, to: request))
        #expect(scene.store.unfinished == 0)
        #expect(scene.record == nil)
        #expect(try await scene.client.abandonUpload(of: scene.file, to: request) == false)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func cancelled(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.stallInBody(after: 1_000_000)], size: 9_000_000)
        let task = Task { try await scene.upload() }
        try await scene.store.waitForBytes(1_000_000)
        // The draft names the upload while the body is sent, perhaps after these bytes have left.
        try await scene.folder.wait { scene.record != nil }
        task.cancel()
        let error = await #expect(throws: ResumableUploadError.self) { try await task.value }
        #expect(error == .cancelled)
        let result = try await scene.upload()
        #expect(result.resumedBytes >= 1_000_000)
        #expect(result.resumedBytes < 9_000_000)
        scene.expectWhole(9_000_000)
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases)
    func whatTheServerHasAlreadyIsNotSentAgain(_ spoken: ResumableProtocol) async throws {
        let scene = try await UploadScene(spoken, [.cutAfterBody])
        var options = scene.options
        options.retry = .never
        await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
        let result = try await scene.upload()
        #expect(result.resumedBytes == Int64(UploadScene.size))
        scene.expectWhole()
        await scene.server.stop()
    }
}
