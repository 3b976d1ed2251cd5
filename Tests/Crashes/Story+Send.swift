import FaultSupport
import Sockeye
import SockeyeTesting
import SockeyeTransfers

extension Story {
    static let sendings = ResumableProtocol.allCases.map { spoken in
        Story(name: "upload-\(spoken.rawValue)", kept: ["source"]) { stage in
            stage.folder.write("source", stage.bytes)
            stage.store(spoken).clear()
        } play: { stage in
            try await send(stage, spoken)
        } resume: { stage, _ in
            try await send(stage, spoken)
            let store = stage.store(spoken)
            if !store.refusals.isEmpty { return "the server refused: \(store.refusals)" }
            if store.finished["/files/x"] != stage.bytes { return "the server has other bytes" }
            return stage.folder.names == ["source"] ? nil : "\(stage.folder.names) are left"
        }
    }

    private static func send(_ stage: Stage, _ spoken: ResumableProtocol) async throws {
        guard let server = stage.uploads[spoken] else { return }
        try await stage.withClient { client in
            var options = ResumableUploadOptions(spoken)
            options.perRequestLimit = 200_000
            options.retry = .never
            let request = try Request.put(server.url("/files/x"), body: .none)
            try await client.uploadResumably(stage.folder.file("source"), to: request, options: options)
        }
    }
}
