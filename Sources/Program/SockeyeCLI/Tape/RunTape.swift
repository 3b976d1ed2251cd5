internal import Glibc
internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// What this run is recorded to (`--record`), or comes from (`--replay`). The process has one run, so there is one.
enum RunTape: Sendable {
    case recording(Recorder)
    /// With the moment at which it began, on the loop's clock.
    case replaying(Replay, since: Deadline)

    /// Each by itself: the address sanitizer doesn't recognise a pointer in an enum, and takes what it keeps for lost.
    private struct Kept {
        var recorder: Recorder?
        var replay: Replay?
        var start = Deadline.never
    }

    private static let kept = Mutex(Kept())

    /// That of this run, if any.
    static var current: RunTape? {
        get {
            kept.withLock { kept in
                if let recorder = kept.recorder { return .recording(recorder) }
                return kept.replay.map { .replaying($0, since: kept.start) }
            }
        }
        set {
            kept.withLock { kept in
                switch newValue {
                case .recording(let recorder): kept = Kept(recorder: recorder)
                case .replaying(let replay, let start): kept = Kept(replay: replay, start: start)
                case nil: kept = Kept()
                }
            }
        }
    }

    /// The recorder, if this run is recorded.
    static var recorder: Recorder? {
        if case .recording(let recorder) = current { recorder } else { nil }
    }

    /// The replay, if this is one.
    static var replay: Replay? {
        if case .replaying(let replay, _) = current { replay } else { nil }
    }

    /// The time of day, if it isn't the system's: seconds since 1970, and nanoseconds.
    static var timeOfDay: (seconds: Int, nanoseconds: Int)? {
        guard case .replaying(let replay, let start) = current else { return nil }
        let passed = Deadline.now.duration(since: start)
        let nanoseconds =
            Int64(clamping: replay.beginning) + passed.components.seconds * 1_000_000_000
            + passed.components.attoseconds / 1_000_000_000
        return (Int(nanoseconds / 1_000_000_000), Int(nanoseconds % 1_000_000_000))
    }

    /// The boundary of a form, if it must be the recorded one or be recorded; `nil` for any.
    static func boundary() -> String? {
        switch current {
        case nil: return nil
        case .recording(let recorder):
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
            let boundary =
                String(repeating: "-", count: 24) + String((0..<22).compactMap { _ in letters.randomElement() })
            recorder.note(.chance, [.init("purpose", "boundary"), .init("bytes", boundary)])
            return boundary
        case .replaying(let replay, _):
            return replay.chance(for: "boundary").map { String(decoding: $0, as: UTF8.self) }
        }
    }

    // MARK: The environment and files

    /// A variable of the environment: noted, or as recorded.
    static func variable(_ name: String, _ value: () -> [UInt8]?) -> [UInt8]? {
        switch current {
        case nil: return value()
        case .recording(let recorder):
            let value = value()
            let shown = value.map { octets -> [UInt8] in
                if recorder.keepsSecrets { return octets }
                if Secrets.isSecret(variable: name) { return Secrets.filler(octets) }
                let isProxy = name.lowercased().hasSuffix("_proxy")
                return isProxy ? Secrets.maskedURL(octets) : Secrets.withoutUserInformation(octets)
            }
            recorder.note(
                .environment, [.init("name", name)] + (shown.map { [.init("bytes", $0)] } ?? []))
            return value
        case .replaying(let replay, _):
            let noted = replay.recording.entries.last { $0.kind == .environment && $0.text("name") == name }
            // What the recorded run did not show, such as --explain beside --replay, is shown as this terminal wants it.
            let isOfTerminal = ["COLUMNS", "NO_COLOR", "TERM"].contains(name)
            return noted == nil && isOfTerminal ? value() : noted?.bytes("bytes")
        }
    }

    /// Notes what was read of a file; lines that are fields with secrets, and URLs with passwords, are masked.
    static func note(_ bytes: [UInt8], of path: String) {
        note(bytes, of: path) { Secrets.withoutUserInformation(Secrets.maskedFields($0)) }
    }

    /// Notes a file with secrets in it, masked unless the recording keeps them.
    static func note(_ bytes: [UInt8], of path: String, masked: ([UInt8]) -> [UInt8]) {
        guard let recorder else { return }
        recorder.note(
            .input, [.init("name", path), .init("bytes", recorder.keepsSecrets ? bytes : masked(bytes))])
    }

    /// Where a replay keeps the file of that name: names that lead elsewhere stay inside its folder.
    static func place(of path: String) -> String {
        guard replay != nil, !["-", "%", "", "/dev/null", "/dev/stdout", "/dev/stderr"].contains(path) else {
            return path
        }
        return inside(path)
    }

    /// Where standard input is kept. As below, by a name that hardly any file has.
    static let standardInput = "%standard-input"

    /// The name without `..`, and relative; again the same for what it returns.
    static func inside(_ path: String) -> String {
        let parts = path.split(separator: "/").map { $0 == ".." ? "%up" : String($0) }
        return (path.hasPrefix("/") ? "root/" : "") + parts.joined(separator: "/")
    }

    /// Notes a signal that ends the run.
    static func note(signal: Int32) { recorder?.note(.signal, [.init("number", signal)]) }

    /// Ends the recording in order.
    static func finish(_ code: Int32) {
        recorder?.finish([.init("code", code)])
    }
}
