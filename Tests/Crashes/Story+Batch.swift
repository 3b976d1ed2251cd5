import FaultSupport
import Sockeye
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers

extension Story {
    static let batches = [
        // Enough files for one sync of them all; those of 150,000 bytes have partial files.
        batch("batch", small: 7, longer: 2),
        batch("batch-replacing", small: 2, longer: 7, old: Array("the old file\n".utf8)),
        // Each synced by itself.
        batch("batch-of-few", small: 2, longer: 1),
    ]

    private static func batch(_ name: String, small: Int, longer: Int, old: [UInt8]? = nil) -> Story {
        let names = (0..<small + longer).map { "\($0 < small ? "small" : "longer")\($0)" }
        return Story(name: name) { stage in
            prepare(stage)
            if let old { for name in names { stage.folder.write(name, old) } }
        } play: { stage in
            var options = options()
            // All of them, and no sooner.
            options.batch = FileBatch(fileLimit: names.count, waitLimit: .seconds(60))
            try await stage.withClient { client in
                try await withThrowingTaskGroup(of: Void.self) { [options] group in
                    for (index, name) in names.enumerated() {
                        group.addTask {
                            let path = stage.folder.file(name)
                            try await client.download(url(of: name, stage), to: path, options: options)
                            DiskRecord.mark(index)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        } resume: { stage, marks in
            prepare(stage)
            for (index, name) in names.enumerated() {
                let file = stage.folder.read(name)
                let whole = name.hasPrefix("small") ? stage.peer.current.bytes : stage.someBytes
                if let file, file != whole, file != old { return "\(name) is wrong" }
                if marks.contains(index), file != whole { return "\(name) was complete, and is lost" }
                if file == nil, old != nil { return "the old \(name) is lost" }
                if file == whole { continue }
                try await stage.withClient { client in
                    _ = try await client.download(
                        url(of: name, stage), to: stage.folder.file(name), options: options())
                }
                if stage.folder.read(name) != whole { return "\(name), fetched again, is wrong" }
            }
            return nil
        }
    }

    private static func prepare(_ stage: Stage) {
        stage.peer.reset(Array(stage.bytes[..<20_000]))
        stage.peer.change { $0.some = stage.someBytes }
    }

    private static func url(of name: String, _ stage: Stage) -> String {
        stage.peer.plain.url(name.hasPrefix("small") ? "/file" : "/some")
    }
}
