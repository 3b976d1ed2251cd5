/// The local address and interface of connections.
struct RouteFacts: Sendable {
    /// The local address of a connection, without its port; `nil` without a connection.
    var localAddress: String?
    /// The interface with that address.
    var interface: (name: String, kind: String)?
    /// Whether the peer is this machine.
    var isLoopback = false
    /// The network status.
    var status: String?
    /// Why the local end can't be used, or that there is no route.
    var failure: String?

    func grade() -> [Finding] {
        var facts: [Fact] = []
        if let localAddress { facts.append(Fact("local_address", localAddress)) }
        if let interface { facts.append(Fact("interface", interface.name)) }
        if let status { facts.append(Fact("status", status)) }
        if let failure {
            let advice =
                status == "loopbackOnly"
                ? "this machine is offline: no interface is up; sockeye --watch-network shows them"
                : "check --interface and --local-port, and the routes (ip route); sockeye --watch-network shows them"
            return .one(.route, .fault, failure, advice: advice, facts)
        }
        guard let localAddress else {
            return .one(.route, .notTried, "unknown, since there is no connection", facts)
        }
        if isLoopback { return .one(.route, .ok, "from \(localAddress), within this machine", facts) }
        guard let interface else {
            return .one(.route, .ok, "from \(localAddress), through an interface that isn't listed", facts)
        }
        let through = "from \(localAddress) through \(interface.name) (\(interface.kind))"
        if interface.kind == "tunnel" {
            return .one(.route, .note, through + ", so a VPN sees the traffic and may slow it", facts)
        }
        return .one(.route, .ok, through, facts)
    }
}
