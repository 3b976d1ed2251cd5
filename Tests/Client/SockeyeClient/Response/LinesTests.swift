import SockeyeClient
import SockeyeTesting
import Testing

struct LinesTests {
    /// Each body is sent whole and byte by byte.
    @Test(
        arguments: [
            ("", [], nil), ("\n", [""], nil), ("a", ["a"], nil), ("a\n", ["a"], nil),
            ("a\r\nb\n\nc", ["a", "b", "", "c"], nil),
            ("a\rb\r\n\r\n", ["a\rb", ""], nil), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"], nil),
            ("zwölf\n张三", ["zwölf", "张三"], nil), ("\r\n\r", ["", "\r"], nil),
            ("a\nb", ["a", "b"], "text/plain; charset=nonsense"),
        ] as [(String, [String], String?)])
    func linesAreSplit(_ text: String, _ expected: [String], _ type: String?) async throws {
        for inBytes in [false, true] {
            #expect(try await Self.lines(of: Array(text.utf8), type, inBytes: inBytes) == expected)
        }
    }

    @Test(
        arguments: [
            ([0x63, 0xE9, 0x0A, 0xE9], ["cé", "é"], "text/plain; charset=latin1"),
            ([0xD5, 0xC5, 0x0A, 0xC8, 0xFD], ["张", "三"], "text/plain; charset=gbk"),
            ([0x61, 0xFF, 0x0A, 0x62], ["a\u{FFFD}", "b"], "text/plain"),
        ] as [([UInt8], [String], String)])
    func theCharsetIsObeyed(_ bytes: [UInt8], _ expected: [String], _ type: String) async throws {
        for inBytes in [false, true] {
            #expect(try await Self.lines(of: bytes, type, inBytes: inBytes) == expected)
        }
    }

    private static func lines(of bytes: [UInt8], _ type: String?, inBytes: Bool) async throws -> [String] {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                fields: [.init("Content-Length", "\(bytes.count)")] + (type.map { [.init("Content-Type", $0)] } ?? []),
                body: inBytes ? bytes.map { .sendBytes([$0]) } : [.sendBytes(bytes)])
        }
        var lines: [String] = []
        try await HTTPClient(trusting: server).perform(.get(server.url("/"))) { response in
            for try await line in response.lines { lines.append(line) }
        }
        await server.stop()
        return lines
    }

    /// A line comes as soon as it has ended, and a cut body is an error behind its last whole line.
    @Test func aCutBodyIsAnError() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply(fields: [.init("Content-Length", "10")], body: [.send("a\nb")])
            reply.closes = true
            return reply
        }
        var lines: [String] = []
        _ = try await failure {
            try await HTTPClient(trusting: server).perform(.get(server.url("/"))) { response in
                for try await line in response.lines { lines.append(line) }
            }
        }
        #expect(lines == ["a"])
        await server.stop()
    }
}
