// Lesson 1: a socket. Bytes in order, an end, and nothing else.
// Run it:  swift run --package-path Examples Lesson01        (and its exercise:  swift run Lesson01 --solution)

import CourseSupport
import SockeyeIO
import SockeyeTesting

@main
enum ASocket {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        // snippet.server
        let server = try await LoopbackServer.start(script: [.echoBytes])
        // snippet.end

        // snippet.connect
        Course.heading("names become addresses: getaddrinfo(3)")
        let addresses = try await Resolver.addresses(of: "localhost", port: server.port, family: .ipv4)
        guard let address = addresses.first else { return }
        print("localhost is \(address)")

        Course.heading("a connection: socket(2), connect(2)")
        let socket = try await Socket.connect(to: address)
        print("connected to \(address)")
        // snippet.end

        // snippet.send
        Course.heading("bytes out: send(2)")
        try await socket.send("Hello, socket!")
        Wire.sent("Hello, socket!")
        // snippet.end

        // snippet.receive
        Course.heading("bytes in: recv(2), at most five at a time")
        for _ in 1...3 {
            let piece = try await socket.receive(upTo: 5)
            Wire.received(piece)
        }
        // snippet.end

        // snippet.end-of-stream
        Course.heading("the end: shutdown(2), and recv(2) returns nothing")
        try socket.shutdownSending()
        let nothing = try await socket.receive()
        print("received \(nothing.count) bytes: the other side has ended too")
        socket.close()
        // snippet.end
        await server.stop()
    }
}
