internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// What a run is recorded to (`--record`), or comes from (`--replay`); most runs are neither.
final class RunTape: Sendable {
    /// An answer of the user's.
    struct Answer: Equatable, Sendable {
        var question: String
        var text: OctetText
        /// Whether it was typed on a terminal, which the program has to end the line of.
        var isTerminal: Bool
    }

    private struct State {
        /// Each by itself: the address sanitizer doesn't recognise a pointer in an enum, and takes what it keeps for lost.
        var recorder: Recorder?
        var replay: Replay?
        /// The moment at which the replay began, on the loop's clock.
        var start = Deadline.never
        /// Whether it isn't known yet if the run is recorded.
        var isEarly = true
        /// What came in until then; `nil` if nothing did.
        var early: Kept<Early>?
        /// Of a run that is recorded or replayed.
        var ledger: Kept<Ledger>?

        mutating func noteEarly(_ note: (inout Early) -> Void) {
            if !isEarly { return }
            let kept = early ?? Kept(Early())
            note(&kept.value)
            early = kept
        }
    }

    /// Collections that few runs need: made with the others, they would cost each start.
    private final class Kept<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    /// What was noted or given back so far.
    private struct Ledger {
        /// The files and folders that are noted. What the run itself wrote since isn't the user's.
        var files: Set<String> = []
        /// How many answers to each question a replay has given.
        var answered: [String: Int] = [:]
        let caches = RunCaches()
    }

    /// What options read and asked for.
    struct Early {
        var inputs: [(path: String, bytes: [UInt8])] = []
        var answers: [Answer] = []

        /// Adds the next bytes of a file.
        mutating func add(_ bytes: [UInt8], of path: String) {
            if inputs.last?.path == path {
                inputs[inputs.count - 1].bytes += bytes
            } else {
                inputs.append((path, bytes))
            }
        }
    }

    private let state = Mutex(State())

    /// The recorder, if this run is recorded.
    var recorder: Recorder? { state.withLock { $0.recorder } }

    /// The replay, if this is one.
    var replay: Replay? { state.withLock { $0.replay } }

    /// Whether what is read is noted, or may be.
    var isNoting: Bool { state.withLock { $0.recorder != nil || $0.isEarly } }

    /// Whether this run is a replay.
    var isReplay: Bool { replay != nil }

    /// Records from now on. Returns what came before.
    func record(to recorder: Recorder) -> Early {
        state.withLock { state in
            defer { (state.recorder, state.isEarly, state.early) = (recorder, false, nil) }
            state.ledger = Kept(Ledger())
            return state.early?.value ?? Early()
        }
    }

    /// The paths that options read.
    var earlyPaths: [String] { state.withLock { $0.early?.value.inputs.map(\.path) ?? [] } }

    /// The run isn't recorded.
    func beginWithoutRecorder() { state.withLock { ($0.isEarly, $0.early) = (false, nil) } }

    /// Replays, from a moment on the loop's clock.
    func play(_ replay: Replay, since start: Deadline) {
        state.withLock { state in
            (state.replay, state.start, state.isEarly, state.early) = (replay, start, false, nil)
            if state.ledger == nil { state.ledger = Kept(Ledger()) }
        }
    }

    /// The time of day, if it isn't the system's.
    var timeOfDay: TimeOfDay? {
        let (replay, start) = state.withLock { ($0.replay, $0.start) }
        guard let replay else { return nil }
        let passed = Deadline.now.duration(since: start).components
        let nanoseconds =
            Int64(clamping: replay.beginning) + passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
        return TimeOfDay(seconds: nanoseconds / 1_000_000_000, nanoseconds: Int32(nanoseconds % 1_000_000_000))
    }

    /// The boundary of a form, if it must be the recorded one or be recorded; `nil` for any.
    func boundary() -> String? {
        if let replay { return replay.chance(for: "boundary").map { String(decoding: $0, as: UTF8.self) } }
        guard let recorder else { return nil }
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let boundary = String(repeating: "-", count: 24) + String((0..<22).compactMap { _ in letters.randomElement() })
        recorder.note(.chance, [.init("purpose", "boundary"), .init("bytes", boundary)])
        return boundary
    }

    /// Notes a signal that ends the run.
    func note(signal: Int32) { recorder?.note(.signal, [.init("number", signal)]) }

    /// Ends the recording in order.
    func finish(_ code: Int32) { recorder?.finish([.init("code", code)]) }

    // MARK: Files

    /// Notes what was read of a file, with secrets masked unless the recording keeps them.
    func note(_ bytes: [UInt8], of path: String, _ contents: FileContents) {
        if contents == .own { return }
        guard let recorder else {
            return state.withLock { state in
                // What else is read early is read again.
                if contents == .text || contents == .list { state.noteEarly { $0.add(bytes, of: path) } }
            }
        }
        note(bytes, of: path, to: recorder) { bytes in
            switch contents {
            case .text, .list: Secrets.withoutUserInformation(Secrets.maskedFields(bytes))
            case .netrc: Netrc.masked(bytes)
            case .secret: Secrets.filler(bytes)
            case .cookies:
                CookieFileForm.foreign(bytes) == nil ? Secrets.maskedCookieFile(bytes) : Secrets.filler(bytes)
            case .body, .own: bytes
            }
        }
    }

    /// The same, masked in another way.
    func note(_ bytes: [UInt8], of path: String, to recorder: Recorder, masked: ([UInt8]) -> [UInt8]) {
        recorder.note(.input, [.init("name", path), .init("bytes", recorder.keepsSecrets ? bytes : masked(bytes))])
    }

    /// Whether a file or folder is to be noted: once.
    func isNew(_ path: String) -> Bool { state.withLock { $0.ledger?.value.files.insert(path).inserted ?? false } }

    /// The caches of a recorded or replayed run.
    var caches: RunCaches? { state.withLock { $0.ledger?.value.caches } }

    /// Where a replay keeps the file of that name: names that lead elsewhere stay inside its folder.
    func place(of path: String) -> String {
        guard isReplay, !["-", "%", "", "/dev/null", "/dev/stdout", "/dev/stderr"].contains(path) else { return path }
        return Self.inside(path)
    }

    /// Where standard input is kept. As below, by a name that hardly any file has.
    static let standardInput = "%standard-input"

    /// The name without `..`, and relative; again the same for what it returns.
    static func inside(_ path: String) -> String {
        let parts = path.split(separator: "/").map { $0 == ".." ? "%up" : String($0) }
        return (path.hasPrefix("/") ? "root/" : "") + parts.joined(separator: "/")
    }

    // MARK: The environment

    /// A variable as a recording shows it, or as the recorded run had it.
    func variable(_ name: String, _ value: () -> [UInt8]?) -> [UInt8]? {
        if let replay {
            let noted = replay.recording.entries.last { $0.kind == .environment && $0.text("name") == name }
            // What the recorded run did not show, such as --explain beside --replay, is shown as this terminal wants it.
            let isOfTerminal = ["COLUMNS", "NO_COLOR", "TERM"].contains(name)
            return noted == nil && isOfTerminal ? value() : noted?.bytes("bytes")
        }
        let value = value()
        guard let recorder else { return value }
        let shown = value.map { octets -> [UInt8] in
            if recorder.keepsSecrets { return octets }
            if Secrets.isSecret(variable: name) { return Secrets.filler(octets) }
            let isProxy = name.lowercased().hasSuffix("_proxy")
            return isProxy ? Secrets.maskedURL(octets) : Secrets.withoutUserInformation(octets)
        }
        recorder.note(.environment, [.init("name", name)] + (shown.map { [.init("bytes", $0)] } ?? []))
        return value
    }

    // MARK: Questions

    /// Notes what the user answered.
    func note(_ answer: Answer) {
        guard let recorder else { return state.withLock { $0.noteEarly { $0.answers.append(answer) } } }
        let bytes = answer.text.bytes
        recorder.note(
            .answer,
            [
                .init("question", answer.question),
                .init("bytes", recorder.keepsSecrets ? bytes : Secrets.filler(bytes)),
                .init("terminal", answer.isTerminal ? 1 : 0),
            ])
    }

    /// What the user of the recorded run answered to the question, the next time it was asked.
    func nextAnswer(to question: String) -> Answer? {
        entry(for: question).map { entry in
            Answer(
                question: question, text: OctetText(entry.bytes("bytes") ?? []),
                isTerminal: entry.number("terminal") == 1)
        }
    }

    /// Notes what a store had for an origin.
    func note(_ credential: Credential, at origin: String) {
        guard let recorder else { return }
        let (user, password): ([UInt8], [UInt8])
        switch credential {
        case .password(let name, let secret): (user, password) = (Array(name.utf8), Array(secret.utf8))
        case .passwordOctets(let name, let secret): (user, password) = (name, secret)
        case .bearer: return
        }
        recorder.note(
            .answer,
            [
                .init("question", Self.storeQuestion + origin), .init("user", user),
                .init("bytes", recorder.keepsSecrets ? password : Secrets.filler(password)),
            ])
    }

    /// What the store of the recorded run had for an origin.
    func credential(at origin: String) -> Credential? {
        entry(for: Self.storeQuestion + origin).map {
            .password(octets: $0.bytes("user") ?? [], $0.bytes("bytes") ?? [])
        }
    }

    private static let storeQuestion = "user and password at "

    /// The next recorded answer to the question.
    private func entry(for question: String) -> RecordingEntry? {
        guard let replay else { return nil }
        let answers = replay.recording.entries.filter { $0.kind == .answer && $0.text("question") == question }
        let index = state.withLock { state -> Int in
            let count = state.ledger?.value.answered[question] ?? 0
            state.ledger?.value.answered[question] = count + 1
            return count
        }
        return index < answers.count ? answers[index] : nil
    }
}
