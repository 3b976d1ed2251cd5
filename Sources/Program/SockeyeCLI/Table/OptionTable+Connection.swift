// Options about names, addresses, sockets and time.
extension OptionTable {
    static let connectionRows: [Option] = [
        .value(
            "connect-timeout", nil, "fractional seconds", [.connection], "Maximum time allowed for connection",
            """
            Limit the time to resolve, connect, get through the proxy and finish the TLS handshake, together and for \
            each connection: 300 seconds by default, and with 0.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.connectTimeout = try NumberArgument.seconds(value)
        },
        .choice(
            "ipv4", "4", [.connection, .dns], "Resolve names to IPv4 addresses",
            "Use IPv4 addresses only."
        ) { $0.transfer.addressFamily = .ipv4 },
        .choice(
            "ipv6", "6", [.connection, .dns], "Resolve names to IPv6 addresses",
            "Use IPv6 addresses only."
        ) { $0.transfer.addressFamily = .ipv6 },
        .value(
            "max-time", "m", "fractional seconds", [.connection], "Maximum time allowed for transfer",
            """
            Limit the total time of each transfer; a longer one ends with exit code 28. 0 means no limit. The other end of a named \
            pipe has as long.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.maximumTime = try NumberArgument.seconds(value)
        },
        .value(
            "resolve", nil, "[+]host:port:addr[,addr]...", [.connection, .dns],
            "Resolve the host+port to this address",
            """
            Use these addresses for the host and port instead of asking the resolver. "*" matches any host; \
            "-host:port" removes an earlier entry.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            settings.transfer.resolveOverrides.append(try ResolveOverride(try value.text()))
        },
        .value(
            "unix-socket", nil, "path", [.connection], "Connect through this Unix domain socket",
            "Connect to this Unix domain socket, whatever the URL's host and port are."
        ) { settings, value throws(OptionFault) in settings.transfer.unixSocket = try value.text() },
    ]
}
