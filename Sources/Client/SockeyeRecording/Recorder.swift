internal import Glibc
public import SockeyeIO
internal import Synchronization

/// Writes down what comes from outside while a client runs, as it comes.
///
/// ```swift
/// let recorder = try Recorder(file: "bug.recording")
/// configuration.recorder = recorder
/// ```
/// Fields and parameters of URLs whose names mean a secret are masked unless secrets are asked for; bodies and paths are not. While a client records, all bytes pass through this process, even where the kernel could have moved them.
public final class Recorder: Sendable {
    private struct State {
        var file: File?
        /// By when the reader of a pipe must have taken what comes.
        var deadline = Deadline.never
        var memory: [UInt8] = []
        var connections = 0
        var isOver = false
        var failure: String?
    }

    /// Whether secrets are written as they are.
    public let keepsSecrets: Bool
    private let start: Deadline
    private let state: Mutex<State>

    /// Records in memory.
    public init(keepsSecrets: Bool = false) {
        self.keepsSecrets = keepsSecrets
        start = .now
        state = Mutex(State())
        begin()
    }

    /// Records in a file, which is made or emptied, and readable by its owner only.
    ///
    /// - Parameters:
    ///   - path: of the file, or of a pipe.
    ///   - keepsSecrets: whether secrets aren't masked.
    ///   - deadline: by when a pipe must have a reader, and that must have taken everything.
    /// - Throws: `RecordingError` if it can't be opened, or belongs to another user.
    public init(
        file path: String, keepsSecrets: Bool = false, until deadline: Deadline = .never
    ) throws(RecordingError) {
        self.keepsSecrets = keepsSecrets
        start = .now
        // Checked before opening, too: opening another user's pipe could block.
        if let fault = SecretPlace.fault(of: path) { throw RecordingError("\(path) \(fault)") }
        do throws(FileError) {
            let file = try File(path, [.writing, .creating], permissions: 0o600, until: deadline)
            // A pipe has no length.
            if try file.facts().kind == .regular {
                if SecretPlace.fault(of: file.number) != nil {
                    throw FileError(call: "open", path: path, errorNumber: EPERM)
                }
                try file.truncate(to: 0)
                // One that is there already may be readable by others.
                try file.setPermissions(0o600)
            }
            state = Mutex(State(file: file, deadline: deadline))
        } catch {
            throw RecordingError("\(error)")
        }
        begin()
    }

    private func begin() {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        state.withLock { state in
            write(Array("\(Recording.magic)\(Recording.version)\n".utf8), &state)
        }
        note(
            .start,
            [
                .init("wall", Int64(wall.tv_sec) * 1_000_000 + Int64(wall.tv_nsec) / 1000),
                .init("secrets", keepsSecrets ? "kept" : "masked"), .init("program", "sockeye"),
            ])
    }

    /// What was recorded in memory so far; empty if it goes to a file.
    public var bytes: [UInt8] { state.withLock { $0.memory } }

    /// Why writing to the file failed, if it did; nothing more is written then.
    public var failure: String? { state.withLock { $0.failure } }

    /// The number of the next connection.
    public func nextConnection() -> Int {
        state.withLock { state in
            defer { state.connections += 1 }
            return state.connections
        }
    }

    /// Writes an entry.
    public func note(
        _ kind: RecordingEntry.Kind, connection: Int? = nil, _ values: [RecordingEntry.Value] = []
    ) {
        state.withLock { state in
            if state.isOver { return }
            // Under the lock, so that times never go back.
            let time = Deadline.now.duration(since: start).wholeNanoseconds / 1000
            write(RecordingEntry(kind, at: time, connection: connection, values).text, &state)
            if kind == .end { state.isOver = true }
        }
    }

    private func write(_ bytes: [UInt8], _ state: inout State) {
        guard let file = state.file else {
            state.memory += bytes
            return
        }
        do throws(FileError) {
            try file.append(bytes, until: state.deadline)
        } catch {
            (state.failure, state.isOver) = ("\(error)", true)
        }
    }

    /// Ends the recording in order; nothing is written afterwards. Without it, the recording counts as cut.
    public func finish(_ values: [RecordingEntry.Value] = []) {
        note(.end, values)
    }
}
