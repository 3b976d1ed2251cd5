internal import Sockeye
internal import Synchronization

/// What all transfers of an operation have in common: one reference to it, since settings are large values, and of
/// thousands of transfers none is to pay for copies of its own.
final class TransferContext: Sendable {
    let client: HTTPClient
    let settings: Settings
    let operation: TransferSettings
    let loop: EventLoop
    let board: ProgressBoard
    let names: OutputNames
    let journal: RunJournal?
    let traceOutput: TraceOutput?
    /// The request of which only the URL differs from one transfer to the next.
    private let template = Mutex<Request?>(nil)

    init(
        _ client: HTTPClient, settings: Settings, operation: TransferSettings, loop: EventLoop, board: ProgressBoard,
        names: OutputNames, journal: RunJournal?, traceOutput: TraceOutput?
    ) {
        (self.client, self.settings, self.operation) = (client, settings, operation)
        (self.loop, self.board, self.names) = (loop, board, names)
        (self.journal, self.traceOutput) = (journal, traceOutput)
    }

    /// The request for `url`, which stands for `text`.
    func request(for target: TransferTarget, _ text: String, _ url: HTTPURL?) throws(TransferFailure) -> Request {
        guard let url, target.upload == nil, isSameForAll else { return try build(target, text) }
        if var request = template.withLock({ $0 }) {
            request.url = .success(url)
            return request
        }
        let request = try build(target, text)
        template.withLock { $0 = request }
        return request
    }

    /// Whether nothing but the URL of a request depends on the URL, or is read when the request is made.
    private var isSameForAll: Bool {
        operation.data == nil && operation.upload.form == nil && operation.content.queries.isEmpty
            && operation.content.requestTarget == nil && !operation.content.keepsPath
            && operation.authentication.signature == nil && operation.conditions.comparedTagFile == nil
    }

    private func build(_ target: TransferTarget, _ text: String) throws(TransferFailure) -> Request {
        try RequestBuilder(settings: operation, target: target).request(for: text) { path throws(InputError) in
            try InputFile.read(path)
        }
    }
}
