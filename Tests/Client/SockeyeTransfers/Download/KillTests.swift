import Glibc
import SockeyeDigest
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

/// The program built with these tests.
enum CommandLineProgram {
    static let path = builtProgram("sockeye")
}

@Suite("Killed and resumed", .timeLimit(.minutes(3)))
struct KillTests {
    private static let kills = 50
    private static let length = 16_000_000

    private static func arguments(_ scene: Scene) -> [String] {
        var arguments = ["-sS", "-C", "-", "--segments", "4", "--limit-rate", "2M", "-o", scene.path, scene.server.url]
        if scene.server.server.isSecure { arguments += ["--cacert", scene.folder.file("authority")] }
        return arguments
    }

    @Test(
        "SIGKILL at 50 random moments of a segmented download, resumed each time", arguments: [false, true])
    func killed(_ secure: Bool) async throws {
        let scene = try await Scene(.init(length: Self.length), secure: secure)
        let seed = UInt64(time(nil))
        var random = SplitMix(seed)
        var resumes = 0
        for number in 0..<Self.kills {
            let isResumed = scene.has("file.bin.sockeye")
            if isResumed { resumes += 1 }
            let program = try Program(CommandLineProgram.path, Self.arguments(scene))
            // On a busy machine none would live long enough to leave anything to resume.
            if !isResumed, number > 2 {
                try await eventually { scene.has("file.bin.sockeye") || !program.isRunning }
            }
            // The time is random on purpose; no result depends on it.
            try await EventLoop.shared.sleep(until: .after(.milliseconds(random.next(below: 500) + 10)))
            program.kill()
            let outcome = await program.finish()
            #expect(outcome.status == 0 || outcome.status == 128 + SIGKILL, "seed \(seed): \(outcome.errorText)")
            if outcome.status == 0 || scene.has("file.bin") {
                // It finished before being killed, perhaps just before its exit; the next one starts from scratch.
                #expect(scene.file == scene.server.bytes, "seed \(seed)")
                #expect(unlink(scene.path) == 0)
            }
        }
        let outcome = try await Program.run(CommandLineProgram.path, Self.arguments(scene), seconds: 120)
        #expect(outcome.status == 0, "seed \(seed): \(outcome.errorText)")
        #expect(scene.file == scene.server.bytes, "seed \(seed)")
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
        #expect(resumes > Self.kills / 2)
    }
}
