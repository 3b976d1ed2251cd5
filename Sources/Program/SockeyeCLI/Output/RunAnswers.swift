internal import SockeyeClient
internal import SockeyeRecording
internal import Synchronization

/// What a run asks people and their stores for, which a replay answers from the recording.
enum RunAnswers {
    /// How many answers to each question a replay has given.
    private static let given = Mutex<[String: Int]>([:])

    /// An answer of the user's, kept until the recording begins.
    struct Typed: Equatable, Sendable {
        var question: String
        var answer: OctetText
        /// Whether it was typed on a terminal, which the program has to end the line of.
        var isTerminal: Bool
    }

    /// What was typed before the recording begins.
    private static let kept = Mutex<[Typed]>([])

    /// Keeps what the user answered.
    static func keep(_ typed: Typed) { kept.withLock { $0.append(typed) } }

    /// Notes what was kept.
    static func noteKept() {
        guard let recorder = RunTape.recorder else { return }
        for typed in kept.withLock({ $0 }) {
            let bytes = typed.answer.bytes
            recorder.note(
                .answer,
                [
                    .init("question", typed.question),
                    .init("bytes", recorder.keepsSecrets ? bytes : Secrets.filler(bytes)),
                    .init("terminal", typed.isTerminal ? 1 : 0),
                ])
        }
    }

    /// What the user of the recorded run answered to the question, the next time it was asked.
    static func next(to question: String) -> Typed? {
        entry(for: question).map { entry in
            Typed(
                question: question, answer: OctetText(entry.bytes("bytes") ?? []),
                isTerminal: entry.number("terminal") == 1)
        }
    }

    // MARK: Stores

    /// Notes what a store had for an origin.
    static func note(_ credential: Credential, at origin: String) {
        guard let recorder = RunTape.recorder else { return }
        let (user, password): ([UInt8], [UInt8])
        switch credential {
        case .password(let name, let secret): (user, password) = (Array(name.utf8), Array(secret.utf8))
        case .passwordOctets(let name, let secret): (user, password) = (name, secret)
        case .bearer: return
        }
        recorder.note(
            .answer,
            [
                .init("question", storeQuestion + origin), .init("user", user),
                .init("bytes", recorder.keepsSecrets ? password : Secrets.filler(password)),
            ])
    }

    /// What the store of the recorded run had for an origin.
    static func credential(at origin: String) -> Credential? {
        entry(for: storeQuestion + origin).map { .password(octets: $0.bytes("user") ?? [], $0.bytes("bytes") ?? []) }
    }

    private static let storeQuestion = "user and password at "

    /// The next recorded answer to the question.
    private static func entry(for question: String) -> RecordingEntry? {
        guard let replay = RunTape.replay else { return nil }
        let answers = replay.recording.entries.filter { $0.kind == .answer && $0.text("question") == question }
        let index = given.withLock { given -> Int in
            defer { given[question, default: 0] += 1 }
            return given[question] ?? 0
        }
        return index < answers.count ? answers[index] : nil
    }
}
