internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransfers

/// `--list-status`: how far the shards of a list are.
struct ListStatus {
    /// A shard's part of it.
    struct Part {
        var sum = ListSum()
        /// The lease of its last run; `nil` if it never ran.
        var lease: Lease?
        /// Whether its holder runs; `nil` if that is on another machine.
        var isAlive: Bool?
        /// How many seconds the lease is unchanged.
        var age = 0

        /// In one word.
        var state: String {
            guard let lease else { return "never run" }
            if lease.isReleased { return sum.done == sum.total ? "complete" : "ended" }
            if isAlive == false || age >= Lease.expiry { return "died" }
            return "running"
        }
    }

    /// The shards that text shows; JSON has all.
    private static let shownLimit = 40

    private var sum = ListSum()
    private var parts: [Part] = []

    /// Prints the status of the list.
    static func show(_ list: String, _ run: Run) -> ExitCode {
        let settings = run.settings
        let folder = ShardFolder(settings.journal ?? list + ".sockeye", on: run.machine)
        do throws(OptionFault) {
            guard folder.isFolder else {
                throw .invalid(
                    "there is no folder \(folder.path): no shard of this list was run (--journal names another)")
            }
            // Only its owner can: another user's zeros would be wrong.
            if let reason = folder.fault { throw .unreadable(InputError(path: folder.path, reason: reason)) }
            let value = OptionValue(bytes: Array(list.utf8), readFile: FileReader(forOptionsOn: run.machine))
            let status = try ListStatus(try ListedFiles(value, position: 0), folder)
            return run.terminal.printOutput(settings.progress == .json ? status.json : status.text)
        } catch {
            let message = "option --list-status: \(error.text)"
            if settings.printsErrors { run.terminal.printComplaint(message) }
            return error.exitCode
        }
    }

    private init(_ list: ListedFiles, _ folder: ShardFolder) throws(OptionFault) {
        var ledger = ListLedger()
        folder.read(into: &ledger)
        let isByURL: Bool
        (parts, isByURL) = Self.leases(in: folder)
        var reader = try ListReader(list)
        while let target = try reader.next() {
            let state = ledger.state(of: target.listHash)
            sum.add(state)
            if parts.isEmpty { continue }
            let name = target.shardName(isNamedByAnswer: isByURL)
            parts[Shard.owner(of: name, among: parts.count)].sum.add(state)
        }
    }

    /// The last division that ran: its shards with their leases, and whether it is one by URL.
    private static func leases(in folder: ShardFolder) -> (parts: [Part], isByURL: Bool) {
        var last: [Shard: (run: Int, lease: Lease?, modified: Int64)] = [:]
        for entry in folder.entries() where entry.isLease && entry.run > last[entry.shard]?.run ?? 0 {
            let (lease, facts) = (try? LeaseFile.read(folder.file(entry.name), on: folder.machine)) ?? (nil, nil)
            last[entry.shard] = (entry.run, lease, facts?.modifiedSeconds ?? 0)
        }
        guard let newest = last.max(by: { $0.value.modified < $1.value.modified }) else { return ([], false) }
        var parts = [Part](repeating: Part(), count: newest.key.count)
        let present = folder.machine.timeOfDay.seconds
        for (shard, found) in last where shard.count == newest.key.count {
            parts[shard.index].lease = found.lease
            parts[shard.index].isAlive = found.lease.flatMap { folder.machine.isRunning($0.holder.identity) }
            parts[shard.index].age = Int(clamping: max(0, present - found.modified))
        }
        return (parts, newest.value.lease?.dividesByURL ?? false)
    }

    // MARK: Text

    private var text: String {
        var text = "\(sum.done) of \(sum.total) files done, \(sum.bytes) bytes\n"
        for (code, count) in sum.failed.sorted(by: { $0.key < $1.key }) {
            text += "\(count) failed: \(ExitCode(rawValue: code)?.meaning ?? "exit code") (\(code))\n"
        }
        text += "\(sum.waiting) waiting\n"
        if parts.isEmpty { return text }
        let states = Dictionary(grouping: parts, by: \.state).mapValues(\.count).sorted { $0.key < $1.key }
        text += "\(parts.count) shards: " + states.map { "\($0.value) \($0.key)" }.joined(separator: ", ") + "\n"
        let open = parts.indices.filter { parts[$0].state != "complete" }
        for index in open.prefix(Self.shownLimit) { text += line(index) }
        if open.count > Self.shownLimit {
            text += "  and \(open.count - Self.shownLimit) more (--progress json has all)\n"
        }
        return text
    }

    private func line(_ index: Int) -> String {
        let part = parts[index]
        var text = "  \(index)/\(parts.count) \(part.state): \(part.sum.done) of \(part.sum.total) done"
        if part.sum.failedCount > 0 { text += ", \(part.sum.failedCount) failed" }
        if let lease = part.lease {
            text += "; process \(lease.holder.process) on \(TerminalText.escaped(lease.holder.host))"
            if !lease.isReleased { text += ", renewed \(part.age) s ago" }
        }
        return text + "\n"
    }

    // MARK: JSON

    private var json: String {
        var members = Self.members(sum)
        let shards = parts.indices.map { index in
            let part = parts[index]
            var members = ["\"shard\":\(index)", "\"state\":\"\(part.state)\""] + Self.members(part.sum)
            if let lease = part.lease {
                members.append("\"host\":\(WriteOutJSON.quoted(lease.holder.host))")
                members.append("\"process\":\(lease.holder.process)")
                members.append("\"seconds_since_renewal\":\(part.age)")
            }
            return "{\(members.joined(separator: ","))}"
        }
        members.append("\"shards\":[\(shards.joined(separator: ","))]")
        return "{\(members.joined(separator: ","))}\n"
    }

    private static func members(_ sum: ListSum) -> [String] {
        let failed = sum.failed.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return [
            "\"total\":\(sum.total)", "\"done\":\(sum.done)", "\"bytes\":\(sum.bytes)", "\"waiting\":\(sum.waiting)",
            "\"failed\":{\(failed.joined(separator: ","))}",
        ]
    }
}
