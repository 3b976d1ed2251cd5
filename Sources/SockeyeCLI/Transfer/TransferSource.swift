internal import Sockeye

/// The transfers of one operation, made one by one: a URL with ranges stands for any number of them.
struct TransferSource {
    let client: HTTPClient
    let settings: Settings
    let operation: TransferSettings
    let loop: EventLoop
    let board: ProgressBoard
    let names: OutputNames
    let journal: RunJournal?
    let traceOutput: TraceOutput?
    /// The number of the next URL on the command line, from 0.
    private(set) var number: Int
    /// How many transfers the run has made.
    private(set) var ordinal: Int

    private var remaining: ArraySlice<TransferTarget>
    /// What a -T with braces or brackets stands for, one after another.
    private var uploads: (glob: URLGlob, target: TransferTarget, next: UInt64)?
    private var current: (glob: URLGlob, target: TransferTarget, next: UInt64)?

    init(
        _ client: HTTPClient, settings: Settings, operation: TransferSettings, loop: EventLoop, board: ProgressBoard,
        names: OutputNames, journal: RunJournal?, traceOutput: TraceOutput?, firstNumber: Int, firstOrdinal: Int
    ) {
        (self.client, self.settings, self.operation) = (client, settings, operation)
        (self.loop, self.board, number, ordinal) = (loop, board, firstNumber, firstOrdinal)
        self.names = names
        self.traceOutput = traceOutput
        self.journal = journal
        remaining = operation.targets.filter { $0.url != nil }[...]
    }

    /// The next transfer; `nil` when there are no more.
    ///
    /// - Throws: ``URLGlobError`` for a URL whose braces or brackets cannot be read; then nothing more is to be done.
    mutating func next() throws(URLGlobError) -> Transfer? {
        while true {
            if let (glob, target, index) = current {
                if let match = glob.match(at: index) {
                    current?.next += 1
                    return transfer(target, match)
                }
                current = nil
                number += 1
            }
            guard let target = try nextTarget(), let url = target.url else { return nil }
            let isVerbatim = target.isVerbatim || target.isLocal || operation.globsOff
            current = (isVerbatim ? URLGlob(verbatim: url) : try URLGlob(parsing: url), target, 0)
        }
    }

    private mutating func nextTarget() throws(URLGlobError) -> TransferTarget? {
        while true {
            if let (glob, target, index) = uploads {
                if let match = glob.match(at: index) {
                    uploads = (glob, target, index + 1)
                    return target.putting(.file(match.url))
                }
                uploads = nil
            }
            guard let target = remaining.popFirst() else { return nil }
            guard case .file(let pattern) = target.upload, !operation.globsOff else { return target }
            uploads = (try URLGlob(parsing: pattern), target, 0)
        }
    }

    private mutating func transfer(_ target: TransferTarget, _ match: URLGlob.Match) -> Transfer {
        var target = target
        target.url = match.url
        if target.output == nil, operation.namesAllRemotely { target.output = .remoteName }
        if case .file(let pattern) = target.output { target.output = .file(match.name(from: pattern)) }
        defer { ordinal += 1 }
        let log = traceOutput.map {
            TraceLog($0, settings.trace, transfer: ordinal, verifiesPeer: operation.verifiesPeer)
        }
        return Transfer(
            client: client, settings: settings, operation: operation, target: target,
            url: target.fullURL(defaultScheme: operation.redirects.defaultScheme) ?? match.url, number: number,
            ordinal: ordinal, loop: loop, board: board, names: names, journal: journal, log: log)
    }
}
