/// The ways out of this machine at one moment: its interfaces, their addresses, and the routes.
///
/// ```swift
/// for try await path in NetworkPath.updates {          // the present one first, then each that differs
///     print(path.status, path.interfaces.filter(\.isUp).map(\.name))
/// }
/// ```
///
/// | AFNetworkReachabilityManager | here |
/// |---|---|
/// | `AFNetworkReachabilityStatusUnknown` | never: ``current`` asks the kernel, or throws |
/// | `AFNetworkReachabilityStatusNotReachable` | ``status`` is `.loopbackOnly` |
/// | `AFNetworkReachabilityStatusReachableViaWiFi` | `.routed` or `.local`, and ``kind`` is `.wifi`, or `.wired` |
/// | `AFNetworkReachabilityStatusReachableViaWWAN` | `.routed`, and ``kind`` is `.cellular` |
/// | `startMonitoring`, `setReachabilityStatusChangeBlock:` | ``updates`` |
/// | `managerForDomain:`, `managerForAddress:` | ``reaches(_:)`` |
///
/// It tells what the kernel would try, not whether anybody answers.
public struct NetworkPath: Sendable, Hashable {
    /// How far the routes lead.
    @nonexhaustive
    public enum Status: String, Sendable, Hashable {
        /// This machine only.
        case loopbackOnly
        /// Networks that an interface is on, but there is no default route.
        case local
        /// Anywhere: there is a default route.
        case routed
    }

    /// What an interface is.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable {
        /// This machine itself.
        case loopback
        /// A cable.
        case wired
        /// A wireless network.
        case wifi
        /// A telephone network.
        case cellular
        /// A tunnel, such as a VPN.
        case tunnel
        /// Made by software: a bridge, one end of a pair, and the like.
        case virtual
        /// Anything else.
        case other
    }

    /// An address of an interface, with the length of its network's prefix.
    public struct Address: Sendable, Hashable {
        /// As `192.0.2.1` or `2001:db8::1`.
        public let host: String
        /// In bits.
        public let prefixLength: Int
        let bytes: [UInt8]
    }

    /// A network interface.
    public struct Interface: Sendable, Hashable {
        /// Such as `eth0`.
        public let name: String
        /// The kernel's number for it.
        public let index: Int
        /// What it is.
        public let kind: Kind
        /// Whether it is switched on and has a carrier.
        public let isUp: Bool
        /// Its addresses.
        public let addresses: [Address]
    }

    /// The interfaces, by number.
    public let interfaces: [Interface]
    /// Routes through interfaces that are up, the preferred first.
    let routes: [NetlinkMessage.Route]
    /// Destinations that nothing gets through to.
    var barriers: [NetlinkMessage.Route] = []

    /// How far the routes lead.
    public var status: Status {
        if routes.contains(where: { $0.prefixLength == 0 }) { return .routed }
        return routes.isEmpty ? .loopbackOnly : .local
    }

    /// What the default route leads through; without one, the first interface with a route. `nil` for loopback only.
    public var kind: Kind? {
        guard let index = (routes.first { $0.prefixLength == 0 } ?? routes.first)?.index else { return nil }
        return interfaces.first { $0.index == Int(index) }?.kind
    }

    /// The names of the interfaces that default routes lead through, the preferred first.
    public var defaultInterfaces: [String] {
        var names: [String] = []
        for route in routes where route.prefixLength == 0 {
            guard let name = interfaces.first(where: { $0.index == Int(route.index) })?.name, !names.contains(name)
            else { continue }
            names.append(name)
        }
        return names
    }

    /// Whether there is a route to a host: to an address, one that covers it; to a name, a default route, for where its
    /// addresses are, only the resolver knows.
    public func reaches(_ host: String) -> Bool {
        guard let address = SocketAddress(numericHost: host, port: 0) else {
            return Resolver.isLoopback(host) || status == .routed
        }
        let bytes = address.addressBytes
        if isOwn(address) { return true }
        // The longest prefix decides.
        guard let route = routes.first(where: { $0.covers(bytes) }) else { return false }
        return !barriers.contains { $0.prefixLength > route.prefixLength && $0.covers(bytes) }
    }

    /// Whether an address is this machine's own, on an interface that is up.
    ///
    /// - Parameter address: numeric; false for a name.
    package func owns(_ address: String) -> Bool {
        SocketAddress(numericHost: address, port: 0).map(isOwn) ?? false
    }

    private func isOwn(_ address: SocketAddress) -> Bool {
        if address.isLoopback { return true }
        let bytes = address.addressBytes
        return interfaces.contains { $0.isUp && $0.addresses.contains { $0.bytes == bytes } }
    }
}

extension NetlinkMessage.Route {
    /// Whether the address is in the route's network.
    func covers(_ address: [UInt8]) -> Bool {
        guard address.count == destination.count else { return false }
        let (whole, rest) = (Int(prefixLength) / 8, Int(prefixLength) % 8)
        guard whole <= address.count, address.prefix(whole) == destination.prefix(whole) else { return false }
        if rest == 0 || whole == address.count { return true }
        return (address[whole] ^ destination[whole]) >> UInt8(8 - rest) == 0
    }
}

extension NetworkPath: CustomStringConvertible {
    /// One line, such as `routed via eth0 (wired); eth0 192.0.2.7/24, lo 127.0.0.1/8`.
    public var description: String {
        let through = defaultInterfaces.isEmpty ? "" : " via \(defaultInterfaces.joined(separator: ", "))"
        let up = interfaces.filter(\.isUp).map { interface in
            "\(interface.name) (\(interface.kind.rawValue))"
                + interface.addresses.map { " \($0.host)/\($0.prefixLength)" }.joined()
        }
        return "\(status.rawValue)\(through); \(up.joined(separator: ", "))"
    }
}
