import TestSupport
import Testing

/// A program that uses only the library links no Foundation: the script that `make lint` can run says so here too.
struct LinkageTests {
    /// The root of the package, from this file's place in it.
    private static var root: String {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }

    @Test func aProgramLinksNoFoundation() async throws {
        let program = builtProgram("RawSocket")
        let outcome = try await Program.run("/bin/sh", [Self.root + "/Tests/linkage.sh", program])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        #expect(outcome.text.hasPrefix("linkage: no Foundation in "))
    }

    /// A check that cannot fail is none: what is no program is refused.
    @Test func theCheckCanFail() async throws {
        let missing = try await Program.run("/bin/sh", [Self.root + "/Tests/linkage.sh", "/nonexistent"])
        #expect(missing.status == 2)
    }
}
