internal import Sockeye
internal import SockeyeEvents

/// `--events`: prints what comes until the server says that there is no more.
struct EventTransfer {
    let item: TransferItem
    let trace: TransferTrace
    /// The file for the events; `nil` for standard output.
    let fileName: String?

    /// As for a WebSocket: curl's habit of waiting forever would take a dead connection for a quiet one.
    private static let silenceLimit = Duration.seconds(60)

    private var retries: Int { item.operation.download.retry.count }

    /// The request that asks for them first, for `--dry-run`.
    var request: Request { get throws { try events.firstRequest } }

    /// What comes, once it is asked for.
    private var events: EventStream {
        get throws {
            var options = EventStreamOptions(silenceLimit: item.operation.idleTimeout ?? Self.silenceLimit)
            if retries > 0 { options.failureLimit = retries == .max ? .max : retries + 1 }
            let request = try item.request
            trace.correct { $0.asked = request.url }
            return item.client.events(request, options: options, observer: trace)
        }
    }

    func run() async throws {
        let outputs = TransferOutputs(item: item)
        var text = try EventText(item.operation.parsing, outputs.printStyle(fileName))
        let events = try events
        trace.correct { $0.countsAllConnections = true }
        let sink = try outputs.makeSink(fileName, isStream: true)
        defer { trace.correct { $0.delivered = sink.body.written } }
        // Without -v, a server that isn't there would look like one that is silent.
        if retries == 0, !item.settings.isSilent { trace.onFirstTrouble { [run = item.run] in Self.warn(of: $0, run) } }
        do {
            for try await event in events {
                try await outputs.openPipes(of: sink, hasBody: true)
                try outputs.writeHeads(trace, into: sink)
                let bytes = try text.bytes(of: event)
                if let limit = item.operation.bodyByteLimit, Int64(bytes.count) > limit - sink.body.written {
                    throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded")
                }
                try sink.body.write(bytes)
            }
            try await outputs.openPipes(of: sink, hasBody: true)
            try outputs.writeHeads(trace, into: sink)
        } catch {
            try? outputs.writeHeads(trace, into: sink)
            try? sink.completeHeads()
            throw error
        }
        _ = try sink.complete()
    }

    private static func warn(of reason: RetryReason, _ run: Run) {
        run.warn("Problem: \(reason.problem). Trying again until it works; --retry NUMBER gives up, -v shows each try.")
    }
}
