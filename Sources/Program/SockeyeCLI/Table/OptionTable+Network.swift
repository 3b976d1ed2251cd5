// Options about the machine's network.
extension OptionTable {
    static let networkRows: [Option] = [
        .flag(
            "wait-for-network", nil, [.sockeye], "Wait for a route instead of failing",
            """
            If there is no route to a host (or its proxy), or to the resolver, wait until the network changes and try again, \
            instead of failing with exit code 6 or 7. -m limits the whole time. -v says when it waits.
            """
        ) { $0.transfer.waitsForNetwork = $1 },
        .choice(
            "watch-network", nil, [.sockeye], "Print the machine's network as it changes",
            """
            Print a line about the network now, and another whenever it changes, until interrupted or for -m SECONDS: how \
            far the routes lead (loopbackOnly, local, routed), the interfaces of default routes, and each interface that \
            is up with its kind and addresses.
            """
        ) { $0.action = .watchNetwork },
    ]
}
