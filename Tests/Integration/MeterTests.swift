import SockeyeTesting
import TestSupport
import Testing

/// The meter on a standard error that is no terminal.
struct MeterTests {
    private static let header =
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
        + "                                 Dload  Upload   Total   Spent    Left  Speed\n"

    private static let tableHeader = "DL% UL%  Dled  Uled  Xfers  Live Total     Current  Left    Speed\n"

    @Test(
        "It is shown as by curl",
        arguments: [
            (["-o", "/dev/null"], true), ([], true), (["-d", "x"], true), (["-I"], true), (["-s"], false),
            (["--no-progress-meter"], false), (["-sS", "-o", "/dev/null"], false), (["-f", "-o", "/dev/null"], true),
            (["--progress", "none"], false),
        ])
    func piped(words: [String], isShown: Bool) async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let end = try await Program.run(SideBySide.sockeye, ["-q"] + words + [server.url("/")])
        #expect(end.status == 0, "\(end.errorText)")
        #expect(end.errorText.hasPrefix(Self.header) == isShown, "\(end.errorText)")
        #expect(isShown || end.errors.isEmpty)
        if isShown {
            let lines = end.errorText.dropFirst(Self.header.count).split(separator: "\r")
            #expect(lines.first == "  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0")
            #expect(lines.count >= 2 && end.errorText.hasSuffix("\n"), "\(lines)")
        }
        await server.stop()
    }

    @Test("A warning begins a line of its own")
    func warnings() async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        let words = ["-q", "--trace", folder.file("none/trace"), "-o", folder.file("f"), server.url("/")]
        let end = try await Program.run(SideBySide.sockeye, words)
        #expect(end.status == 0 && end.errorText.contains("\nWarning: cannot trace to "), "\(end.errorText)")
        await server.stop()
    }

    @Test("Several transfers at once have curl's table")
    func table() async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let both = ["-o", "/dev/null", server.url("/a"), "-o", "/dev/null", server.url("/b")]
        let ours = try await Program.run(SideBySide.sockeye, ["-q", "-Z"] + both).errorText
        let theirs = try await Program.run(SideBySide.curl, ["-q", "-Z"] + both).errorText
        #expect(ours.hasPrefix(Self.tableHeader) && theirs.hasPrefix(Self.tableHeader), "\(ours)\n\(theirs)")
        let last = { (text: String) in text.split(separator: "\r").last.map(String.init) ?? "" }
        // All but the speed, and a transfer is done before or after a second.
        #expect(last(ours).utf8.count == last(theirs).utf8.count && last(ours).hasSuffix("\n"))
        #expect(last(ours).hasPrefix("100 --     20     0     2     0  "), "\(ours)")
        #expect(last(theirs).hasPrefix("100 --     20     0     2     0  "), "\(theirs)")
        for words in [["-s"], ["--no-progress-meter"], ["--progress", "none"]] {
            #expect(try await Program.run(SideBySide.sockeye, ["-q", "-Z"] + words + both).errorText == "")
        }
        await server.stop()
    }

    @Test("Not for a request that was not made")
    func notShown() async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let none = try await Program.run(SideBySide.sockeye, ["-q", "-T", "/nowhere/at/all", server.url("/")])
        #expect(!none.errorText.contains("% Total"))
        await server.stop()
    }
}
