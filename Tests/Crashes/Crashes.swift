import FaultSupport
import Glibc

/// Every power cut of every story. See README.md.
///
///     Crashes all [STORY…]      every state
///     Crashes sample COUNT      at most COUNT states of each story, spread evenly
///     Crashes record STORY      the operations of a story
@main
struct Crashes {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let stage = try await Stage()
        switch (arguments.first, arguments.count) {
        case ("all", _):
            let chosen = Story.all.filter { arguments.count == 1 || arguments.contains($0.name) }
            try await run(chosen, on: stage, atMost: .max)
        case ("sample", 2):
            try await run(Story.all, on: stage, atMost: Int(arguments[1]) ?? 100)
        case ("record", 2):
            for story in Story.all where story.name == arguments[1] {
                for (index, operation) in try await record(story, on: stage).operations.enumerated() {
                    say("\(index) \(operation.words)")
                }
            }
        default:
            say("Crashes all [STORY…] | sample COUNT | record STORY", to: 2)
            exit(2)
        }
    }

    private static func run(_ stories: [Story], on stage: Stage, atMost most: Int) async throws {
        var states = 0
        var wrong = 0
        for story in stories {
            let outcome = try await outcome(of: story, on: stage, atMost: most)
            states += outcome.states
            wrong += outcome.wrong.count
            say(
                "\(story.name): \(outcome.operations) operations, \(outcome.states) states, \(outcome.wrong.count) wrong; "
                    + "\(outcome.seconds) s")
            for words in outcome.wrong.prefix(40) { say("  \(words)") }
        }
        let proof = try await outcome(of: .renameBeforeSync, on: stage, atMost: .max)
        say(
            "\(states) states, \(wrong) wrong; a rename before its fsync is wrong in \(proof.wrong.count) of "
                + "\(proof.states)")
        exit(wrong > 0 || proof.wrong.isEmpty ? 1 : 0)
    }

    private static func record(_ story: Story, on stage: Stage) async throws -> DiskRecord {
        stage.folder.empty()
        stage.peer.reset(stage.bytes)
        try await story.prepare(stage)
        return try await DiskRecord.of(stage.folder) { try await story.play(stage) }
    }

    private struct Outcome {
        var operations = 0
        var states = 0
        var seconds = 0
        var wrong: [String] = []
    }

    private static func outcome(of story: Story, on stage: Stage, atMost most: Int) async throws -> Outcome {
        let start = ContinuousClock.now
        let record = try await record(story, on: stage)
        var states = CrashStates(record, seed: 1)
        var seen: Set<Int> = []
        var crashes: [CrashStates.Crash] = []
        for position in 0...record.operations.count {
            for crash in states.crashes(at: position) {
                var hasher = Hasher()
                hasher.combine(crash.image.named)
                hasher.combine(crash.marks)
                if seen.insert(hasher.finalize()).inserted { crashes.append(crash) }
            }
        }
        if crashes.count > most { crashes = (0..<most).map { crashes[$0 * crashes.count / most] } }
        var outcome = Outcome(operations: record.operations.count, states: crashes.count)
        for crash in crashes {
            stage.restore(crash.image, keeping: story.kept)
            let words: String?
            do {
                words = try await story.resume(stage, crash.marks)
            } catch {
                words = "\(error)"
            }
            if let words { outcome.wrong.append("after \(crash.position), \(crash.how): \(words)") }
        }
        outcome.seconds = Int((ContinuousClock.now - start).components.seconds)
        return outcome
    }
}

extension DiskOperation {
    /// The operation in words, without its bytes.
    var words: String {
        switch self {
        case .write(let file, let offset, let bytes): "write \(bytes.count) bytes at \(offset) of \(file)"
        default: "\(self)"
        }
    }
}
