internal import Sockeye
internal import SockeyeIO

// Options about sockets.
extension OptionTable {
    static let socketRows: [Option] = [
        .value(
            "happy-eyeballs-timeout-ms", nil, "milliseconds", [.connection], "Time for IPv6 before trying IPv4",
            "Try the next address in parallel if one has not connected after this time: 200 by default."
        ) { settings, value throws(OptionFault) in
            settings.transfer.socket.options.attemptDelay = .milliseconds(
                min(try NumberArgument.count(value), 1_000_000_000))
        },
        .flag(
            "haproxy-protocol", nil, [.http, .proxy], "Send HAProxy PROXY protocol v1 header",
            "Start every connection, before TLS, with a PROXY line that tells a load balancer the client's address."
        ) { $0.transfer.socket.sendsProxyHeader = $1 },
        .value(
            "haproxy-clientip", nil, "ip", [.http, .proxy], "Set address in HAProxy PROXY",
            "Like --haproxy-protocol, with this address as the client's."
        ) { settings, value throws(OptionFault) in
            let text = try value.text()
            guard let address = SocketAddress(numericHost: text, port: 0) else {
                throw .invalid("'\(text)' is not an IP address")
            }
            settings.transfer.socket.proxyHeaderClient = address.host
        },
        .value(
            "interface", nil, "name", [.connection], "Use network INTERFACE (or address)",
            """
            Connect from this interface, address or host name of this machine. "if!NAME" is only an interface, \
            "host!NAME" only an address or a host name. Exit with code 45 if it cannot be used.
            """
        ) { settings, value throws(OptionFault) in
            guard !value.bytes.isEmpty else { throw .invalid("the name is empty") }
            settings.transfer.socket.setLocalEnd(try value.text())
        },
        .onByDefault(
            "keepalive", nil, [.connection], "Disable TCP keepalive on the connection",
            "Send no keepalive probes on idle connections."
        ) { $0.transfer.socket.isKeptAlive = $1 },
        .value(
            "keepalive-cnt", nil, "integer", [.connection], "Maximum number of keepalive probes",
            "End a connection after this many unanswered keepalive probes, 127 at most. 0 is the system's default."
        ) { settings, value throws(OptionFault) in
            let count = try NumberArgument.count(value)
            guard count <= 127 else { throw .invalid("expected a number from 0 to 127") }
            settings.transfer.socket.options.keepAliveCount = count == 0 ? nil : Int32(clamping: count)
        },
        .value(
            "ip-tos", nil, "string", [.connection], "Set IP Type of Service or Traffic Class",
            """
            Set the type of service of IPv4 packets, or the traffic class of IPv6 ones: a number from 0 to 255, or a name \
            such as CS0, AF11 or EF.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.socket.options.typeOfService = try SocketSettings.typeOfService(try value.text())
        },
        .value(
            "keepalive-time", nil, "seconds", [.connection], "Interval time for keepalive probes",
            "Probe a connection after this many idle seconds, and again at the same interval: 60 by default."
        ) { settings, value throws(OptionFault) in
            let seconds = try NumberArgument.count(value)
            settings.transfer.socket.keepAliveSeconds = seconds == 0 ? 60 : seconds
        },
        .value(
            "local-port", nil, "num/range", [.connection], "Force use of RANGE for local port numbers",
            "Connect from this port, or from the first free one of a range such as 40000-40010."
        ) { settings, value throws(OptionFault) in try settings.transfer.socket.setLocalPorts(try value.text()) },
        .flag(
            "mptcp", nil, [.connection], "Enable Multipath TCP",
            """
            Let connections use several paths at once, as over Wi-Fi and mobile data (Multipath TCP). Where the system or \
            the server can't, they use one.
            """
        ) { $0.transfer.socket.options.usesMultiplePaths = $1 },
        .onByDefault(
            "sessionid", nil, [.tls], "Disable SSL session-ID reusing",
            "Do a full handshake on every TLS connection, instead of resuming an earlier session."
        ) { $0.transfer.trust.resumesSessions = $1 },
        .onByDefault(
            "tcp-nodelay", nil, [.connection], "Use the TCP_NODELAY option",
            "Collect small pieces before sending them, which saves packets and costs time."
        ) { $0.transfer.socket.options.sendsAtOnce = $1 },
        .value(
            "vlan-priority", nil, "priority", [.connection], "Set VLAN priority",
            "Set the priority of packets, from 0 to 7."
        ) { settings, value throws(OptionFault) in
            let priority = try NumberArgument.count(value)
            guard priority <= 7 else { throw .invalid("expected a number from 0 to 7") }
            settings.transfer.socket.options.priority = Int32(clamping: priority)
        },
    ]
}
