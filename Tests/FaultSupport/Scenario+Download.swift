internal import Sockeye
internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTransfers
internal import TestSupport

extension Scenario {
    /// Files that are fetched.
    static let downloads = [
        download("download"),
        download("download-small") { stage in stage.peer.change { $0.bytes = Array(stage.bytes[..<20_000]) } },
        // So long that its pages are written to the disk, and a record is, while it is received.
        download("download-long", calls: ["fsync", "fdatasync", "sync_file_range"]) { stage in
            stage.peer.change {
                for _ in 0..<5 { $0.bytes += $0.bytes }
                $0.pause = .milliseconds(250)
            }
        },
        download("download-segments", change: { $0.segments = 3 }),
        download("download-tls", isSecure: true, change: { $0.segments = 2 }),
        download("download-checked") { stage in
            let date = "Wed, 21 Oct 2015 07:28:00 GMT"
            stage.peer.change { $0.extra = [.init("Last-Modified", date)] }
        } change: {
            $0.asksHeadFirst = true
            $0.keepsModificationTime = true
        },
        // An earlier run left half of the file and its record; an old version has the name.
        download("resume") { stage in
            stage.folder.write("file", old)
            stage.peer.change { $0.cut = Stage.length / 2 }
            try await begin(stage)
            stage.peer.change { $0.cut = nil }
        } change: {
            $0.existing = .replace
        },
        // The same, but the server has another file by now.
        download("resume-changed") { stage in
            stage.folder.write("file", old)
            stage.peer.change {
                $0.cut = Stage.length / 2
                $0.tag = "\"v0\""
                $0.bytes.reverse()
            }
            try await begin(stage)
            stage.peer.reset(stage.bytes)
        } change: {
            $0.existing = .replace
        },
        // Enough files for one sync of them all.
        Scenario("batch") { stage in
            stage.peer.change { $0.bytes = Array(stage.bytes[..<20_000]) }
        } run: { stage in
            var options = options()
            options.batch = FileBatch(fileLimit: batched.count, waitLimit: .milliseconds(50))
            let failures = try await stage.withClient { [options] client in
                await withTaskGroup(of: DownloadError?.self) { group in
                    for name in batched where stage.folder.read(name) == nil {
                        group.addTask {
                            do throws(DownloadError) {
                                let path = stage.folder.file(name)
                                try await client.download(stage.peer.plain.url("/\(name)"), to: path, options: options)
                                return nil
                            } catch {
                                return error
                            }
                        }
                    }
                    return await group.reduce(into: [DownloadError?]()) { $0.append($1) }
                }
            }
            for case let failure? in failures { throw failure }
        } check: { stage, succeeded in
            for name in batched {
                if let words = wrongness(stage, succeeded, name) { return words }
            }
            return nil
        },
        Scenario("queue") { stage in
            try await stage.withClient { client in
                let queue = try await openQueue(stage, client)
                for name in ["file", "other"] where stage.folder.read(name) == nil {
                    try queue.add(stage.peer.plain.url("/\(name)"), to: stage.folder.file(name))
                }
                var failures: [DownloadError] = []
                for await end in queue.run() {
                    do throws(DownloadError) {
                        _ = try end.result.get()
                    } catch {
                        // Without its note in the journal a complete file is asked for again.
                        if case .fileExists = error, wrongness(stage, false, end) == nil { continue }
                        failures.append(error)
                    }
                }
                if let first = failures.first { throw first }
            }
        } check: { stage, succeeded in
            wrongness(stage, succeeded, "file") ?? wrongness(stage, succeeded, "other")
        },
    ]

    /// What had the name before.
    static let old = Array("the old file\n".utf8)

    /// The files of a batch.
    private static let batched = (1...9).map { "file\($0)" }

    /// A download to `file`.
    private static func download(
        _ name: String, isSecure: Bool = false, calls: Set<String>? = nil,
        prepare: @escaping @Sendable (Stage) async throws -> Void = { _ in },
        change: @escaping @Sendable (inout DownloadOptions) -> Void = { _ in }
    ) -> Scenario {
        Scenario(name, calls: calls, prepare: prepare) { stage in
            try await stage.withClient { client in
                var options = options()
                change(&options)
                let server = isSecure ? stage.peer.secure : stage.peer.plain
                if isSame(stage.folder.read("file"), stage.peer.current.bytes) { return }
                try await client.download(server.url("/file"), to: stage.folder.file("file"), options: options)
            }
        } check: { stage, succeeded in
            wrongness(stage, succeeded, "file")
        }
    }

    /// A first run, which the server cuts.
    private static func begin(_ stage: Stage) async throws {
        do {
            try await stage.withClient { client in
                var options = options()
                (options.retry, options.existing) = (.never, .replace)
                try await client.download(
                    stage.peer.plain.url("/file"), to: stage.folder.file("file"), options: options)
            }
        } catch DownloadError.client {
            return
        }
    }

    /// Opens the queue; its lock is free once the tasks of an earlier one have let go of it.
    private static func openQueue(_ stage: Stage, _ client: HTTPClient) async throws -> DownloadQueue {
        while true {
            do throws(DownloadError) {
                return try DownloadQueue(journal: stage.folder.file("journal"), options: options(), with: client)
            } catch {
                guard case .busy = error, !FaultPlan.isUnderWay else { throw error }
                await untilUnlocked(stage.folder.file("journal"))
            }
        }
    }

    private static func options() -> DownloadOptions {
        var options = DownloadOptions()
        options.retry = DownloadOptions.Retry(count: 1, delay: .milliseconds(1))
        return options
    }

    /// The same for a file of a queue.
    private static func wrongness(_ stage: Stage, _ succeeded: Bool, _ end: DownloadQueue.End) -> String? {
        let name = String(end.path.dropFirst(stage.folder.path.utf8.count + 1))
        // A call may say that a file is there which is not.
        return stage.folder.read(name) == nil ? "missing" : wrongness(stage, succeeded, name)
    }

    /// Whether the file is whole after a success, and whole, old or missing after a failure.
    private static func wrongness(_ stage: Stage, _ succeeded: Bool, _ name: String) -> String? {
        let whole = stage.peer.current.bytes
        let file = stage.folder.read(name)
        if isSame(file, whole) {
            if !succeeded { return nil }
            let left = stage.folder.names.filter { $0.hasPrefix("\(name).") }
            return left.isEmpty ? nil : "\(left) are left after a success"
        }
        if succeeded { return file == nil ? "\(name) is missing after a success" : "\(name) is wrong after a success" }
        return file == nil || file == old ? nil : "\(name) is wrong after a failure"
    }
}
