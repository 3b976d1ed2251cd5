import TestSupport
import Testing

/// A program that uses only the library links no Foundation, checked with the same script as in `make lint`.
struct LinkageTests {
    /// The root of the package, relative to this file.
    private static var root: String {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(4)
        return parts.joined(separator: "/")
    }

    @Test func aProgramLinksNoFoundation() async throws {
        let program = builtProgram("Soak")
        let outcome = try await Program.run("/bin/sh", [Self.root + "/Tests/checks/linkage.sh", program])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        #expect(outcome.text.hasPrefix("linkage: no Foundation in "))
    }

    /// The check can fail: a file that isn't a program is refused.
    @Test func theCheckCanFail() async throws {
        let missing = try await Program.run("/bin/sh", [Self.root + "/Tests/checks/linkage.sh", "/nonexistent"])
        #expect(missing.status == 2)
    }
}
