import SockeyeClient
import SockeyeTLS
import SockeyeTesting
import SockeyeWebSocket
import Synchronization
import Testing

/// What observers of a WebSocket are told, and may ask meanwhile.
struct WebSocketObserverTests {
    /// Writes down what it is told of frames and bytes once it knows the socket, and asks it something each time.
    private final class Watch: ExchangeObserver {
        struct Notes {
            var socket: WebSocket?
            var told: [String] = []
            var sentFrames: [Int64] = []
            var sentBytes: [UInt8] = []
        }

        let interests: ClientEvent.Interests = [.bytes, .tls]
        let notes = Mutex(Notes())

        /// The socket holds its observers.
        func forgetSocket() { notes.withLock { $0.socket = nil } }

        func observe(_ event: ClientEvent) {
            guard let frame = event[.frame] else { return }
            note("\(frame.isSent ? ">" : "<") \(frame)") { if frame.isSent { $0.sentFrames.append(frame.length) } }
        }

        func observe(_ bytes: RawSpan, of part: WirePart) {
            switch part {
            case .sentBody:
                note("> \(bytes.byteCount)") { notes in bytes.withUnsafeBytes { notes.sentBytes += $0 } }
            case .receivedBody: note("< \(bytes.byteCount)") { _ in }
            case .tls(let message):
                if let name = message.name { note("\(message.isSent ? ">" : "<") \(name)") { _ in } }
            default: break
            }
        }

        private func note(_ text: String, _ more: (inout Notes) -> Void) {
            guard let socket = notes.withLock(\.socket) else { return }
            _ = (socket.closeCode, socket.closeReason)
            notes.withLock { notes in
                notes.told.append(text)
                more(&notes)
            }
        }
    }

    private static func url(_ server: LoopbackServer) -> String { "ws" + server.url("/ws/echo?plain").dropFirst(4) }

    @Test func theSocketAnswersWhileTheyAreTold() async throws {
        let server = try await LoopbackServer.start()
        let watch = Watch()
        defer { watch.forgetSocket() }
        try await HTTPClient().withWebSocket(Self.url(server), observer: watch) { socket in
            watch.notes.withLock { $0.socket = socket }
            try await socket.send(.text("hello"))
            _ = try await socket.receive()
        }
        #expect(
            watch.notes.withLock { $0.told } == [
                "> text, 5 bytes", "> 11", "< 7", "< text, 5 bytes", "> close, 2 bytes", "> 8", "< 4",
                "< close, 2 bytes",
            ])
        await server.stop()
    }

    @Test func theSocketAnswersWhileTLSMessagesAreTold() async throws {
        let isKnown = Gate()
        let server = try await LoopbackServer.start(
            secure: true,
            script: [
                .acceptWebSocket(), .pause(until: isKnown), .updateKeys(1),
                .sendBytes(LoopbackFrame(.text, "hi").bytes), .awaitFrame,
                .sendBytes(LoopbackFrame.close(1000).bytes), .awaitEnd,
            ])
        let watch = Watch()
        defer { watch.forgetSocket() }
        let url = "wss" + server.url("/").dropFirst(5)
        try await HTTPClient(trusting: server).withWebSocket(url, observer: watch) { socket in
            watch.notes.withLock { $0.socket = socket }
            isKnown.open()
            let message = try await socket.receive()
            #expect(message == .text("hi"))
        }
        let told = watch.notes.withLock { $0.told }
        #expect(
            told == [
                "< TLS handshake, Key update (24)", "< 4", "< text, 2 bytes", "> close, 2 bytes", "> 8", "< 4",
                "< close, 2 bytes", "> TLS alert, close notify (256)",
            ])
        await server.stop()
    }

    @Test func whatManyTasksSendIsToldInOrder() async throws {
        let server = try await LoopbackServer.start()
        let watch = Watch()
        defer { watch.forgetSocket() }
        try await HTTPClient().withWebSocket(Self.url(server), observer: watch) { socket in
            watch.notes.withLock { $0.socket = socket }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 1...8 {
                    group.addTask {
                        for _ in 0..<50 { try await socket.send(.binary([UInt8](repeating: 0, count: sender))) }
                    }
                }
                for _ in 0..<400 { _ = try await socket.receive() }
                try await group.waitForAll()
            }
        }
        // Short frames: two bytes, the second of which has the length behind its first bit, and four of the mask.
        let notes = watch.notes.withLock { (frames: $0.sentFrames, bytes: $0.sentBytes) }
        #expect(notes.frames.count == 401)
        var start = 0
        for length in notes.frames {
            try #require(start + 1 < notes.bytes.count)
            #expect(Int64(notes.bytes[start + 1] & 0x7F) == length)
            start += 6 + Int(length)
        }
        #expect(start == notes.bytes.count)
        await server.stop()
    }
}
