/// A message of the kernel about the network (rtnetlink(7)), decoded.
enum NetlinkMessage: Sendable, Hashable {
    /// An interface is there, or changed.
    case link(Link)
    case linkRemoved(index: UInt32)
    case address(Address)
    case addressRemoved(Address)
    /// `replaces` if it takes the place of another one, which no message tells of.
    case route(Route, replaces: Bool)
    case routeRemoved(Route)
    /// The answer to the question of this number is complete; `isTorn` if something changed meanwhile, so that it may be
    /// wrong.
    case done(of: UInt32, isTorn: Bool)
    /// The question of this number failed, with the errno; 0 is an acknowledgement.
    case failed(of: UInt32, Int32)

    struct Link: Sendable, Hashable {
        var index: UInt32
        var name: String
        /// ARPHRD_*, see `netdevice(7)`.
        var hardware: UInt16
        /// IFF_*.
        var flags: UInt32
        /// IFLA_INFO_KIND, such as `veth` or `wireguard`; empty for hardware.
        var kind: String
    }

    struct Address: Sendable, Hashable {
        var index: UInt32
        /// 4 or 16.
        var bytes: [UInt8]
        var prefixLength: UInt8
    }

    struct Route: Sendable, Hashable {
        /// 4 or 6.
        var version: UInt8
        /// The destination, 4 or 16 bytes; zeros behind the prefix.
        var destination: [UInt8]
        var prefixLength: UInt8
        /// The gateway; empty for a network that the interface is on.
        var gateway: [UInt8]
        var index: UInt32
        var metric: UInt32
        /// Whether nothing gets through: an unreachable, prohibited or blackhole destination.
        var isBarrier = false
    }
}
