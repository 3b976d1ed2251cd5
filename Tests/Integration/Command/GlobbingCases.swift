import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// Lists and ranges in URLs, compared with curl.
struct GlobbingCases {
    private static let url = "http://127.0.0.1:PORT"

    @Test(arguments: [
        CommandCase("-s", "\(url)/status/{200,404,500}"),
        CommandCase("-s", "\(url)/sized/[1-10:3]"),
        CommandCase("-s", "\(url)/{sized,chunked}/[08-11]"),
        CommandCase("-s", "\(url)/[a-e:2]"),
        CommandCase("-sg", "\(url)/[a-e:2]"),
        CommandCase("-s", "\(url)/\\[a\\]"),
        CommandCase("-s", "-o", "f_#1_#2_#3_#0_##1", "\(url)/{sized,chunked}/[1-3]"),
        CommandCase("-s", "-o", "same", "\(url)/sized/[1-3]"),
        CommandCase("-sO", "\(url)/[1-2]/n{q,r}"),
        CommandCase("-s", "--remote-name-all", "\(url)/n{q,r}", "\(url)/m[1-2]"),
        CommandCase("-s", "-o", "#1", "\(url)/x{a,b}", "-o", "#1", "\(url)/y{c,d}", "-D", "heads"),
        CommandCase("-s", "-o", "a#1", "\(url)/sized/[1-2]", "\(url)/sized/[3-4]"),
        CommandCase("-sg", "-o", "#1", "\(url)/sized/1"),
        CommandCase("-s", "-w", "%{urlnum} %{url}\\n", "\(url)/[1-2]{a,b}", "\(url)/c"),
        CommandCase("-s", "-d", "a=b", "\(url)/[1-2]"),
        CommandCase("-s", "\(url)/one", "\(url)/{x", "\(url)/two"),
        CommandCase("-s", "\(url)/one", "\(url)/[2-1]", "--next", "\(url)/two"),
        CommandCase("-sf", "\(url)/status/{200,404,200}")
            .differs([.connections], "a short error page is read so that its connection can be reused") {
                $0.connections == 1
            },
        CommandCase("-s", "-K", "list").files(["list": "url = \"\(url)/[1-3]\"\noutput = \"n#1\"\n"]),
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    @Test(arguments: ["/{a", "/a}", "/{}", "/{a{b", "/[3-1]", "/[1-3:0]", "/[x", "/[-1-2]", "/{a,b]}"])
    func theSameWordsAtTheSamePlace(_ path: String) async throws {
        let command = CommandCase("-sS", "http://127.0.0.1:1\(path)")
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(ours.exitCode == 3)
        #expect(theirs.exitCode == 3)
        #expect(ours.errors.replacing("sockeye: ", with: "curl: ") == theirs.errors)
    }

    /// Globs expand lazily: the first responses arrive long before the last URL is reached.
    @Test(
        .disabled(if: Surroundings.isSanitized, "a sanitizer reserves terabytes"),
        arguments: [["-s"], ["-sZ"]])
    func aBillionAreNotListed(_ flags: [String]) async throws {
        var command = CommandCase("--fail-early", "-f", "-m", "20", "\(Self.url)/status/[399-1000000000]")
        command.flags = flags
        let outcome = try await SideBySide.run(
            SideBySide.sockeye, command.shell("ulimit -v 2000000; exec timeout 20 \"$0\" \"$@\""))
        #expect(outcome.exitCode == 22, "\(outcome.errors)")
    }
}
