public import SockeyeHTTP1
internal import SockeyeIO
public import SockeyeURL
public import SockeyeWebSocket

/// An open WebSocket, inside the closure of `withWebSocket`.
///
/// ```swift
/// try await client.withWebSocket("wss://example.com/chat") { socket in
///     try await socket.send(.text("hello"))
///     for try await message in socket.messages { … }
/// }
/// ```
///
/// Any number of tasks may use it. Messages of several senders don't mix. What comes is kept up to 1 MiB until it is taken;
/// then the server has to wait, and neither pings nor a close are seen meanwhile.
///
/// | URLSessionWebSocketTask | here |
/// |---|---|
/// | `send(_:)` | ``send(_:)`` |
/// | `receive()` | ``receive()``, ``messages`` |
/// | `sendPing(pongReceiveHandler:)` | ``ping()``; besides, `WebSocketOptions.pingInterval` |
/// | `cancel(with:reason:)` | ``close(_:reason:)`` |
/// | `closeCode`, `closeReason` | ``closeCode``, ``closeReason`` |
/// | `maximumMessageSize` | `WebSocketOptions.limits.messageBytes` |
public final class WebSocket: Sendable {
    let link: WebSocketLink
    /// The response that opened it, with the status 101.
    public let head: ResponseHead
    /// The URL that answered, after redirects; with http for ws, and https for wss.
    public let url: HTTPURL
    /// The subprotocol that the server chose, if any.
    public let subprotocol: String?
    /// The compression that both sides agreed on, if any.
    public let compression: PerMessageDeflate?

    init(_ link: WebSocketLink, _ response: Response, _ agreement: WebSocketHandshake.Agreement) {
        self.link = link
        head = response.head
        url = response.url
        subprotocol = agreement.subprotocol
        compression = agreement.compression
    }

    // MARK: Receiving

    /// The next message; `nil` once the server has closed in order, see ``closeCode``.
    ///
    /// - Throws: `HTTPClientError`: with the cause `.webSocket(.peer(.cut, …))` if the connection ended without a close
    ///   frame, `.timedOut(.pong, …)` if the server fell silent.
    public func receive() async throws(HTTPClientError) -> WebSocketMessage? {
        guard let message = try await link.receiveMessage() else { return nil }
        switch message.kind {
        // The codec has checked that it is UTF-8.
        case .text: return .text(String(decoding: message.bytes, as: UTF8.self))
        case .binary: return .binary(message.bytes)
        }
    }

    /// The next piece of a message, as it arrives; never empty, except the last one of a message. `nil` as for
    /// ``receive()``, which must not be called in the middle of a message.
    ///
    /// A piece of text may end inside a character.
    public func receivePiece() async throws(HTTPClientError) -> Piece? { try await link.receivePiece() }

    /// Bytes of a message, in the order of their arrival.
    public struct Piece: Sendable, Hashable {
        /// Whether the message is text or binary.
        public let kind: WebSocketMessage.Kind
        /// The bytes that arrived; of a text, UTF-8.
        public let bytes: [UInt8]
        /// Whether the message ends here.
        public let isLast: Bool
    }

    /// The messages, until the server closes in order.
    public var messages: some AsyncSequence<WebSocketMessage, HTTPClientError> { WebSocketMessages(socket: self) }

    // MARK: Sending

    /// Sends a message, and returns when the kernel has all of it.
    ///
    /// If cancelled, a message of up to 1 MiB is still sent as a whole or not at all; of a longer one, only the beginning may
    /// be, and nothing else can be sent then.
    public func send(_ message: WebSocketMessage) async throws(HTTPClientError) {
        try await link.send(message.bytes, message.kind)
    }

    /// Sends one message made of pieces, as they come. Other messages wait until it is complete.
    ///
    /// If the sequence throws, the message can't be completed, and nothing else can be sent.
    public func send<Pieces: AsyncSequence>(
        _ kind: WebSocketMessage.Kind, pieces: Pieces
    ) async throws where Pieces.Element == [UInt8] {
        try await link.takeTurn()
        defer { link.giveTurn() }
        var isFirst = true
        for try await piece in pieces where !piece.isEmpty {
            try await link.sendPart(piece[...], kind, isFirst: isFirst, isLast: false)
            isFirst = false
        }
        try await link.sendPart([], kind, isFirst: isFirst, isLast: true)
    }

    /// Sends a ping and waits for its pong.
    ///
    /// - Returns: the time between both.
    /// - Throws: `.timedOut(.pong, …)` after `WebSocketOptions.pongTimeout`.
    @discardableResult
    public func ping() async throws(HTTPClientError) -> Duration {
        let (signal, start, patience) = (OneShot<Bool>(), Deadline.now, link.setting.options.pongTimeout)
        try link.exclusively { () throws(HTTPClientError) in try link.sendPing(signal) }
        let outcome = await signal.wait(on: link.setting.loop, until: start.advanced(by: patience))
        link.exclusively { link.pings.forget(signal) }
        switch outcome {
        case .value(true): return Deadline.now.duration(since: start)
        case .value(false): throw link.exclusively { link.ending.failure } ?? link.error(.caller(.closed), in: .receive)
        case .timedOut: throw link.setting.wire.error(.timedOut(.pong, after: patience), in: .receive)
        case .cancelled: throw link.cancelled(in: .receive)
        }
    }

    // MARK: Closing

    /// Sends a close frame: nothing else can be sent then, but what the server still sends can be received until it answers.
    /// It may be silent for `WebSocketOptions.closeTimeout` at most. No-op once the server has closed.
    ///
    /// - Parameters:
    ///   - code: why the connection ends; one that may be sent (RFC 6455 section 7.4).
    ///   - reason: at most 123 bytes of UTF-8.
    public func endSending(_ code: WebSocketCloseCode = .normal, reason: String = "") throws(HTTPClientError) {
        try link.exclusively { () throws(HTTPClientError) in try link.sendClose(code, reason) }
    }

    /// Sends a close frame and waits for the server's; messages that come meanwhile are dropped. `withWebSocket` does this
    /// at the end, with 1000. No-op once the server has closed.
    ///
    /// - Parameters:
    ///   - code: why the connection ends; one that may be sent (RFC 6455 section 7.4).
    ///   - reason: at most 123 bytes of UTF-8.
    /// - Throws: `.timedOut(.closing, …)` if the server doesn't answer within `WebSocketOptions.closeTimeout`.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") async throws(HTTPClientError) {
        let patience = link.setting.options.closeTimeout
        let end = Deadline.after(patience)
        try link.exclusively { () throws(HTTPClientError) in
            if link.ending.isOver { return }
            try link.sendClose(code, reason)
            link.inbox.isDiscarding = true
            link.resume()
        }
        while true {
            let signal = try link.exclusively { () throws(HTTPClientError) -> OneShot<Void>? in
                try link.checkFailure()
                if link.ending.isOver { return nil }
                let signal = OneShot<Void>()
                link.receivers.append(signal)
                return signal
            }
            guard let signal else { return }
            switch await signal.wait(on: link.setting.loop, until: end) {
            case .value: break
            case .timedOut: throw link.setting.wire.error(.timedOut(.closing, after: patience), in: .receive)
            case .cancelled: throw link.cancelled(in: .receive)
            }
        }
    }

    /// The code of the server's close frame; `nil` until it came.
    public var closeCode: WebSocketCloseCode? { link.endingNow.close?.code }

    /// The reason in the server's close frame, often empty; `nil` until it came.
    public var closeReason: String? { link.endingNow.close?.reason }
}

/// The messages of a socket.
struct WebSocketMessages: AsyncSequence {
    typealias Element = WebSocketMessage
    typealias Failure = HTTPClientError

    let socket: WebSocket

    struct Iterator: AsyncIteratorProtocol {
        let socket: WebSocket

        mutating func next() async throws(HTTPClientError) -> WebSocketMessage? { try await socket.receive() }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPClientError) -> WebSocketMessage? {
            try await socket.receive()
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }
}
