import Glibc
import SockeyeIO
import Testing

/// Simulated worlds: README.md says what they are.
@Suite(.serialized) struct SimulationTests {
    /// `SEED=… WORLDS=…` in the environment choose which; `make simulate` runs many.
    @Test func worlds() async throws {
        try #require(GlobalJobs.areDirected)
        let first = Self.number("SEED") ?? 1
        let count = Self.number("WORLDS") ?? 300
        if Self.number("WORLDS") != nil { Backtraces.leaveOut() }
        let result = await onFileThread { () -> Result<Runs.Summary, any Error> in
            Result { try Runs.worlds(from: first, count) }
        }
        let summary = try result.get()
        print(summary)
        #expect(summary.report == nil, "\(summary.report ?? "")")
    }

    @Test(arguments: Regression.all) func regression(_ regression: Regression) async throws {
        try #require(GlobalJobs.areDirected)
        let result = await onFileThread { () -> Result<Runs.End, any Error> in
            Result { try Runs.world(Choices(replaying: regression.choices), keepsTrace: true) }
        }
        let end = try result.get()
        #expect(end.fault == nil, "\(end.lines.joined(separator: "\n"))")
    }

    /// The shrinker needs no world: a rule that any choice above 6 breaks leaves a single 7.
    @Test func shrinking() {
        var count = 0
        let shrinker = Shrinker { choices in
            count += 1
            return (choices.contains { $0 > 6 } ? "large" : nil, choices)
        }
        let found = shrinker.shrink([3, 0, 500, 1, 9, 0, 0, 65000], "large")
        #expect(found.filter { $0 > 0 } == [7] && found.last == 7)
        #expect(found == [7] && count < 200)
    }

    /// A list of choices is a world: the same again, to the last read.
    @Test func replaying() async throws {
        try #require(GlobalJobs.areDirected)
        for seed in UInt64(1)...20 {
            let result = await onFileThread { () -> Result<[Runs.End], any Error> in
                Result {
                    let first = try Runs.world(Choices(seed: seed), keepsTrace: true)
                    return [first, try Runs.world(Choices(replaying: first.taken), keepsTrace: true)]
                }
            }
            let ends = try result.get()
            #expect(ends[0].digest == ends[1].digest && ends[0].lines == ends[1].lines)
            #expect(!ends[0].lines.isEmpty)
        }
    }

    private static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }
}

/// Swift Testing notes where each error was thrown, at a hundred microseconds each. Worlds throw thousands.
private enum Backtraces {
    static func leaveOut() {
        for name in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
            // SAFETY: the runtime's hooks: pointers, and `nil` unless somebody sets them.
            dlsym(nil, name)?.assumingMemoryBound(to: UInt.self).pointee = 0
        }
    }
}
