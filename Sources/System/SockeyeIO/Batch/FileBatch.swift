internal import Synchronization

/// Files that get to the disk together: one wait for many small files takes about as long as for one.
///
/// ```
///   written ──→ waiting ──enough files, or the first has waited long enough, or no more will come──┐
///                                                                                                  ▼
///   reported ←── folders on the disk ←── each file named ←── the bytes of all of them on the disk ─┘
/// ```
///
/// The order is that of a single file, so a power cut leaves each file whole under its name, or without it. The disk is
/// waited for once for all files (`syncfs(2)`), which includes what other programs have written; where that is more than
/// 64 MiB, or on a file system other than ext4, XFS, Btrfs, F2FS and tmpfs, once for each file.
package final class FileBatch: Sendable {
    /// Ends the commit of a named file; given what failed when its folder was synced.
    private typealias Ending = @Sendable (FileError?) -> Void

    private struct Entry: Sendable {
        let file: File
        let path: String
        let length: Int64
        /// Gives the file its name, unless its bytes failed to get to the disk; `nil` if that is the end of it.
        let takeName: @Sendable (FileError?) -> Ending?
    }

    private struct State {
        var waiting: [Entry] = []
        /// When they have waited long enough.
        var due = Deadline.never
        var timer: Task<Void, Never>?
        var isWorking = false
        var hurries = false
    }

    private let fileLimit: Int
    private let waitLimit: Duration
    private let state = Mutex(State())
    private let freeNames = Mutex(FreeNames())

    /// A batch; used by any number of files, one after another or at once.
    ///
    /// - Parameters:
    ///   - fileLimit: so many are committed at once; each has a descriptor open until then.
    ///   - waitLimit: a written file waits so long for others, unless there are enough before.
    package init(fileLimit: Int = 256, waitLimit: Duration = .milliseconds(200)) {
        (self.fileLimit, self.waitLimit) = (max(1, fileLimit), max(.zero, waitLimit))
    }

    /// Waits until the bytes of `file` are on the disk, lets `takeName` give it the name `path`, and waits until that is on
    /// the disk too. Cancellation does not interrupt it.
    ///
    /// - Parameters:
    ///   - length: its bytes.
    ///   - loop: its clock tells when the file has waited long enough.
    ///   - failure: makes an error of a failed call.
    ///   - takeName: runs on a file thread, once the bytes are on the disk.
    package func commit<Failure: Error>(
        _ file: File, as path: String, length: Int64, on loop: EventLoop,
        failure: @escaping @Sendable (FileError) -> Failure,
        takeName: @escaping @Sendable () throws(Failure) -> Void
    ) async throws(Failure) {
        // SAFETY: the closure runs once; each of its ways resumes the continuation, or returns an ending that does and
        // that `work` calls once.
        let result: Result<Void, Failure> = await withUnsafeContinuation { continuation in
            let entry = Entry(file: file, path: path, length: length) { lost in
                if let lost {
                    continuation.resume(returning: .failure(failure(lost)))
                    return nil
                }
                do throws(Failure) {
                    try takeName()
                } catch {
                    continuation.resume(returning: .failure(error))
                    return nil
                }
                return { lost in
                    continuation.resume(returning: lost.map { .failure(failure($0)) } ?? .success(()))
                }
            }
            add(entry, on: loop)
        }
        try result.get()
    }

    /// From now on no file waits for others, since no more will come.
    package func hurry() {
        state.withLock { $0.hurries = true }
        nudge()
    }

    // MARK: Names

    /// Whether the folder of `path` was without this name when the batch first looked into it (`readdir(3)`), once for all files that
    /// go there; false if that can't be told. A name may have been taken since.
    package func sawFree(_ path: String) -> Bool { freeNames.withLock { $0.isFree(path) } }

    /// Whether the folder, which may be written to, was then without any of these names, and nobody asked for `path` before.
    package func givesFree(_ path: String, without others: [String]) -> Bool {
        freeNames.withLock { $0.give(path, without: others) }
    }

    // MARK: When

    private func add(_ entry: Entry, on loop: EventLoop) {
        let due = state.withLock { state -> Deadline? in
            state.waiting.append(entry)
            if state.waiting.count > 1 { return nil }
            state.due = .after(waitLimit)
            return state.due
        }
        if let due {
            let timer = Task(executorPreference: loop) {
                do throws(IOError) {
                    try await loop.sleep(until: due)
                    self.nudge()
                } catch {
                    return
                }
            }
            state.withLock { state in
                // They may have been taken already.
                if state.waiting.isEmpty { timer.cancel() } else { state.timer = timer }
            }
        }
        nudge()
    }

    /// Starts the work if it is time to, on a file thread: the loop may end meanwhile.
    private func nudge() {
        let mustStart = state.withLock { state in
            if state.isWorking || !isTime(state) { return false }
            state.isWorking = true
            return true
        }
        if mustStart { BlockingThreads.run { self.work() } }
    }

    private func isTime(_ state: State) -> Bool {
        !state.waiting.isEmpty && (state.hurries || state.waiting.count >= fileLimit || state.due.hasPassed)
    }

    private func work() {
        while let entries = take() {
            let (lost, rest) = Self.syncFileSystems(entries)
            if !rest.isEmpty { return sync(rest, of: entries, lost) }
            Self.name(entries, lost)
        }
    }

    private func take() -> [Entry]? {
        state.withLock { state in
            guard isTime(state) else {
                state.isWorking = false
                return nil
            }
            state.timer?.cancel()
            defer { (state.waiting, state.timer) = ([], nil) }
            return state.waiting
        }
    }

    // MARK: What

    /// Syncs files one by one in several threads, the last of which goes on with the work.
    private func sync(_ places: [Int], of entries: [Entry], _ lost: [FileError?]) {
        let count = min(Self.lanes, places.count)
        let ends = LaneFailures(lost, lanes: count)
        for lane in 0..<count {
            BlockingThreads.run {
                var failures: [(place: Int, error: FileError)] = []
                for index in stride(from: lane, to: places.count, by: count) {
                    do throws(FileError) {
                        try entries[places[index]].file.sync()
                    } catch {
                        failures.append((places[index], error))
                    }
                }
                guard let lost = ends.end(failures) else { return }
                Self.name(entries, lost)
                self.work()
            }
        }
    }

    /// How many files are synced at once where each is synced by itself.
    private static let lanes = 8

    /// Syncs whole file systems where that is right; returns for each file what failed, and which ones have yet to be synced.
    private static func syncFileSystems(_ entries: [Entry]) -> (lost: [FileError?], rest: [Int]) {
        var lost = [FileError?](repeating: nil, count: entries.count)
        var rest: [Int] = []
        let unwritten = entries.count < SyncPlan.fewestFiles ? nil : unwrittenBytes()
        for places in byFileSystem(entries) {
            let bytes = places.reduce(Int64(0)) { $0 + min(entries[$1].length, SyncPlan.byteLimit + 1) }
            guard SyncPlan.waitsOnce(files: places.count, bytes: bytes, unwritten: unwritten),
                let failures = File.syncTogether(places.map { entries[$0].file })
            else {
                rest += places
                continue
            }
            for (place, failure) in zip(places, failures) { lost[place] = failure }
        }
        return (lost, rest)
    }

    private static func unwrittenBytes() -> Int64? {
        (try? File("/proc/meminfo", .reading).read(4096, at: 0)).flatMap(SyncPlan.unwrittenBytes(in:))
    }

    /// The places in `entries` of the files of each file system. A folder's files are on one.
    private static func byFileSystem(_ entries: [Entry]) -> [[Int]] {
        let byFolder = Dictionary(grouping: entries.indices) { FileNames.folder(of: entries[$0].path) }
        let byDevice = Dictionary(grouping: byFolder.values) { places in
            places.first.flatMap { try? entries[$0].file.facts().identity.device }
        }
        return byDevice.values.map { $0.flatMap(\.self) }
    }

    /// Names the files whose bytes are on the disk, and syncs each folder once.
    private static func name(_ entries: [Entry], _ lost: [FileError?]) {
        var named: [String: [(path: String, end: Ending)]] = [:]
        for (entry, lost) in zip(entries, lost) {
            guard let end = entry.takeName(lost) else { continue }
            named[FileNames.folder(of: entry.path), default: []].append((entry.path, end))
        }
        for files in named.values {
            var lost: FileError?
            do throws(FileError) {
                if let first = files.first { try FileNames.syncFolder(of: first.path) }
            } catch {
                lost = error
            }
            for file in files { file.end(lost) }
        }
    }
}

/// Gathers what failed in several threads.
private final class LaneFailures: Sendable {
    private let state: Mutex<(lost: [FileError?], left: Int)>

    init(_ lost: [FileError?], lanes: Int) {
        state = Mutex((lost, lanes))
    }

    /// One thread has ended with these failures. Returns all if it is the last one.
    func end(_ failures: [(place: Int, error: FileError)]) -> [FileError?]? {
        state.withLock { state in
            for (place, error) in failures { state.lost[place] = error }
            state.left -= 1
            return state.left == 0 ? state.lost : nil
        }
    }
}
