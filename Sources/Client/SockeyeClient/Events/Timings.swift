package import SockeyeIO

/// When each phase of an attempt ended; `nil` if it did not happen, as resolving with a reused connection.
///
/// ```
/// started ─ turn ─ opening ─ resolved ─ connected ─ tunnelled ─ secured ─ sending ─ sent ─ firstByte ─ finished
///         └ only after waiting for a place in the pool         └ through a proxy    └ over TLS
/// ```
package struct Timings: Sendable {
    /// The call began.
    package let started: Deadline
    /// A connection or a place in the pool became free after a wait.
    package internal(set) var turn: Deadline?
    /// Opening a connection began.
    package internal(set) var opening: Deadline?
    /// The resolver answered; unset for an address, a Unix socket or an override.
    package internal(set) var resolved: Deadline?
    /// TCP was connected.
    package internal(set) var connected: Deadline?
    /// The tunnel through the proxies was open.
    package internal(set) var tunnelled: Deadline?
    /// TLS was ready.
    package internal(set) var secured: Deadline?
    /// Sending the request began, on a new or reused connection.
    package internal(set) var sending: Deadline?
    /// The kernel accepted the request, whole or as far as the server wanted it.
    package internal(set) var sent: Deadline?
    /// The first byte of the final response arrived.
    package internal(set) var firstByte: Deadline?
    /// The last byte arrived.
    package internal(set) var finished: Deadline?

    init(started: Deadline) {
        self.started = started
    }
}
