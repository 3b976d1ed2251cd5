import Testing

@testable import SockeyeIO

struct NetlinkDecoderTests {
    private static let link = NetlinkMessage.Link(index: 2, name: "eth0", hardware: 1, flags: 0x41, kind: "")
    private static let v6: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7]

    private static func route(
        _ index: UInt32, _ destination: [UInt8] = [0, 0, 0, 0], _ prefix: UInt8 = 0, gateway: [UInt8] = [],
        metric: UInt32 = 0
    ) -> NetlinkMessage.Route {
        NetlinkMessage.Route(
            version: destination.count == 4 ? 4 : 6, destination: destination, prefixLength: prefix, gateway: gateway,
            index: index, metric: metric)
    }

    private static let barrier = NetlinkMessage.Route(
        version: 4, destination: [10, 0, 0, 0], prefixLength: 8, gateway: [], index: 0, metric: 5, isBarrier: true)

    private static let table: [([UInt8], [NetlinkMessage])] = [
        ([], []),
        (Netlink.link(2, "eth0"), [.link(link)]),
        (
            Netlink.link(3, "sa", flags: 0x1043, kind: "veth"),
            [.link(.init(index: 3, name: "sa", hardware: 1, flags: 0x1043, kind: "veth"))]
        ),
        (Netlink.link(2, "eth0", type: 17), [.linkRemoved(index: 2)]),
        // A bridge's port, told of a second time.
        (Netlink.link(2, "eth0", family: 7), []),
        (
            Netlink.address(2, [192, 0, 2, 7], 24),
            [.address(.init(index: 2, bytes: [192, 0, 2, 7], prefixLength: 24))]
        ),
        (Netlink.address(2, v6, 64), [.address(.init(index: 2, bytes: v6, prefixLength: 64))]),
        // Not checked for duplicates yet.
        (Netlink.address(2, v6, 64, flags: 0xC0), []),
        (
            Netlink.address(2, [192, 0, 2, 7], 24, type: 21),
            [.addressRemoved(.init(index: 2, bytes: [192, 0, 2, 7], prefixLength: 24))]
        ),
        (
            Netlink.route(2, [], 0, gateway: [192, 0, 2, 1], metric: 100),
            [.route(route(2, gateway: [192, 0, 2, 1], metric: 100), replaces: false)]
        ),
        (
            Netlink.route(2, [10, 0, 0, 0], 8, messageFlags: 0x100),
            [.route(route(2, [10, 0, 0, 0], 8), replaces: true)]
        ),
        (Netlink.route(2, [10, 0, 0, 0], 8, type: 25), [.routeRemoved(route(2, [10, 0, 0, 0], 8))]),
        (Netlink.route(2, v6, 128, size: 16), [.route(route(2, v6, 128), replaces: false)]),
        // Another table, this machine's own addresses, a dead route, none without an interface.
        (Netlink.route(2, [], 0, table: 255), []), (Netlink.route(2, [], 0, table: 1000), []),
        (Netlink.route(2, [], 0, kind: 2), []), (Netlink.route(2, [], 0, flags: 1), []),
        (Netlink.route(nil, [], 0), []),
        // Unreachable, and no other kind without an interface.
        (Netlink.route(nil, [10, 0, 0, 0], 8, metric: 5, kind: 7), [.route(barrier, replaces: false)]),
        (Netlink.route(1, [10, 0, 0, 0], 8, metric: 5, kind: 6), [.route(barrier, replaces: false)]),
        (Netlink.route(nil, [10, 0, 0, 0], 8, kind: 9), []),
        // Without a carrier: what leads through its link doesn't count anyway.
        (Netlink.route(2, [], 0, flags: 16), [.route(route(2), replaces: false)]),
        (
            Netlink.route(
                nil, [10, 0, 0, 0], 8,
                more: Netlink.attribute(
                    9,
                    Netlink.hop(2, [192, 0, 2, 1]) + Netlink.hop(4, [9, 9, 9, 9], flags: 1)
                        + Netlink.hop(3, [192, 0, 2, 2]))),
            [
                .route(route(2, [10, 0, 0, 0], 8, gateway: [192, 0, 2, 1]), replaces: false),
                .route(route(3, [10, 0, 0, 0], 8, gateway: [192, 0, 2, 2]), replaces: false),
            ]
        ),
        (Netlink.done(of: 7), [.done(of: 7, isTorn: false)]), (Netlink.done(), [.done(of: 0, isTorn: false)]),
        (Netlink.done(flags: 0x12), [.done(of: 0, isTorn: true)]),
        (Netlink.message(2, Netlink.number(-16, 4) + Netlink.number(0, 16)), [.failed(of: 0, 16)]),
        (Netlink.message(2, []), []), (Netlink.message(999, [1, 2, 3, 4]), []),
        (Netlink.link(2, "eth0") + Netlink.done(), [.link(link), .done(of: 0, isTorn: false)]),
    ]

    @Test(arguments: table) func decodes(bytes: [UInt8], messages: [NetlinkMessage]) {
        #expect(NetlinkDecoder.messages(in: bytes[...]) == messages)
        // Where it begins in memory doesn't matter.
        #expect(NetlinkDecoder.messages(in: ([9, 9, 9] + bytes)[3...]) == messages)
    }

    /// Cut anywhere, or with a length changed, nothing traps, and what came whole before counts.
    @Test(arguments: table) func survivesCutsAndWrongLengths(bytes: [UInt8], messages: [NetlinkMessage]) {
        for count in bytes.indices {
            #expect(
                NetlinkDecoder.messages(in: (Netlink.done() + bytes.prefix(count))[...]).first
                    == .done(of: 0, isTorn: false))
        }
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 3, 4, 15, 127, 255] {
                var wrong = bytes
                wrong[index] = value
                _ = NetlinkDecoder.messages(in: wrong[...])
            }
        }
    }
}
