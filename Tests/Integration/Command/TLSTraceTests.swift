import SockeyeTesting
import TestSupport
import Testing

/// TLS in `-v` and `--trace`, compared with curl.
struct TLSTraceTests {
    private static let url = "https://localhost:PORT/hello"

    /// Every message and record is in curl's order, with its names.
    @Test(arguments: [
        CommandCase("--trace-ascii", "-", url),
        CommandCase("--trace-ascii", "-", "--ciphers", "ECDHE", "-d", "a=b", url),
        CommandCase("--trace-ascii", "-", url, url),
        CommandCase("--trace-ascii", "-", url).secure(.unknownAuthority), CommandCase("-v", "--stderr", "-", url),
        CommandCase("-v", "--stderr", "-", "--tls-max", "1.2", url, url),
    ])
    func messagesAreCurls(_ command: CommandCase) async throws {
        var command = command
        command.isSecure = true
        command.flags = ["-s", "--http1.1", "-4", "--cacert", "ca.pem", "-o", "/dev/null", "-o", "/dev/null"]
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(ours.exitCode == theirs.exitCode)
        #expect(Self.messages(ours) == Self.messages(theirs), "\(ours)\n\(theirs)")
        #expect(Self.messages(ours).count > 5)
    }

    /// The message lines, and the titles of byte dumps without their sizes, some of which vary.
    private static func messages(_ outcome: Outcome) -> [String] {
        outcome.output.split(separator: "\n").compactMap { line in
            // curl doesn't request tickets from TLS 1.2 servers.
            if line.contains("TLSv1.2 (IN), TLS handshake, Newsession Ticket") { return nil }
            if line.contains(" TLSv1.") { return String(line) }
            return line.contains(" SSL data, ") ? String(line.prefix { $0 != "," }) : nil
        }
    }

    /// The bytes are those of the message.
    @Test func bytesAreShown() async throws {
        let command = CommandCase("-s", "--cacert", "ca.pem", "--trace", "-", "-o", "/dev/null", Self.url).secure()
        let trace = try await SideBySide.run(SideBySide.sockeye, command).output
        let hello = try #require(trace.firstRange(of: "(OUT), TLS handshake, Client hello (1):\n=> Send SSL data, "))
        let row = trace[hello.upperBound...].split(separator: "\n").dropFirst().first ?? ""
        // A ClientHello, its length in three bytes, and TLS 1.2 as the legacy version (RFC 8446 section 4.1.2).
        #expect(row.wholeMatch(of: /0000: 01 00 [0-9a-f]{2} [0-9a-f]{2} 03 03 .*/) != nil, "\(row)")
        #expect(trace.contains("=> Send SSL data, 5 bytes (0x5)\n0000: 16 03 01"), "the record's header")
    }
}
