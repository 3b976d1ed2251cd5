internal import SockeyeIO

/// When to send a ping, and when to give up (RFC 6455 section 5.5.2).
///
/// ```
///   quiet ── interval without a byte ──→ .ping ── patience without a byte ──→ .giveUp
///     ↑                                    │
///     └──────────── any byte ──────────────┘
///   closing: patience of its own without a byte ──→ .giveUp
/// ```
struct KeepAlive {
    enum Action: Equatable {
        case wait, ping, giveUp
    }

    private let interval: Duration?
    private let patience: Duration
    private var isPinged = false
    /// How long the answer to a close frame may take, once one was sent.
    private var closingPatience: Duration?
    /// When the next action is due.
    private(set) var due = Deadline.never

    init(interval: Duration?, patience: Duration, now: Deadline) {
        self.interval = interval
        self.patience = patience
        heard(now: now)
    }

    /// Bytes came, or were left lying for lack of room: the clock starts again.
    mutating func heard(now: Deadline) {
        isPinged = false
        due = (closingPatience ?? interval).map(now.advanced(by:)) ?? .never
    }

    /// A close frame was sent: no ping may follow it. Later calls are no-ops.
    mutating func closing(now: Deadline, patience: Duration) {
        if closingPatience != nil { return }
        closingPatience = patience
        heard(now: now)
    }

    var isClosing: Bool { closingPatience != nil }

    mutating func action(now: Deadline) -> Action {
        if now < due { return .wait }
        if isPinged || isClosing { return .giveUp }
        isPinged = true
        due = now.advanced(by: patience)
        return .ping
    }
}
