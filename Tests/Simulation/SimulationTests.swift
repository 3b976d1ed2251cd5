import Glibc
import SockeyeIO
import Testing

@testable import SockeyeIO

/// Simulated worlds: README.md says what they are.
@Suite(.serialized) struct SimulationTests {
    /// `SEED=… WORLDS=…` in the environment choose which; `make simulate` runs many.
    @Test func worlds() async throws {
        try #require(GlobalJobs.areDirected)
        let first = Self.number("SEED") ?? 1
        let count = Self.number("WORLDS") ?? 300
        Backtraces.leaveOut()
        let report = try await onFileThread { () -> Result<String?, any Error> in
            Result { try Runs.worlds(from: first, count) }
        }.get()
        #expect(report == nil, "\(report ?? "")")
    }

    @Test(arguments: Regression.all) func regression(_ regression: Regression) async throws {
        try #require(GlobalJobs.areDirected)
        let end = try await onFileThread { Result { try Runs.world(Choices(replaying: regression.choices), keepsTrace: true) } }
            .get()
        #expect(end.fault == nil, "\(end.lines.joined(separator: "\n"))")
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
