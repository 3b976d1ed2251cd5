internal import SockeyeIO
internal import SockeyeTransfers

/// The folder that all shards of a list share: for each run of a shard a lease and a journal, `2-of-8.1.lease` and
/// `2-of-8.1.journal`. Runs of a shard are numbered from 1, and nothing is written by two processes.
struct ShardFolder: Sendable {
    /// A file of the folder, by its name.
    struct Entry: Hashable {
        var shard: Shard
        var run: Int
        var isLease: Bool

        init(_ shard: Shard, run: Int, isLease: Bool) { (self.shard, self.run, self.isLease) = (shard, run, isLease) }

        /// More runs than anybody makes, so that the next one has a number.
        private static let lastRun = 1 << 53

        init?(_ name: String) {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let run = Int(parts[1]), (1...Self.lastRun).contains(run),
                parts[2] == "lease" || parts[2] == "journal", let shard = Shard(parts[0].replacing("-of-", with: "/"))
            else { return nil }
            self.init(shard, run: run, isLease: parts[2] == "lease")
            // Another spelling of a number would be another file.
            if self.name != name { return nil }
        }

        var name: String { "\(shard.index)-of-\(shard.count).\(run).\(isLease ? "lease" : "journal")" }
    }

    /// More files than any list's shards leave, so that a wrong folder ends.
    private static let entryLimit = 1_000_000

    /// Its path.
    let path: String
    let machine: any Machine

    /// The folder of these settings; the plain journal's name, which is a folder then.
    init(_ path: String, on machine: any Machine) { (self.path, self.machine) = (path, machine) }

    /// Makes it, only for its owner, unless it is there.
    func make() throws(TransferFailure) {
        do throws(FileError) {
            try machine.makeFolder(path, permissions: 0o700)
        } catch {
            if error.isThereAlready, isFolder { return }
            let reason =
                error.isThereAlready
                ? "it is not a folder: a run without --shard left it; let that end, or use --journal" : error.reason
            throw TransferFailure(.writeError, "cannot keep the shards' journals in \(path): \(reason)")
        }
    }

    /// Whether it is one.
    var isFolder: Bool { machine.knownFacts(of: path)?.kind == .folder }

    /// Why it can't be read, if it can't.
    var fault: String? {
        do throws(FileError) {
            _ = try machine.open(path, [.reading, .folder])
            return nil
        } catch {
            return error.reason
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The leases and journals in it.
    func entries() -> [Entry] {
        ((try? machine.names(in: path, limit: Self.entryLimit)) ?? []).compactMap { Entry($0) }
    }

    /// Adds what the journals say, in the order in which they were last written.
    func read(into ledger: inout ListLedger) {
        var journals: [(path: String, facts: FileFacts)] = []
        for entry in entries() where !entry.isLease {
            let path = file(entry.name)
            if let facts = machine.knownFacts(of: path, followingLinks: false), facts.kind == .regular {
                journals.append((path, facts))
            }
        }
        journals.sort {
            ($0.facts.modifiedSeconds, $0.facts.modifiedNanoseconds)
                < ($1.facts.modifiedSeconds, $1.facts.modifiedNanoseconds)
        }
        // A shortest line has 24 bytes. What is reserved and not used takes no memory.
        ledger.reserve(Int(clamping: journals.reduce(Int64(0)) { $0 &+ $1.facts.size } / 24))
        for journal in journals {
            do throws(InputError) {
                var lines = LineReader(try InputReader(journal.path, .own, on: machine))
                while let line = try lines.next() {
                    if let record = ListRecord(line: line) { ledger.add(record) }
                }
            } catch {
                // What can't be read isn't known to be done.
                continue
            }
        }
        ledger.sort()
    }
}

extension TransferTarget {
    /// What the target of a list is hashed by.
    func shardName(isNamedByAnswer: Bool) -> [UInt8] {
        var name: String?
        if case .file(let given) = output { name = given }
        // The response names it: only the URL is known.
        if name == nil, isNamedByAnswer { return Array((url ?? "").utf8) }
        return Shard.fileName(url: url ?? "", output: name, folder: folder)
    }

    /// What the journal knows it by: as the list spells it, whatever the other options.
    var listHash: UInt64 {
        let name = shardName(isNamedByAnswer: false)
        return ListRecord.hash(url: url ?? "", path: String(decoding: name, as: UTF8.self))
    }
}
