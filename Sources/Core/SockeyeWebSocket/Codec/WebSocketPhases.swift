/// Every transition of a WebSocket after its handshake (RFC 6455 section 7.1).
///
/// ```
///            send close                   receive close
///   open ──────────────────→ closeSent ─────────────────→ closed
///     │ receive close                       send close      ↑
///     ├───────────────────→ closeReceived ──────────────────┘
///     │ the peer's fault, or its end without a close (from closeSent too)
///     └──→ failed ── send close, to say why ──→ failedAndClosed
/// ```
package enum WebSocketPhases: Sendable, Hashable {
    /// Messages go both ways.
    case open
    /// This side has sent its close frame, and waits for the peer's.
    case closeSent
    /// The peer has sent its close frame, and this side hasn't answered.
    case closeReceived
    /// Both have sent one.
    case closed
    /// The peer broke the rules; a close frame may still tell it why.
    case failed
    /// The peer broke the rules, and was told.
    case failedAndClosed

    enum Event: CaseIterable {
        case sendData, sendClose, receive, receiveClose, fail
    }

    /// The phase after `event`; `nil` if it can't happen now.
    func after(_ event: Event) -> WebSocketPhases? {
        switch (self, event) {
        case (.open, .sendData), (.open, .receive): .open
        case (.open, .sendClose): .closeSent
        case (.open, .receiveClose): .closeReceived
        // RFC 6455 section 5.5.1: after a close no more data is sent, but what comes is still read, up to the close.
        case (.closeSent, .receive): .closeSent
        case (.closeSent, .receiveClose): .closed
        case (.closeReceived, .sendClose): .closed
        case (.open, .fail): .failed
        case (.closeSent, .fail): .failedAndClosed
        // RFC 6455 section 7.1.7: an endpoint that fails the connection should say why.
        case (.failed, .sendClose): .failedAndClosed
        default: nil
        }
    }

    /// Whether messages may be sent.
    package var canSend: Bool { after(.sendData) != nil }
    /// Whether a close frame may be sent.
    package var canSendClose: Bool { after(.sendClose) != nil }
    /// Whether anything that comes matters.
    package var canReceive: Bool { after(.receive) != nil }
}
