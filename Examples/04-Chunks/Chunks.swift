// Lesson 4: chunks. A body whose length nobody knows yet, with an end that can be checked.
// Run it:  swift run --package-path Examples Lesson04        (and its exercise:  swift run Lesson04 --solution)

import CourseSupport
import Sockeye
import SockeyeIO
import SockeyeTesting

@main
enum Chunks {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.answer
    static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    static let chunks = "4\r\nred \r\n7\r\nsalmon\n\r\n0\r\n\r\n"
    // snippet.end

    static func lesson() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(head + chunks), .close],
                [.awaitRequest, .send(head + "4\r\nred \r\n7\r\nsal"), .close],
                [.awaitRequest, .send(head + "4\r\nred \r\n7\r\nsal"), .close],
            ]))

        Course.heading("the body as it is sent")
        try await decode(server)

        Course.heading("the same body, cut")
        try await decode(server)

        // snippet.client
        Course.heading("the cut body in the client")
        do {
            print(try await HTTPClient().get(server.url("/")).text())
        } catch {
            print(error)
        }
        // snippet.end
        await server.stop()
    }

    // snippet.decode
    /// Receives an answer five bytes at a time, so that no piece ends where a chunk does.
    static func decode(_ server: LoopbackServer) async throws {
        let socket = try await Socket.connect(to: server.address)
        defer { socket.close() }
        try await socket.send("GET / HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n")
        _ = try await socket.receive(upTo: head.utf8.count)

        var decoder = ChunkDecoder()
        while !decoder.isComplete {
            let piece = try await socket.receive(upTo: 5)
            if piece.isEmpty { break }
            let content = try decoder.decode(piece)
            print("← \(column(Wire.drawn(piece))) content “\(Wire.drawn(content))”")
        }
        print(decoder.isComplete ? "complete: the last chunk has come" : "TRUNCATED: the last chunk is missing")
    }
    // snippet.end

    private static func column(_ text: String) -> String {
        text + String(repeating: " ", count: max(0, 6 - text.count))
    }
}
