internal import SockeyeIO

// Options about redirects, schemes, codings, conditions and cookies.
extension OptionTable {
    static let httpRows: [Option] = [
        Option(
            "follow", nil, [.http], "Follow redirects per spec",
            """
            Follow redirects like -L, but change a method set with -X where the status says so: keep it after 307 and \
            308, use GET after 303, and after 301 and 302 if it was POST or had data of -d or -F.
            """, .flag { ($0.transfer.redirects.isFollowing, $0.transfer.redirects.adaptsCustomMethod) = ($1, $1) }),
        Option(
            "location", "L", [.http], "Follow redirects",
            """
            Follow the Location of a response with status 301, 302, 303, 307 or 308. Credentials, cookies, a custom Host \
            and fields of -H whose names mean a secret are not sent to another origin (--location-trusted). A redirect \
            from https to http is an error with exit code 1, unless --proto-redir names http; curl follows it. A method \
            set with -X is kept throughout (--follow).
            """, .flag { $0.transfer.redirects.isFollowing = $1 }),
        Option(
            "location-trusted", nil, [.http, .auth], "Like --location, and send auth to other hosts",
            "Follow redirects, and send credentials, cookies and a custom Host to every host on the way.",
            .flag { ($0.transfer.redirects.isFollowing, $0.transfer.redirects.trustsEveryHost) = ($1, $1) }),
        Option(
            "max-redirs", nil, [.http], "Maximum number of redirects allowed",
            "Follow at most this many redirects, 50 by default; one more ends with exit code 47. -1 means no limit.",
            .value("num") { settings, value throws(OptionFault) in
                settings.transfer.redirects.limit = try value.text() == "-1" ? nil : NumberArgument.count(value)
            }),
        Option(
            "post301", nil, [.http, .post], "Do not switch to GET after following a 301",
            "Keep POST and its body after a 301.", .flag { $0.transfer.redirects.keepPost(after: 301, $1) }),
        Option(
            "post302", nil, [.http, .post], "Do not switch to GET after following a 302",
            "Keep POST and its body after a 302.", .flag { $0.transfer.redirects.keepPost(after: 302, $1) }),
        Option(
            "post303", nil, [.http, .post], "Do not switch to GET after following a 303",
            "Keep POST and its body after a 303.", .flag { $0.transfer.redirects.keepPost(after: 303, $1) }),
        Option(
            "proto", nil, [.connection, .curl], "Enable/disable PROTOCOLS",
            """
            Allow only these schemes, separated by commas: "=https" is only https, "-http" all but http, "+http" also \
            http; "all" is every scheme. Any other ends with exit code 1.
            """, .text("protocols") { $0.transfer.redirects.schemes = schemes($1, &$0) }),
        Option(
            "ipfs-gateway", nil, [.curl], "Gateway for IPFS",
            """
            Ask this http or https URL for ipfs:// and ipns:// URLs: /ipfs/ and the rest are added to its path. Without it, \
            $IPFS_GATEWAY names it, or the first line of the file gateway in $IPFS_PATH or ~/.ipfs.
            """, .text("URL") { $0.transfer.gateway = $1 }),
        Option(
            "proto-default", nil, [.connection, .curl], "Use PROTOCOL for any URL missing a scheme",
            "Use this scheme for URLs without one: http, the default, https or file.",
            .value("protocol") { settings, value throws(OptionFault) in
                let scheme = try value.text().lowercased()
                guard ["http", "https", "file"].contains(scheme) else { throw .unsupportedScheme(scheme) }
                settings.transfer.redirects.defaultScheme = scheme
            }),
        Option(
            "proto-redir", nil, [.connection, .curl], "Enable/disable PROTOCOLS on redirect",
            """
            Allow only these schemes in redirects, in the syntax of --proto. If "http" is named, https may redirect to \
            http.
            """, .text("protocols") { $0.transfer.redirects.redirectSchemes = schemes($1, &$0) }),
        Option(
            "compressed", nil, [.http], "Request compressed response",
            """
            Request a compressed response and write it decompressed: deflate and gzip, and br and zstd if their \
            libraries are installed. Truncated or corrupt data, trailing data, and bombs end with exit code 61. A bomb \
            is a body that grows more than 1100-fold, once 1 GiB has come out (see --max-ratio).
            """, .flag { $0.transfer.coding.isCompressed = $1 }),
        Option(
            "max-ratio", nil, [.http, .sockeye], "Maximum decompression ratio",
            """
            Refuse a body that grows by more than this factor when decompressed, with exit code 61, once 1 MiB has \
            come out. 0 allows any ratio.
            """, .count("number") { $0.transfer.coding.ratioLimit = $1 }),
        Option(
            "raw", nil, [.http], "Do HTTP \"raw\"; no transfer decoding",
            "Write the body as it is on the wire, with any compression and chunk framing.",
            .flag { $0.transfer.coding.isRaw = $1 }),
        Option(
            "tr-encoding", nil, [.http], "Request compressed transfer encoding",
            "Offer gzip as a transfer coding (TE), and decompress it.",
            .flag { $0.transfer.coding.offersTransferCoding = $1 }),
        Option(
            "etag-compare", nil, [.http], "Pass an ETag from a file as a custom header",
            """
            Send the ETag that --etag-save wrote to this file (If-None-Match). If it still matches, the server answers \
            304 and nothing is written. Works with a single URL only.
            """, .file("file") { $0.transfer.conditions.comparedTagFile = $1 }),
        Option(
            "etag-save", nil, [.http], "Parse ETag from a request and save it to a file",
            """
            Write the ETag of the last response to this file when the transfer is complete, or an empty file if there \
            isn't one; a failure or an error page leaves the file unchanged. It can be the same file as for \
            --etag-compare.
            """, .file("file") { $0.transfer.conditions.savedTagFile = $1 }),
        Option(
            "time-cond", "z", [.http], "Transfer based on a time condition",
            """
            Fetch only if modified after this time, or with a leading dash, only if not modified since. Times look \
            like "6 Nov 1994 08:49:37", "20041106" and "2004-11-06T08:49:37Z", in UTC unless a zone follows; anything \
            else is the name of a file whose modification time is used. If there is nothing new, no file is touched.
            """,
            .value("time") { settings, value throws(OptionFault) in
                settings.transfer.conditions.moment = ConditionSettings.moment(
                    try value.text(), on: value.readFile.machine)
                if settings.transfer.conditions.moment == nil {
                    settings.warnings.append(
                        "Illegal date format for -z, --time-cond (and not a file name). Disabling time condition.")
                }
            }),
        Option(
            "cookie", "b", [.http], accumulates: true, "Send cookies from string/file",
            """
            Send cookies. An argument with "=" is sent as it is, to the first host only. Any other is a file in \
            Netscape format to read cookies from; cookies that servers set are then kept and sent too. An empty name \
            keeps them without a file. A line that is no cookie is named and skipped. A cookie for a whole domain \
            (Domain=) needs the public suffix list (libpsl); without it, the cookie goes back only to the host that set it.
            """,
            .value("data|filename") { settings, value throws(OptionFault) in
                if value.bytes.contains(UInt8(ascii: "=")) {
                    settings.transfer.cookies.literals.append(try fieldOctets(value))
                } else {
                    settings.transfer.cookies.files.append(try fieldText(value))
                }
            }),
        Option(
            "cookie-jar", "c", [.http], "Write cookies to <filename> after operation",
            """
            Keep cookies, and write them to this file in Netscape format when the URLs are done; "-" is standard \
            output. The file is replaced as a whole, but for lines that -b couldn't read in it, and only its owner can read \
            it. If it can't be written, the exit code is 23, where curl only warns; if -b names it too and can't read it, 26.
            """,
            .file("filename") { $0.transfer.cookies.jar = $1 }),
        Option(
            "junk-session-cookies", "j", [.http], "Ignore session cookies read from file",
            "Ignore session cookies in the files of -b, as a browser does on restart.",
            .flag { $0.transfer.cookies.dropsSessionCookies = $1 }),
        Option(
            "hsts", nil, [.http], accumulates: true, "Enable HSTS with this cache file",
            """
            Use https for hosts that asked for it (Strict-Transport-Security): read them from this file, which need \
            not exist, and replace it when the URLs are done; if it can't be read or written, the exit code is 26 or 23. An \
            empty name keeps them for this run only. A line that names no host is told and kept. If given several times, \
            all files are read and the last one is written.
            """, .text("filename") { $0.transfer.hstsFiles.append($1) }),
    ]

    /// The schemes of a list in the syntax of `--proto`. Warns about unknown ones.
    private static func schemes(_ list: String, _ settings: inout Settings) -> SchemeSet {
        var schemes = SchemeSet.all
        settings.warnings += schemes.apply(list).map { "unrecognized protocol '\($0)'" }
        return schemes
    }
}

extension RedirectSettings {
    fileprivate mutating func keepPost(after status: Int, _ isKept: Bool) {
        if isKept { keepsPostAfter.insert(status) } else { keepsPostAfter.remove(status) }
    }
}
