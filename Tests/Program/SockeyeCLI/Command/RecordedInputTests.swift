import SockeyeClient
import SockeyeIO
import SockeyeRecording
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

@testable import SockeyeCLI

/// What a run reads is in its recording, whichever option reads it: a machine in memory counts what is opened.
@Suite("Inputs of recorded runs", .timeLimit(.minutes(1)))
struct RecordedInputTests {
    private static let secret = "the-secret-word"

    private static let files = [
        "data": "a=b", "heads": "X-A: 1\nAuthorization: Bearer \(secret)\n", "format": "%{http_code}\n",
        "cookies": "127.0.0.1\tFALSE\t/\tFALSE\t0\tk\t\(secret)\n",
        "netrc": "machine 127.0.0.1 login u password \(secret)\n",
        "hosts": "", "empty": "", "tag": "\"t\"\n", "options": "header = \"X-B: 2\"\n", "-": "typed",
    ]

    /// `URL` stands for the server's. What else is opened may not be in the recording: its options are, in other words.
    @Test(
        arguments: [
            (["-d", "@data", "URL"], []), (["--data-binary", "@data", "URL"], []),
            (["--data-urlencode", "n@data", "URL"], []),
            (["--json", "@data", "URL"], []), (["-d", "@-", "URL"], []), (["--url-query", "n@data", "URL"], []),
            (["-G", "-d", "@data", "URL"], []), (["-H", "@heads", "URL"], []),
            (["-b", "cookies", "URL"], []), (["--netrc-file", "netrc", "URL"], []), (["--hsts", "hosts", "URL"], []),
            (["-w", "@format", "URL"], []), (["--variable", "v@data", "--expand-data", "{{v}}", "URL"], []),
            (["--etag-compare", "tag", "URL"], []), (["-K", "options", "URL"], ["options"]),
            (["--output-dir", "FOLDER", "--url", "@urls"], []),
            (["--input-file", "list"], []), (["-d", "@empty", "URL"], []),
            (["-T", "-", "URL"], []),
        ] as [([String], [String])])
    func everythingThatIsOpenedIsThere(_ words: [String], _ exceptions: [String]) async throws {
        let server = try await LoopbackServer.start { _ in .text("answer\n") }
        let folder = TemporaryFolder()
        var files = Self.files
        files["list"] = server.url("/listed") + "\n  dir=\(folder.path)\n"
        files["urls"] = server.url("/listed") + "\n"
        let machine = MemoryMachine(files: files, variables: ["HOME": "/home"])
        machine.state.withLock { _ = $0.folders.insert(folder.path) }
        let record = folder.path("run")
        let given = words.map { $0 == "URL" ? server.url("/") : $0 == "FOLDER" ? folder.path : $0 }
        let end = await perform(["-s", "--record", record] + given, on: machine)
        #expect(end.code == .success, "\(end.errors)")
        await server.stop()

        let recording = try Recording(contentsOf: record)
        let inputs = Set(
            recording.entries.filter { $0.kind == .input || $0.kind == .file }.compactMap { $0.text("name") })
        let opened = Set(machine.state.withLock(\.opened)).subtracting(exceptions)
        let isStandardInput = words.contains("@-") || words.contains("-")
        #expect(!opened.isEmpty || isStandardInput || !exceptions.isEmpty)
        #expect(opened.subtracting(inputs).isEmpty, "\(opened) \(inputs)")
        #expect(!isStandardInput || inputs.contains("-"))
        let variables = Set(recording.entries.filter { $0.kind == .environment }.compactMap { $0.text("name") })
        // Where the default settings are is asked before the recording begins; they are among its words.
        let early: Set = ["CURL_HOME", "XDG_CONFIG_HOME", "HOME"]
        #expect(Set(machine.state.withLock(\.asked)).subtracting(early).isSubset(of: variables))
        let shown = String(decoding: try SmallFile.read(record), as: UTF8.self)
        #expect(!shown.contains(Self.secret))
    }

    @Test func aReplayHasItsOwnFilesAndClock() async throws {
        let server = try await LoopbackServer.start { _ in .text("answer\n") }
        let record = TemporaryFolder()
        let end = await perform(["-s", "--record", record.path("run"), server.url("/")])
        #expect(end.code == .success, "\(end.errors)")
        await server.stop()

        let (tape, memory) = (RunTape(), MemoryMachine(files: ["/f": "the user's", "root/f": "the recording's"]))
        let machine = TapedMachine(base: memory, tape: tape)
        #expect(try machine.read("/f", .text) == Array("the user's".utf8))
        #expect(machine.timeOfDay == memory.timeOfDay)
        let replay = Replay(try Recording(contentsOf: record.path("run")), isTimed: true)
        tape.play(replay, since: .now)
        #expect(try machine.read("/f", .text) == Array("the recording's".utf8))
        #expect(machine.timeOfDay.seconds > memory.timeOfDay.seconds)
    }
}
