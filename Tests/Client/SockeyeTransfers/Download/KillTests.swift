import Glibc
import SockeyeDigest
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

/// The program built with these tests.
enum CommandLineProgram {
    static let path = builtProgram("sockeye")
}

@Suite("Killed and resumed", .timeLimit(.minutes(5)))
struct KillTests {
    private static let kills = 50
    private static let length = 16_000_000

    private static func arguments(_ scene: Scene) -> [String] {
        var arguments = ["-sS", "-C", "-", "--segments", "4", "--limit-rate", "4M", "-o", scene.path, scene.server.url]
        if scene.server.server.isSecure { arguments += ["--cacert", scene.folder.file("authority")] }
        return arguments
    }

    @Test(
        "SIGKILL after each number of changes on the disk up to 50, resumed each time", arguments: [false, true])
    func killed(_ secure: Bool) async throws {
        let scene = try await Scene(.init(length: Self.length), secure: secure)
        var resumes = 0
        for number in 0..<Self.kills {
            if scene.has("file.bin.sockeye") { resumes += 1 }
            let watch = try FolderWatch(scene.folder.path)
            let program = try Program(CommandLineProgram.path, Self.arguments(scene))
            // Early and late ones by turns: 19 and 50 have no common divisor.
            let count = number * 19 % Self.kills
            try await watch.wait(orEndOf: program) { $0 >= count }
            program.kill()
            let outcome = await program.finish()
            #expect(outcome.status == 0 || outcome.status == 128 + SIGKILL, "\(outcome.errorText)")
            if outcome.status == 0 || scene.has("file.bin") {
                // It finished before being killed, perhaps just before its exit; the next one starts from scratch.
                #expect(scene.file == scene.server.bytes)
                #expect(unlink(scene.path) == 0)
            }
        }
        let outcome = try await Program.run(CommandLineProgram.path, Self.arguments(scene), seconds: 120)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(scene.file == scene.server.bytes)
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
        #expect(resumes > Self.kills / 2)
    }
}
