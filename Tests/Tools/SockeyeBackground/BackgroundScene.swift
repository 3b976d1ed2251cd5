import Glibc
import SockeyeBackground
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// A server, a folder with a queue, and workers, none of which outlives the test.
final class BackgroundScene: Sendable {
    /// A program that calls `runIfWorker` first.
    static let program = builtProgram("Background")

    let server: LoopbackServer
    let folder: TemporaryFolder
    let transfers: BackgroundTransfers

    init(
        worker: BackgroundTransfers.Worker = .program(BackgroundScene.program), service: (any LoopbackService)? = nil,
        handler: LoopbackHandler? = nil
    ) async throws {
        server = try await LoopbackServer.start(service: service, handler: handler)
        folder = try TemporaryFolder()
        transfers = try BackgroundTransfers(folder: folder.file("queue"), worker: worker)
    }

    deinit {
        for process in Self.workers(of: transfers.path) { kill(process, SIGKILL) }
    }

    var queue: String { transfers.path }

    /// Works in this process until there is nothing to do.
    @discardableResult
    func work() async throws -> Bool {
        try await BackgroundTransfers.work(in: queue, grace: .zero)
    }

    /// A worker that is a child of this process.
    func startWorker(_ arguments: [String] = []) throws -> Program {
        try Program(Self.program, ["--background-worker", queue] + arguments)
    }

    /// The identifiers of the processes that work on the folder.
    static func workers(of queue: String) -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            // SAFETY: the name is NUL-terminated and valid until the next call of readdir.
            let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: start.assumingMemoryBound(to: UInt8.self))
            guard let process = pid_t(name), let bytes = try? SmallFile.read("/proc/\(name)/cmdline") else { continue }
            let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            if words.contains("--background-worker"), words.last == queue { found.append(process) }
        }
        return found
    }

    var workers: [pid_t] { Self.workers(of: queue) }

    /// Waits until no more workers are left.
    func waitForWorkers(_ count: Int) async throws {
        while true {
            let workers = workers
            if workers.count <= count { return }
            try #require(await oneEnds(of: workers))
        }
    }

    func state(_ id: String) throws -> BackgroundTransfer.State? { try transfers.status()[id]?.state }

    /// Waits until the job is in the state of this name.
    func reach(_ name: String, _ id: String) async throws {
        try await folder.wait { try self.state(id)?.name == name }
    }

    /// The requests for a path.
    func requests(_ path: String) -> [ReceivedRequest] { server.receivedRequests.filter { $0.path == path } }

    /// How often the journal says that a job is done.
    func timesDone(_ id: String) throws -> Int {
        let text = String(decoding: try folder.read("queue/journal"), as: UTF8.self)
        return text.split(separator: "\n").count { $0.contains("\"e\":\"done\"") && $0.contains(id) }
    }
}
