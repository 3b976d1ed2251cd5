import CourseSupport
import SockeyeIO
import SockeyeTesting

extension ASocket {
    // snippet.solution
    /// Messages end with a line feed; what comes after the last one waits for the rest.
    struct LineReader {
        private var waiting: [UInt8] = []

        /// The messages that `bytes` complete.
        mutating func lines(in bytes: [UInt8]) -> [String] {
            waiting += bytes
            var lines: [String] = []
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: waiting[..<end], as: UTF8.self))
                waiting.removeSubrange(...end)
            }
            return lines
        }
    }

    static func solution() async throws {
        let server = try await LoopbackServer.start(script: [.echoBytes])
        let socket = try await Socket.connect(to: server.address)
        try await socket.send("one\ntwo\nthree\n")
        try socket.shutdownSending()

        var reader = LineReader()
        while true {
            let piece = try await socket.receive(upTo: 5)
            if piece.isEmpty { break }
            print("\(Wire.drawn(piece)) completes \(reader.lines(in: piece))")
        }
        socket.close()
        await server.stop()
    }
    // snippet.end
}
