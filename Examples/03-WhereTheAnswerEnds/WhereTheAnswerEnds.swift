// Lesson 3: where the answer ends. The rule that keeps a cut file from passing for a whole one.
// Run it:  swift run --package-path Examples Lesson03        (and its exercise:  swift run Lesson03 --solution)

import CourseSupport
import Sockeye
import SockeyeIO
import SockeyeTesting

@main
enum WhereTheAnswerEnds {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.rule
    /// How long a body is (RFC 9112 section 6.3), without the cases of lessons 4 and 5.
    enum BodyEnd: Equatable {
        case none
        case after(Int)
        case withTheConnection
        case invalid(String)
    }

    static func bodyEnd(of head: Head, answering method: String) -> BodyEnd {
        // 1. HEAD, 1xx, 204 and 304: the head is all there is.
        if method == "HEAD" || (100...199).contains(head.status) || head.status == 204 || head.status == 304 {
            return .none
        }
        // 6. A length: exactly so many bytes, or the answer is incomplete.
        if let length = head.value("content-length") {
            guard length.allSatisfy(\.isASCIIDigit), let count = Int(length) else {
                return .invalid("“\(length)” is not a length")
            }
            return .after(count)
        }
        // 8. Neither: everything until the server closes.
        return .withTheConnection
    }
    // snippet.end

    // snippet.fetch
    /// Fetches from a server that sends `answer` and closes, and says what it got.
    static func fetch(_ answer: String, method: String = "GET") async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(answer), .close])
        let socket = try await Socket.connect(to: server.address)
        defer { socket.close() }
        try await socket.send("\(method) / HTTP/1.1\r\nHost: \(server.authority)\r\n\r\n")
        let bytes = try await socket.receiveToEnd()
        Wire.received(bytes)

        let (head, body) = Head.split(bytes)
        switch bodyEnd(of: head, answering: method) {
        case .none: print("no body, by rule")
        case .after(let count) where body.count < count: print("TRUNCATED: \(body.count) of \(count) bytes")
        case .after(let count): print("complete: \(count) bytes")
        case .withTheConnection: print("\(body.count) bytes, and no way to know whether that is all")
        case .invalid(let reason): print("REFUSED: \(reason)")
        }
        await server.stop()
    }
    // snippet.end

    static func lesson() async throws {
        // snippet.cases
        Course.heading("a length, and as many bytes")
        try await fetch("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nred salmon\r\n")

        Course.heading("a length, and fewer bytes")
        try await fetch("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nred sal")

        Course.heading("no length")
        try await fetch("HTTP/1.1 200 OK\r\n\r\nred sal")

        Course.heading("a status without body")
        try await fetch("HTTP/1.1 204 No Content\r\n\r\n")

        Course.heading("an answer to HEAD")
        try await fetch("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", method: "HEAD")

        Course.heading("an invalid length")
        try await fetch("HTTP/1.1 200 OK\r\nContent-Length: +12\r\n\r\nred salmon\r\n")
        // snippet.end

        // snippet.client
        Course.heading("the same rule in the client")
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nred sal"), .close])
        do {
            let reply = try await HTTPClient().get(server.url("/"))
            print("got \(reply.body.count) bytes")
        } catch {
            print(error)
        }
        // snippet.end
        await server.stop()
    }
}
