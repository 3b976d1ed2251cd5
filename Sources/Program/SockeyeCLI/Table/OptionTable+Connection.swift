internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO

// Options about names, addresses, sockets, time and the network.
extension OptionTable {
    static let connectionRows: [Option] = [
        Option(
            "connect-timeout", nil, [.connection], "Maximum time allowed for connection",
            """
            Limit the time to resolve, connect, get through the proxy and finish the TLS handshake, together and for \
            each connection: 300 seconds by default, and with 0.
            """, .seconds("fractional seconds") { $0.transfer.connectTimeout = $1 }),
        Option(
            "dns-servers", nil, [.connection, .dns], "DNS server addrs to use",
            """
            Ask these name servers instead of the system's resolver: IP addresses separated by commas, each with :PORT if \
            that isn't 53. Asked over UDP, and over TCP for long answers; --doh-url comes first.
            """, .parsedText("addresses", NameSettings.servers) { $0.transfer.names.servers = $1 }),
        Option(
            "doh-cert-status", nil, [.dns, .tls], "Verify DoH server cert status OCSP-staple",
            "As --cert-status, for the server of --doh-url.", .flag { $0.transfer.names.requiresStapledStatus = $1 }),
        Option(
            "doh-insecure", nil, [.dns, .tls], "Allow insecure DoH server connections",
            "As --insecure, for the server of --doh-url, which -k doesn't concern.",
            .flag { $0.transfer.names.verifiesPeer = !$1 }),
        Option(
            "doh-url", nil, [.dns], "Resolve hostnames over DoH",
            """
            Ask this server for names, over HTTPS (RFC 8484), instead of the system's resolver, which is asked for the \
            server's own. --resolve comes first; localhost and .onion names are never asked for. An empty URL is the system's resolver \
            again.
            """,
            .value("URL") { settings, value throws(OptionFault) in
                let text = try value.text()
                let url = text.isEmpty ? nil : try? HTTPURL(text)
                guard text.isEmpty || url?.scheme == "https" else { throw .invalid("expected an https URL") }
                settings.transfer.names.url = url
            }),
        Option(
            "ipv4", "4", [.connection, .dns], "Resolve names to IPv4 addresses",
            "Use IPv4 addresses only.", .choice { $0.transfer.addressFamily = .ipv4 }),
        Option(
            "ipv6", "6", [.connection, .dns], "Resolve names to IPv6 addresses",
            "Use IPv6 addresses only.", .choice { $0.transfer.addressFamily = .ipv6 }),
        Option(
            "max-time", "m", [.connection], "Maximum time allowed for transfer",
            """
            Limit the total time of each transfer; a longer one ends with exit code 28. 0 means no limit. The other end of a named \
            pipe has as long.
            """, .seconds("fractional seconds") { $0.transfer.timeLimit = $1 }),
        Option(
            "resolve", nil, [.connection, .dns], accumulates: true, "Resolve the host+port to this address",
            """
            Use these addresses for the host and port instead of asking the resolver. "*" matches any host; \
            "-host:port" removes an earlier entry.
            """,
            .parsedText("[+]host:port:addr[,addr]...", HostOverride.init(resolve:)) {
                $0.transfer.resolveOverrides.append($1)
            }),
        Option(
            "unix-socket", nil, [.connection], "Connect through this Unix domain socket",
            "Connect to this Unix domain socket, whatever the URL's host and port are.",
            .text("path") { $0.transfer.unixSocket = $1 }),
        Option(
            "abstract-unix-socket", nil, [.connection], "Connect via abstract Unix domain socket",
            "Connect to this socket in Linux's abstract namespace, whatever the URL's host and port are.",
            .text("path") { $0.transfer.abstractUnixSocket = $1 }),
        Option(
            "connect-to", nil, [.connection], accumulates: true, "Connect to host",
            """
            Connect to HOST2 and PORT2 for URLs with HOST1 and PORT1; an empty part means any, or the same. The \
            request and the certificate check still use the URL's host.
            """, .parsedText("HOST1:PORT1:HOST2:PORT2", connectOverride) { $0.transfer.redirections.append($1) }),
        Option(
            "expect100-timeout", nil, [.http], "How long to wait for 100-continue",
            "Wait this long for a response to Expect: 100-continue before sending the body, 1 second by default.",
            .seconds("seconds") { $0.transfer.continueTimeout = $1 }),
        Option(
            "speed-limit", "Y", [.connection], "Stop transfers slower than this",
            """
            End the transfer with exit code 28 if it is slower than this many bytes per second for the time of -y. \
            Waiting for the response counts.
            """, .count("speed") { $0.transfer.leastSpeed.bytesPerSecond = $1 }),
        Option(
            "speed-time", "y", [.connection], "Trigger 'speed-limit' abort after this time",
            """
            Allow a transfer to be slower than -Y for this long, 30 seconds by default; 0 is no limit. \
            Without -Y, the limit is 1 byte per second.
            """, .count("seconds") { $0.transfer.leastSpeed.seconds = $1 }),
        Option(
            "happy-eyeballs-timeout-ms", nil, [.connection], "Time for IPv6 before trying IPv4",
            "Try the next address in parallel if one has not connected after this time: 200 by default.",
            .count("milliseconds") { $0.transfer.socket.options.attemptDelay = .milliseconds(min($1, 1_000_000_000)) }),
        Option(
            "haproxy-protocol", nil, [.http, .proxy], "Send HAProxy PROXY protocol v1 header",
            "Start every connection, before TLS, with a PROXY line that tells a load balancer the client's address.",
            .flag { $0.transfer.socket.sendsProxyHeader = $1 }),
        Option(
            "haproxy-clientip", nil, [.http, .proxy], "Set address in HAProxy PROXY",
            "Like --haproxy-protocol, with this address as the client's.",
            .value("ip") { settings, value throws(OptionFault) in
                let text = try value.text()
                guard let address = SocketAddress(numericHost: text, port: 0) else {
                    throw .invalid("'\(text)' is not an IP address")
                }
                settings.transfer.socket.proxyHeaderClient = address.host
            }),
        Option(
            "interface", nil, [.connection], "Use network INTERFACE (or address)",
            """
            Connect from this interface, address or host name of this machine. "if!NAME" is only an interface, \
            "host!NAME" only an address or a host name. Exit with code 45 if it cannot be used.
            """,
            .value("name") { settings, value throws(OptionFault) in
                settings.transfer.socket.setLocalEnd(try value.nonEmpty("name"))
            }),
        Option(
            "keepalive", nil, [.connection], isOnByDefault: true, "Disable TCP keepalive on the connection",
            "Send no keepalive probes on idle connections.", .flag { $0.transfer.socket.isKeptAlive = $1 }),
        Option(
            "keepalive-cnt", nil, [.connection], "Maximum number of keepalive probes",
            "End a connection after this many unanswered keepalive probes, 127 at most. 0 is the system's default.",
            .value("integer") { settings, value throws(OptionFault) in
                let count = try NumberArgument.count(value)
                guard count <= 127 else { throw .invalid("expected a number from 0 to 127") }
                settings.transfer.socket.options.keepAliveCount = count == 0 ? nil : Int32(clamping: count)
            }),
        Option(
            "ip-tos", nil, [.connection], "Set IP Type of Service or Traffic Class",
            """
            Set the type of service of IPv4 packets, or the traffic class of IPv6 ones: a number from 0 to 255, or a name \
            such as CS0, AF11 or EF.
            """, .parsedText("string", SocketSettings.typeOfService) { $0.transfer.socket.options.typeOfService = $1 }),
        Option(
            "keepalive-time", nil, [.connection], "Interval time for keepalive probes",
            "Probe a connection after this many idle seconds, and again at the same interval: 60 by default.",
            .count("seconds") { $0.transfer.socket.keepAliveSeconds = $1 == 0 ? 60 : $1 }),
        Option(
            "local-port", nil, [.connection], "Force use of RANGE for local port numbers",
            "Connect from this port, or from the first free one of a range such as 40000-40010.",
            .value("num/range") { settings, value throws(OptionFault) in
                try settings.transfer.socket.setLocalPorts(try value.text())
            }),
        Option(
            "mptcp", nil, [.connection], "Enable Multipath TCP",
            """
            Let connections use several paths at once, as over Wi-Fi and mobile data (Multipath TCP). Where the system or \
            the server can't, they use one.
            """, .flag { $0.transfer.socket.options.usesMultiplePaths = $1 }),
        Option(
            "sessionid", nil, [.tls], isOnByDefault: true, "Disable SSL session-ID reusing",
            "Do a full handshake on every TLS connection, instead of resuming an earlier session.",
            .flag { $0.transfer.trust.tls.resumesSessions = $1 }),
        Option(
            "tcp-nodelay", nil, [.connection], isOnByDefault: true, "Use the TCP_NODELAY option",
            "Collect small pieces before sending them, which saves packets and costs time.",
            .flag { $0.transfer.socket.options.sendsAtOnce = $1 }),
        Option(
            "vlan-priority", nil, [.connection], "Set VLAN priority",
            "Set the priority of packets, from 0 to 7.",
            .value("priority") { settings, value throws(OptionFault) in
                let priority = try NumberArgument.count(value)
                guard priority <= 7 else { throw .invalid("expected a number from 0 to 7") }
                settings.transfer.socket.options.priority = Int32(clamping: priority)
            }),
        Option(
            "wait-for-network", nil, [.sockeye], "Wait for a route instead of failing",
            """
            If there is no route to a host (or its proxy), or to the resolver, wait until the network changes and try again, \
            instead of failing with exit code 6 or 7. -m limits the whole time. -v says when it waits.
            """, .flag { $0.transfer.waitsForNetwork = $1 }),
        Option(
            "watch-network", nil, [.sockeye], "Print the machine's network as it changes",
            """
            Print a line about the network now, and another whenever it changes, until interrupted or for -m SECONDS: how \
            far the routes lead (loopbackOnly, local, routed), the interfaces of default routes, and each interface that \
            is up with its kind and addresses.
            """, .choice { $0.action = .watchNetwork }),
    ]

    /// Four parts between colons, IPv6 addresses in brackets.
    private static func connectOverride(_ text: String) throws(OptionFault) -> ConnectOverride {
        var parts: [String] = [""]
        var isBracketed = false
        for character in text {
            if character == "[" || character == "]" {
                isBracketed = character == "["
            } else if character == ":", !isBracketed {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        let malformed = OptionFault.malformed("expected HOST1:PORT1:HOST2:PORT2")
        guard parts.count == 4 else { throw malformed }
        func port(_ text: String) -> UInt16?? { text.isEmpty ? .some(nil) : UInt16(text).map(Optional.some) }
        guard let old = port(parts[1]), let new = port(parts[3]) else { throw malformed }
        return ConnectOverride(
            host: parts[0].isEmpty ? nil : parts[0].lowercased(), port: old, newHost: parts[2].isEmpty ? nil : parts[2],
            newPort: new)
    }
}
