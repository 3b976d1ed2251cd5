import SockeyeTesting
import TestSupport
import Testing

/// A connection that ends inside a body, with and without TLS, whose end nothing announced.
struct CutTLSTests {
    @Test(
        "The same exit code and the same words, with what is kept",
        arguments: ["Content-Length: 100\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n64\r\nhello"],
        [["-o", "out"], ["-sS"], ["-C", "-", "-o", "out"], ["-Z", "-o", "out"]])
    func cut(_ rest: String, _ words: [String]) async throws {
        var texts: [String] = []
        for secure in [false, true] {
            let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nAccept-Ranges: bytes\r\n"
            let server = try await LoopbackServer.start(
                secure: secure, script: [.awaitRequest, .send(head + rest), .cut])
            let folder = try TemporaryFolder()
            let place = ["-k", "--no-progress-meter", "--output-dir", folder.path]
            let end = try await Program.run(SideBySide.sockeye, ["-q"] + place + words + [server.url("/")])
            #expect(end.status == 18, "\(end.errorText)")
            if words.contains("out") { #expect(end.errorText.contains("5 bytes are kept in"), "\(end.errorText)") }
            texts.append(
                end.errorText.replacing(folder.path, with: "").replacing("https:", with: "http:")
                    .replacing(":\(server.port)", with: ""))
            await server.stop()
        }
        #expect(texts[0] == texts[1])
    }
}
