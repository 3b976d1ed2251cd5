// Options about names, addresses, sockets and time.
extension OptionTable {
    static let connectionRows: [Option] = [
        .value(
            "connect-timeout", nil, "fractional seconds", [.connection], "Maximum time allowed for connection",
            """
            Resolving, connecting, the proxy's answer and the TLS handshake may take this long together, for each \
            connection: 300 seconds by default, and with 0.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.connectTimeout = try NumberArgument.seconds(value)
        },
        .choice(
            "ipv4", "4", [.connection, .dns], "Resolve names to IPv4 addresses",
            "Uses IPv4 addresses only."
        ) { $0.transfer.addressFamily = .ipv4 },
        .choice(
            "ipv6", "6", [.connection, .dns], "Resolve names to IPv6 addresses",
            "Uses IPv6 addresses only."
        ) { $0.transfer.addressFamily = .ipv6 },
        .value(
            "max-time", "m", "fractional seconds", [.connection], "Maximum time allowed for transfer",
            "Each transfer may take this long in all; then it ends with exit code 28. 0 is no limit."
        ) { settings, value throws(OptionFault) in
            settings.transfer.maximumTime = try NumberArgument.seconds(value)
        },
        .value(
            "resolve", nil, "[+]host:port:addr[,addr]...", [.connection, .dns],
            "Resolve the host+port to this address",
            """
            Uses these addresses for the host and port instead of asking the resolver. "*" is any host; \
            "-host:port" takes an earlier one back.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            settings.transfer.resolveOverrides.append(try ResolveOverride(try value.text()))
        },
        .value(
            "unix-socket", nil, "path", [.connection], "Connect through this Unix domain socket",
            "Connects to this Unix domain socket, whatever the URL's host and port are."
        ) { settings, value throws(OptionFault) in settings.transfer.unixSocket = try value.text() },
    ]
}
