import HTTPTypes
import Sockeye
import SockeyeTesting
import Testing

/// Coded bodies over a connection.
struct CodedBodyTests {
    private static let plain = BytePattern.bytes(0..<200_000)

    private static func reply(_ coding: String, _ coded: [UInt8]) -> LoopbackReply {
        LoopbackReply(
            fields: [.init("Content-Encoding", coding), .init("Content-Length", "\(coded.count)")],
            body: [.sendBytes(coded)])
    }

    private static let coded = ["gzip": Compressed.gzip(plain), "deflate": Compressed.zlib(plain), "identity": plain]

    @Test(arguments: coded.keys.sorted())
    func decodedWhenAsked(_ coding: String) async throws {
        let coded = try #require(Self.coded[coding])
        let server = try await LoopbackServer.start { _ in Self.reply(coding, coded) }
        var request = try Request.get(server.url())
        #expect(try await HTTPClient().send(request).body == coded)
        #expect(server.receivedRequests.last?["Accept-Encoding"] == nil)
        request.coding = .compressed
        #expect(try await HTTPClient().send(request).body == Self.plain)
        // The order of curl.
        let all = ["deflate", "gzip", "br", "zstd"].filter { ContentCoding(name: $0) != nil }
        #expect(server.receivedRequests.last?["Accept-Encoding"] == all.joined(separator: ", "))
        let counts = try await HTTPClient().perform(request) { response in
            var all: [UInt8] = []
            for try await piece in response.body { all += piece }
            #expect(all == Self.plain)
            return (response.body.receivedByteCount, response.body.decodedByteCount)
        }
        #expect(counts.0 == Int64(coded.count))
        #expect(counts.1 == Int64(Self.plain.count))
        await server.stop()
    }

    @Test func errorsNameTheCoding() async throws {
        let cut = Array(Compressed.gzip(Self.plain).dropLast(3))
        let server = MemoryServer { _ in Self.reply("gzip", cut) }
        var request = try Request.get(server.url())
        request.coding = .compressed
        await #expect {
            try await HTTPClient(over: server).send(request)
        } throws: {
            ($0 as? HTTPClientError)?.cause == .coding(.truncated(.gzip))
        }
    }

    @Test func transferCodingIsAlwaysUndone() async throws {
        let coded = Compressed.gzip(Array("hello".utf8))
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
        let steps: [Step] = [
            .awaitRequest, .send(head), .send(String(coded.count, radix: 16) + "\r\n"), .sendBytes(coded),
            .send("\r\n0\r\n\r\n"), .close,
        ]
        let server = MemoryServer(script: Script(steps))
        var request = try Request.get(server.url())
        request.coding = CodingOptions(offersTransferCoding: true)
        #expect(try await HTTPClient(over: server).send(request).text() == "hello")
        #expect(server.receivedRequests.last?["TE"] == "gzip")
        #expect(server.receivedRequests.last?["Connection"] == "TE")
        request.coding = CodingOptions(keepsWireForm: true)
        let wire = try await HTTPClient(over: server).send(request).body
        #expect(wire == Array((String(coded.count, radix: 16) + "\r\n").utf8) + coded + Array("\r\n0\r\n\r\n".utf8))
    }

    private static let word = Array("hello".utf8)

    /// Fields, the body's bytes, whether they are sent in one chunk, and the result.
    private static let transferCases: [(fields: String, body: [UInt8], isChunked: Bool, expected: [UInt8]?)] = [
        ("Transfer-Encoding: gzip", Compressed.gzip(word), false, word),
        ("Transfer-Encoding: gzip", Array(Compressed.gzip(word).dropLast()), false, nil),
        ("Transfer-Encoding: x-gzip, chunked", Compressed.gzip(word), true, word),
        ("Transfer-Encoding: deflate, gzip, chunked", Compressed.gzip(Compressed.zlib(word)), true, word),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", Compressed.gzip(word), true, word),
        ("Transfer-Encoding: identity, chunked", word, true, word),
        ("Transfer-Encoding: gzip, chunked", Compressed.gzip(word) + [0], true, nil),
        ("Transfer-Encoding: gzip, chunked", Array(Compressed.gzip(word).dropLast(4)), true, nil),
        ("Transfer-Encoding: gzip, chunked", word, true, nil), ("Transfer-Encoding: lzw, chunked", word, true, nil),
        // Both codings at once; the content coding stays on unless requested.
        (
            "Content-Encoding: gzip\r\nTransfer-Encoding: gzip, chunked", Compressed.gzip(Compressed.gzip(word)), true,
            Compressed.gzip(word)
        ),
    ]

    /// RFC 9112 section 7: transfer codings are decoded, whatever was requested, or the body is refused.
    @Test(arguments: transferCases.indices)
    func transferCodings(_ index: Int) async throws {
        let (fields, body, isChunked, expected) = Self.transferCases[index]
        let chunk = isChunked ? String(body.count, radix: 16) + "\r\n" : ""
        let end = isChunked ? "\r\n0\r\n\r\n" : ""
        let server = MemoryServer(
            script: Script([
                .awaitRequest, .send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(chunk)"), .sendBytes(body), .send(end),
                .close,
            ]))
        do {
            let reply = try await HTTPClient(over: server).get(server.url())
            #expect(reply.body == expected, "\(fields)")
        } catch {
            #expect(expected == nil, "\(fields): \(error)")
            guard case .coding = error.cause else {
                Issue.record("a coding error is expected: \(error)")
                return
            }
        }
    }

    @Test func headHasNothingToDecode() async throws {
        let server = MemoryServer { _ in Self.reply("gzip", Compressed.gzip(Self.plain)) }
        var request = try Request.head(server.url())
        request.coding = .compressed
        #expect(try await HTTPClient(over: server).send(request).body == [])
    }
}
