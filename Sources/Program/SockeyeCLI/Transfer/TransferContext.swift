internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeTranscript
internal import Synchronization

/// State shared by all transfers of an operation. A class, because settings are large values and thousands of transfers
/// shouldn't copy them.
final class TransferContext: Sendable {
    let client: HTTPClient
    let run: Run
    let operation: TransferSettings
    let loop: EventLoop
    let progress: RunProgress
    let names: OutputNames
    let heads: SharedHeads
    let journal: RunJournal?
    let traceOutput: TraceOutput?
    let transcript: Transcript?
    /// Whether the requests differ only in their URL, and read no files.
    private let isSameForAll: Bool
    /// A request to reuse if only the URL differs between transfers.
    private let template = Mutex<Request?>(nil)

    init(
        _ client: HTTPClient, run: Run, operation: TransferSettings, loop: EventLoop, progress: RunProgress,
        names: OutputNames, heads: SharedHeads, journal: RunJournal?, traceOutput: TraceOutput?, transcript: Transcript?
    ) {
        (self.client, self.run, self.operation) = (client, run, operation)
        (self.loop, self.progress, self.names, self.heads) = (loop, progress, names, heads)
        (self.journal, self.traceOutput, self.transcript) = (journal, traceOutput, transcript)
        isSameForAll =
            operation.data == nil && operation.upload.form == nil && operation.content.queries.isEmpty
            && operation.content.requestTarget == nil && !operation.targets.contains(where: \.isFTP)
            && !operation.content.keepsPath && operation.authentication.signature == nil
            && operation.conditions.comparedTagFile == nil
    }

    /// The request for `url`, the parsed form of `text`.
    func request(for target: TransferTarget, _ text: String, _ url: HTTPURL?) throws -> Request {
        // Of another URL the host or the path may be sent as typed, which must not become the next one's.
        guard let url, target.upload == nil, isSameForAll, TypedURL.isSent(text, as: url) else {
            return try build(target, text)
        }
        if var request = template.withLock({ $0 }) {
            request.url = operation.removes("authorization") ? url.withoutCredentials : url
            if request.digestMemories != nil { request.digestMemories = DigestMemories() }
            return request
        }
        let request = try build(target, text)
        template.withLock { $0 = request }
        return request
    }

    private func build(_ target: TransferTarget, _ text: String) throws -> Request {
        try RequestBuilder(run: run, settings: operation, target: target).request(for: text)
    }
}
