internal import Glibc

/// Decodes datagrams of rtnetlink(7). Without I/O; whatever the bytes are, nothing outside them is read.
///
/// ```
///  nlmsghdr │ ifinfomsg, ifaddrmsg or rtmsg │ attribute │ attribute …      then the next nlmsghdr
///  length type flags sequence port │ … │ length type payload, padded to 4 bytes
/// ```
///
/// Numbers are in the machine's order, except addresses.
enum NetlinkDecoder {
    /// The messages of a datagram, in order. What is unknown is left out; what is cut ends the list.
    static func messages(in datagram: ArraySlice<UInt8>) -> [NetlinkMessage] {
        var (messages, rest): ([NetlinkMessage], ArraySlice<UInt8>) = ([], datagram)
        // NLMSG_OK
        while rest.count >= headerBytes {
            let length = Int(number(rest, at: 0, 4))
            guard length >= headerBytes, length <= rest.count else { break }
            let body = rest.prefix(length).dropFirst(headerBytes)
            let (type, flags) = (Int32(number(rest, at: 4, 2)), Int32(number(rest, at: 6, 2)))
            messages += decode(type, flags, sequence: number(rest, at: 8, 4), body)
            rest = rest.dropFirst(aligned(length))
        }
        return messages
    }

    private static let headerBytes = 16

    // From <linux/netlink.h> and <linux/rtnetlink.h>, which Swift's Glibc doesn't have.
    private enum MessageType {
        static let error: Int32 = 2
        static let done: Int32 = 3
        static let newLink: Int32 = 16
        static let deleteLink: Int32 = 17
        static let newAddress: Int32 = 20
        static let deleteAddress: Int32 = 21
        static let newRoute: Int32 = 24
        static let deleteRoute: Int32 = 25
    }

    private static let wasInterrupted: Int32 = 0x10
    private static let replaces: Int32 = 0x100

    private static func decode(
        _ type: Int32, _ flags: Int32, sequence: UInt32, _ body: ArraySlice<UInt8>
    ) -> [NetlinkMessage] {
        switch type {
        case MessageType.error:
            guard body.count >= 4 else { return [] }
            return [.failed(of: sequence, 0 &- Int32(bitPattern: number(body, at: 0, 4)))]
        case MessageType.done: return [.done(of: sequence, isTorn: flags & wasInterrupted != 0)]
        case MessageType.newLink: return link(body).map { [.link($0)] } ?? []
        case MessageType.deleteLink: return link(body).map { [.linkRemoved(index: $0.index)] } ?? []
        case MessageType.newAddress: return address(body).map { [.address($0)] } ?? []
        case MessageType.deleteAddress: return address(body).map { [.addressRemoved($0)] } ?? []
        case MessageType.newRoute: return routes(body).map { .route($0, replaces: flags & replaces != 0) }
        case MessageType.deleteRoute: return routes(body).map { .routeRemoved($0) }
        default: return []
        }
    }

    // MARK: Links

    /// struct ifinfomsg: family, padding, type (2), index (4), flags (4), change (4).
    private static func link(_ body: ArraySlice<UInt8>) -> NetlinkMessage.Link? {
        guard body.count >= 16 else { return nil }
        // AF_BRIDGE tells of a bridge's ports, which are links already.
        if body[body.startIndex] == 7 { return nil }
        var link = NetlinkMessage.Link(
            index: number(body, at: 4, 4), name: "", hardware: UInt16(truncatingIfNeeded: number(body, at: 2, 2)),
            flags: number(body, at: 8, 4), kind: "")
        for (type, value) in attributes(body.dropFirst(16)) {
            switch type {
            case 3: link.name = text(value)  // IFLA_IFNAME
            case 18:  // IFLA_LINKINFO, of which IFLA_INFO_KIND is the first
                for (type, value) in attributes(value) where type == 1 { link.kind = text(value) }
            default: break
            }
        }
        return link
    }

    // MARK: Addresses

    /// struct ifaddrmsg: family, prefix length, flags, scope, index (4).
    private static func address(_ body: ArraySlice<UInt8>) -> NetlinkMessage.Address? {
        // IFA_F_TENTATIVE: not checked for duplicates yet, so nothing can be sent from it (RFC 4862 section 5.4). The kernel
        // tells of it again when it is.
        guard body.count >= 8, let size = addressBytes(family: body[body.startIndex]),
            body[body.startIndex + 2] & 0x40 == 0
        else { return nil }
        var (own, peer): ([UInt8]?, [UInt8]?)
        for (type, value) in attributes(body.dropFirst(8)) where value.count == size {
            switch type {
            case 1: peer = Array(value)  // IFA_ADDRESS: the other end's, if the link has just two
            case 2: own = Array(value)  // IFA_LOCAL
            default: break
            }
        }
        guard let bytes = own ?? peer else { return nil }
        return NetlinkMessage.Address(
            index: number(body, at: 4, 4), bytes: bytes, prefixLength: min(body[body.startIndex + 1], UInt8(size * 8)))
    }

    // MARK: Routes

    /// struct rtmsg: family, destination length, source length, TOS, table, protocol, scope, type, flags (4).
    ///
    /// Of the main table, to machines elsewhere (RTN_UNICAST), one for each of its next hops that isn't dead; and what keeps
    /// others from getting there (RTN_BLACKHOLE, RTN_UNREACHABLE, RTN_PROHIBIT).
    private static func routes(_ body: ArraySlice<UInt8>) -> [NetlinkMessage.Route] {
        let start = body.startIndex
        guard body.count >= 12, let size = addressBytes(family: body[start]),
            body[start + 7] == 1 || barriers.contains(body[start + 7]), number(body, at: 8, 4) & isDead == 0
        else { return [] }
        var route = NetlinkMessage.Route(
            version: size == 4 ? 4 : 6, destination: Array(repeating: 0, count: size),
            prefixLength: min(body[start + 1], UInt8(size * 8)), gateway: [], index: 0, metric: 0)
        var table = UInt32(body[start + 4])
        var hops: [NetlinkMessage.Route] = []
        for (type, value) in attributes(body.dropFirst(12)) {
            switch type {
            case 1 where value.count == size: route.destination = Array(value)  // RTA_DST
            case 4 where value.count == 4: route.index = number(value, at: 0, 4)  // RTA_OIF
            case 5 where value.count == size: route.gateway = Array(value)  // RTA_GATEWAY
            case 6 where value.count == 4: route.metric = number(value, at: 0, 4)  // RTA_PRIORITY
            case 9: hops += nextHops(value, size)  // RTA_MULTIPATH
            case 15 where value.count == 4: table = number(value, at: 0, 4)  // RTA_TABLE
            // RTA_VIA: a gateway of the other family, behind its family's two bytes.
            case 18 where value.count > 2: route.gateway = Array(value.dropFirst(2))
            default: break
            }
        }
        guard table == 254 else { return [] }  // RT_TABLE_MAIN
        if barriers.contains(body[start + 7]) {
            // Through no interface; the kernel names that of loopback with some.
            (route.isBarrier, route.index, route.gateway) = (true, 0, [])
            return [route]
        }
        if hops.isEmpty { return route.index == 0 ? [] : [route] }
        return hops.map { hop in
            var whole = route
            (whole.index, whole.gateway) = (hop.index, hop.gateway)
            return whole
        }
    }

    private static let barriers: ClosedRange<UInt8> = 6...8

    /// RTNH_F_DEAD. One whose link lost its carrier (RTNH_F_LINKDOWN) stays: no message tells when it works again, and what
    /// leads through a link that is down doesn't count anyway.
    private static let isDead: UInt32 = 1

    /// struct rtnexthop: length (2), flags, hops, index (4), attributes.
    private static func nextHops(_ list: ArraySlice<UInt8>, _ size: Int) -> [NetlinkMessage.Route] {
        var (hops, rest): ([NetlinkMessage.Route], ArraySlice<UInt8>) = ([], list)
        while rest.count >= 8 {
            let length = Int(number(rest, at: 0, 2))
            guard length >= 8, length <= rest.count else { break }
            var hop = NetlinkMessage.Route(
                version: 0, destination: [], prefixLength: 0, gateway: [], index: number(rest, at: 4, 4), metric: 0)
            for (type, value) in attributes(rest.prefix(length).dropFirst(8)) where type == 5 && value.count == size {
                hop.gateway = Array(value)
            }
            if UInt32(rest[rest.startIndex + 2]) & isDead == 0 { hops.append(hop) }
            rest = rest.dropFirst(aligned(length))
        }
        return hops
    }

    // MARK: Parts

    private static func addressBytes(family: UInt8) -> Int? {
        switch Int32(family) {
        case AF_INET: 4
        case AF_INET6: 16
        default: nil
        }
    }

    /// struct rtattr: length (2), type (2), payload; padded to 4 bytes.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [(type: UInt16, value: ArraySlice<UInt8>)] {
        var (found, rest): ([(UInt16, ArraySlice<UInt8>)], ArraySlice<UInt8>) = ([], bytes)
        while rest.count >= 4 {
            let length = Int(number(rest, at: 0, 2))
            guard length >= 4, length <= rest.count else { break }
            // The two highest bits are flags (NLA_F_NESTED, NLA_F_NET_BYTEORDER).
            let type = UInt16(truncatingIfNeeded: number(rest, at: 2, 2)) & 0x3FFF
            found.append((type, rest.prefix(length).dropFirst(4)))
            rest = rest.dropFirst(aligned(length))
        }
        return found
    }

    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

    /// A number of up to four bytes in the machine's order; the caller has checked that they are there.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, _ count: Int) -> UInt32 {
        let parts = bytes.dropFirst(offset).prefix(count)
        #if _endian(little)
            return parts.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        #else
            return parts.reduce(0) { $0 << 8 | UInt32($1) }
        #endif
    }

    /// A NUL-terminated text.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
