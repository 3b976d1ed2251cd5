internal import Glibc

/// What messages of the kernel add up to. Without I/O.
///
/// ```
///  links → addresses → routes → whole        asked for in this order; changes that are told meanwhile count at once
///    ↑────────────────────────────┘  messages were lost, or an answer is torn: all again
///                        routes → whole      an interface went up or down, or an address away: no message tells which routes did too
/// ```
struct NetworkState: Sendable {
    /// What to ask the kernel for.
    enum Question: Int32, Sendable {
        case links = 0
        case addresses = 1
        case routes = 2
    }

    /// What to ask next, if anything; `nil` while an answer comes or all is known.
    private(set) var question: Question? = .links
    /// Whether everything is known, so that `path` is true.
    private(set) var isWhole = false
    /// The errno with which the kernel refused the last question, if it did.
    private(set) var refusal: Int32?
    private var asked: Question?
    /// The number of the last question: what answers another one, asked before messages were lost, says nothing.
    private(set) var number: UInt32 = 0
    /// Whether the routes must be asked for once more.
    private var areRoutesStale = false

    private var links: [UInt32: NetlinkMessage.Link] = [:]
    private var addresses: [UInt32: [NetlinkMessage.Address]] = [:]
    private var routes: Set<NetlinkMessage.Route> = []

    /// The question was sent.
    mutating func ask() {
        asked = question
        question = nil
        number &+= 1
    }

    /// Messages were lost: everything is asked for again.
    mutating func startAgain() {
        let last = number
        self = NetworkState()
        number = last
    }

    mutating func apply(_ message: NetlinkMessage) {
        switch message {
        case .link(let link):
            if let old = links[link.index], old.isUp != link.isUp { loseRoutes() }
            links[link.index] = link
        case .linkRemoved(let index):
            links[index] = nil
            addresses[index] = nil
            loseRoutes()
        case .address(let address):
            if addresses[address.index]?.contains(address) != true {
                addresses[address.index, default: []].append(address)
            }
        case .addressRemoved(let address):
            addresses[address.index]?.removeAll { $0 == address }
            loseRoutes()
        case .route(let route, let replaces):
            routes.insert(route)
            if replaces { loseRoutes() }
        case .routeRemoved(let route): routes.remove(route)
        case .done(of: number, let isTorn): if isTorn { startAgain() } else { goOn() }
        // Another question is still being answered.
        case .failed(of: number, EBUSY): question = asked
        case .failed(of: number, let errorNumber): refusal = errorNumber
        case .done, .failed: break
        }
    }

    /// Routes went away without a message.
    private mutating func loseRoutes() {
        areRoutesStale = true
        if isWhole, asked == nil { askForRoutes() }
    }

    private mutating func askForRoutes() {
        areRoutesStale = false
        isWhole = false
        routes = []
        question = .routes
    }

    private mutating func goOn() {
        switch asked {
        case .links: question = .addresses
        case .addresses: askForRoutes()
        case .routes:
            if areRoutesStale { askForRoutes() } else { isWhole = true }
        // The end of an abandoned answer.
        case nil: return
        }
        asked = nil
    }

    /// The path, once it is whole.
    ///
    /// - Parameter isWireless: whether an Ethernet interface of that name is a wireless one.
    func path(isWireless: (String) -> Bool) -> NetworkPath {
        let interfaces = links.values.sorted { $0.index < $1.index }.map { link in
            NetworkPath.Interface(
                name: link.name, index: Int(link.index), kind: link.pathKind(isWireless), isUp: link.isUp,
                addresses: (addresses[link.index] ?? []).map { NetworkPath.Address($0) })
        }
        let barriers = routes.filter(\.isBarrier)
        let usable = routes.filter { route in
            links[route.index].map { $0.isUp && !$0.isLoopback } == true && !route.isBarrier
                && !barriers.contains { $0.hides(route) }
        }
        return NetworkPath(
            interfaces: interfaces, routes: usable.sorted { $0.precedes($1) },
            barriers: barriers.sorted { $0.precedes($1) })
    }
}

extension NetlinkMessage.Link {
    /// IFF_UP and IFF_RUNNING: switched on, with a carrier.
    var isUp: Bool { flags & 0x41 == 0x41 }
    /// IFF_LOOPBACK.
    var isLoopback: Bool { flags & 0x8 != 0 }

    fileprivate func pathKind(_ isWireless: (String) -> Bool) -> NetworkPath.Kind {
        if isLoopback { return .loopback }
        switch kind {
        case "": break
        case "wireguard", "tun", "gre", "ipip", "sit", "ip6tnl", "vti", "xfrm", "ppp":
            return kind == "ppp" ? .cellular : .tunnel
        case "wwan", "rmnet": return .cellular
        default: return .virtual
        }
        switch hardware {
        case 1: return isWireless(name) ? .wifi : .wired  // ARPHRD_ETHER
        case 801...805: return .wifi  // ARPHRD_IEEE80211 and its relatives
        case 512, 519, 530: return .cellular  // ARPHRD_PPP, ARPHRD_RAWIP, phone modems
        case 768...779, 65_534: return .tunnel  // ARPHRD_TUNNEL and its relatives, ARPHRD_NONE
        default: return .other
        }
    }
}

extension NetlinkMessage.Route {
    /// Whether the kernel tries this one instead: of the same destination, the lower metric wins.
    fileprivate func hides(_ other: NetlinkMessage.Route) -> Bool {
        destination == other.destination && prefixLength == other.prefixLength && metric < other.metric
    }

    /// The kernel's order: the longer prefix, then the lower metric. The rest only makes the order certain.
    fileprivate func precedes(_ other: NetlinkMessage.Route) -> Bool {
        if prefixLength != other.prefixLength { return prefixLength > other.prefixLength }
        if metric != other.metric { return metric < other.metric }
        if version != other.version { return version < other.version }
        if index != other.index { return index < other.index }
        if destination != other.destination { return destination.lexicographicallyPrecedes(other.destination) }
        return gateway.lexicographicallyPrecedes(other.gateway)
    }
}

extension NetworkPath.Address {
    init(_ address: NetlinkMessage.Address) {
        bytes = address.bytes
        prefixLength = Int(address.prefixLength)
        host = Self.text(address.bytes)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        withTextBuffer(capacity: 64) { text, capacity in
            // SAFETY: inet_ntop reads 4 or 16 bytes, which are there, and writes at most `capacity` bytes.
            _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, text, socklen_t(capacity))
        }
    }
}
