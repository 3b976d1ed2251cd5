internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS

/// An accepted connection: its unread bytes, and the ways to read and send.
///
/// ```
///   receive ──→ unread bytes ──→ head · body · raw bytes        (+Reading)
///   steps ────→ send                                            (+Script)
///   routes ───→ reply ──→ steps                                 (+Serving)
/// ```
///
/// Belongs to the one task that serves it.
final class ServerConnection {
    /// How to end a connection.
    enum Ending {
        case orderly, cut, reset
    }

    /// State shared by all connections of a server.
    struct Shared: Sendable {
        let configuration: LoopbackConfiguration
        let loop: EventLoop
        let script: Script?
        let handler: LoopbackHandler?
        let service: (any LoopbackService)?
        let log: Watched<ServerLog>
        let live: LiveConnections
    }

    private(set) var stream: ByteStream
    /// For TLS that starts later.
    private let context: TLSContext?
    let number: Int
    let shared: Shared

    /// Received bytes; those before `used` are consumed.
    var buffer: [UInt8] = []
    var used = 0
    /// The last request whose head was read; its body may still be unread.
    var current: ReceivedRequest?
    var isBodyPending = false
    /// Receives the pieces of a body while it is read.
    typealias PieceTaker = ([UInt8]) async throws(ReadingFailure) -> Void
    var taker: PieceTaker?
    /// How fast bytes are sent, if not as fast as possible.
    var pace: (bytes: Int, pause: Duration)?
    /// The requests answered by the routes.
    var answeredRequests = 0

    private static let readBytes = 64 * 1024

    init(_ stream: ByteStream, number: Int, shared: Shared, context: TLSContext?) {
        self.stream = stream
        self.context = context
        self.number = number
        self.shared = shared
    }

    /// The deadline for the next wait.
    var deadline: Deadline {
        .after(shared.configuration.patience)
    }

    // MARK: Bytes

    /// Receives more; false if the client has closed its side.
    func receiveMore() async throws(ReadingFailure) -> Bool {
        let bytes = try await streaming { stream, deadline throws(StreamError) in
            try await stream.receive(upTo: Self.readBytes, until: deadline)
        }
        if used > 0 {
            buffer.removeSubrange(..<used)
            used = 0
        }
        buffer += bytes
        return !bytes.isEmpty
    }

    func send(_ bytes: [UInt8]) async throws(ReadingFailure) {
        try await streaming { [pace] stream, deadline throws(StreamError) in
            guard let pace else { return try await stream.sendAll(bytes, until: deadline) }
            var start = 0
            while start < bytes.count {
                let end = start + min(pace.bytes, bytes.count - start)
                try await stream.sendAll(Array(bytes[start..<end]), until: self.deadline)
                try await stream.sleep(until: .after(pace.pause))
                start = end
            }
        }
    }

    func send(_ text: String) async throws(ReadingFailure) {
        try await send(Array(text.utf8))
    }

    /// Starts TLS; no-op without a certificate.
    func startTLS() async throws(ReadingFailure) {
        guard let context else { return }
        stream = try await streaming { stream, deadline throws(StreamError) in
            try await ByteStream.server(over: stream.socket, context: context, until: deadline)
        }
    }

    /// Does something with the stream before the deadline.
    func streaming<Value>(
        _ step: (ByteStream, Deadline) async throws(StreamError) -> Value
    ) async throws(ReadingFailure) -> Value {
        do throws(StreamError) {
            return try await step(stream, deadline)
        } catch {
            throw .stream(error)
        }
    }

    /// Returns every byte until the client has ended its side.
    func echoBytes() async throws(ReadingFailure) {
        while true {
            if used < buffer.count { try await send(Array(buffer[used...])) }
            used = buffer.count
            if try await !receiveMore() {
                stream.endSending()
                return
            }
        }
    }

    // MARK: The end

    /// Ends the connection in the given way. Never fails: the peer may be gone.
    func end(_ ending: Ending) async {
        switch ending {
        case .orderly:
            stream.endSending()
            await drain()
            stream.close()
        case .cut:
            try? stream.socket.shutdownSending()
            await drain()
            stream.abandon()
        case .reset:
            await waitUntilAcknowledged()
            try? stream.socket.setResetOnClose()
            stream.abandon()
        }
    }

    /// A reset discards what the client's kernel doesn't have yet. A client that reads nothing isn't waited for.
    private func waitUntilAcknowledged() async {
        let deadline = Deadline.after(.milliseconds(200))
        while let count = try? stream.socket.unacknowledgedBytes, count > 0, !deadline.hasPassed {
            try? await shared.loop.sleep(until: .after(.milliseconds(1)))
        }
    }

    /// Reads and drops incoming bytes for a while: closing a socket with unread bytes sends RST, and the client's
    /// kernel would then discard the end of our response.
    private func drain() async {
        let deadline = Deadline.after(.seconds(2))
        var left = 64 * 1024 * 1024
        while left > 0, let bytes = try? await stream.socket.receive(until: deadline), !bytes.isEmpty {
            left -= bytes.count
        }
    }
}
