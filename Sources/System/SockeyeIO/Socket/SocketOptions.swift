/// Options of a TCP socket, set when it connects. Unix domain sockets ignore them.
public struct SocketOptions: Sendable, Hashable {
    /// The local end of a connection.
    @nonexhaustive
    public enum LocalEnd: Sendable, Hashable {
        /// A network interface, by name: only it carries the packets (`SO_BINDTODEVICE`), or, if the system does not
        /// allow that, its address is used.
        case interface(String)
        /// An address of this machine, or a name that resolves to one.
        case host(String)
        /// An interface if one has this name, otherwise an address or a name.
        case interfaceOrHost(String)
    }

    /// The local end; chosen by the system if `nil`.
    public var localEnd: LocalEnd?
    /// The ports to choose from, trying from the first; chosen by the system if `nil`.
    public var localPorts: ClosedRange<UInt16>?
    /// Whether small pieces are sent at once instead of gathered (`TCP_NODELAY`); default true.
    public var sendsAtOnce: Bool
    /// The idle time before a connection is probed, and the interval of the probes (`SO_KEEPALIVE`, `TCP_KEEPIDLE`,
    /// `TCP_KEEPINTVL`), in whole seconds from 1 to 32767; no probes if `nil`.
    public var keepAliveTime: Duration?
    /// How many unanswered probes end a connection (`TCP_KEEPCNT`); the system's default if `nil`.
    public var keepAliveCount: Int32?
    /// The byte with the differentiated services code point of each packet (`IP_TOS`, `IPV6_TCLASS`), if any.
    public var typeOfService: UInt8?
    /// The priority of each packet, 0 to 7 (`SO_PRIORITY`), if any.
    public var priority: Int32?
    /// Whether a connection may use several paths at once, as over Wi-Fi and mobile data (Multipath TCP, RFC 8684); one path
    /// if the system or the peer can't.
    public var usesMultiplePaths = false
    /// How long an attempt to connect goes without news before the next address is tried alongside it; default 250 ms
    /// (RFC 8305 section 5).
    public var attemptDelay: Duration

    /// Options that leave the local end to the system by default.
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
