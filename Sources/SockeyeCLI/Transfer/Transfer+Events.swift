internal import Sockeye
internal import SockeyeEvents

extension Transfer {
    /// As for a WebSocket: curl's habit of waiting forever would take a dead connection for a quiet one.
    private static let longestSilence = Duration.seconds(60)

    /// `--events`: prints what comes until the server says that there is no more.
    func printEvents(_ trace: TransferTrace, _ fileName: String?) async throws {
        var text = try EventText(operation.parsing, printStyle(fileName))
        var options = EventStreamOptions(longestSilence: operation.idleTimeout ?? Self.longestSilence)
        let retries = operation.download.retry.count
        if retries > 0 { options.mostFailures = retries == .max ? .max : retries + 1 }
        let request = try self.request
        let sink = try makeSink(fileName)
        sink.deadline = deadline
        do {
            for try await event in client.events(request, options: options, observer: trace) {
                try writeHeads(trace, into: sink)
                try sink.write(try text.bytes(of: event))
            }
            try writeHeads(trace, into: sink)
        } catch {
            try? writeHeads(trace, into: sink)
            try? sink.completeHeads()
            throw error
        }
        _ = try sink.complete()
    }
}
