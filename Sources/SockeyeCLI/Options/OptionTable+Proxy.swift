internal import Sockeye

// Options about proxies.
extension OptionTable {
    static let proxyRows: [Option] = [
        .value(
            "noproxy", nil, "no-proxy-list", [.proxy], "List of hosts which do not use proxy",
            """
            Hosts that are reached without a proxy, separated by commas: a name stands for itself and all names below it, an \
            address for itself, 192.0.2.0/24 for a range, "*" for every host. In place of NO_PROXY.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.proxy.exceptions = try value.text() },
        .value(
            "preproxy", nil, "[protocol://]host[:port]", [.proxy], "Use this proxy first",
            "Reaches the proxy of -x through this SOCKS proxy; socks4 when no scheme is given."
        ) { settings, value throws(OptionFault) in settings.transfer.proxy.before = try value.text() },
        .value(
            "proxy", "x", "[protocol://]host[:port]", [.proxy], "Use this proxy",
            """
            Goes through this proxy: http (the default), https, socks4, socks4a, socks5 or socks5h; port 1080 by default. \
            User and password may come before the host. A SOCKS proxy on a Unix domain socket is written as \
            socks5h://localhost/PATH. An empty one means no proxy, whatever the environment says: \
            without -x, http_proxy, HTTPS_PROXY, ALL_PROXY and NO_PROXY count.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.proxy.server = (try value.text(), .http) },
        .flag(
            "proxy-anyauth", nil, [.proxy, .auth], "Pick any proxy authentication method",
            "Proves the password to an HTTP proxy by the strongest way that it offers."
        ) { $0.transfer.proxy.schemes = $1 ? [.basic, .digest] : [.basic] },
        .flag(
            "proxy-basic", nil, [.proxy, .auth], "Use Basic authentication on the proxy",
            "Sends the password to an HTTP proxy with the first request. The default."
        ) { if $1 { $0.transfer.proxy.schemes = [.basic] } },
        .value(
            "proxy-cacert", nil, "file", [.proxy, .tls], "CA certificate to verify peer against for proxy",
            "Trusts the certificates in this PEM file when the proxy is reached over TLS."
        ) { settings, value throws(OptionFault) in
            settings.transfer.proxy.certificateAuthorityFile = try value.text()
        },
        .flag(
            "proxy-digest", nil, [.proxy, .auth], "Use Digest authentication on the proxy",
            "Proves the password to an HTTP proxy without sending it."
        ) { $0.transfer.proxy.schemes = $1 ? [.digest] : [.basic] },
        .value(
            "proxy-header", nil, "header", [.proxy], "Pass custom header(s) to proxy",
            "A field for the HTTP proxy: sent with CONNECT, and with requests that the proxy reads.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            if let edit = try HeaderEdit.parse(value.bytes) { settings.transfer.proxy.headers.append(edit) }
        },
        .flag(
            "proxy-insecure", nil, [.proxy, .tls], "Do HTTPS proxy connections without verifying the proxy",
            "Does not verify the certificate of a proxy that is reached over TLS."
        ) { $0.transfer.proxy.verifiesPeer = !$1 },
        .value(
            "proxy-user", "U", "user:password", [.proxy, .auth], "Proxy user and password",
            "The user name and password for the proxy. They are wiped from the process list."
        ) { settings, value throws(OptionFault) in
            settings.transfer.proxy.user = AuthenticationSettings.user(value.bytes)
        },
        .flag(
            "proxytunnel", "p", [.proxy], "Operate through an HTTP proxy tunnel (using CONNECT)",
            "Digs a tunnel through the HTTP proxy for http URLs too."
        ) { $0.transfer.proxy.tunnelsAlways = $1 },
        socks("socks4", "SOCKS4 proxy on given host + port", .socks4),
        socks("socks4a", "SOCKS4a proxy on given host + port", .socks4a),
        socks("socks5", "SOCKS5 proxy on given host + port", .socks5),
        socks("socks5-hostname", "SOCKS5 proxy, pass host name to proxy", .socks5h),
        .flag(
            "suppress-connect-headers", nil, [.proxy], "Suppress proxy CONNECT response headers",
            "Leaves the proxy's answer to CONNECT out of what -i and -D write."
        ) { $0.transfer.proxy.hidesConnectHeads = $1 },
    ]

    private static func socks(_ name: String, _ summary: String, _ kind: ProxyServer.Kind) -> Option {
        .value(
            name, nil, "host[:port]", [.proxy], summary,
            kind == .socks4a || kind == .socks5h
                ? "Goes through this SOCKS proxy, which resolves the host's name. Port 1080 unless told."
                : "Goes through this SOCKS proxy, to an address that is resolved here. Port 1080 unless told."
        ) { settings, value throws(OptionFault) in settings.transfer.proxy.server = (try value.text(), kind) }
    }
}
