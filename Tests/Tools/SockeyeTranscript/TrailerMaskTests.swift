import SockeyeClient
import SockeyeParsers
import SockeyeURL
import Testing

@testable import SockeyeTranscript

/// Bodies that a proxy keeps as they came, with their trailers.
struct TrailerMaskTests {
    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n"
    private static let body = "5\r\nid=ab\r\n0\r\nSet-Cookie: id=secret; Path=/\r\nX-Api-Key: key\r\n\r\n"
    private static let masked = "5\r\nid=ab\r\n0\r\nSet-Cookie: id=******; Path=/\r\nX-Api-Key: ***\r\n\r\n"

    private static func record(_ pieces: [Transcript.Piece], masksSecrets: Bool = true) -> [String] {
        let attempt = Transcript.AttemptRecord(
            id: 0, method: "GET", url: "http://h/", time: Transcript.Times(start: 0, end: 1),
            outcome: Transcript.Outcome(status: 200), pieces: pieces)
        let record = Transcript.Record(
            started: Timestamp(seconds: 0, nanoseconds: 0), attempts: [attempt], masksSecrets: masksSecrets)
        return record.attempts[0].wire.pieces.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("Secrets in trailers are masked, in either direction and however the body is cut", arguments: [false, true])
    func trailers(isSent: Bool) {
        let (headKind, bodyKind): (Transcript.Piece.Kind, Transcript.Piece.Kind) =
            isSent ? (.sentHead, .sentBody) : (.receivedHead, .receivedBody)
        let bytes = Array(Self.body.utf8)
        for length in [1, 7, 20, bytes.count] {
            let cut = stride(from: 0, to: bytes.count, by: length).map { start in
                Transcript.Piece(bodyKind, at: 0, Array(bytes[start..<min(start + length, bytes.count)]))
            }
            let pieces = [Transcript.Piece(headKind, at: 0, Array(Self.head.utf8))] + cut
            let shown = Self.record(pieces).dropFirst().joined()
            // What could still become a secret counts as one, so the names in small pieces may be masked too.
            #expect(length < 20 || shown == Self.masked, "\(shown)")
            #expect(!shown.contains("secret") && !shown.contains("key\r") && shown.hasPrefix("5\r\nid=ab"), "\(shown)")
            #expect(Self.record(pieces, masksSecrets: false).dropFirst().joined() == Self.body)
        }
    }

    @Test("So are they as a client sends them", arguments: [false, true])
    func sentTrailers(keepsSecrets: Bool) throws {
        let body = Array("3\r\nabc\r\n0\r\nX-Token: secret\r\n\r\n".utf8)
        for length in [1, 7, body.count] {
            let transcript = Transcript(keepsSecrets: keepsSecrets)
            let observer = try #require(transcript.begin(Request(url: try HTTPURL("http://h/"))).observer)
            let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            observer.observe(head.utf8.span.bytes, of: .sentHead)
            for start in stride(from: 0, to: body.count, by: length) {
                let piece = Array(body[start..<min(start + length, body.count)])
                observer.observe(piece.span.bytes, of: .sentBody)
            }
            let wire = try #require(transcript.record.attempts.first).wire
            let shown = String(decoding: wire.pieces.dropFirst().flatMap(\.bytes), as: UTF8.self)
            #expect(shown.contains("secret") == keepsSecrets && shown.hasPrefix("3\r\nabc\r\n0\r\n"), "\(shown)")
            #expect(shown.utf8.count == body.count && wire.hasWholeRequestBody)
        }
    }

    @Test("The same octets in a body without chunks aren't trailers")
    func plainBody() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 70\r\n\r\n"
        let pieces = [
            Transcript.Piece(.receivedHead, at: 0, Array(head.utf8)),
            Transcript.Piece(.receivedBody, at: 0, Array(Self.body.utf8)),
        ]
        #expect(Self.record(pieces).last == Self.body)
    }
}
