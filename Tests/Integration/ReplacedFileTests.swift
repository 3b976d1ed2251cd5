import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// A file that replaces another user's gives nobody more than that one did.
@Suite(
    .enabled(
        if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0,
        "becoming another user needs root and setpriv"))
struct ReplacedFileTests {
    private static let shared: gid_t = 12_345

    /// A member of the file's group keeps it for the new one. Who isn't keeps of the group's rights those that everybody has,
    /// since they become the rights of another group.
    @Test(
        arguments: [
            (true, 0o660, 0o660), (true, 0o664, 0o664), (false, 0o666, 0o666), (false, 0o676, 0o666),
            (false, 0o646, 0o646),
        ])
    func groupsAreNotMixed(isMember: Bool, old: mode_t, new: mode_t) async throws {
        let server = try await LoopbackServer.start { _ in .text("new") }
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "old")
        try #require(
            chown(file, 0, Self.shared) == 0 && chmod(file, old) == 0 && chown(folder.path, 65_534, 65_534) == 0)
        let outcome = try await Program.run(
            "/usr/bin/setpriv",
            [
                "--reuid", "65534", "--regid", "65534", "--groups", isMember ? "\(Self.shared)" : "65534",
                SideBySide.sockeye, "-q", "-sS", "-o", file, server.url("/"),
            ])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try folder.read("file") == Array("new".utf8))
        var facts = stat()
        try #require(stat(file, &facts) == 0)
        #expect(facts.st_mode & 0o777 == new, "\(String(facts.st_mode, radix: 8))")
        #expect(facts.st_uid == 65_534 && facts.st_gid == (isMember ? Self.shared : 65_534))
        await server.stop()
    }
}
