import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeCLI

/// The examples of `--help examples`, run by a shell against a server that answers for example.com.
@Suite("Examples of the help", .timeLimit(.minutes(1)))
struct ExampleCommandTests {
    private static let file = BytePattern.bytes(0..<5_000)

    private static func answer(_ request: ReceivedRequest) -> LoopbackReply {
        switch request.target {
        case "/file.bin": .bytes(file)
        case "/videos.json": .text("{\"videos\": [{\"name\": \"first\"}]}", type: "application/json")
        case "/login":
            LoopbackReply(fields: [.init("Set-Cookie", "session=1"), .init("Content-Length", "0")])
        default: .text("\(request.method) \(request.target)\n")
        }
    }

    @Test("Each does what it says", arguments: HelpExamples.all.map(\.command))
    func runs(_ command: String) async throws {
        let server = try await LoopbackServer.start { Self.answer($0) }
        let folder = try TemporaryFolder()
        try folder.write("list", server.url("/file.bin") + "\n")
        try folder.write("photo.jpg", "a photo")
        let digest = "sha256sum < whole | sed 's/-$/file.bin/' > SHA256SUMS"
        try folder.write("whole", bytes: Self.file)
        let line = command.replacing("https://example.com/", with: server.url("/"))
        #expect(line.hasPrefix("sockeye ") && (line != command || !command.contains("http")))
        let script = """
            cd '\(folder.path)' && \(digest) && rm whole && PATH="$(dirname '\(builtProgram("sockeye"))'):$PATH" && \(line)
            """
        let outcome = await (try Program("/bin/sh", ["-c", script], environment: ["HOME": folder.path])).finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let asked = server.receivedRequests
        if command.contains("--swift") {
            #expect(asked.isEmpty && outcome.text.contains("import Sockeye"))
        } else if command.contains("file.bin") {
            #expect(try folder.read("file.bin") == Self.file)
        } else if command.contains("--select") {
            #expect(outcome.text == "first\n")
        } else if command.contains("--next") {
            #expect(asked.last?["Cookie"] == "session=1")
        } else if command.contains("-T") {
            #expect(asked.map(\.method) == ["PUT"] && asked.first?.target == "/photos/photo.jpg")
        } else if !command.contains("--shard") {
            #expect(!asked.isEmpty)
        }
    }
}
