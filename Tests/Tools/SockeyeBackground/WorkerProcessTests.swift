import Glibc
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeBackground

@Suite("A worker of its own", .timeLimit(.minutes(3)))
struct WorkerProcessTests {
    private static let length = 6_000_000

    /// Answers ranges of one file, in small steps, so that a kill comes in the middle, after some records.
    private static func slowFile(_ request: ReceivedRequest) -> LoopbackReply? {
        guard request.path == "/file" else { return nil }
        let start = request["Range"].flatMap { Int($0.dropFirst(6).prefix { $0.isNumber }) } ?? 0
        var fields = [
            ReceivedRequest.Field("Content-Length", "\(length - start)"), .init("ETag", "\"v\""),
        ]
        if start > 0 { fields.append(.init("Content-Range", "bytes \(start)-\(length - 1)/\(length)")) }
        let steps = stride(from: start, to: length, by: 50_000).flatMap { offset in
            [Step.delay(.milliseconds(10)), .sendPattern(offset..<min(offset + 50_000, length))]
        }
        return LoopbackReply(status: start > 0 ? 206 : 200, fields: fields, body: steps)
    }

    @Test("The program that handed over ends; its worker goes on without terminal and files, and ends when all is done")
    func outlives() async throws {
        let goOn = Gate()
        let scene = try await BackgroundScene { request in
            request.path != "/gated"
                ? nil
                : LoopbackReply(
                    status: 200, fields: [.init("Content-Length", "6")],
                    body: [.send("abc"), .pause(until: goOn), .send("def")])
        }
        let outcome = try await Program.run(
            BackgroundScene.program, [scene.queue, scene.server.url("/gated"), scene.folder.file("f")])
        #expect(outcome.status == 0 && outcome.text.contains("handed over"), "\(outcome.text)")
        let worker = try #require(scene.workers.first)
        #expect(scene.workers.count == 1)
        #expect(getsid(worker) != getsid(0) && getpgid(worker) != getpgid(0))
        #expect(kill(worker, SIGHUP) == 0)
        #expect(try FileNames.resolved("/proc/\(worker)/cwd") == "/")
        goOn.open()
        let status = try await scene.transfers.waitUntilDone()
        #expect(status.transfers.map(\.state) == [.done])
        #expect(try scene.folder.read("f") == Array("abcdef".utf8))
        try await scene.waitForWorkers(0)
    }

    @Test("SIGKILL after more and more changes on the disk, started again each time: the file is whole, and done once")
    func killed() async throws {
        let scene = try await BackgroundScene { request in Self.slowFile(request) }
        let id = try await scene.transfers.download(scene.server.url("/file"), to: scene.folder.file("f"))
        for number in 0..<12 {
            let watch = try FolderWatch(scene.folder.path)
            let worker = try scene.startWorker()
            try await watch.wait(orEndOf: worker) { $0 >= number * 10 }
            worker.kill()
            _ = await worker.finish()
            let status = try scene.transfers.status()
            #expect(!status.isWorking)
        }
        try await scene.transfers.start()
        try await scene.transfers.waitUntilDone()
        #expect(try scene.state(id) == .done)
        #expect(try scene.folder.read("f") == BytePattern.bytes(0..<Self.length))
        #expect(try scene.timesDone(id) == 1)
        #expect(scene.requests("/file").contains { $0["Range"] != nil }, "some came in the middle")
    }

    @Test("A resumable upload, likewise: the server has it whole", arguments: [true, false])
    func killedUpload(isTus: Bool) async throws {
        let service: any LoopbackService = isTus ? TusService() : DraftUploadService()
        let store = (service as? TusService)?.store ?? (service as? DraftUploadService)?.store
        let scene = try await BackgroundScene(service: service)
        let bytes = BytePattern.bytes(0..<3_000_000)
        try scene.folder.write("up", bytes: bytes)
        let url = try HTTPURL(scene.server.url("/files/x"))
        var job = BackgroundJob.upload(
            scene.folder.file("up"), to: url, .init(resumption: .from(isTus ? .tus : .ietf)))
        job.bytesPerSecond = 1_000_000
        let id = try await scene.transfers.add(job)
        var resumes = 0
        for number in 0..<6 {
            if (try? scene.folder.read("up.sockeye-upload")) != nil { resumes += 1 }
            let worker = try scene.startWorker()
            try await store?.waitForBytes(number * 400_000 + 1)
            worker.kill()
            _ = await worker.finish()
        }
        try await scene.transfers.start()
        let status = try await scene.transfers.waitUntilDone()
        #expect(status[id]?.state == .done)
        #expect(store?.finished["/files/x"] == bytes && store?.refusals == [])
        #expect(try scene.timesDone(id) == 1)
        #expect(resumes > 1)
    }

    @Test("Many starters at once have one worker")
    func starters() async throws {
        let goOn = Gate()
        let scene = try await BackgroundScene { _ in
            LoopbackReply(
                status: 200, fields: [.init("Content-Length", "1")], body: [.pause(until: goOn), .send("x")])
        }
        try await scene.transfers.download(scene.server.url("/"), to: scene.folder.file("f"))
        let starters = (0..<8).map { _ in Task { try await scene.transfers.start() } }
        for starter in starters { try await starter.value }
        try await scene.waitForWorkers(1)
        _ = try await scene.server.waitForRequests(1)
        #expect(scene.workers.count == 1 && scene.server.requestCount == 1)
        // One that comes later ends at once.
        let late = try await scene.startWorker().finish()
        #expect(late.status == 0)
        goOn.open()
        try await scene.transfers.waitUntilDone()
        #expect(scene.server.requestCount == 1)
        // Handed more after its end, it starts again.
        try await scene.transfers.download(scene.server.url("/"), to: scene.folder.file("g"))
        try await scene.transfers.start()
        let status = try await scene.transfers.waitUntilDone()
        #expect(status.transfers.map(\.state) == [.done, .done])
    }

    @Test("A worker that can't be started, or isn't one, is an error")
    func notStarted() async throws {
        let missing = try await BackgroundScene(worker: .program("/no/such"))
        let isMissing = BackgroundError.io(.system(call: "execv", errorNumber: ENOENT))
        await #expect(throws: isMissing) { try await missing.transfers.start() }
        let wrong = try await BackgroundScene(worker: .program("/bin/ls"))
        let error = await #expect(throws: BackgroundError.self) { try await wrong.transfers.start() }
        #expect("\(error ?? .cancelled)".contains("background-worker"), "the end of its log")
        // One that runs as itself is stopped.
        let folder = try TemporaryFolder()
        let program = try folder.write("program", "#!/bin/sh\necho $$ > '\(folder.file("pid"))'\nexec sleep 60\n")
        #expect(chmod(program, 0o700) == 0)
        let other = try await BackgroundScene(worker: .program(program))
        let isOther = BackgroundError.noWorker(program)
        await #expect(throws: isOther) { try await other.transfers.start(patience: .seconds(2)) }
        let text = String(decoding: try folder.read("pid"), as: UTF8.self)
        let process = try #require(pid_t(text.dropLast()))
        #expect(await oneEnds(of: [process]))
    }

    @Test("The installed program works and shows the jobs")
    func installedProgram() async throws {
        let program = builtProgram("sockeye")
        let scene = try await BackgroundScene(worker: .program(program))
        let id = try await scene.transfers.download(scene.server.url("/range/1000"), to: scene.folder.file("f"))
        let waiting = try await Program.run(program, ["--background-status", scene.queue])
        let begin = "1 queued; no worker\n  \(id) queued: "
        #expect(waiting.status == 0 && waiting.text.hasPrefix(begin), "\(waiting.text)")
        try await scene.transfers.start()
        try await scene.transfers.waitUntilDone()
        let json = try await Program.run(program, ["--background-status", scene.queue, "--progress", "json"])
        #expect(json.text.contains("\"state\":\"done\"") && json.text.contains(id), "\(json.text)")
        #expect(try scene.folder.read("f") == BytePattern.bytes(0..<1000))
        for option in ["--background-status", "--background-worker"] {
            let none = try await Program.run(program, [option, scene.folder.file("none")])
            #expect(none.status == 23, "\(none.errorText)")
            let text = "option \(option): there is no folder '\(scene.folder.file("none"))'"
            #expect(none.errorText.contains(text), "\(none.errorText)")
        }
        try await scene.waitForWorkers(0)
    }
}
