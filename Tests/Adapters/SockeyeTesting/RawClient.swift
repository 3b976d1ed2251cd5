import SockeyeIO
import SockeyeTesting
import Testing

/// The deadline for everything in these tests.
var patience: Deadline { .after(.seconds(30)) }

/// A client that sends exactly what a test passes.
struct RawClient {
    let socket: Socket

    init(_ server: LoopbackServer) async throws {
        socket = try await Socket.connect(to: server.address, until: patience)
    }

    func send(_ text: String) async throws {
        try await socket.send(text, until: patience)
    }

    /// Receives until the connection ends.
    func receiveToEnd() async throws -> String {
        String(decoding: try await socket.receiveToEnd(until: patience), as: UTF8.self)
    }

    /// Receives until the received text ends with `mark`.
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
