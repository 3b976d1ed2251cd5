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
        let sink = try makeSink(fileName, isStream: true)
        // Without -v, a server that isn't there would look like one that is silent.
        if retries == 0, !settings.isSilent { trace.onFirstTrouble { Self.warn(of: $0) } }
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

    private static func warn(of reason: RetryReason) {
        let problem =
            switch reason {
            case .status(let status, _): "the server answered with status \(status)"
            case .failure(let error): "\(error)"
            }
        Terminal.printError(
            Message.warning(
                "Problem: \(problem). Trying again until it works; --retry NUMBER gives up, -v shows each try."))
    }
}
