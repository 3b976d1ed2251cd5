internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeTransfers

/// The list that is being read. A class, since a reader can't be copied.
private final class CurrentList {
    private var reader: ListReader?

    func begin(_ files: ListedFiles) throws(OptionFault) { reader = try ListReader(files) }

    func next() throws(OptionFault) -> TransferTarget? {
        let target = try reader?.next()
        // Closes the file.
        if target == nil { reader = nil }
        return target
    }
}

/// Counts the transfers that a run creates, whichever operation they are of.
final class TransferCount {
    private var count = 0

    /// How many there were before this one.
    func next() -> Int {
        defer { count += 1 }
        return count
    }
}

/// The transfers of one operation, created lazily: a glob expands to any number of them.
struct TransferSource {
    let context: TransferContext
    /// The number of the next URL on the command line, from 0. All files that braces in `-T` name go to one.
    private(set) var number: Int
    private let count: TransferCount

    private var remaining: ArraySlice<TransferTarget>
    /// The lists whose turn is to come, and the current one.
    private var lists: ArraySlice<ListedFiles>
    private let list: CurrentList
    /// The current -T glob.
    private var uploads: (glob: URLGlob, target: TransferTarget, next: UInt64)?
    /// The values of the named lists and ranges of the current upload.
    private var named: [String: [UInt8]] = [:]
    private var current: (glob: URLGlob, target: TransferTarget, next: UInt64)?

    init(_ context: TransferContext, firstNumber: Int, _ count: TransferCount) {
        self.context = context
        (number, self.count) = (firstNumber, count)
        remaining = context.operation.targets[...]
        lists = context.operation.lists[...]
        list = CurrentList()
    }

    private var operation: TransferSettings { context.operation }

    /// The next transfer; `nil` if there are no more.
    ///
    /// - Throws: `URLGlobError` for malformed braces or brackets, `OptionFault` for a list that can't be read on; either ends
    ///   the run.
    mutating func next() throws -> Transfer? {
        while true {
            if let (glob, target, index) = current {
                if let match = glob.match(at: index) {
                    current?.next += 1
                    return transfer(target, match)
                }
                current = nil
            }
            guard let target = try nextTarget(), let url = target.url else { return nil }
            let glob = try operation.glob(url, of: target)
            if case .file(let pattern) = target.output { try glob.check(pattern, and: named.keys) }
            current = (glob, target, 0)
        }
    }

    private mutating func nextTarget() throws -> TransferTarget? {
        while true {
            if let (glob, target, index) = uploads {
                if let match = glob.match(at: index) {
                    uploads = (glob, target, index + 1)
                    named = match.named
                    return target.putting(.file(context.run.tape.place(of: match.url)))
                }
                uploads = nil
            }
            guard let target = try nextGiven() else { return nil }
            number += 1
            named = [:]
            guard case .file(let pattern) = target.upload, !operation.globsOff else { return target }
            uploads = (try URLGlob(parsing: pattern), target, 0)
        }
    }

    /// The next target of the command line or of a list, as they were given.
    private mutating func nextGiven() throws(OptionFault) -> TransferTarget? {
        while true {
            if var target = try list.next() {
                if let shard = context.run.settings.shard,
                    !shard.owns(target.shardName(isNamedByAnswer: operation.download.usesServerName))
                {
                    continue
                }
                if operation.parsing.format != nil, let url = target.url {
                    target.isLocal = TransferTarget.localFile(url, on: context.run.machine) != nil
                }
                return target
            }
            if let next = lists.first, next.position <= remaining.startIndex {
                lists.removeFirst()
                try list.begin(next)
                continue
            }
            guard let target = remaining.popFirst() else { return nil }
            if target.url != nil { return target }
        }
    }

    /// Whether `--background` saves the body to a file, since standard output isn't seen. The response to an upload
    /// goes to the log instead: saved under the URL's last segment, it would often overwrite the file that was sent.
    private func isSavedInBackground(_ target: TransferTarget) -> Bool {
        context.run.settings.runsInBackground && !target.isUpload && operation.upload.form == nil
    }

    private mutating func transfer(_ target: TransferTarget, _ match: URLGlob.Match) -> Transfer {
        var (target, match) = (target, match)
        target.url = match.url
        // As in curl, those of the URL go first.
        match.named.merge(named) { own, _ in own }
        if target.output == nil, operation.namesAllRemotely || isSavedInBackground(target) {
            target.output = .remoteName
        }
        if case .file(let pattern) = target.output { target.output = .file(match.name(from: pattern)) }
        let ordinal = count.next()
        let log = context.traceOutput.map {
            TraceLog($0, context.run.settings.trace, transfer: ordinal, verifiesPeer: operation.trust.tls.verifiesPeer)
        }
        let settings = context.run.settings
        let explanation =
            settings.trace.explains
            ? Explanation(context.run.terminal, prefix: settings.isParallel ? "[\(ordinal)] " : "") : nil
        // An ambiguous URL is left unparsed, and the transfer refuses it.
        let full = target.fullURL(defaultScheme: operation.redirects.defaultScheme)
        let item = TransferItem(
            context, target, url: full ?? match.url,
            parsedURL: target.isLocal ? nil : full.flatMap { (try? TypedURL.parse($0))?.url },
            number: number - 1, ordinal: ordinal)
        return Transfer(item: item, log: log, explanation: explanation)
    }
}
