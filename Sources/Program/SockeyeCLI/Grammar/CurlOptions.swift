/// The names of curl's options. One without a row in the table is refused as "an option of curl that sockeye does not
/// support", instead of being taken for an abbreviation of another.
///
/// Adding a row needs no change here: a name with a row is supported.
enum CurlOptions {
    /// Every long option of curl 7.88, without the `no-` that some are documented with. A name can be abbreviated to
    /// any prefix that is unambiguous among these.
    static let longNames: [Substring] =
        """
        abstract-unix-socket alpn alt-svc anyauth append aws-sigv4 basic buffer cacert capath cert cert-status \
        cert-type ciphers clobber compressed compressed-ssh config connect-timeout connect-to continue-at cookie \
        cookie-jar create-dirs create-file-mode crlf crlfile curves data data-ascii data-binary data-raw \
        data-urlencode delegation digest disable disable-eprt disable-epsv disallow-username-in-url dns-interface \
        dns-ipv4-addr dns-ipv6-addr dns-servers doh-cert-status doh-insecure doh-url dump-header egd-file engine \
        etag-compare etag-save expect100-timeout fail fail-early fail-with-body false-start form form-escape \
        form-string ftp-account ftp-alternative-to-user ftp-create-dirs ftp-method ftp-pasv ftp-port ftp-pret \
        ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode ftp-ssl-control get globoff happy-eyeballs-timeout-ms \
        haproxy-protocol head header help hostpubmd5 hostpubsha256 hsts http0.9 http1.0 http1.1 http2 \
        http2-prior-knowledge http3 http3-only ignore-content-length include insecure interface ipv4 ipv6 json \
        junk-session-cookies keepalive keepalive-time key key-type krb libcurl limit-rate list-only local-port \
        location location-trusted login-options mail-auth mail-from mail-rcpt mail-rcpt-allowfails manual max-filesize \
        max-redirs max-time metalink negotiate netrc netrc-file netrc-optional next noproxy npn ntlm ntlm-wb \
        oauth2-bearer output output-dir parallel parallel-immediate parallel-max pass path-as-is pinnedpubkey post301 \
        post302 post303 preproxy progress-bar progress-meter proto proto-default proto-redir proxy proxy-anyauth \
        proxy-basic proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-digest \
        proxy-header proxy-insecure proxy-key proxy-key-type proxy-negotiate proxy-ntlm proxy-pass proxy-pinnedpubkey \
        proxy-service-name proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers proxy-tlsauthtype \
        proxy-tlspassword proxy-tlsuser proxy-tlsv1 proxy-user proxy1.0 proxytunnel pubkey quote random-file range \
        rate raw referer remote-header-name remote-name remote-name-all remote-time remove-on-error request \
        request-target resolve retry retry-all-errors retry-connrefused retry-delay retry-max-time sasl-authzid \
        sasl-ir service-name sessionid show-error silent socks4 socks4a socks5 socks5-basic socks5-gssapi \
        socks5-gssapi-nec socks5-gssapi-service socks5-hostname speed-limit speed-time ssl ssl-allow-beast \
        ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 stderr styled-output \
        suppress-connect-headers tcp-fastopen tcp-nodelay telnet-option tftp-blksize tftp-no-options time-cond tls-max \
        tls13-ciphers tlsauthtype tlspassword tlsuser tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace \
        trace-ascii trace-time unix-socket upload-file url url-query use-ascii user user-agent verbose version \
        write-out xattr
        """.split(separator: " ")

    /// Options of later curl versions, which can't be abbreviated. Neither can `--expand-NAME`.
    static let laterNames: [Substring] =
        """
        ca-native dump-ca-embed ech follow haproxy-clientip httpsig-algo httpsig-headers httpsig-key \
        httpsig-keyid ip-tos ipfs-gateway keepalive-cnt knownhosts krb4 mptcp out-null parallel-max-host \
        proxy-ca-native proxy-http2 proxy-http3 show-headers sigalgs \
        skip-existing ssl-sessions tls-earlydata trace-config trace-ids upload-flags variable vlan-priority
        """.split(separator: " ")

    /// The switches among the options that this program doesn't have: `--no-NAME` asks for what is done anyway.
    static let absentSwitches: [Substring] =
        """
        http2-prior-knowledge http3 http3-only ntlm ntlm-wb proxy-http3 proxy-ntlm socks5-gssapi socks5-gssapi-nec
        """.split(separator: " ")

    /// Every one-letter option of curl 7.88.
    static let letters = "#012346:ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz"

    /// Whether curl has a long option with exactly this name.
    static func contains(_ name: String) -> Bool {
        longNames.contains(name[...]) || laterNames.contains(name[...]) || name.hasPrefix("expand-")
    }
}
