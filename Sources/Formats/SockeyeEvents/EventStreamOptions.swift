/// When a stream of events reconnects, and how long it waits.
public struct EventStreamOptions: Sendable, Hashable {
    /// The ID after which the server is asked to go on; empty for wherever it begins. A `Last-Event-ID` field of the
    /// request counts the same.
    public var lastEventID: String
    /// The wait before reconnecting, until the server sets another one (`retry:`); default 3 s, and at least half a second.
    public var reconnectionTime: Duration
    /// The longest wait that repeated failures lead to, unless the server wants more; default 60 s.
    public var waitLimit: Duration
    /// The random part that is added to each wait, from 0 to 1, so that the clients of a server that restarts don't all come
    /// back at once; default 0.25.
    public var jitter: Double
    /// How many failures in a row end the stream with the last one's error; default unlimited. Any byte of a stream ends
    /// the row.
    public var failureLimit: Int
    /// How long the server may be silent before the connection counts as lost; `nil` for the request's `idle` timeout
    /// (60 s by default). Comments count as heartbeats, which servers should send every 15 s.
    public var silenceLimit: Duration?
    /// The most bytes of a line, and of an event's data; default 16 MiB.
    public var eventLimit: Int

    /// Creates options.
    public init(
        lastEventID: String = "", reconnectionTime: Duration = .seconds(3), waitLimit: Duration = .seconds(60),
        jitter: Double = 0.25, failureLimit: Int = .max, silenceLimit: Duration? = nil, eventLimit: Int = 16 << 20
    ) {
        self.lastEventID = lastEventID
        self.reconnectionTime = reconnectionTime
        self.waitLimit = waitLimit
        self.jitter = jitter
        self.failureLimit = failureLimit
        self.silenceLimit = silenceLimit
        self.eventLimit = eventLimit
    }
}
