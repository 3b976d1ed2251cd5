import SockeyeIO
import SockeyeLoopback
import Testing

/// By when anything in these tests must have happened.
var patience: Deadline { .after(.seconds(30)) }

/// A client that sends exactly what a test tells it to.
struct RawClient {
    let socket: Socket

    init(_ server: LoopbackServer) async throws {
        socket = try await Socket.connect(to: server.address, until: patience)
    }

    func send(_ text: String) async throws {
        try await socket.send(text, until: patience)
    }

    /// Receives up to the end of the connection.
    func receiveToEnd() async throws -> String {
        String(decoding: try await socket.receiveToEnd(until: patience), as: UTF8.self)
    }

    /// Receives until what came ends with `mark`.
    func receive(upTo mark: String) async throws -> String {
        var text = ""
        while !text.hasSuffix(mark) {
            let bytes = try await socket.receive(upTo: 1, until: patience)
            if bytes.isEmpty { return text }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }
}
