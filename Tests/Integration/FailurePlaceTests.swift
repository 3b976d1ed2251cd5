import SockeyeTesting
import TestSupport
import Testing

@Suite("Which transfer a message is about", .timeLimit(.minutes(1)))
struct FailurePlaceTests {
    @Test(
        "Where a command may have several transfers, each message names its URL; alone, curl's words suffice",
        arguments: [
            (["-f", "@/a"], "(22) The requested URL returned error: 404\n"),
            (["-f", "-Z", "@/a", "@/a"], "(22) The requested URL returned error: 404 (@/a)\n"),
            (["-f", "@/{a,b}"], "(22) The requested URL returned error: 404 (@/a)\n"),
            (["-f", "@/a", "--next", "-f", "@/b"], "(22) The requested URL returned error: 404 (@/a)\n"),
            (["--max-filesize", "1", "-Z", "@/a", "@/a"], "(63) Maximum file size exceeded (@/a)\n"),
            (["-f", "--input-file", "LIST"], "(22) The requested URL returned error: 404 (@/a)\n"),
            (["-f", "-Z", "USER/a", "USER/a"], "(22) The requested URL returned error: 404 (@/a)\n"),
        ])
    func places(arguments: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { _ in .text("body", status: 404) }
        let url = String(server.url("/").dropLast())
        let list = try folder.write("list", "\(url)/a\n\(url)/b\n")
        let words = arguments.map { word in
            word.replacing("LIST", with: list).replacing("@", with: url)
                .replacing("USER", with: url.replacing("http://", with: "http://me:secret@"))
        }
        let end = try await Program.run(SideBySide.sockeye, ["-sS", "--output-dir", folder.path] + words)
        #expect(end.errorText.hasPrefix("sockeye: " + message.replacing("@", with: url)), "\(end.errorText)")
        #expect(!end.errorText.contains("secret"))
        await server.stop()
    }

    @Test(
        "No message and no progress has the password of a URL, also of one that can't be read",
        arguments: [
            ["-O", "USER/.."], ["-OJ", "USER/.."], ["-OJ", "--progress", "lines", "USER/.."],
            ["-OJ", "--progress", "json", "USER/.."], ["USER/a b"], ["USER/a b", "USER/c d"], ["-Z", "USER/a b", "@/"],
            ["--cache-clear", "--cache-dir", "DIR", "USER/a b"],
            ["--cache-clear", "--cache-dir", "DIR", "me:secret@h/a b"],
            ["--parse", "json", "USER/a"], ["--parse", "json", "USER/a b"], ["--input-file", "LIST"], ["USER/{a"],
        ])
    func passwords(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { _ in .text("body") }
        let url = String(server.url("/").dropLast())
        let user = url.replacing("http://", with: "http://me:secret@")
        let list = try folder.write("list", "\(user)/..\n\(user)/a b\n")
        let words = arguments.map { word in
            word.replacing("LIST", with: list).replacing("@/", with: url + "/").replacing("USER", with: user)
                .replacing("DIR", with: folder.path)
        }
        let end = try await Program.run(SideBySide.sockeye, ["-q", "--output-dir", folder.path] + words)
        #expect(!end.errors.isEmpty && !end.errorText.contains("secret"), "\(end.errorText)")
        await server.stop()
    }
}
