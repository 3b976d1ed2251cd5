import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Servers that misbehave", .timeLimit(.minutes(5)))
struct HostileServerTests {
    /// The expected outcome of resuming half a file.
    struct Case: Sendable, CustomTestStringConvertible {
        var fault: FileServer.Fault
        /// Whether bytes of the first run are kept.
        var keeps: Bool
        var testDescription: String { "\(fault)" }
    }

    @Test(
        "A resume ends with the server's file, whatever the server does",
        arguments: [
            Case(fault: .none, keeps: true), Case(fault: .ignoresRange, keeps: true),
            Case(fault: .ignoresIfRange, keeps: true), Case(fault: .refusesIfRange, keeps: true),
            Case(fault: .tagPerConnection, keeps: false), Case(fault: .malformedContentRange, keeps: true),
            Case(fault: .shifted, keeps: true), Case(fault: .unsatisfiable, keeps: true),
            Case(fault: .cuts(after: 200_000), keeps: true), Case(fault: .busy(times: 2, status: 503), keeps: true),
            Case(fault: .busy(times: 3, status: 429), keeps: true),
        ])
    func resume(_ faulty: Case) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        scene.server.setFault(faulty.fault)
        let result = try await scene.download().get()
        #expect(scene.file == scene.server.bytes)
        #expect((result.resumedBytes > 0) == faulty.keeps)
        if !faulty.keeps { #expect(result.notices.contains { $0.hasPrefix("started over") }) }
    }

    @Test(
        "Several segments end with the server's file, whatever the server does",
        arguments: [
            .none, .ignoresRange, .ignoresIfRange, .refusesIfRange, .tagPerConnection, .malformedContentRange, .shifted,
            .wrongTotal, .unsatisfiable, .cuts(after: 200_000), .busy(times: 3, status: 503),
            .refusesParts(status: 503), .refusesParts(status: 403),
        ] as [FileServer.Fault])
    func segments(_ fault: FileServer.Fault) async throws {
        let scene = try await Scene(fault: fault)
        let result = try await scene.download(Scene.segmented(4)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.completeness == .byLength)
    }

    @Test("A server that keeps sending the same few bytes is given up", arguments: [1, 2])
    func neverGetsOn(_ count: Int) async throws {
        let scene = try await Scene(fault: .cutsWholes(after: 3))
        var options = Scene.segmented(count)
        options.retry = .init(count: 3, delay: .milliseconds(1))
        guard case .failure = await scene.download(options) else {
            Issue.record("three bytes were taken for the whole file")
            return
        }
        #expect(scene.server.methods.count < 30)
    }

    @Test("Stalled segments are taken over")
    func stalls() async throws {
        // More than is compared again when a round restarts.
        let scene = try await Scene(fault: .stalls(after: 100_000))
        var request = try Request.get(scene.server.url)
        var timeouts = Timeouts()
        timeouts.idle = .milliseconds(200)
        request.timeouts = timeouts
        _ = try await scene.client.download(request, to: .file(scene.path), options: Scene.segmented(4))
        #expect(scene.file == scene.server.bytes)
    }

    @Test("A slow segment is requested again, long before it would have arrived")
    func limps() async throws {
        let scene = try await Scene(.init(length: 2_000_000), fault: .limps(after: 10_000))
        let began = Deadline.now
        let result = try await scene.download(Scene.segmented(2)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.notices.contains { $0.contains("too slowly") }, "\(result.notices)")
        // At ten bytes per second it would have taken a day.
        #expect(Deadline.now.duration(since: began) < .seconds(240))
    }

    @Test("So is the last active one, compared with the finished ones")
    func limpsAlone() async throws {
        let scene = try await Scene(.init(length: 1_200_000), fault: .limps(after: 400_000))
        var options = Scene.segmented(2)
        // No other segment takes over its rest.
        options.minimumSegmentBytes = 500_000
        let began = Deadline.now
        let result = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.notices.contains { $0.contains("too slowly") }, "\(result.notices)")
        // The server sends a byte every tenth of a second for a minute, then none.
        #expect(Deadline.now.duration(since: began) < .seconds(50))
    }

    @Test("Less than the minimum speed is an error that keeps what arrived", arguments: [1, 3])
    func tooSlow(_ count: Int) async throws {
        let scene = try await Scene(.init(length: 2_000_000), fault: .limps(after: 10_000))
        var options = Scene.segmented(count)
        options.retry = .never
        options.minimumSpeed = .init(bytesPerSecond: 5_000_000, period: .seconds(1))
        // One failed segment fails the file only after all retries.
        options.retry.delay = .zero
        guard case .failure(.client(let error)) = await scene.download(options) else {
            Issue.record("the low speed went unnoticed")
            return
        }
        guard case .timedOut(.minimumSpeed, _) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(!scene.has("file.bin") && scene.has("file.bin.part"))
    }

    @Test("The total time limit applies to all segments together", arguments: [1, 3])
    func deadline(_ count: Int) async throws {
        let scene = try await Scene(.init(length: 2_000_000), fault: .limps(after: 10_000))
        var options = Scene.segmented(count)
        options.totalTime = .seconds(3)
        guard case .failure(.client(let error)) = await scene.download(options) else {
            Issue.record("the time limit was ignored")
            return
        }
        // The caller's limit, not what the last request had left of it.
        #expect(error.cause == .timedOut(.total, after: .seconds(3)))
        #expect(!scene.has("file.bin") && scene.has("file.bin.part"))
    }

    @Test("The total time limit ends the pauses of a rate limit", arguments: [1, 3])
    func paused(_ count: Int) async throws {
        let scene = try await Scene(.init(length: 2_000_000))
        var options = Scene.segmented(count)
        (options.totalTime, options.bytesPerSecond) = (.milliseconds(300), 10_000)
        guard case .failure(.client(let error)) = await scene.download(options) else {
            Issue.record("the time limit was ignored")
            return
        }
        #expect(error.cause == .timedOut(.total, after: .milliseconds(300)))
    }

    @Test("A web page in place of the rest is refused, and nothing is lost", arguments: [1, 4])
    func page(_ count: Int) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        scene.server.setFault(.page)
        guard case .failure(.refused(let words, nil)) = await scene.download(Scene.segmented(count)) else {
            Issue.record("the page was accepted")
            return
        }
        #expect(words.contains("web page") && !scene.has("file.bin"))
        scene.server.setFault(.none)
        #expect(try await scene.download(Scene.segmented(count)).get().resumedBytes == 1_500_000)
        #expect(scene.file == scene.server.bytes)
    }

    @Test("A web page in place of an archive is refused at once")
    func pageAtOnce() async throws {
        let scene = try await Scene(fault: .page)
        guard case .failure(.refused) = await scene.download() else {
            Issue.record("the page was accepted")
            return
        }
        #expect(!scene.has("file.bin") && !scene.has("file.bin.part"))
    }

    @Test("Error pages never reach the file", arguments: [301, 400, 401, 403, 404, 410, 451, 501])
    func errorPages(_ status: Int) async throws {
        let scene = try await Scene(fault: .busy(times: .max, status: status))
        guard case .failure(.refused(_, status)) = await scene.download() else {
            Issue.record("a \(status) was taken")
            return
        }
        #expect(!scene.has("file.bin") && !scene.has("file.bin.part"))
    }

    @Test("A server that stays busy is given up after the retries")
    func busy() async throws {
        let scene = try await Scene(fault: .busy(times: .max, status: 503))
        var options = Scene.quick
        options.retry.count = 3
        guard case .failure(.refused(_, 503)) = await scene.download(options) else {
            Issue.record("it went well")
            return
        }
        #expect(scene.server.server.requestCount == 4)
    }

    @Test("Without retries, a cut is an error that keeps what arrived")
    func cut() async throws {
        let scene = try await Scene(fault: .cuts(after: 100_000))
        var options = Scene.quick
        options.retry = .never
        guard case .failure(.client(let error)) = await scene.download(options),
            case .http(.server(.closedInBody(100_000, _), _)) = error.cause
        else {
            Issue.record("the cut went unnoticed")
            return
        }
        #expect(!scene.has("file.bin"))
        #expect(try scene.folder.read("file.bin.part") == Array(scene.server.bytes[..<100_000]))
    }

    @Test("If a resume is required, a server that can't resume is refused", arguments: [true, false])
    func required(_ isResume: Bool) async throws {
        let scene = try await Scene(.init(tag: nil))
        if isResume { await scene.downloadPart(bytes: 1_500_000) }
        var options = Scene.quick
        options.resume = .required
        guard case .failure(.refused(let words, nil)) = await scene.download(options) else {
            Issue.record("it went on")
            return
        }
        #expect(words.contains("ETag"))
    }
}

@Suite("Files that change on the server", .timeLimit(.minutes(1)))
struct SwapTests {
    /// The new file's validators.
    enum Swap: Sendable, CaseIterable {
        case tagChanges, onlyLastModifiedChanges, nothingButTheBytes, noValidatorsAtAll, otherLength
    }

    private static func before(_ swap: Swap) -> FileServer.File {
        switch swap {
        case .tagChanges, .nothingButTheBytes, .otherLength: FileServer.File()
        case .onlyLastModifiedChanges: FileServer.File(tag: nil, lastModified: "Wed, 21 Oct 2015 07:28:00 GMT")
        case .noValidatorsAtAll: FileServer.File(tag: nil)
        }
    }

    private static func swap(_ server: FileServer, _ swap: Swap) {
        server.change { file in
            file.base = 77
            switch swap {
            case .tagChanges: file.tag = "\"v2\""
            case .onlyLastModifiedChanges: file.lastModified = "Wed, 21 Oct 2015 07:28:01 GMT"
            case .otherLength: file.length += 1
            case .nothingButTheBytes, .noValidatorsAtAll: break
            }
        }
    }

    @Test("Swapped between two runs: never a mixed file", arguments: Swap.allCases, [1, 4])
    func betweenRuns(_ swap: Swap, _ count: Int) async throws {
        let scene = try await Scene(Self.before(swap))
        await scene.downloadPart(bytes: 1_500_000)
        Self.swap(scene.server, swap)
        let result = try await scene.download(Scene.segmented(count)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.resumedBytes == 0 && result.notices.contains { $0.hasPrefix("started over") })
    }

    @Test("The date of a dropped version is neither the file's nor noted for the next run", arguments: [1, 4])
    func dateOfTheOldFile(_ count: Int) async throws {
        let scene = try await Scene(.init(lastModified: "Sun, 09 Sep 2001 01:46:40 GMT"))
        await scene.downloadPart(bytes: 1_500_000)
        scene.server.change { file in (file.base, file.tag, file.lastModified) = (77, "\"v2\"", nil) }
        await scene.downloadPart(bytes: 1_200_000)
        let record = try ResumeRecord(try scene.folder.read("file.bin.sockeye"), fileName: "file.bin")
        #expect(record.written.byteCount == 1_200_000 && record.lastModified == nil)
        scene.server.change { file in (file.base, file.tag) = (78, "\"v3\"") }
        var options = Scene.segmented(count)
        options.keepsModificationTime = true
        _ = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes)
        #expect(try FileFacts(of: scene.path).map { $0.modifiedSeconds > 1_000_000_000 } == true)
    }

    @Test("Swapped while segments are active: never a mixed file", arguments: Swap.allCases)
    func betweenSegments(_ swap: Swap) async throws {
        let scene = try await Scene(Self.before(swap), fault: .cuts(after: 300_000))
        var options = Scene.segmented(4)
        options.bytesPerSecond = 4_000_000
        async let ending = scene.download(options)
        _ = try await scene.server.server.waitForRequests(3)
        Self.swap(scene.server, swap)
        scene.server.setFault(.none)
        let result = await ending
        if case .success = result {
            #expect(scene.file == scene.server.bytes)
        } else {
            #expect(!scene.has("file.bin"))
        }
    }

    @Test("Bytes at the seams of the old file don't count against the new one")
    func seamsOfTheOldFile() async throws {
        let scene = try await Scene(fault: .changesAfterCuts(after: 300_000))
        let result = try await scene.download(Scene.segmented(2)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.notices.count { $0.hasPrefix("started over") } == 1, "\(result.notices)")
    }

    @Test(
        "What an earlier run left behind a gap is compared, though nothing else tells the versions apart",
        arguments: [ByteRangeSet([0..<1_000_000, 2_000_000..<3_000_000]), ByteRangeSet([2_000_000..<3_000_000])],
        [true, false])
    func behindAGap(_ present: ByteRangeSet, _ isSame: Bool) async throws {
        let scene = try await Scene(.init(tag: nil))
        let whole = scene.server.bytes
        let shift = isSame ? 0 : 77
        do {
            let partial = try PartialFile(of: scene.path, replacesExisting: true)
            try partial.file.write(Array(whole[..<1_000_000]), at: 0)
            try partial.file.write(BytePattern.bytes(2_000_000 + shift..<3_000_000 + shift), at: 2_000_000)
            let record = ResumeRecord(
                fileName: partial.fileName, url: scene.server.url, validator: nil, lastModified: nil, mediaType: "",
                total: 3_000_000, bootNumber: PartialFile.bootNumber, durable: present, written: present)
            try partial.save(record, isDurable: false)
        }
        let result = try await scene.download().get()
        #expect(scene.file == whole)
        #expect(result.notices.contains { $0.hasPrefix("started over") } != isSame)
        #expect(result.resumedBytes == (isSame ? present.byteCount : 0))
        #expect(scene.server.ranges.first == "bytes=\(max(0, present.prefixLength - 65_536))-2008191")
    }

    @Test("A record of another URL resumes at the new one if it is the same file")
    func newURL() async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        let result = try await scene.client.download(
            scene.server.server.url("/file.bin?signature=2"), to: .file(scene.path), options: Scene.quick)
        #expect(result.resumedBytes == 1_500_000 && scene.file == scene.server.bytes)
    }

    /// A file of unknown origin.
    enum Origin: CaseIterable, Sendable {
        case begun, complete, shifted, longer, longerBySome, otherEnd, shortOther

        func bytes(of whole: [UInt8]) -> [UInt8] {
            switch self {
            case .begun: Array(whole[..<1_000_000])
            case .complete: whole
            case .shifted: Array(whole[5..<1_000_005])
            case .longer: whole + whole
            case .longerBySome: whole + [0]
            case .otherEnd: whole.dropLast() + [whole.last.map { $0 &+ 1 } ?? 0]
            case .shortOther: Array("mine".utf8)
            }
        }
    }

    @Test(
        "A file of unknown origin is resumed if it matches, and never touched otherwise",
        arguments: Origin.allCases, [FileServer.Fault.none, .ignoresRange, .unsatisfiable])
    func adopted(_ origin: Origin, _ fault: FileServer.Fault) async throws {
        let scene = try await Scene(.init(tag: nil), fault: fault)
        let before = origin.bytes(of: scene.server.bytes)
        try scene.folder.write("file.bin", bytes: before)
        var options = Scene.quick
        options.existing = .continueFrom
        let end = await scene.download(options)
        if origin == .begun && fault == .none || origin == .complete && fault != .unsatisfiable {
            #expect(try end.get().resumedBytes == Int64(before.count) && scene.file == scene.server.bytes)
        } else {
            guard case .failure(.existingKept(scene.path, _)) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(scene.file == before)
        }
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test("A POST doesn't truncate the file that it was to resume")
    func adoptedByPost() async throws {
        let scene = try await Scene()
        try scene.folder.write("file.bin", "mine")
        let options = DownloadOptions(existing: .continueFrom)
        let request = try Request.post(scene.server.url)
        await #expect(throws: DownloadError.self) {
            _ = try await scene.client.download(request, to: scene.path, options: options)
        }
        #expect(scene.file == Array("mine".utf8) && !scene.has("file.bin.part"))
    }

    @Test("Another program's complete file is recognized")
    func alreadyComplete() async throws {
        let scene = try await Scene()
        _ = try await scene.download().get()
        var options = Scene.quick
        options.existing = .continueFrom
        let result = try await scene.download(options).get()
        #expect(result.receivedBytes == 0 && scene.file == scene.server.bytes)
    }
}
