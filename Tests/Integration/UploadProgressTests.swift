import SockeyeTesting
import TestSupport
import Testing

/// The progress of an upload is that of the file that is sent, whatever the server answers.
struct UploadProgressTests {
    @Test(arguments: [["-T", "FILE"], ["-F", "a=@FILE", "-X", "PUT"]])
    func countsTheFile(words: [String]) async throws {
        let server = try await LoopbackServer.start { _ in .pattern(700_000) }
        let folder = try TemporaryFolder()
        let file = try folder.write("sent", String(repeating: "x", count: 300_000))
        let outcome = try await Program.run(
            SideBySide.sockeye,
            ["--progress", "json", "-o", folder.file("answer"), server.url("/other")]
                + words.map { $0.replacing("FILE", with: file) }, seconds: 30)
        #expect(outcome.status == 0)
        let last = outcome.errorText.split(separator: "\n").last ?? ""
        #expect(last.contains(#""name":"sent""#) && last.contains(#""bytes":300"#), "\(last)")
        #expect(try folder.read("answer").count == 700_000)
        await server.stop()
    }
}
