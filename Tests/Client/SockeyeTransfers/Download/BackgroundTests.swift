import Glibc
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("In the background", .timeLimit(.minutes(1)))
struct BackgroundTests {
    /// A run in the background: its process ID and log.
    private struct Run {
        let process: pid_t
        let log: String

        /// Starts a run.
        static func start(_ arguments: [String]) async throws -> Run {
            let outcome = try await Program.run(CommandLineProgram.path, ["--background"] + arguments)
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let lines = outcome.text.split(separator: "\n")
            let first = try #require(lines.first?.split(separator: " ").last).dropLast()
            let last = try #require(lines.last?.split(separator: "'").last { $0 != "." })
            return Run(process: try #require(pid_t(first)), log: String(last))
        }

        /// Waits until the process is gone; it isn't our child, so wait(2) doesn't work.
        func end() async -> Bool {
            if await oneEnds(of: [process]) { return true }
            kill(process, SIGKILL)
            return false
        }

        var text: String {
            guard let file = try? File(log, .reading), let bytes = try? file.read(1 << 20, at: 0) else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test("It leaves the terminal, prints its process ID and log, and survives SIGHUP")
    func detaches() async throws {
        let (begun, goOn) = (Gate(), Gate())
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"v\"\r\n\r\nabc"), .open(begun),
                .pause(until: goOn), .send("def"), .close,
            ])
        let folder = try TemporaryFolder()
        let run = try await Run.start(["-o", folder.file("file"), server.url("/")])
        #expect(run.log == folder.file("file.log"))
        try await begun.wait()
        // In its own session, it has no terminal that could hang up.
        #expect(getsid(run.process) == run.process && getsid(run.process) != getsid(0))
        #expect(kill(run.process, SIGHUP) == 0)
        goOn.open()
        #expect(await run.end())
        #expect(try folder.read("file") == Array("abcdef".utf8))
        #expect(run.text.contains("6 of 6 bytes") && run.text.contains(", done"), "\(run.text)")
        await server.stop()
    }

    @Test("It resumes by itself after a cut and after a busy server")
    func resumes() async throws {
        let scene = try await Scene(fault: .cuts(after: 1_000_000))
        let run = try await Run.start(["-o", scene.path, scene.server.url])
        #expect(await run.end())
        #expect(scene.file == scene.server.bytes, "\(run.text)")
        #expect(scene.server.ranges.compactMap { $0 }.count >= 2)
        #expect(run.text.contains("continued after"), "\(run.text)")
        scene.server.setFault(.busy(times: 2, status: 503))
        #expect(unlink(scene.path) == 0)
        let second = try await Run.start(["-o", scene.path, scene.server.url])
        // The first log stays unchanged.
        #expect(second.log == scene.path + ".log.1")
        #expect(await second.end())
        #expect(scene.file == scene.server.bytes, "\(second.text)")
    }

    @Test("The response to an upload goes to the log, and never over the file that is sent", arguments: 0..<3)
    func uploads(_ kind: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { _ in .text("stored") }
        try folder.write("f", "what is sent")
        let options = [["-T", folder.file("f")], ["-F", "a=@\(folder.file("f"))"], ["-T", folder.file("f"), "-f"]][kind]
        let command = "cd \"$0\" && exec \"$@\""
        let outcome = try await Program.run(
            "/bin/sh",
            ["-c", command, folder.path, CommandLineProgram.path, "--background"] + options + [server.url("/f")])
        #expect(outcome.status == 0 && outcome.text.contains("'sockeye-log'"), "\(outcome.errorText)")
        let process = try #require(outcome.text.split(separator: "\n").first?.split(separator: " ").last)
        let run = Run(process: try #require(pid_t(process.dropLast())), log: folder.file("sockeye-log"))
        #expect(await run.end())
        #expect(run.text.contains("stored"), "\(run.text)")
        #expect(try folder.read("f") == Array("what is sent".utf8))
    }

    @Test("A failure is in the log; an invalid command line is reported at once")
    func fails() async throws {
        let scene = try await Scene()
        let server = try await LoopbackServer.start()
        let run = try await Run.start(["-o", scene.path, server.url("/status/404")])
        #expect(await run.end())
        #expect(run.text.contains("(22)") && run.text.contains("404"), "\(run.text)")
        #expect(!scene.has("file.bin"))
        let list = try await Program.run(
            CommandLineProgram.path, ["--background", "--segments", "99", "-o", scene.path, scene.server.url])
        #expect(list.status == 2 && list.text.isEmpty && list.errorText.contains("--segments"))
        let output = try await Program.run(CommandLineProgram.path, ["--background", "-o", "-", scene.server.url])
        #expect(output.status == 2 && output.errorText.contains("--background"))
        let folder = try await Program.run(
            CommandLineProgram.path, ["--background", "-o", scene.folder.file("no/such"), scene.server.url])
        #expect(folder.status == 23 && folder.errorText.contains("no/such.log"), "\(folder.errorText)")
    }

    @Test("A list from standard input is read before leaving the terminal")
    func standardInput() async throws {
        let scene = try await Scene()
        let list = "\(scene.server.url)\n  out=\(scene.path)\n"
        let outcome = try await Program.run(
            CommandLineProgram.path,
            ["--background", "--output-dir", scene.folder.path, "--input-file", "-"], input: Array(list.utf8))
        #expect(outcome.status == 0 && outcome.text.contains("'\(scene.path).log'"), "\(outcome.text)")
        try await scene.folder.wait { scene.has("file.bin") }
        #expect(scene.file == scene.server.bytes)
    }

    @Test("Standard input is still read", arguments: [["-d", "@-"], ["-T", "-"], ["--data-urlencode", "a@-"]])
    func readsOn(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { .text("got \($0.text)") }
        let outcome = try await Program.run(
            CommandLineProgram.path, ["--background", "-o", folder.file("out")] + options + [server.url("/up")],
            input: Array("typed".utf8))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let expected = options[0] == "--data-urlencode" ? "got a=typed" : "got typed"
        try await folder.wait(for: "out", toBe: Array(expected.utf8))
    }
}
