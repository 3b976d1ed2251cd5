internal import SockeyeIO

/// How long a request may take, phase by phase. `nil` is no limit.
///
/// Every clock has a name, and the error that it raises says which one ran out.
public struct Timeouts: Sendable, Hashable {
    /// One of the clocks.
    public enum Clock: String, Sendable, Hashable {
        case pool, resolve, connect, tls, firstByte, idle, minimumSpeed, total
    }

    /// At least so many bytes a second, or the request fails.
    public struct MinimumSpeed: Sendable, Hashable {
        /// Bytes a second, averaged over `period`.
        public var bytesPerSecond: Int
        /// The time over which the speed is averaged.
        public var period: Duration

        /// A least speed over a period.
        public init(bytesPerSecond: Int, period: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.period = period
        }
    }

    /// Asking for the host's addresses.
    public var resolve: Duration?
    /// Opening the TCP connection, over all addresses tried.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the end of the request to the first byte of the response.
    public var firstByte: Duration?
    /// Between two pieces of a message, in either direction.
    public var idle: Duration?
    /// The least speed of the response's body.
    public var minimumSpeed: MinimumSpeed?
    /// Everything from the call to the last byte.
    public var total: Duration?

    /// Resolve 20 s, connect 60 s, TLS 30 s, first byte and idle 60 s, no total limit.
    public init(
        resolve: Duration? = .seconds(20), connect: Duration? = .seconds(60), tls: Duration? = .seconds(30),
        firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60), minimumSpeed: MinimumSpeed? = nil,
        total: Duration? = nil
    ) {
        self.resolve = resolve
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.idle = idle
        self.minimumSpeed = minimumSpeed
        self.total = total
    }

    /// No limits at all.
    public static let none = Timeouts(resolve: nil, connect: nil, tls: nil, firstByte: nil, idle: nil)
}

/// The clocks of one request: turns "this phase may take so long" into the moment to wait for, and knows which clock
/// it was when that moment comes.
struct Deadlines: Sendable {
    let timeouts: Timeouts
    /// The end of everything.
    let total: Deadline

    init(_ timeouts: Timeouts, startedAt start: Deadline) {
        self.timeouts = timeouts
        total = timeouts.total.map(start.advanced(by:)) ?? .never
    }

    /// The moment by which a phase that starts now must be over.
    func end(_ clock: Timeouts.Clock, _ limit: Duration?) -> PhaseEnd {
        guard let limit else { return PhaseEnd(moment: total, clock: .total) }
        let moment = Deadline.after(limit)
        return moment < total ? PhaseEnd(moment: moment, clock: clock) : PhaseEnd(moment: total, clock: .total)
    }
}

/// When a phase must be over, and whose clock that is.
struct PhaseEnd: Sendable {
    var moment: Deadline
    var clock: Timeouts.Clock
}

/// Watches that a body keeps up its least speed, window after window.
struct SpeedWatch: Sendable {
    /// A shorter period would judge the scheduler, not the sender.
    private static let shortestPeriod = Duration.milliseconds(1)

    private let limit: Timeouts.MinimumSpeed
    private var windowEnd: Deadline
    private var windowBytes: Int64 = 0

    init(_ limit: Timeouts.MinimumSpeed, startedAt start: Deadline) {
        var limit = limit
        limit.period = max(limit.period, Self.shortestPeriod)
        self.limit = limit
        windowEnd = start.advanced(by: limit.period)
    }

    /// The receiver asks for more. If it took longer than the window, it was the slow one: a new window begins.
    mutating func resume(at now: Deadline) {
        if now < windowEnd { return }
        windowBytes = 0
        windowEnd = now.advanced(by: limit.period)
    }

    /// The moment at which the speed is judged next.
    var nextJudgement: Deadline { windowEnd }

    /// Counts bytes, and judges a window that is over. False when it was too slow.
    mutating func isFastEnough(afterReceiving bytes: Int, now: Deadline) -> Bool {
        windowBytes += Int64(bytes)
        guard now >= windowEnd else { return true }
        let late = now.duration(since: windowEnd)
        let seconds = (Double(late.wholeNanoseconds) + Double(limit.period.wholeNanoseconds)) / 1e9
        let isFast = Double(windowBytes) >= Double(limit.bytesPerSecond) * seconds
        windowBytes = 0
        windowEnd = now.advanced(by: limit.period)
        return isFast
    }
}

extension Duration {
    /// The duration as a fraction of seconds.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
