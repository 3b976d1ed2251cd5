public import SockeyeIO

/// When each phase of an attempt ended; `nil` if it did not happen, as resolving with a reused connection.
///
/// ```
/// started ─ turn ─ opening ─ resolved ─ connected ─ tunnelled ─ secured ─ sending ─ sent ─ firstByte ─ finished
///         └ only after waiting for a place in the pool         └ through a proxy    └ over TLS
/// ```
public struct Timings: Sendable {
    /// The call began.
    public let started: Deadline
    /// A connection or a place in the pool became free after a wait.
    public internal(set) var turn: Deadline?
    /// Opening a connection began.
    public internal(set) var opening: Deadline?
    /// The resolver answered; unset for an address, a Unix socket or an override.
    public internal(set) var resolved: Deadline?
    /// TCP was connected.
    public internal(set) var connected: Deadline?
    /// The tunnel through the proxies was open.
    public internal(set) var tunnelled: Deadline?
    /// TLS was ready.
    public internal(set) var secured: Deadline?
    /// Sending the request began, on a new or reused connection.
    public internal(set) var sending: Deadline?
    /// The kernel accepted the request, whole or as far as the server wanted it.
    public internal(set) var sent: Deadline?
    /// The first byte of the final response arrived.
    public internal(set) var firstByte: Deadline?
    /// The last byte arrived.
    public internal(set) var finished: Deadline?

    init(started: Deadline) {
        self.started = started
    }
}
