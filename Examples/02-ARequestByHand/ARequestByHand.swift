// Lesson 2: a request by hand. HTTP/1.1 is text that you can type.
// Run it:  swift run --package-path Examples Lesson02        (and its exercise:  swift run Lesson02 --solution)

import CourseSupport
import SockeyeIO
import SockeyeTesting

@main
enum ARequestByHand {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        let server = try await LoopbackServer.start()
        let answer = try await exchange("GET", "/hello", with: server)

        // snippet.show
        let (head, body) = split(answer)
        Course.heading("the head: \(head.count) bytes")
        Wire.received(head)
        Course.heading("the body: \(body.count) bytes")
        Wire.received(body)
        // snippet.end

        // snippet.understand
        Course.heading("what a program makes of it")
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        print("version \(words[0]), status \(words[1])")
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            print("\(name) is “\(value)”")
        }
        // snippet.end
        await server.stop()
    }

    // snippet.exchange
    /// Sends a request and receives everything up to the server's end of the connection.
    static func exchange(_ method: String, _ path: String, with server: LoopbackServer) async throws -> [UInt8] {
        let request = """
            \(method) \(path) HTTP/1.1\r
            Host: \(server.authority)\r
            Connection: close\r
            \r

            """
        Course.heading("the request: \(request.utf8.count) bytes")
        Wire.sent(request)

        let socket = try await Socket.connect(to: server.address)
        defer { socket.close() }
        try await socket.send(request)
        return try await socket.receiveToEnd()
    }
    // snippet.end

    // snippet.split
    /// The head with its empty line, and what follows it (RFC 9112 section 2.1).
    static func split(_ answer: [UInt8]) -> (head: [UInt8], body: [UInt8]) {
        let emptyLine = Array("\r\n\r\n".utf8)
        for start in answer.indices where answer[start...].starts(with: emptyLine) {
            let end = start + emptyLine.count
            return (Array(answer[..<end]), Array(answer[end...]))
        }
        return (answer, [])
    }
    // snippet.end
}
