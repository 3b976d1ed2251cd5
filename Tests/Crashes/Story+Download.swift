import FaultSupport
import Sockeye
import SockeyeFields
import SockeyeTesting
import SockeyeTransfers

extension Story {
    static let downloads = [
        // Cut twice, then complete.
        download("download") { stage in
            stage.peer.change { $0.cut = 500_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = 300_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = nil }
            try await fetch(stage)
        },
        download("download-segments") { stage in
            // Long enough for records on the way.
            stage.peer.change { $0.pause = .milliseconds(450) }
            try await fetch(stage) { $0.segments = 3 }
        },
        download("download-small", length: 20_000) { stage in try await fetch(stage) },
        download("download-replacing", old: Array("the old file\n".utf8)) { stage in
            stage.peer.change { $0.cut = 700_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = nil }
            try await fetch(stage)
        },
        // Cut, then dropped and begun again.
        download("download-again") { stage in
            stage.peer.change { $0.cut = 800_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = 300_000 }
            try await fetch(stage, mayFail: true) { $0.resume = .never }
            stage.peer.change { $0.cut = nil }
            try await fetch(stage)
        },
        // The server changes its mind: another file in between, and then the first one again.
        download("download-changed") { stage in
            stage.peer.change { $0.cut = 800_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change {
                $0.cut = 300_000
                $0.bytes.reverse()
                $0.tag = "\"other\""
            }
            try await fetch(stage, mayFail: true)
            stage.peer.reset(stage.bytes)
            stage.peer.change { $0.cut = 900_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = nil }
            try await fetch(stage)
        },
        // No validator: only the bytes themselves tell.
        download("download-unmarked", tag: nil) { stage in
            stage.peer.change { $0.cut = 600_000 }
            try await fetch(stage, mayFail: true)
            stage.peer.change { $0.cut = nil }
            try await fetch(stage)
        },
        Story(name: "queue") { stage in
            stage.peer.reset(stage.bytes)
        } play: { stage in
            try await stage.withClient { client in
                let queue = try DownloadQueue(journal: stage.folder.file("journal"), options: options(), with: client)
                for (index, name) in ["one", "two", "three"].enumerated() {
                    try queue.add(stage.peer.plain.url("/some"), to: stage.folder.file(name))
                    DiskRecord.mark(index)
                }
                for await end in queue.run() {
                    _ = try end.result.get()
                }
            }
        } resume: { stage, marks in
            try await stage.withClient { client in
                let queue = try DownloadQueue(journal: stage.folder.file("journal"), options: options(), with: client)
                for await end in queue.run() {
                    // A complete file whose end was not noted is refused, and is checked below.
                    if case .failure(let error) = end.result {
                        if case .fileExists = error { continue }
                        return "the queue fails: \(error)"
                    }
                }
                for (index, name) in ["one", "two", "three"].enumerated() {
                    let file = stage.folder.read(name)
                    if file == nil, marks.contains(index) { return "\(name) was added, and is forgotten" }
                    if let file, file != stage.someBytes { return "\(name) is wrong" }
                }
                return nil
            }
        },
    ]

    /// Mark of a success.
    private static let done = 1

    private static func download(
        _ name: String, length: Int = Stage.length, tag: String? = "\"v1\"", old: [UInt8]? = nil,
        play: @escaping @Sendable (Stage) async throws -> Void
    ) -> Story {
        Story(name: name) { stage in
            stage.peer.reset(Array(stage.bytes[..<length]))
            stage.peer.change { $0.tag = tag }
            if let old { stage.folder.write("file", old) }
        } play: { stage in
            try await play(stage)
            DiskRecord.mark(done)
        } resume: { stage, marks in
            stage.peer.reset(Array(stage.bytes[..<length]))
            stage.peer.change { $0.tag = tag }
            let whole = stage.peer.current.bytes
            if let file = stage.folder.read("file"), file != whole, file != old { return "a wrong file has the name" }
            if marks.contains(done), stage.folder.read("file") != whole { return "a complete file is lost" }
            if old != nil, stage.folder.read("file") == nil { return "the old file is lost" }
            if stage.folder.read("file") == whole { return nil }
            try await fetch(stage)
            return stage.folder.read("file") == whole ? nil : "the resumed file is wrong"
        }
    }

    static func options() -> DownloadOptions {
        var options = DownloadOptions(existing: .replace)
        options.retry = .never
        return options
    }

    private static func fetch(
        _ stage: Stage, mayFail: Bool = false, _ change: (inout DownloadOptions) -> Void = { _ in }
    ) async throws {
        var options = options()
        change(&options)
        do {
            try await stage.withClient { client in
                _ = try await client.download(
                    stage.peer.plain.url("/file"), to: stage.folder.file("file"), options: options)
            }
        } catch let error as DownloadError {
            guard mayFail, case .client = error else { throw error }
        }
    }
}
