import Glibc
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("What the program never overwrites", .timeLimit(.minutes(1)))
struct OutputSafetyTests {
    private static let sent = Array("what is sent".utf8)

    /// A folder with a file to send, a hard and a symbolic link to it, and one with the name of a partial file.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("f", bytes: Self.sent)
        try folder.write("g.part", bytes: Self.sent)
        #expect(link(folder.file("f"), folder.file("hard")) == 0)
        #expect(symlink("f", folder.file("soft")) == 0)
        return folder
    }

    /// Runs the program; `@` in arguments is the folder.
    private func run(_ arguments: [String], _ folder: TemporaryFolder, _ url: String) async throws -> Program.Outcome {
        let arguments = arguments.map { $0.replacing("@/", with: folder.path + "/") }
        return try await Program.run(CommandLineProgram.path, ["-sS"] + arguments + [url])
    }

    @Test(
        "A response never overwrites a file that is sent, under any name; nothing is sent",
        arguments: [
            ["-T", "@/f", "-o", "@/f"], ["-T", "@/f", "-o", "@/hard"], ["-T", "@/f", "-o", "@/soft"],
            ["-T", "@/soft", "-o", "@/f"], ["-T", "@/f", "-O", "--output-dir", "@/"], ["-T", "@/f", "-D", "@/f"],
            ["-F", "a=x", "-F", "a=@@/f", "-o", "@/f"], ["-F", "a=<@/f", "-o", "@/f"], ["-d", "@@/f", "-o", "@/f"],
            ["--data-binary", "@@/f", "-o", "@/hard"], ["--data-urlencode", "a@@/f", "-o", "@/f"],
            ["-T", "@/g.part", "-o", "@/g"], ["-T", "@/f", "--resumable", "-o", "@/f"],
            ["-T", "@/{f,g.part}", "-o", "@/f", "--fail-early"],
        ])
    func inputs(_ arguments: [String]) async throws {
        let folder = try folder()
        let server = try await LoopbackServer.start { _ in .text("the answer") }
        let outcome = try await run(arguments, folder, server.url("/f"))
        #expect(outcome.status == 23 && outcome.errorText.contains("this command reads"), "\(outcome.errorText)")
        #expect(server.requestCount == 0)
        for name in ["f", "hard", "soft", "g.part"] { #expect(try folder.read(name) == Self.sent) }
    }

    @Test("Other outputs are written as usual", arguments: [["-T", "@/f", "-o", "@/a"], ["-d", "@@/f", "-o", "@/a"]])
    func others(_ arguments: [String]) async throws {
        let folder = try folder()
        let server = try await LoopbackServer.start { _ in .text("the answer") }
        let outcome = try await run(arguments, folder, server.url("/f"))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try folder.read("a") == Array("the answer".utf8))
        #expect(try folder.read("f") == Self.sent)
    }

    @Test(
        "-OJ --clobber replaces a symbolic link instead of writing through it; pipes are refused",
        arguments: [true, false])
    func serverNames(_ isGuarded: Bool) async throws {
        let scene = try await Scene(
            .init(length: 10, extra: [.init("Content-Disposition", "attachment; filename=\"f\"")]))
        try scene.folder.write("victim", "safe")
        #expect(symlink("victim", scene.folder.file("f")) == 0)
        let guarding = isGuarded ? ["--require-resumable"] : []
        let options = ["-sS", "-m", "10", "-OJ", "--output-dir", scene.folder.path, scene.server.url] + guarding
        let refused = try await Program.run(CommandLineProgram.path, options)
        #expect(refused.status == 23, "\(refused.errorText)")
        if !isGuarded {
            let outcome = try await Program.run(CommandLineProgram.path, options + ["--clobber"])
            #expect(outcome.status == 0, "\(outcome.errorText)")
            #expect(try FileFacts(of: scene.folder.file("f"), followingLinks: false)?.kind == .regular)
        }
        #expect(try scene.folder.read("victim") == Array("safe".utf8))
        #expect(unlink(scene.folder.file("f")) == 0 && mkfifo(scene.folder.file("f"), 0o600) == 0)
        let pipe = try await Program.run(CommandLineProgram.path, options + ["--clobber"])
        #expect(pipe.status == 23 && !pipe.errorText.contains("dangling symbolic link"), "\(pipe.errorText)")
    }

    @Test(
        "A pipe without a reader, or that stays full, blocks no longer than -m", arguments: [true, false])
    func pipes(_ hasReader: Bool) async throws {
        let scene = try await Scene()
        #expect(mkfifo(scene.path, 0o600) == 0)
        let reader = hasReader ? open(scene.path, O_RDONLY | O_NONBLOCK) : -1
        defer { if hasReader { close(reader) } }
        let clock = ContinuousClock()
        for option in ["-o", "-D"] where option == "-o" || !hasReader {
            let elapsed = try await clock.measure {
                let outcome = try await scene.command("-m", "3", option, scene.path, scene.server.url)
                #expect(outcome.status == 28 && outcome.errorText.contains("not read in time"), "\(outcome.errorText)")
            }
            #expect(elapsed < .seconds(20))
        }
    }

    @Test("A pipe whose reader starts later gets all bytes")
    func lateReader() async throws {
        let scene = try await Scene()
        #expect(mkfifo(scene.path, 0o600) == 0)
        let program = try Program(CommandLineProgram.path, ["-sS", "-m", "30", "-o", scene.path, scene.server.url])
        // It waits for a reader once it has the response.
        _ = try await scene.server.server.waitForRequests(1)
        let reader = try await Program.run("/bin/cat", [scene.path])
        #expect(await program.finish().status == 0)
        #expect(reader.output == scene.server.bytes)
    }

    @Test(
        "A file at its size limit is an error with a message, not a crash",
        .disabled(if: Surroundings.sanitizesThreads, "the thread sanitizer's notes are in a large file"),
        arguments: [[], ["-i"]])
    func sizeLimit(_ options: [String]) async throws {
        let scene = try await Scene()
        let command = "ulimit -f 1000; exec \"$0\" \"$@\""
        let outcome = try await Program.run(
            "/bin/sh", ["-c", command, CommandLineProgram.path, "-sS", "-o", scene.path, scene.server.url] + options)
        #expect(outcome.status == 23 && outcome.errorText.contains("ulimit -f"), "\(outcome.errorText)")
        #expect(!scene.has("file.bin"))
    }

    @Test("Progress of a file that was already complete shows no made-up speed", arguments: ["lines", "json", "meter"])
    func speed(_ style: String) async throws {
        let scene = try await Scene()
        try scene.folder.write("file.bin", bytes: scene.server.bytes)
        let outcome = try await Program.run(
            CommandLineProgram.path, ["--progress", style, "-C", "-", "-o", scene.path, scene.server.url])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let last = outcome.errorText.split { $0 == "\n" || $0 == "\r" }.last ?? ""
        switch style {
        case "lines": #expect(last == "\(scene.path): 3000000 of 3000000 bytes, 0 bytes/s, done")
        case "json": #expect(last.contains("\"bytesPerSecond\":0,"))
        default: #expect(last.hasPrefix("100 2929k  100 2929k    0     0      0      0 --:--:--"), "\(last)")
        }
    }
}
