import HTTPTypes
import SockeyeClient
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

/// A success is understood before it is a file.
@Suite("Answers that aren't the whole file", .timeLimit(.minutes(1)))
struct PartAnswerTests {
    private static func server(_ status: Int, _ range: String?) async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            var reply = LoopbackReply(status: status, fields: [.init("Content-Length", "5")], body: [.send("01234")])
            if let range { reply.fields.append(.init("Content-Range", range)) }
            if request.method == "HEAD" { reply.body = [] }
            return reply
        }
    }

    private static let answers: [(Int, String?, Bool)] = [
        (206, "bytes 0-4/10", false), (206, "bytes 5-9/10", false), (206, "bytes 0-4/*", false), (206, nil, false),
        (206, "bytes 0-9/10", false), (206, "lines 0-4/5", false), (206, "bytes 0-4/5", true), (226, nil, false),
    ]

    @Test("A download takes all of the file, or nothing", arguments: answers, [(1, false), (1, true), (4, false)])
    func downloads(_ answer: (Int, String?, Bool), _ manner: (Int, Bool)) async throws {
        let server = try await Self.server(answer.0, answer.1)
        let folder = try TemporaryFolder()
        for statuses in [200...200, 200...399, 200...999] {
            var options = DownloadOptions(segments: .fixed(manner.0), existing: .replace)
            (options.acceptedStatuses, options.asksHeadFirst, options.retry) = (statuses, manner.1, .never)
            var (wasTaken, status) = (true, Int?.none)
            do throws(DownloadError) {
                try await HTTPClient().download(server.url("/f"), to: .file(folder.file("f")), options: options)
            } catch {
                wasTaken = false
                if case .refused(_, let code) = error { status = code }
            }
            // Segments ask for ranges, so that the answer is judged as one to them.
            if manner.0 > 1, answer.0 == 206 { continue }
            #expect(wasTaken == answer.2)
            #expect(answer.2 || status == answer.0)
            #expect(((try? folder.read("f")) != nil) == answer.2)
        }
        await server.stop()
    }

    /// "*" doesn't tell where the file ends: it is asked until nothing new comes.
    @Test("Parts of a file of unknown length are put together", arguments: [70_000, 100_000, 1 << 20])
    func unknownLength(limit: Int) async throws {
        let file = BytePattern.bytes(0..<300_000)
        let server = try await LoopbackServer.start { request in
            let first = request["Range"].flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
            let part = first..<min(first + limit, file.count)
            var reply = LoopbackReply.bytes(Array(file[part]), status: 206)
            reply.fields.append(.init("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/*"))
            return reply
        }
        let folder = try TemporaryFolder()
        let options = DownloadOptions(segments: .fixed(4))
        _ = try await HTTPClient().download(server.url("/f"), to: .file(folder.file("f")), options: options)
        #expect(try folder.read("f") == file)
        await server.stop()
    }

    @Test("A part that the caller's own Range asks for is taken", arguments: ["bytes 0-4/10", "bytes 0-4/*"])
    func asked(_ range: String) async throws {
        let (server, folder) = (try await Self.server(206, range), try TemporaryFolder())
        var request = try Request.get(server.url("/f"))
        request.fields[.range] = "bytes=0-4"
        var options = DownloadOptions()
        options.acceptedStatuses = 200...399
        let result = try await HTTPClient().download(request, to: .file(folder.file("f")), options: options)
        #expect(result.byteCount == 5)
        await server.stop()
    }

    @Test(
        "A response in hand is saved only if it is a file",
        arguments: answers + [(200, nil, true), (203, nil, true), (204, nil, false), (205, nil, false)])
    func saved(_ status: Int, _ range: String?, _ isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let fields = range.map { [ReceivedRequest.Field("Content-Range", $0)] } ?? []
        let server = try await LoopbackServer.start { _ in
            let hasBody = status != 204 && status != 205
            return LoopbackReply(
                status: status, fields: fields + [.init("Content-Length", hasBody ? "5" : "0")],
                body: hasBody ? [.send("01234")] : [])
        }
        let wasTaken = try await HTTPClient().perform(.get(server.url("/"))) { response in
            (try? await response.save(to: folder.file("f"))) != nil
        }
        #expect(wasTaken == isFile)
        #expect(((try? folder.read("f")) != nil) == isFile)
        await server.stop()
    }

    @Test("A file of another length than it must have is refused", arguments: [4, 5, 6], [false, true])
    func length(_ expected: Int64, isChunked: Bool) async throws {
        let folder = try TemporaryFolder()
        let framing =
            isChunked ? "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n0\r\n\r\n" : "Content-Length: 5\r\n\r\n01234"
        let server = try await LoopbackServer.start(script: [
            .forEachRequest([.send("HTTP/1.1 200 OK\r\n" + framing)])
        ])
        var options = DownloadOptions()
        options.expectedBytes = expected
        do throws(DownloadError) {
            try await HTTPClient().download(server.url("/"), to: .file(folder.file("f")), options: options)
            #expect(expected == 5)
        } catch {
            #expect("\(error)".contains("5 bytes instead of \(expected)"))
            // A length that is told is known before any byte comes.
            let isKept = try folder.entries().contains { $0.name == "f.part" }
            #expect(isKept == isChunked && "\(error)".contains("kept in") == isChunked, "\(error)")
        }
        #expect(((try? folder.read("f")) != nil) == (expected == 5))
        await server.stop()
    }
}
