import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeBackground

@Suite("A worker whose journal is locked, or full of what is over", .timeLimit(.minutes(1)))
struct WorkerStateTests {
    private let status = LiveStatus()

    /// One that asks for the journal's lock once.
    private func state(_ scene: BackgroundScene) throws -> WorkerState {
        WorkerState(folder: try folder(scene), client: HTTPClient(), status: status) { _, _ in }
    }

    private func folder(_ scene: BackgroundScene) throws -> BackgroundFolder {
        var folder = try BackgroundFolder(scene.queue, mustExist: true)
        folder.patience = .zero
        return folder
    }

    /// The journal, locked as if by another process.
    private func lock(_ folder: BackgroundFolder) throws -> File {
        let file = try BackgroundFolder.open(folder.journal.path, [.reading, .writing])
        try file.lock()
        return file
    }

    @Test("While it is locked, nothing begins, and what runs goes on")
    func locked() async throws {
        let scene = try await BackgroundScene()
        var state = try state(scene)
        let url = scene.server.url("/slow/100/30000")
        try await scene.transfers.download(url, to: scene.folder.file("a"))
        try await state.catchUp()
        #expect(status.transfers.map(\.state) == [.running])
        try await scene.transfers.download(url, to: scene.folder.file("b"))
        let lock = try lock(state.folder)
        try await state.catchUp()
        #expect(status.transfers.map(\.state) == [.running, .queued])
        lock.unlock()
        try await state.catchUp()
        #expect(status.transfers.map(\.state) == [.running, .running])
        await state.stop()
    }

    @Test("A worker that finds it locked begins all the same, and leaves once it can")
    func lockedAtTheBeginning() async throws {
        let scene = try await BackgroundScene()
        let folder = try folder(scene)
        let lock = try lock(folder)
        let work = Task { try await BackgroundWorker(folder: folder, client: HTTPClient(), grace: .zero).run() }
        try await scene.folder.wait { try FileFacts(of: folder.socket) != nil }
        lock.unlock()
        #expect(try await work.value)
    }

    /// So many jobs that are over and gone.
    private func gone(_ count: Int) throws -> [JournalEvent] {
        let job = BackgroundJob.upload("/none", to: try HTTPURL("http://ada:secret@127.0.0.1:1/"))
        return (0..<count).flatMap { [.added("\($0)", job), .told("\($0)", .remove)] }
    }

    @Test("It is written anew when most of it is of no use, with the news that came meanwhile")
    func news() async throws {
        let scene = try await BackgroundScene()
        var state = try state(scene)
        let url = try scene.server.url("/slow/100/30000").httpURL()
        let journal = state.folder.journal
        let jobs = ["a", "b", "c"].map { JournalEvent.added($0, .download(url, to: scene.folder.file($0))) }
        try journal.append(jobs.prefix(2) + gone(40))
        try await state.catchUp()
        // There is too little to save.
        let before = try scene.folder.read("queue/journal").count
        try await state.compactJournal()
        #expect(try scene.folder.read("queue/journal").count == before)
        try journal.append(gone(60))
        try await state.catchUp()
        try journal.append([.told("a", .remove), jobs[2]])
        try await state.compactJournal()
        let text = String(decoding: try scene.folder.read("queue/journal"), as: UTF8.self)
        #expect(!text.contains("secret") && text.split(separator: "\n").count == 5, "\(text)")
        #expect(state.journalEnd == Int64(text.utf8.count))
        try await state.catchUp()
        #expect(status.transfers.map(\.id) == ["b", "c"])
        try journal.append([.told("c", .pause)])
        try await state.catchUp()
        #expect(status.transfers.map(\.state.name) == ["running", "paused"])
        // And when nothing is left of it.
        try journal.append(gone(100))
        try await state.catchUp()
        try journal.append([.told("b", .remove), .told("c", .remove)])
        try await state.compactJournal()
        try await state.catchUp()
        #expect(status.transfers.isEmpty)
        await state.stop()
    }

    @Test("That happens while a worker runs, which reads on in the new one")
    func whileWorking() async throws {
        let scene = try await BackgroundScene()
        let slow = try await scene.transfers.download(scene.server.url("/slow/100/30000"), to: scene.folder.file("a"))
        let work = Task { try await BackgroundTransfers.work(in: scene.queue, grace: .seconds(3600)) }
        try await scene.reach("running", slow)
        try scene.transfers.folder.journal.append(gone(200))
        try await scene.folder.wait {
            try !String(decoding: scene.folder.read("queue/journal"), as: UTF8.self).contains("secret")
        }
        let quick = try await scene.transfers.download(scene.server.url("/range/10"), to: scene.folder.file("b"))
        try await scene.reach("done", quick)
        #expect(try scene.transfers.status().transfers.map(\.id) == [slow, quick])
        #expect(try scene.state(slow) == .running)
        work.cancel()
        _ = await work.result
    }
}
