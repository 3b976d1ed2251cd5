import SockeyeIO
import SockeyeTesting
import SockeyeTransport
import TestSupport
import Testing

/// Each fault as it appears on the wire, to a client that sends and reads bytes.
struct FaultTests {
    /// What the server sends in answer to one request, up to the connection's end, and whether that was a reset.
    private func answer(_ path: String, _ lines: String = "", until deadline: Deadline = patience) async throws -> Wire
    {
        let server = try await FaultServer.start()
        let wire = try await Self.ask(server, path, lines, until: deadline)
        await server.stop()
        return wire
    }

    private struct Wire {
        var bytes: [UInt8] = []
        var pieces = 0
        var isReset = false
        var isOpen = false

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// What follows the first empty line.
        var body: String {
            text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
        }
    }

    private static func ask(
        _ server: FaultServer, _ path: String, _ lines: String, until deadline: Deadline
    ) async throws -> Wire {
        let socket = try await Socket.connect(host: "127.0.0.1", port: server.port, until: patience)
        try await socket.send("GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(lines)\r\n", until: patience)
        var wire = Wire()
        do throws(IOError) {
            while true {
                let bytes = try await socket.receive(until: deadline)
                if bytes.isEmpty { break }
                wire.bytes += bytes
                wire.pieces += 1
            }
        } catch .timedOut {
            wire.isOpen = true
        } catch {
            wire.isReset = true
        }
        socket.close()
        return wire
    }

    private static func pattern(_ range: Range<Int>) -> String {
        String(decoding: BytePattern.bytes(range), as: UTF8.self)
    }

    @Test func noReply() async throws {
        #expect(try await answer("/fault/no-reply/hello").bytes.isEmpty)
    }

    @Test func truncates() async throws {
        let wire = try await answer("/fault/truncate=10/sized/100")
        #expect(wire.text.contains("Content-Length: 100\r\n"))
        #expect(wire.body == Self.pattern(0..<10))
    }

    @Test func leavesAShorterBodyWhole() async throws {
        #expect(try await answer("/fault/truncate=100/sized/100").body == Self.pattern(0..<100))
    }

    @Test func cutsOnlyTheFirst() async throws {
        let server = try await FaultServer.start()
        for expected in [Self.pattern(0..<10), Self.pattern(0..<100)] {
            let wire = try await Self.ask(server, "/fault/first-cut=10/sized/100", "", until: patience)
            #expect(wire.body == expected)
        }
        await server.stop()
    }

    @Test func cutsAChunk() async throws {
        let wire = try await answer("/fault/chunk-cut=10/sized/100")
        #expect(wire.text.contains("Transfer-Encoding: chunked\r\n") && !wire.text.contains("Content-Length"))
        #expect(wire.body == "64\r\n" + Self.pattern(0..<10))
    }

    @Test func cutsBeforeTheLastChunk() async throws {
        #expect(try await answer("/fault/chunk-cut=10/sized/3").body == "3\r\n\(Self.pattern(0..<3))\r\n")
    }

    @Test(arguments: [("length-over=7", "Content-Length: 107\r\n"), ("length-under=7", "Content-Length: 93\r\n")])
    func liesAboutTheLength(_ fault: String, _ line: String) async throws {
        let wire = try await answer("/fault/\(fault)/sized/100")
        #expect(wire.text.contains(line))
        #expect(wire.body == Self.pattern(0..<100))
    }

    @Test func endsLinesBadly() async throws {
        let wire = try await answer("/fault/bare-lf/hello")
        #expect(wire.text.hasPrefix("HTTP/1.1 200 OK\n") && !wire.text.contains("\r"))
    }

    @Test func sendsInterimResponses() async throws {
        let text = try await answer("/fault/interim=1234/hello").text
        #expect(text.split(separator: "HTTP/1.1 103 Early Hints\r\n").count == 1234)
        #expect(text.hasSuffix("server.\n"))
    }

    @Test func endlessHead() async throws {
        let wire = try await answer("/fault/endless-head/hello")
        #expect(wire.bytes.count > 60_000_000 && wire.text.firstRange(of: "\r\n\r\n") == nil)
    }

    @Test func redirectsForEver() async throws {
        #expect(try await answer("/fault/redirect-loop/x").text.contains("Location: /fault/redirect-loop/x\r\n"))
    }

    @Test func staysOpenWhenItStalls() async throws {
        let wire = try await answer("/fault/stall=10/sized/100", until: .after(.seconds(1)))
        #expect(wire.isOpen && wire.body == Self.pattern(0..<10))
    }

    @Test func resets() async throws {
        let wire = try await answer("/fault/reset=10/sized/100")
        #expect(wire.isReset && wire.body == Self.pattern(0..<10))
    }

    @Test func closesStale() async throws {
        let server = try await FaultServer.start()
        let socket = try await Socket.connect(host: "127.0.0.1", port: server.port, until: patience)
        try await socket.send("GET /fault/stale/sized/3 HTTP/1.1\r\nHost: h\r\n\r\n", until: patience)
        var text = ""
        while !text.hasSuffix("\r\n\r\n\(Self.pattern(0..<3))") {
            text += String(decoding: try await socket.receive(upTo: 1, until: patience), as: UTF8.self)
        }
        #expect(!text.contains("Connection: close"))
        try await socket.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n", until: patience)
        #expect((try? await socket.receive(until: patience)) ?? [] == [])
        socket.close()
        await server.stop()
    }

    @Test(arguments: [
        ("ignore-range", "HTTP/1.1 200 OK\r\n", 0..<100),
        ("wrong-range=10", "Content-Range: bytes 40-99/100\r\n", 40..<100),
        ("none", "Content-Range: bytes 50-99/100\r\n", 50..<100),
    ])
    func ranges(_ fault: String, _ line: String, _ body: Range<Int>) async throws {
        let wire = try await answer("/fault/\(fault)/range/100", "Range: bytes=50-\r\n")
        #expect(wire.text.contains(line) && wire.body == Self.pattern(body))
    }

    @Test func becomesAnotherFile() async throws {
        let server = try await FaultServer.start()
        let path = "/fault/other-etag=10/range/100"
        let first = try await Self.ask(server, path, "", until: patience)
        #expect(first.text.contains("ETag: \"sockeye-100\"\r\n") && first.body == Self.pattern(0..<10))
        let second = Self.pattern(LoopbackFile.offsets(0..<100, edition: 1))
        // A condition on the first file gives the whole second one; without it, a part.
        let guarded = try await Self.ask(
            server, path, "Range: bytes=10-\r\nIf-Range: \"sockeye-100\"\r\n", until: patience)
        #expect(guarded.text.contains("ETag: \"sockeye-100-1\"\r\n") && guarded.body == second)
        let careless = try await Self.ask(server, path, "Range: bytes=10-\r\n", until: patience)
        #expect(careless.text.hasPrefix("HTTP/1.1 206 ") && careless.body == String(second.dropFirst(10)))
        await server.stop()
    }

    /// The pauses are the least time that all can take: how the kernel joins the pieces is nobody's choice.
    @Test(arguments: [("split=50", 20), ("drip=1", 1000), ("rate=5000", 200), ("drip=1,split=50", 20)])
    func slowsDown(_ fault: String, _ milliseconds: Int) async throws {
        let start = ContinuousClock.now
        let wire = try await answer("/fault/\(fault)/sized/1000")
        #expect(wire.body == Self.pattern(0..<1000))
        #expect(.now - start >= .milliseconds(milliseconds))
    }

    @Test func gzipLacksItsEnd() async throws {
        let wire = try await answer("/fault/gzip-cut=20/sized/5000", "Accept-Encoding: gzip\r\n")
        #expect(wire.text.contains("Content-Encoding: gzip\r\n"))
        let start = wire.bytes.indices.first { wire.bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? 0
        let unpacked = try await Program.run("/bin/gzip", ["-dc"], input: Array(wire.bytes[(start + 4)...]))
        #expect(unpacked.status != 0 && !unpacked.output.isEmpty)
        #expect(BytePattern.bytes(0..<5000).starts(with: unpacked.output))
        let plain = try await answer("/fault/gzip-cut=20/sized/5000")
        #expect(plain.body == Self.pattern(0..<5000))
    }

    @Test(arguments: [
        ("tls", 0), ("tls-expired", 60), ("tls-wrong-host", 60), ("tls-untrusted", 60), ("tls-cut", 35),
        ("tls-old", 35),
    ])
    func faultsOfTLS(_ fault: String, _ status: Int32) async throws {
        let server = try await FaultServer.start()
        let folder = try TemporaryFolder()
        try await server.writeAuthority(to: folder.file("ca.pem"))
        let outcome = try await Program.run(
            "/usr/bin/curl",
            [
                "-sS", "-L", "--noproxy", "*", "--cacert", folder.file("ca.pem"),
                server.url("/fault/\(fault),none/hello"),
            ])
        #expect(outcome.status == status, "\(outcome.errorText)")
        await server.stop()
    }

    @Test(arguments: [
        "nosuch", "truncate=x", "truncate=-1", "truncate=", "stale=1", "split=0", "", "rate=99999999999999999999",
        "rate=0", String(repeating: "none,", count: 100) + "none",
    ])
    func refusesMistakes(_ text: String) async throws {
        #expect(throws: Fault.Mistake.self) { try Fault.list(parsing: text) }
        #expect(try await answer("/fault/\(text)/hello").text.hasPrefix("HTTP/1.1 404 "))
    }

    @Test(arguments: [(FaultKind.rate, 1), (.split, 1), (.drip, 0), (.truncate, 0), (.interim, 0)])
    func amountsHaveALeast(_ kind: FaultKind, _ least: Int) {
        #expect([Int.min, -1, 0].map { Fault(kind, $0).amount } == [least, least, least])
    }

    @Test func everyFaultCanBeWritten() throws {
        for kind in FaultKind.allCases {
            #expect(try Fault.list(parsing: Fault(kind).description) == [Fault(kind)])
            #expect(FaultList.text.contains("\(kind.name)") || kind == .none)
        }
    }

    @Test func spoilsAllAnswers() async throws {
        let server = try await FaultServer.start(faults: [Fault(.truncate, 5), Fault(.bareLF)])
        let wire = try await Self.ask(server, "/hello", "", until: patience)
        #expect(wire.text.hasSuffix("\n\nHello"))
        await server.stop()
    }
}
