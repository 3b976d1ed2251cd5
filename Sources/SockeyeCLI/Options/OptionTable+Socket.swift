internal import Sockeye

// Options about the sockets beneath.
extension OptionTable {
    static let socketRows: [Option] = [
        .value(
            "happy-eyeballs-timeout-ms", nil, "milliseconds", [.connection], "Time for IPv6 before trying IPv4",
            "How long one address is tried without news before the next one is tried beside it: 200 unless told."
        ) { settings, value throws(OptionFault) in
            settings.transfer.socket.options.attemptDelay = .milliseconds(
                min(try NumberArgument.count(value), 1_000_000_000))
        },
        .flag(
            "haproxy-protocol", nil, [.http, .proxy], "Send HAProxy PROXY protocol v1 header",
            "Begins every connection with a line that tells a load balancer who connects, before TLS."
        ) { $0.transfer.socket.sendsProxyHeader = $1 },
        .value(
            "interface", nil, "name", [.connection], "Use network INTERFACE (or address)",
            """
            Connects from this interface, address or host of this machine. "if!NAME" is an interface only, "host!NAME" an \
            address or a host only. Exit code 45 when it cannot be used.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.socket.setLocalEnd(try value.text()) },
        .onByDefault(
            "keepalive", nil, [.connection], "Disable TCP keepalive on the connection",
            "Sends no probes over silent connections."
        ) { $0.transfer.socket.isKeptAlive = $1 },
        .value(
            "keepalive-time", nil, "seconds", [.connection], "Interval time for keepalive probes",
            "How long a connection is silent before it is probed, and how long between probes: 60 seconds unless told."
        ) { settings, value throws(OptionFault) in
            settings.transfer.socket.keepAliveSeconds = try NumberArgument.count(value)
        },
        .value(
            "local-port", nil, "num/range", [.connection], "Force use of RANGE for local port numbers",
            "Connects from this port, or from the first free one of a range such as 40000-40010."
        ) { settings, value throws(OptionFault) in try settings.transfer.socket.setLocalPorts(try value.text()) },
        .onByDefault(
            "sessionid", nil, [.tls], "Disable SSL session-ID reusing",
            "Begins every TLS connection anew, instead of going on with the keys of an earlier one."
        ) { $0.transfer.trust.resumesSessions = $1 },
        .onByDefault(
            "tcp-nodelay", nil, [.connection], "Use the TCP_NODELAY option",
            "Gathers small pieces before they are sent, which saves packets and costs time."
        ) { $0.transfer.socket.options.sendsAtOnce = $1 },
    ]
}
