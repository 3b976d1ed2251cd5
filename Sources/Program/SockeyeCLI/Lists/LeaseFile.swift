internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransfers
internal import Synchronization

/// The lease of a shard, held by this process.
///
/// Leases are numbered. The next one is made by link(2), which succeeds for one process only, on NFS too: whoever makes it
/// has the shard. A lease is never overwritten by anybody but its holder, and the last one is never removed, so no two
/// processes can take the shard by the same number. flock(2) isn't used: it needn't reach other machines.
final class LeaseFile: Sendable {
    /// The run's number.
    let run: Int
    private let folder: ShardFolder
    private let shard: Shard
    private let descriptor: Int32
    private let lease: Mutex<Lease>
    /// Older leases that are kept: a machine with a stale list of the folder must find their names taken.
    private static let kept = 8
    private static let maximumBytes = 4096

    private init(_ folder: ShardFolder, _ shard: Shard, run: Int, _ descriptor: Int32, _ lease: Lease) {
        (self.folder, self.shard, self.run, self.descriptor) = (folder, shard, run, descriptor)
        self.lease = Mutex(lease)
    }

    deinit { close(descriptor) }

    /// Takes the lease, after waiting for that of a holder that may be dead.
    ///
    /// - Parameters:
    ///   - dividesByURL: whether responses name the files.
    ///   - waiting: called once with a note before it waits.
    /// - Throws: if another process runs the shard, or the folder can't be written.
    static func take(
        _ folder: ShardFolder, _ shard: Shard, dividesByURL: Bool, _ loop: EventLoop, waiting: (String) -> Void
    ) async throws(TransferFailure) -> LeaseFile {
        var mine = Lease(.own)
        mine.dividesByURL = dividesByURL
        let random = String(UInt64.random(in: 0 ... .max), radix: 36)
        let candidate = folder.file("\(shard.index)-of-\(shard.count).\(random).new")
        let descriptor = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw failure(folder, SystemReason.current) }
        var isOurs = false
        defer {
            unlink(candidate)
            if !isOurs { close(descriptor) }
        }
        var (seen, since, hasChanged, hasNoted): (FileFacts?, Deadline, Bool, Bool) = (nil, .now, false, false)
        while true {
            guard write(mine, to: descriptor) else { throw failure(folder, SystemReason.current) }
            let last = folder.entries().filter { $0.isLease && $0.shard == shard }.map(\.run).max() ?? 0
            if last > 0 {
                let path = folder.file(ShardFolder.Entry(shard, run: last, isLease: true).name)
                let (found, facts) = try read(path)
                if let seen, let facts, seen.identity == facts.identity {
                    if !seen.hasSameTime(as: facts) { hasChanged = true }
                } else {
                    (seen, since) = (facts, .now)
                }
                // Both files were dated by the file server: no two clocks are compared.
                let present = FileFacts.modifiedSeconds(of: descriptor)
                let watched = Deadline.now.duration(since: since).components.seconds
                let age = facts.map { max(present - $0.modifiedSeconds, watched) }
                switch Lease.verdict(
                    found, age: Int(clamping: age ?? 0), isAlive: found?.holder.isAlive, hasChanged: hasChanged)
                {
                case .free: break
                case .held:
                    throw TransferFailure(.writeError, "shard \(shard) is being run by \(words(found))")
                case .wait(let seconds):
                    if !hasNoted {
                        waiting(
                            "shard \(shard) was run by \(words(found)); waiting up to \(seconds) s to see whether it has died"
                        )
                        hasNoted = true
                    }
                    do throws(IOError) {
                        try await loop.sleep(until: .after(.seconds(1)))
                    } catch {
                        throw TransferFailure(.abortedByCallback, "interrupted")
                    }
                    continue
                }
            }
            let next = ShardFolder.Entry(shard, run: last + 1, isLease: true)
            if take(candidate, descriptor, as: folder.file(next.name)) {
                isOurs = true
                for old in folder.entries() where old.isLease && old.shard == shard && old.run < next.run - kept {
                    unlink(folder.file(old.name))
                }
                return LeaseFile(folder, shard, run: next.run, descriptor, mine)
            }
            if errno != EEXIST { throw failure(folder, SystemReason.current) }
            (seen, hasChanged) = (nil, false)
        }
    }

    /// Gives the candidate the name if that is free. Sets errno if not.
    private static func take(_ candidate: String, _ descriptor: Int32, as name: String) -> Bool {
        if link(candidate, name) == 0 { return true }
        let reason = errno
        var facts = stat()
        // Over NFS an answer can be lost and the call repeated: the number of names tells.
        if fstat(descriptor, &facts) == 0, facts.st_nlink == 2 { return true }
        // File systems without links; there the name itself is made, and the candidate renamed over it.
        if reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS {
            let made = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if made < 0 { return false }
            close(made)
            return rename(candidate, name) == 0
        }
        errno = reason
        return false
    }

    /// Writes it again. False if the shard is another process's by now.
    func renew() -> Bool {
        lease.withLock { lease in
            lease.renewals &+= 1
            // A write that fails isn't the end: others see the lease age, and the next one may work.
            _ = Self.write(lease, to: descriptor)
        }
        let next = ShardFolder.Entry(shard, run: run + 1, isLease: true)
        return access(folder.file(next.name), F_OK) != 0
    }

    /// Says that the run is over. The file stays.
    func release() {
        lease.withLock { lease in
            lease.isReleased = true
            _ = Self.write(lease, to: descriptor)
        }
    }

    /// The lease in a file, and the file's facts; neither if it is gone.
    ///
    /// - Throws: if it can't be read, as another user's: waiting would not help.
    static func read(_ path: String) throws(TransferFailure) -> (lease: Lease?, facts: FileFacts?) {
        // Opened before it is asked for: NFS then asks the server, not its memory.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT || errno == ESTALE { return (nil, nil) }
            throw TransferFailure(.writeError, "cannot read the lease \(path): \(SystemReason.current)")
        }
        defer { close(descriptor) }
        let facts = (try? FileFacts(of: path, followingLinks: false)) ?? nil
        // SAFETY: read(2) writes at most the capacity, and `initialized` is the count it returns.
        let bytes = [UInt8](unsafeUninitializedCapacity: maximumBytes) { buffer, initialized in
            initialized = max(0, Glibc.read(descriptor, buffer.baseAddress, maximumBytes))
        }
        return (String(validating: bytes, as: UTF8.self).flatMap { Lease($0) }, facts)
    }

    private static func write(_ lease: Lease, to descriptor: Int32) -> Bool {
        let bytes = Array(lease.text.utf8)
        // SAFETY: pwrite(2) reads at most `count` bytes of the array, which outlives the call.
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return count == bytes.count && fdatasync(descriptor) == 0
    }

    private static func words(_ lease: Lease?) -> String {
        lease.map { "process \($0.holder.process) on \($0.holder.host)" } ?? "another process"
    }

    private static func failure(_ folder: ShardFolder, _ reason: String) -> TransferFailure {
        TransferFailure(.writeError, "cannot make a lease in \(folder.path): \(reason)")
    }
}

extension FileFacts {
    fileprivate func hasSameTime(as other: FileFacts) -> Bool {
        modifiedSeconds == other.modifiedSeconds && modifiedNanoseconds == other.modifiedNanoseconds
    }

    fileprivate static func modifiedSeconds(of descriptor: Int32) -> Int64 {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? Int64(facts.st_mtim.tv_sec) : 0
    }
}

extension Lease.Holder {
    /// This process.
    static var own: Lease.Holder {
        let process = getpid()
        return Lease.Holder(
            host: hostName, process: process, started: startTime(of: process) ?? 0, world: ownWorld)
    }

    /// Whether the process runs; `nil` if it is of another machine or container.
    var isAlive: Bool? {
        guard world == Self.ownWorld, !world.isEmpty else { return nil }
        if kill(process, 0) != 0, errno == ESRCH { return false }
        return Self.startTime(of: process) == started
    }

    private static var hostName: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        // SAFETY: nodename is a NUL-terminated array of 65 bytes inside `names`.
        return withUnsafePointer(to: &names.nodename) {
            $0.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
    }

    /// Boot and process namespace; empty if the system doesn't tell.
    private static let ownWorld: String = {
        guard let boot = try? SmallFile.read("/proc/sys/kernel/random/boot_id"), boot.count > 30 else { return "" }
        var facts = stat()
        guard stat("/proc/self/ns/pid", &facts) == 0 else { return "" }
        return "\(String(decoding: boot.prefix { $0 > 0x20 }, as: UTF8.self)):\(facts.st_ino)"
    }()

    /// Field 22 of proc_pid_stat(5).
    private static func startTime(of process: Int32) -> UInt64? {
        guard let bytes = try? SmallFile.read("/proc/\(process)/stat"),
            // The name before it may contain spaces and parentheses.
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        // A process that nobody has waited for yet is over too.
        guard fields.count > 19, !fields[0].elementsEqual("Z".utf8) else { return nil }
        return UInt64(String(decoding: fields[19], as: UTF8.self))
    }
}
