import SockeyeClient
import SockeyeDoctor
import SockeyeTesting
import Testing

/// Bodies longer than what is compared: what the doctor says of the rest, and that it finds a cut there if it reads on.
struct WholeBodyTests {
    private static let content = BytePattern.bytes(0..<200_000)

    /// The content as gzip (RFC 1952) in stored blocks (RFC 1951 section 3.2.4), without its end.
    private static var cutGzip: [UInt8] {
        var bytes: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3]
        for start in stride(from: 0, to: content.count, by: 50_000) {
            bytes += [0, 0x50, 0xC3, 0xAF, 0x3C] + content[start..<start + 50_000]
        }
        return bytes
    }

    enum Server: CaseIterable, Sendable {
        case good, cut, cutGzip

        func reply(to request: ReceivedRequest) -> LoopbackReply {
            var reply = LoopbackReply.bytes(WholeBodyTests.content)
            if self == .cut { reply.fields = [.init("Content-Length", "\(WholeBodyTests.content.count + 100)")] }
            if self == .cutGzip, request.has("gzip", in: "Accept-Encoding") {
                reply = .bytes(WholeBodyTests.cutGzip)
                reply.fields.append(.init("Content-Encoding", "gzip"))
            }
            reply.closes = true
            return reply
        }
    }

    @Test(arguments: Server.allCases, [false, true])
    func bodies(_ kind: Server, _ isWhole: Bool) async throws {
        let server = try await LoopbackServer.start { kind.reply(to: $0) }
        var options = Doctor.Options()
        options.readsWholeBodies = isWhole
        let report = await Doctor(client: HTTPClient(), options: options).examine(try .get(server.url("/")))
        let answer = report.findings.filter { $0.check == .answer }
        let compression = report.findings.filter { $0.check == .compression }
        #expect(answer.first?.text.contains("the first 64 KiB were read (--doctor-whole") == !isWhole, "\(answer)")
        let isCut = isWhole && kind == .cut
        #expect(answer.contains { $0.verdict == .fault && $0.text.contains("broke off") } == isCut, "\(answer)")
        let isCutGzip = isWhole && kind == .cutGzip
        #expect(
            compression.contains { $0.verdict == .fault && $0.advice?.contains("end too early") == true } == isCutGzip,
            "\(compression)")
        await server.stop()
    }
}
