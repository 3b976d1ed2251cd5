internal import SockeyeIO

/// How long a request may take, phase by phase. `nil` is no limit.
///
/// Every clock has a name, and the error that it raises says which one ran out.
public struct Timeouts: Sendable, Hashable {
    /// One of the clocks.
    public enum Clock: String, Sendable, Hashable {
        case pool, opening, resolve, connect, tls, firstByte, idle, minimumSpeed, total
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

    /// Everything until a new connection is ready for its request: name, TCP, proxies, TLS.
    public var opening: Duration?
    /// Asking for the host's addresses.
    public var resolve: Duration?
    /// Opening the TCP connection, over all addresses tried; and once more for each proxy's answer.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the end of the request to the first byte of the response.
    public var firstByte: Duration?
    /// Between two pieces of a message, in either direction. What carries nothing of it, as the framing of chunks or a new
    /// key of TLS, is none.
    public var idle: Duration?
    /// The least speed at which the server takes the request, and, from the request's end on, sends the response's body.
    public var minimumSpeed: MinimumSpeed?
    /// Everything from the call to the last byte.
    public var total: Duration?

    /// Resolve 20 s, connect 60 s, TLS 30 s, first byte and idle 60 s, no other limit.
    public init(
        resolve: Duration? = .seconds(20), connect: Duration? = .seconds(60), tls: Duration? = .seconds(30),
        firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60), minimumSpeed: MinimumSpeed? = nil,
        total: Duration? = nil, opening: Duration? = nil
    ) {
        self.opening = opening
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
    /// The clock that ends all phases, and when: the total one, or that of the opening.
    private var last: PhaseEnd

    init(_ timeouts: Timeouts, startedAt start: Deadline) {
        self.timeouts = timeouts
        total = timeouts.total.map(start.advanced(by:)) ?? .never
        last = PhaseEnd(moment: total, clock: .total)
    }

    /// The clocks of a connection that begins to be opened now.
    var ofOpening: Deadlines {
        var deadlines = self
        deadlines.last = end(.opening, timeouts.opening)
        return deadlines
    }

    /// The clocks of an exchange that is a part of a phase: the phase's end is that of everything.
    func within(_ end: PhaseEnd) -> Deadlines {
        var timeouts = Timeouts.none
        timeouts.total = self.timeouts.limit(of: end.clock)
        return Deadlines(timeouts, endingAt: end.moment)
    }

    private init(_ timeouts: Timeouts, endingAt moment: Deadline) {
        self.timeouts = timeouts
        total = moment
        last = PhaseEnd(moment: moment, clock: .total)
    }

    /// The moment by which a phase that starts now must be over.
    func end(_ clock: Timeouts.Clock, _ limit: Duration?) -> PhaseEnd {
        guard let limit else { return last }
        let moment = Deadline.after(limit)
        return moment < last.moment ? PhaseEnd(moment: moment, clock: clock) : last
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
