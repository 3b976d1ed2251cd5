public import SockeyeIO

/// When each phase of a request ended. What did not happen is `nil`, not zero: a reused connection resolves nothing.
public struct Timings: Sendable {
    /// The call.
    public let started: Deadline
    /// The host's addresses were known.
    public internal(set) var resolved: Deadline?
    /// TCP was connected.
    public internal(set) var connected: Deadline?
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
