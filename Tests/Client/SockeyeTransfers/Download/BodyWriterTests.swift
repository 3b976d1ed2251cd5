import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Writing a body")
struct BodyWriterTests {
    @Test("If the end moves on after bytes behind it were dropped, no later ones take their place")
    func movedEnd() async throws {
        let more = Gate()
        // Chunked, so that the bytes come through this process.
        let server = try await LoopbackServer.start(
            script: Script([
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n"),
                .pause(until: more), .send("5\r\nabcde\r\n0\r\n\r\n"), .close,
            ]))
        let folder = try TemporaryFolder()
        let partial = try PartialFile(of: folder.file("f"), replacesExisting: true)
        let (client, cursor) = (HTTPClient(), SegmentCursor(0..<4))
        try await client.perform(.get(server.url("/"))) { response in
            let nothing = OverlapCheck(
                partial.file, Seams(), lead: .init(range: 0..<0, isWritten: true), trail: 0..<0)
            var writer = BodyWriter(
                partial, cursor, nothing, digest: nil, limits: .init(reserves: false, isDurable: false),
                on: client.eventLoop)
            // As the round does when it leaves the rest of the file to one stream.
            while try await writer.writeNext(response.body) {
                cursor.end = 20
                more.open()
            }
        }
        #expect(cursor.position == 4)
        #expect(try partial.file.read(20, at: 0) == Array("0123".utf8))
        await server.stop()
    }
}
