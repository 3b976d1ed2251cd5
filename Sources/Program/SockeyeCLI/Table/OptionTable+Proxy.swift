internal import Sockeye

// Options about proxies.
extension OptionTable {
    static let proxyRows: [Option] = [
        Option(
            "noproxy", nil, [.proxy], "List of hosts which do not use proxy",
            """
            Reach these hosts without a proxy, separated by commas: a name includes all names below it, an address is \
            only itself, 192.0.2.0/24 is a range, "*" is every host. Overrides NO_PROXY.
            """, .text("no-proxy-list") { $0.transfer.proxy.exceptions = $1 }),
        Option(
            "preproxy", nil, [.proxy], "Use this proxy first",
            "Reach the proxy of -x through this SOCKS proxy, or the server if there is no -x. The scheme defaults to socks4.",
            .text("[protocol://]host[:port]") { $0.transfer.proxy.before = $1 }),
        Option(
            "proxy", "x", [.proxy], "Use this proxy",
            """
            Use this proxy: http (the default), https, socks4, socks4a, socks5 or socks5h; the port defaults to 1080. \
            A user name and password can precede the host. For a SOCKS proxy on a Unix domain socket, write \
            socks5h://localhost/PATH. An empty argument means no proxy, whatever the environment says. Without -x, \
            http_proxy, HTTPS_PROXY, ALL_PROXY and NO_PROXY apply.
            """, .text("[protocol://]host[:port]") { $0.transfer.proxy.server = ($1, .http) }),
        Option(
            "proxy1.0", nil, [.proxy], "Use HTTP/1.0 proxy on given port",
            "Use this HTTP proxy, and HTTP/1.0 for CONNECT.",
            .text("host[:port]") {
                $0.transfer.proxy.server = ($1, .http)
                $0.transfer.proxy.connectsWithHTTP10 = true
            }),
        Option(
            "proxy-anyauth", nil, [.proxy, .auth], "Pick any proxy authentication method",
            "Use the strongest authentication method that the HTTP proxy offers.",
            .flag { $0.transfer.proxy.schemes = $1 ? [.basic, .digest, .negotiate] : [.basic] }),
        Option(
            "proxy-basic", nil, [.proxy, .auth], "Use Basic authentication on the proxy",
            "Send the password to the HTTP proxy with the first request. This is the default.",
            .flag { if $1 { $0.transfer.proxy.schemes.insert(.basic) } }),
        Option(
            "proxy-cacert", nil, [.proxy, .tls], "CA certificate to verify peer against for proxy",
            "Trust the certificates in this PEM file for an HTTPS proxy.",
            .text("file") { $0.transfer.proxy.trust.certificateAuthorityFile = $1 }),
        Option(
            "proxy-capath", nil, [.proxy, .tls], "CA directory to verify peer against for proxy",
            """
            Trust the certificates in this folder, named by their hash (openssl rehash), for an HTTPS proxy. Without it, that \
            of --capath.
            """, .text("dir") { $0.transfer.proxy.trust.certificateAuthorityFolder = $1 }),
        Option(
            "proxy-cert", nil, [.proxy, .tls], "Set client certificate for proxy",
            """
            Present this certificate to an HTTPS proxy that asks for one; -E is for servers. It is written as there. The \
            password is wiped from the process list.
            """, .text("certificate[:password]") { $0.transfer.proxy.trust.setCertificate($1) }),
        Option(
            "proxy-cert-type", nil, [.proxy, .tls], "Client certificate type for HTTPS proxy",
            "Set the format of the --proxy-cert file: PEM, the default, DER or P12.",
            .parsed("type", TrustSettings.format) { $0.transfer.proxy.trust.certificateFormat = $1 }),
        Option(
            "proxy-ciphers", nil, [.proxy, .tls], "SSL ciphers to use for proxy",
            "Offer an HTTPS proxy these cipher suites up to TLS 1.2, in OpenSSL's syntax.",
            .text("list") { $0.transfer.proxy.trust.tls.ciphers = $1 }),
        Option(
            "proxy-crlfile", nil, [.proxy, .tls], "Set a CRL list for proxy",
            "Check revocation lists in this PEM file for an HTTPS proxy, one for every issuer in the chain.",
            .text("file") { $0.transfer.proxy.trust.tls.revocationListFile = $1 }),
        Option(
            "proxy-digest", nil, [.proxy, .auth], "Use Digest authentication on the proxy",
            "Prove knowledge of the password to the HTTP proxy without sending it.",
            .flag { $0.transfer.proxy.schemes = $1 ? [.digest] : [.basic] }),
        Option(
            "proxy-header", nil, [.proxy], accumulates: true, "Pass custom header(s) to proxy",
            """
            Send this header to the HTTP proxy: with CONNECT, where it replaces the program's own or, without a value, \
            removes it, and with requests that the proxy reads, unless they have one of that name.
            """,
            .value("header") { settings, value throws(OptionFault) in
                if let edit = try HeaderEdit.parse(value.bytes) { settings.transfer.proxy.headers.append(edit) }
            }),
        Option(
            "proxy-insecure", nil, [.proxy, .tls], "Do HTTPS proxy connections without verifying the proxy",
            "Do not verify the certificate of an HTTPS proxy.", .flag { $0.transfer.proxy.trust.tls.verifiesPeer = !$1 }
        ),
        Option(
            "proxy-key", nil, [.proxy, .tls], "Private key for HTTPS proxy",
            "Use this private key for the certificate of --proxy-cert. Its format, PEM or DER, is recognised.",
            .text("key") { $0.transfer.proxy.trust.keyFile = $1 }),
        Option(
            "proxy-key-type", nil, [.proxy, .tls], "Private key file type for proxy",
            "Accepted for curl's sake: PEM and DER are told apart.",
            .value("type") { _, value throws(OptionFault) in try TrustSettings.checkKeyFormat(value) }),
        Option(
            "proxy-negotiate", nil, [.proxy, .auth], "Use HTTP Negotiate (SPNEGO) authentication on the proxy",
            "Send the HTTP proxy a ticket of Kerberos, as --negotiate does a server. Needs -U : beside it.",
            .flag { $0.transfer.proxy.schemes.allowNegotiate($1) }),
        Option(
            "proxy-pass", nil, [.proxy, .tls, .auth], "Pass phrase for the private key for HTTPS proxy",
            "Use this passphrase for an encrypted key or a P12 file of --proxy-cert. It is wiped from the process list.",
            .text("phrase") { $0.transfer.proxy.trust.password = $1 }),
        Option(
            "proxy-pinnedpubkey", nil, [.proxy, .tls], "FILE/HASHES public key to verify proxy with",
            """
            Require this public key of an HTTPS proxy, or exit with code 90. It is written as for --pinnedpubkey. The \
            certificate is still verified.
            """, .parsed("hashes", TrustSettings.pins) { $0.transfer.proxy.trust.tls.pinning.publicKeys = $1 }),
        Option(
            "proxy-service-name", nil, [.proxy, .tls], "SPNEGO proxy service name",
            "Ask for the ticket of --proxy-negotiate for this service at the proxy's host; HTTP is the default.",
            .text("name") { $0.transfer.proxy.serviceName = $1 }),
        Option(
            "proxy-tls13-ciphers", nil, [.proxy, .tls], "TLS 1.3 proxy cipher suites",
            "Offer an HTTPS proxy these TLS 1.3 cipher suites, in OpenSSL's syntax.",
            .text("ciphersuite list") { $0.transfer.proxy.trust.tls.ciphersOfTLS13 = $1 }),
        Option(
            "proxy-user", "U", [.proxy, .auth], "Proxy user and password",
            "Use this user name and password for the proxy. They are wiped from the process list.",
            .value("user:password") { $0.transfer.proxy.user = AuthenticationSettings.user($1.bytes) }),
        Option(
            "proxytunnel", "p", [.proxy], "Operate through an HTTP proxy tunnel (using CONNECT)",
            "Tunnel through the HTTP proxy (CONNECT) for http URLs too.",
            .flag { $0.transfer.proxy.tunnelsAlways = $1 }),
        socks("socks4", "SOCKS4 proxy on given host + port", .socks4),
        socks("socks4a", "SOCKS4a proxy on given host + port", .socks4a),
        socks("socks5", "SOCKS5 proxy on given host + port", .socks5),
        socks("socks5-hostname", "SOCKS5 proxy, pass host name to proxy", .socks5h),
        Option(
            "suppress-connect-headers", nil, [.proxy], "Suppress proxy CONNECT response headers",
            "Omit the proxy's response to CONNECT from the output of -i and -D.",
            .flag { $0.transfer.proxy.hidesConnectHeads = $1 }),
    ]

    private static func socks(_ name: String, _ summary: String, _ kind: ProxyServer.Kind) -> Option {
        Option(
            name, nil, [.proxy], summary,
            kind == .socks4a || kind == .socks5h
                ? "Use this SOCKS proxy, and let it resolve the host name. The port defaults to 1080."
                : "Use this SOCKS proxy, and resolve the host name locally. The port defaults to 1080.",
            .text("host[:port]") { $0.transfer.proxy.server = ($1, kind) })
    }
}
