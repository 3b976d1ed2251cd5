import SockeyeTesting
import TestSupport
import Testing

/// What the program says about files that people write, and what it keeps of them.
struct WrittenFileCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ words: [String], to server: LoopbackServer) async throws -> Program.Outcome {
        let filled = words.map {
            $0.replacing("DIR", with: folder.path).replacing("URL", with: "http://127.0.0.1:\(server.port)")
        }
        return try await Program.run(
            Oracle.sockeye, ["--no-progress-meter"] + filled,
            environment: ["HOME": folder.path])
    }

    /// Where a warning is folded depends on how long the folder's name is.
    private static func unfolded(_ outcome: Program.Outcome) -> String {
        outcome.errorText.replacing("\nWarning: ", with: " ")
    }

    @Test("A netrc file with a fault is refused before anything is sent")
    func netrc() async throws {
        let server = try await LoopbackServer.start()
        try folder.write("netrc", "machine 127.0.0.1 login u password\nmachine g login other password OTHER\n")
        let outcome = try await run(["--netrc-file", "DIR/netrc", "URL/hello"], to: server)
        #expect(outcome.status == 26 && server.receivedRequests.isEmpty)
        #expect(outcome.errorText.contains("netrc:1: no value follows 'password'"))
        try folder.write(
            "netrc", "\u{FEFF}machine 127.0.0.1 login u password #p\nmachine g login other password OTHER\n")
        #expect(try await run(["--netrc-file", "DIR/netrc", "URL/hello"], to: server).status == 0)
        #expect(server.receivedRequests.last?["Authorization"] == "Basic dTojcA==")
        await server.stop()
    }

    @Test("Cookies of other tools are sent, and their file keeps what can't be read", arguments: ["jar", "./jar"])
    func jar(name: String) async throws {
        let server = try await LoopbackServer.start()
        let odd = "127.0.0.1\tFALSE\t/\tFALSE\t\todd\tv\n"
        try folder.write(
            "jar", "\u{FEFF}127.0.0.1\tFALSE\t/\tFALSE\t4102444800.618\tgood\tv\n" + odd)
        let outcome = try await run(["-b", "DIR/\(name)", "-c", "DIR/jar", "URL/hello"], to: server)
        #expect(outcome.status == 0 && Self.unfolded(outcome).contains("skipping line 2: it is no cookie"))
        #expect(server.receivedRequests.last?["Cookie"] == "good=v")
        let written = String(decoding: try folder.read("jar"), as: UTF8.self)
        #expect(written.contains("4102444800\tgood\tv\n") && written.hasSuffix(odd))
        // Another file's rubbish isn't taken over.
        try folder.write("other", "rubbish\n")
        for files in [["DIR/other", "DIR/jar"], ["DIR/jar", "DIR/other"]] {
            let words = files.flatMap { ["-b", $0] } + ["-c", "DIR/jar", "URL/hello"]
            #expect(try await run(words, to: server).status == 0)
            #expect(try folder.read("jar") == Array(written.utf8))
        }
        await server.stop()
    }

    @Test(
        "A file in another form is named, and never replaced",
        arguments: [
            ("[{\"name\": \"a\"}]", "JSON"), ("\u{FEFF} {\n", "JSON"), ("\u{FF}\u{FE}1\0", "in UTF-16"),
            ("1\u{0}2\u{0}", "in UTF-16"),
        ])
    func otherForms(text: String, form: String) async throws {
        let server = try await LoopbackServer.start()
        let octets = form == "JSON" ? Array(text.utf8) : text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        try folder.write("jar", bytes: octets)
        let warned = try await run(["-b", "DIR/jar", "URL/hello"], to: server)
        #expect(warned.status == 0 && Self.unfolded(warned).contains("jar is \(form): no cookie is read"))
        let refused = try await run(["-b", "DIR/jar", "-c", "DIR/jar", "URL/hello"], to: server)
        #expect(refused.status == 26 && server.receivedRequests.count == 1)
        #expect(try folder.read("jar") == octets)
        await server.stop()
    }

    @Test("Lines of an HSTS file that can't be read are told and kept")
    func hosts() async throws {
        let server = try await LoopbackServer.start()
        try folder.write("hsts", "\u{FEFF}a.example \"unlimited\"\nb.example soon\n")
        let outcome = try await run(["--hsts", "DIR/hsts", "URL/hello"], to: server)
        #expect(outcome.status == 0 && Self.unfolded(outcome).contains("skipping line 2: it is no HSTS host"))
        let written = String(decoding: try folder.read("hsts"), as: UTF8.self)
        #expect(written.hasSuffix("a.example \"unlimited\"\nb.example soon\n"))
        await server.stop()
    }
}
