public import SockeyeIO
internal import Synchronization

/// Records a client's external input as it arrives.
///
/// ```swift
/// let recorder = try Recorder(file: "bug.recording")
/// configuration.recorder = recorder
/// ```
/// Fields and URL parameters with secret names are masked unless the caller keeps secrets; bodies and paths are not. While a client
/// records, all bytes pass through this process, even where the kernel could have moved them.
public final class Recorder: Sendable {
    private struct State {
        var file: File?
        /// By when the reader of a pipe must have read everything.
        var deadline = Deadline.never
        var memory: [UInt8] = []
        var connections = 0
        var isOver = false
        var failure: String?
    }

    /// Whether secrets are written unmasked.
    public let keepsSecrets: Bool
    private let start: Deadline
    private let state: Mutex<State>

    /// Records to memory.
    public init(keepsSecrets: Bool = false) {
        self.keepsSecrets = keepsSecrets
        start = .now
        state = Mutex(State())
        begin()
    }

    /// Records to a file, which is created or truncated, and made readable by its owner only.
    ///
    /// - Parameters:
    ///   - path: the path of the file or pipe.
    ///   - keepsSecrets: whether secrets are written unmasked.
    ///   - deadline: by when a pipe must have a reader, and by when that must have read everything.
    /// - Throws: `RecordingError` if it can't be opened, or belongs to another user.
    public init(
        file path: String, keepsSecrets: Bool = false, until deadline: Deadline = .never
    ) throws(RecordingError) {
        self.keepsSecrets = keepsSecrets
        start = .now
        // Also checked before opening: opening another user's pipe could block.
        if let fault = SecretPlace.fault(of: path) { throw RecordingError("\(path) \(fault)") }
        do throws(FileError) {
            let file = try File(path, [.writing, .creating], permissions: 0o600, until: deadline)
            // A pipe has no length.
            if try file.facts().kind == .regular {
                if SecretPlace.fault(of: file) != nil {
                    throw FileError(call: "open", path: path, errorNumber: ErrorNumber.notPermitted)
                }
                try file.truncate(to: 0)
                // An existing file may be readable by others.
                try file.setPermissions(0o600)
            }
            state = Mutex(State(file: file, deadline: deadline))
        } catch {
            throw RecordingError("\(error)")
        }
        begin()
    }

    private func begin() {
        state.withLock { state in
            write(Array("\(Recording.magic)\(Recording.version)\n".utf8), &state)
        }
        note(
            .start,
            [
                .init("wall", WallClock.nanoseconds / 1000),
                .init("secrets", keepsSecrets ? "kept" : "masked"), .init("program", "sockeye"),
            ])
    }

    /// The recording in memory so far; empty if it goes to a file.
    public var bytes: [UInt8] { state.withLock { $0.memory } }

    /// Why writing to the file failed, if it did. Nothing is written after a failure.
    public var failure: String? { state.withLock { $0.failure } }

    /// The number of the next connection.
    package func nextConnection() -> Int {
        state.withLock { state in
            defer { state.connections += 1 }
            return state.connections
        }
    }

    /// Writes an entry.
    package func note(
        _ kind: RecordingEntry.Kind, connection: Int? = nil, _ values: [RecordingEntry.Value] = []
    ) {
        state.withLock { state in
            if state.isOver { return }
            // Under the lock, so that times never decrease.
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

    /// Ends the recording; nothing is written afterwards. Without this call, the recording counts as truncated.
    public func finish() { note(.end) }

    /// Ends the recording with what a replay has to know of the end.
    package func finish(_ values: [RecordingEntry.Value]) { note(.end, values) }
}
