/// What a TCP socket is told before it connects. Unix domain sockets have none of this.
public struct SocketOptions: Sendable, Hashable {
    /// Where this end of a connection is.
    public enum LocalEnd: Sendable, Hashable {
        /// A network interface, by its name: only it carries the packets (`SO_BINDTODEVICE`), or, where the system does
        /// not allow that, its address is used.
        case interface(String)
        /// An address of this machine, or a name that resolves to one.
        case host(String)
        /// An interface if there is one of this name, else an address or a name.
        case interfaceOrHost(String)
    }

    /// Where this end is; the system chooses when `nil`.
    public var localEnd: LocalEnd?
    /// The ports to choose from, the first free one first; the system chooses when `nil`.
    public var localPorts: ClosedRange<UInt16>?
    /// Whether small pieces are sent at once instead of gathered (`TCP_NODELAY`): true unless told.
    public var sendsAtOnce: Bool
    /// After how long a silent connection is probed, and how often then (`SO_KEEPALIVE`, `TCP_KEEPIDLE`,
    /// `TCP_KEEPINTVL`), in whole seconds from 1 to 32767; never when `nil`.
    public var keepAliveTime: Duration?
    /// How long an attempt to connect goes without news before the next address is tried beside it: 250 ms unless told
    /// (RFC 8305 section 5).
    public var attemptDelay: Duration

    /// Options that leave both ends to the system.
    public init(
        localEnd: LocalEnd? = nil, localPorts: ClosedRange<UInt16>? = nil, sendsAtOnce: Bool = true,
        keepAliveTime: Duration? = nil, attemptDelay: Duration = .milliseconds(250)
    ) {
        self.localEnd = localEnd
        self.localPorts = localPorts
        self.sendsAtOnce = sendsAtOnce
        self.keepAliveTime = keepAliveTime
        self.attemptDelay = attemptDelay
    }
}
