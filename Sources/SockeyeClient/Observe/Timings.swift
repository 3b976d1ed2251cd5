public import SockeyeIO

/// When each phase of an attempt ended. What did not happen is `nil`, not zero: a reused connection resolves nothing.
///
/// ```
/// started ─ turn ─ opening ─ resolved ─ connected ─ tunnelled ─ secured ─ sending ─ sent ─ firstByte ─ finished
///         └ only after waiting for one of the pool's places    └ through a proxy    └ over TLS
/// ```
public struct Timings: Sendable {
    /// The call.
    public let started: Deadline
    /// A connection or a place for one became free, after a wait for it.
    public internal(set) var turn: Deadline?
    /// A connection began to be opened.
    public internal(set) var opening: Deadline?
    /// The resolver had answered. An address, a Unix socket or an override asks no resolver.
    public internal(set) var resolved: Deadline?
    /// TCP was connected.
    public internal(set) var connected: Deadline?
    /// The way through the proxies was open.
    public internal(set) var tunnelled: Deadline?
    /// TLS was ready.
    public internal(set) var secured: Deadline?
    /// The connection was there, new or reused, and the request began.
    public internal(set) var sending: Deadline?
    /// The request was handed to the kernel, whole or as far as the server wanted it.
    public internal(set) var sent: Deadline?
    /// The first byte of the final response came.
    public internal(set) var firstByte: Deadline?
    /// The last byte came.
    public internal(set) var finished: Deadline?

    init(started: Deadline) {
        self.started = started
    }
}
