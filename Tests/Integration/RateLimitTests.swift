import SockeyeTesting
import TestSupport
import Testing

/// `--limit-rate` applies on every path of a body: no run is faster than its limit.
struct RateLimitTests {
    private static let bytes = 150_000

    @Test(
        arguments: [
            ["/sized/"], ["/chunked/"], ["/close-delimited/"], ["-i", "/sized/"], ["-o", "DIR/file", "/range/"],
            ["-o", "DIR/file", "--segments", "3", "/range/"], ["-o", "DIR/file", "/chunked/"],
            ["-o", "DIR/file", "-D", "DIR/heads", "/close-delimited/"], ["--compressed", "-o", "DIR/file", "/sized/"],
            ["-o", "/dev/null", "/sized/"],
        ], [false, true])
    func isNotExceeded(_ line: [String], _ isSecure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: isSecure)
        let folder = try TemporaryFolder()
        if isSecure { try server.writeAuthority(to: folder.file("ca.pem")) }
        let words = line.dropLast().map { $0.replacing("DIR", with: folder.path) }
        let outcome = try await Program.run(
            SideBySide.sockeye,
            ["-sS", "-m", "30", "--limit-rate", "100K", "-w", "%{stderr}%{time_total}"]
                + (isSecure ? ["--cacert", folder.file("ca.pem")] : []) + words
                + [server.url("\(line.last ?? "")\(Self.bytes)")], environment: SideBySide.noProxies)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        // 150,000 bytes at 102,400 per second, less the burst of a fifth of a second.
        let seconds = Double(outcome.errorText) ?? 0
        #expect(seconds > 1.1 && seconds < 20, "\(seconds) s")
        await server.stop()
    }

    /// What a failure says is kept are the bytes that came, although the last segment's are far into the file.
    @Test func theBytesThatAreKeptAreThoseThatCame() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            SideBySide.sockeye,
            ["-sS", "-m", "1", "--limit-rate", "100K", "--segments", "3", "-o", folder.file("file")]
                + [server.url("/range/30000000")], environment: SideBySide.noProxies)
        let count = outcome.errorText.split(separator: "; ").last { $0.contains("bytes are kept") }
            .flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        #expect(outcome.status == 28 && (1...1_000_000).contains(count ?? 0), "\(outcome.errorText)")
        await server.stop()
    }

    /// `-m` ends the pauses too: at 1 KB per second the body would take minutes.
    @Test(arguments: [["/sized/"], ["-o", "DIR/file", "/range/"], ["-o", "/dev/null", "/sized/"]])
    func theTimeLimitHolds(_ line: [String]) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let words = line.dropLast().map { $0.replacing("DIR", with: folder.path) }
        let outcome = try await Program.run(
            SideBySide.sockeye,
            ["-sS", "-m", "0.5", "--limit-rate", "1K", "-w", "%{stderr}%{time_total}"] + words
                + [server.url("\(line.last ?? "")\(Self.bytes)")], environment: SideBySide.noProxies)
        #expect(outcome.status == 28, "\(outcome.errorText)")
        let seconds = outcome.errorText.split(separator: "\n").compactMap { Double($0) }.last ?? 0
        #expect(seconds < 20, "\(outcome.errorText)")
        await server.stop()
    }
}
