import Glibc
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("Uploads killed and resumed", .timeLimit(.minutes(3)))
struct UploadKillTests {
    private static let kills = 24
    private static let length = 6_000_000

    /// Uploads with the program, killing it again and again, then lets it finish. The moments are counted: when the server has
    /// got the bytes of the next twenty-fifth of the file, and in every third run, when it has got the first request.
    @Test(arguments: ResumableProtocol.allCases, [false, true])
    func killed(_ spoken: ResumableProtocol, _ secure: Bool) async throws {
        let service: any LoopbackService = spoken == .tus ? TusService() : DraftUploadService()
        let store = (service as? TusService)?.store ?? (service as? DraftUploadService)?.store
        let server = try await LoopbackServer.start(secure: secure, service: service)
        let folder = try TemporaryFolder()
        let bytes = BytePattern.bytes(0..<Self.length)
        let file = try folder.write("file.bin", String(decoding: bytes, as: UTF8.self))
        var arguments = [
            "-sS", "-T", file, "--limit-rate", "1M", "--resumable=\(spoken.rawValue)", server.url("/files/x"),
        ]
        if secure {
            try server.writeAuthority(to: folder.file("authority"))
            arguments += ["--cacert", folder.file("authority")]
        }
        var resumes = 0
        for number in 0..<Self.kills {
            if (try? folder.read("file.bin.sockeye-upload")) != nil { resumes += 1 }
            let connections = server.acceptedConnections
            let program = try Program(CommandLineProgram.path, arguments)
            if number % 3 == 0 {
                try await server.waitForConnections(connections + 1)
            } else {
                try await store?.waitForBytes(number * (Self.length / (Self.kills + 1)))
            }
            program.kill()
            let outcome = await program.finish()
            #expect(outcome.status == 0 || outcome.status == 128 + SIGKILL, "\(outcome.errorText)")
        }
        arguments.removeAll { $0 == "--limit-rate" || $0 == "1M" }
        let outcome = try await Program.run(CommandLineProgram.path, arguments, seconds: 120)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(store?.finished["/files/x"] == bytes)
        #expect(store?.refusals == [])
        #expect((try? folder.read("file.bin.sockeye-upload")) == nil)
        #expect(resumes > Self.kills / 2)
        await server.stop()
    }
}
