internal import SockeyeIO
internal import SockeyeTransfers
internal import Synchronization

/// The lease of a shard, held by this process.
///
/// Leases are numbered. The next one is made by link(2), which succeeds for one process only, on NFS too: that one
/// has the shard. A lease is never overwritten by anybody but its holder, and the last one is never removed, so no two
/// processes can take the shard by the same number. flock(2) isn't used: it needn't reach other machines.
final class LeaseFile: Sendable {
    /// The run's number.
    let run: Int
    private let folder: ShardFolder
    private let shard: Shard
    private let file: any MachineFile
    private let lease: Mutex<Lease>
    /// Older leases that are kept: a machine with a stale list of the folder must find their names taken.
    private static let kept = 8
    private static let byteLimit = 4096

    private init(_ folder: ShardFolder, _ shard: Shard, run: Int, _ file: any MachineFile, _ lease: Lease) {
        (self.folder, self.shard, self.run, self.file) = (folder, shard, run, file)
        self.lease = Mutex(lease)
    }

    /// Takes the lease, after waiting for that of a holder that may be dead.
    ///
    /// - Parameters:
    ///   - dividesByURL: whether responses name the files.
    ///   - waiting: called once with a note before it waits.
    /// - Throws: if another process runs the shard, or the folder can't be written.
    static func take(
        _ folder: ShardFolder, _ shard: Shard, dividesByURL: Bool, _ loop: EventLoop, waiting: (String) -> Void
    ) async throws -> LeaseFile {
        do {
            return try await takeNext(folder, shard, dividesByURL: dividesByURL, loop, waiting: waiting)
        } catch let error as FileError {
            throw TransferFailure(.writeError, "cannot make a lease in \(folder.path): \(error.reason)")
        } catch IOError.cancelled {
            throw TransferFailure(.abortedByCallback, "interrupted")
        }
    }

    private static func takeNext(
        _ folder: ShardFolder, _ shard: Shard, dividesByURL: Bool, _ loop: EventLoop, waiting: (String) -> Void
    ) async throws -> LeaseFile {
        let machine = folder.machine
        var mine = Lease(Lease.Holder(machine.process))
        mine.dividesByURL = dividesByURL
        let random = String(machine.random(), radix: 36)
        let candidate = folder.file("\(shard.index)-of-\(shard.count).\(random).new")
        let file = try machine.open(
            candidate, [.reading, .writing, .creating, .exclusively, .notThroughLink], permissions: 0o600,
            contents: .own, until: nil)
        defer { try? machine.remove(candidate) }
        var (seen, since, hasChanged, hasNoted): (FileFacts?, Deadline, Bool, Bool) = (nil, .now, false, false)
        while true {
            try write(mine, to: file)
            let last = folder.entries().filter { $0.isLease && $0.shard == shard }.map(\.run).max() ?? 0
            if last > 0 {
                let path = folder.file(ShardFolder.Entry(shard, run: last, isLease: true).name)
                let (found, facts) = try read(path, on: machine)
                if let seen, let facts, seen.identity == facts.identity {
                    if !seen.hasSameTime(as: facts) { hasChanged = true }
                } else {
                    (seen, since) = (facts, .now)
                }
                // Both files were dated by the file server: no two clocks are compared.
                let present = (try? file.facts())?.modifiedSeconds ?? 0
                let watched = Deadline.now.duration(since: since).components.seconds
                let age = facts.map { max(present - $0.modifiedSeconds, watched) }
                switch Lease.verdict(
                    found, age: Int(clamping: age ?? 0),
                    isAlive: found.flatMap { machine.isRunning($0.holder.identity) }, hasChanged: hasChanged)
                {
                case .free: break
                case .held: throw TransferFailure(.writeError, "shard \(shard) is being run by \(words(found))")
                case .wait(let seconds):
                    if !hasNoted {
                        waiting(
                            "shard \(shard) was run by \(words(found)); waiting up to \(seconds) s to see whether it has died"
                        )
                        hasNoted = true
                    }
                    try await loop.sleep(until: .after(.seconds(1)))
                    continue
                }
            }
            let next = ShardFolder.Entry(shard, run: last + 1, isLease: true)
            do throws(FileError) {
                try take(candidate, file, as: folder.file(next.name), on: machine)
            } catch {
                if !error.isThereAlready { throw error }
                (seen, hasChanged) = (nil, false)
                continue
            }
            for old in folder.entries() where old.isLease && old.shard == shard && old.run < next.run - kept {
                try? machine.remove(folder.file(old.name))
            }
            return LeaseFile(folder, shard, run: next.run, file, mine)
        }
    }

    /// Gives the candidate the name if that is free.
    private static func take(
        _ candidate: String, _ file: any MachineFile, as name: String, on machine: any Machine
    ) throws(FileError) {
        do throws(FileError) {
            try machine.link(candidate, as: name)
        } catch {
            // Over NFS an answer can be lost and the call repeated: the number of names tells.
            if (try? file.facts())?.linkCount == 2 { return }
            guard error.hasNoLinks else { throw error }
            // File systems without links; there the name itself is made, and the candidate renamed over it.
            _ = try machine.open(
                name, [.writing, .creating, .exclusively], permissions: 0o600, contents: .own, until: nil)
            try machine.rename(candidate, to: name)
        }
    }

    /// Writes it again. False if the shard is another process's by now.
    func renew() -> Bool {
        lease.withLock { lease in
            lease.renewals &+= 1
            // A write that fails isn't the end: others see the lease age, and the next one may work.
            try? Self.write(lease, to: file)
        }
        let next = ShardFolder.Entry(shard, run: run + 1, isLease: true)
        return !folder.machine.isTaken(folder.file(next.name))
    }

    /// Says that the run is over. The file stays.
    func release() {
        lease.withLock { lease in
            lease.isReleased = true
            try? Self.write(lease, to: file)
        }
    }

    /// The lease in a file, and the file's facts; neither if it is gone.
    ///
    /// - Throws: if it can't be read, as another user's: waiting would not help.
    static func read(
        _ path: String, on machine: any Machine
    ) throws(TransferFailure) -> (lease: Lease?, facts: FileFacts?) {
        do throws(FileError) {
            // Opened before it is asked for: NFS then asks the server, not its memory.
            let file = try machine.open(path, [.reading, .notThroughLink, .withoutWaiting])
            let facts = machine.knownFacts(of: path, followingLinks: false)
            let bytes = (try? file.readNext(byteLimit)) ?? []
            return (String(validating: bytes, as: UTF8.self).flatMap { Lease($0) }, facts)
        } catch {
            if error.isMissing { return (nil, nil) }
            throw TransferFailure(.writeError, "cannot read the lease \(path): \(error.reason)")
        }
    }

    private static func write(_ lease: Lease, to file: any MachineFile) throws(FileError) {
        try file.write(Array(lease.text.utf8), at: 0)
        try file.sync(dataOnly: true)
    }

    private static func words(_ lease: Lease?) -> String {
        lease.map { "process \($0.holder.process) on \($0.holder.host)" } ?? "another process"
    }
}

extension FileFacts {
    fileprivate func hasSameTime(as other: FileFacts) -> Bool {
        modifiedSeconds == other.modifiedSeconds && modifiedNanoseconds == other.modifiedNanoseconds
    }
}

extension Lease.Holder {
    init(_ process: ProcessIdentity) {
        self.init(host: process.host, process: process.number, started: process.started, world: process.world)
    }

    var identity: ProcessIdentity { ProcessIdentity(host: host, number: process, started: started, world: world) }
}
