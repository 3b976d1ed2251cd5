/// curl's options that do nothing for HTTP, or ask for less than is done anyway. Accepted, so that command lines carry over;
/// help and completions leave them out, and the manual lists them.
enum IgnoredOptions {
    /// For FTP, SSH, mail, telnet and TFTP; for TLS libraries other than OpenSSL; versions of TLS below what is always
    /// asked for; and preferences that a server need not grant: HTTP/2, TCP Fast Open, early data, alternative services.
    private static let flags =
        """
        append ca-native compressed-ssh disable-eprt disable-epsv eprt epsv false-start ftp-create-dirs ftp-pasv ftp-pret \
        ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd http2 list-only mail-rcpt-allowfails metalink npn \
        proxy-ca-native proxy-http2 proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 sasl-ir socks5-basic ssl ssl-allow-beast \
        ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 tcp-fastopen tftp-no-options \
        tls-earlydata tlsv1 tlsv1.0 tlsv1.1
        """.split(separator: " ")
    /// The same, with an argument.
    private static let values =
        """
        alt-svc egd-file ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode hostpubmd5 hostpubsha256 \
        knownhosts krb login-options mail-auth mail-from mail-rcpt pubkey quote random-file sasl-authzid telnet-option \
        tftp-blksize upload-flags
        """.split(separator: " ")
    private static let letters: [Character: Substring] = [
        "a": "append", "l": "list-only", "P": "ftp-port", "Q": "quote", "t": "telnet-option", "1": "tlsv1",
        "2": "sslv2", "3": "sslv3",
    ]

    /// All names, for the manual.
    static var names: [Substring] { (flags + values).sorted() }

    /// A row without effect; `nil` for another name.
    static func row(long name: String) -> Option? {
        if flags.contains(name[...]) { return Option(name, nil, [], "", "", .flag { _, _ in }) }
        if values.contains(name[...]) { return Option(name, nil, [], "", "", .text("") { _, _ in }) }
        return nil
    }

    /// The row of a switch that this program doesn't have: switched off, it is accepted.
    static func row(switchedOff name: String) -> Option? {
        CurlOptions.absentSwitches.contains(name[...]) ? Option(name, nil, [], "", "", .flag { _, _ in }) : nil
    }

    /// The row of a letter.
    static func row(short letter: Character) -> Option? { letters[letter].flatMap { row(long: String($0)) } }
}
