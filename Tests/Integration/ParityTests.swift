import TestSupport
import Testing

/// The table of command lines in `Tests/Parity`, run with curl and with sockeye.
struct ParityTests {
    @Test func commandLinesDoWhatCurlsDo() async throws {
        let end = try await Turns.shared.take {
            try await Program.run(
                "/usr/bin/env", ["python3", "Tests/Parity/run.py", builtProgram("sockeye"), "--verbose"], seconds: 900)
        }
        #expect(end.status == 0, "\(end.text)\(end.errorText)")
    }
}
