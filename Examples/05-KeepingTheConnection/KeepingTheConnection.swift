// Lesson 5: keeping the connection. Many answers on one stream, and what happens when it dies.
// Run it:  swift run --package-path Examples Lesson05        (and its exercise:  swift run Lesson05 --solution)

import CourseSupport
import Sockeye
import SockeyeIO
import SockeyeTesting

@main
enum KeepingTheConnection {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        // snippet.by-hand
        Course.heading("two requests by hand")
        let server = try await LoopbackServer.start()
        let socket = try await Socket.connect(to: server.address)
        var reader = AnswerReader(socket)
        for path in ["/hello", "/status/404"] {
            try await socket.send("GET \(path) HTTP/1.1\r\nHost: \(server.authority)\r\n\r\n")
            let (statusLine, body) = try await reader.next()
            print("GET \(path): \(statusLine), \(body.count) bytes")
        }
        socket.close()
        print("connections: \(server.acceptedConnections)")
        // snippet.end

        // snippet.client
        Course.heading("two requests with the client")
        let client = HTTPClient()
        for path in ["/hello", "/status/404"] {
            let reply = try await client.send(.get(server.url(path)), observer: WirePrinter())
            print("\(reply.status.code), \(reply.body.count) bytes")
        }
        // snippet.end
        await server.stop()

        try await stale()
    }

    // snippet.stale
    /// The server answers once, reads the second request, and hangs up without a word.
    static func stale() async throws {
        let answer = Step.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes")
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, answer, .awaitRequest, .cut],
                [.awaitRequest, answer, .awaitRequest, .cut],
            ]))
        let client = HTTPClient()

        Course.heading("the connection dies under a GET")
        for _ in 1...2 {
            let reply = try await client.send(.get(server.url("/")), observer: WirePrinter())
            print(reply.text())
        }

        Course.heading("the connection dies under a POST")
        do {
            let request = try Request.post(server.url("/order"), body: .text("one salmon"))
            print(try await client.send(request, observer: WirePrinter()).text())
        } catch {
            print(error)
        }
        await server.stop()
    }
    // snippet.end
}
