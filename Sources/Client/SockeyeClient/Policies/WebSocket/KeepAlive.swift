internal import SockeyeIO

/// When to send a ping, and when to give up (RFC 6455 section 5.5.2).
///
/// ```
///   quiet ── interval without a byte ──→ .ping ── patience without a byte ──→ .giveUp
///     ↑                                    │
///     └──────────── any byte ──────────────┘
///   closing: patience of its own without a byte ──→ .giveUp
///   at any time: the longest silence without a byte ──→ .silent; the end ──→ .over
/// ```
struct KeepAlive {
    enum Action: Equatable {
        case wait, ping, giveUp, silent, over
    }

    private let interval: Duration?
    private let patience: Duration
    private let silenceLimit: Duration?
    private let end: Deadline
    private var isPinged = false
    /// How long the answer to a close frame may take, once one was sent.
    private var closingPatience: Duration?
    /// When a ping is due, or the patience is over.
    private var nextStep = Deadline.never
    /// When the silence has lasted too long.
    private var silentAt = Deadline.never

    init(
        interval: Duration?, patience: Duration, silenceLimit: Duration? = nil, end: Deadline = .never, now: Deadline
    ) {
        // A ping at once after each pong would be a flood.
        self.interval = interval.flatMap { $0 > .zero ? $0 : nil }
        self.patience = patience
        self.silenceLimit = silenceLimit
        self.end = end
        heard(now: now)
    }

    /// When the next action is due.
    var due: Deadline { min(nextStep, silentAt, end) }

    /// Bytes came, or were left lying for lack of room: the clocks start again, except that of the end.
    mutating func heard(now: Deadline) {
        isPinged = false
        nextStep = (closingPatience ?? interval).map(now.advanced(by:)) ?? .never
        silentAt = silenceLimit.map(now.advanced(by:)) ?? .never
    }

    /// A close frame was sent: no ping may follow it. Later calls are no-ops.
    mutating func closing(now: Deadline, patience: Duration) {
        if closingPatience != nil { return }
        closingPatience = patience
        heard(now: now)
    }

    var isClosing: Bool { closingPatience != nil }

    mutating func action(now: Deadline) -> Action {
        if now >= end { return .over }
        if now >= silentAt { return .silent }
        if now < nextStep { return .wait }
        if isPinged || isClosing { return .giveUp }
        isPinged = true
        nextStep = now.advanced(by: patience)
        return .ping
    }
}
