internal import Sockeye
internal import SockeyeTesting
internal import SockeyeTransfers

extension Scenario {
    /// Files that are sent.
    static let sendings = [
        upload("upload", isSecure: false), upload("upload-tls", isSecure: true), resumable(.tus), resumable(.ietf),
    ]

    private static func upload(_ name: String, isSecure: Bool) -> Scenario {
        Scenario(name) { stage in
            stage.folder.write("source", stage.bytes)
        } run: { stage in
            try await stage.withClient { client in
                let server = isSecure ? stage.peer.secure : stage.peer.plain
                var options = UploadOptions()
                options.digests = [.representation()]
                try await client.upload(file: stage.folder.file("source"), to: server.url("/sent"), options: options)
            }
        } check: { stage, succeeded in
            if succeeded, !isSame(stage.peer.body(at: "/sent"), stage.bytes) { return "the server has other bytes" }
            return nil
        }
    }

    private static func resumable(_ spoken: ResumableProtocol) -> Scenario {
        Scenario("upload-\(spoken.rawValue)") { stage in
            stage.folder.write("source", stage.bytes)
            stage.store(spoken).clear()
        } run: { stage in
            try await stage.withClient { client in
                guard let server = stage.uploads[spoken] else { return }
                var options = ResumableUploadOptions(spoken)
                options.perRequestLimit = 500_000
                options.retry = DownloadOptions.Retry(count: 1, delay: .milliseconds(1))
                options.sendsChecksums = true
                let request = try Request.put(server.url("/files/x"), body: .none)
                try await client.uploadResumably(stage.folder.file("source"), to: request, options: options)
            }
        } check: { stage, succeeded in
            let store = stage.store(spoken)
            let refusals = store.refusals
            if !refusals.isEmpty { return "the server refused: \(refusals)" }
            if let whole = store.finished["/files/x"], !isSame(whole, stage.bytes) {
                return "the server has other bytes"
            }
            if !succeeded { return nil }
            if store.finished["/files/x"] == nil { return "the server does not have the file" }
            let left = stage.folder.names.filter { $0 != "source" }
            return left.isEmpty ? nil : "\(left) are left after a success"
        }
    }
}
