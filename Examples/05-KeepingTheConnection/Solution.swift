import CourseSupport
import SockeyeIO
import SockeyeTesting

extension KeepingTheConnection {
    // snippet.solution
    static func solution() async throws {
        let server = try await LoopbackServer.start()
        let socket = try await Socket.connect(to: server.address)
        let paths = ["/hello", "/status/404", "/sized/20"]

        // All requests at once: this is called pipelining.
        try await socket.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: \(server.authority)\r\n\r\n" }.joined())
        var reader = AnswerReader(socket)
        for path in paths {
            let (statusLine, body) = try await reader.next()
            print("GET \(path): \(statusLine), “\(Wire.drawn(body))”")
        }
        socket.close()
        await server.stop()
    }
    // snippet.end
}
