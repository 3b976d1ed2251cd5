// Lesson 11: uploads and multipart. Bodies in the other direction.
// Run it:  swift run --package-path Examples Lesson11        (and its exercise:  swift run Lesson11 --solution)

import CourseSupport
import Sockeye
import SockeyeTesting

@main
enum UploadsAndMultipart {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()

        // snippet.form
        Course.heading("a form without files")
        let form: Form = ["fish": "red salmon", "note": "50% off & fresh", "城": "北京"]
        _ = try await client.send(.post(server.url("/hello"), form: form), observer: SentPrinter())
        // snippet.end

        // snippet.multipart
        Course.heading("a form with a file")
        var parts: MultipartForm = [
            .field("fish", "red salmon"),
            .bytes("photo", Array("not really a picture".utf8), fileName: "a \"b\".png", contentType: "image/png"),
        ]
        parts.boundary = "----salmon"
        _ = try await client.send(.post(server.url("/hello"), multipart: parts), observer: SentPrinter())
        // snippet.end

        // snippet.stream
        Course.heading("a body of unknown length")
        let pieces = AsyncThrowingStream<[UInt8], any Error> { pieces in
            for piece in ["red ", "salmon"] { pieces.yield(Array(piece.utf8)) }
            pieces.finish()
        }
        _ = try await client.send(.post(server.url("/hello"), body: .stream(pieces)), observer: SentPrinter())
        // snippet.end

        // snippet.expect
        for path in ["/continue", "/continue/413"] {
            Course.heading("asking first: \(path)")
            var request = try Request.put(server.url(path), body: .text("one salmon"))
            request.expectsContinue = true
            let (status, sent) = try await client.perform(request, observer: WirePrinter(bodies: true)) { response in
                (response.status.code, response.requestBodyBytesSent)
            }
            print("\(status), \(sent) bytes of body sent")
        }
        // snippet.end
        await server.stop()
    }
}

// snippet.printer
/// Prints only what the client sends.
struct SentPrinter: ExchangeObserver {
    var interests: ClientEvent.Interests { .bytes }

    func observe(_ event: ClientEvent) {}

    func observe(_ bytes: RawSpan, of part: WirePart) {
        guard part == .sentHead || part == .sentBody else { return }
        // SAFETY: the bytes are copied before the buffer's scope ends.
        Wire.sent(bytes.withUnsafeBytes { Array($0) })
    }
}
// snippet.end
