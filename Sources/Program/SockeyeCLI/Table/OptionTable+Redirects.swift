// Options about redirects and schemes.
extension OptionTable {
    static let redirectRows: [Option] = [
        .flag(
            "follow", nil, [.http], "Follow redirects per spec",
            """
            Follow redirects like -L, but change a method set with -X where the status says so: keep it after 307 and \
            308, use GET after 303, and after 301 and 302 if it was POST or had data of -d or -F.
            """
        ) {
            $0.transfer.redirects.isFollowing = $1
            $0.transfer.redirects.adaptsCustomMethod = $1
        },
        .flag(
            "location", "L", [.http], "Follow redirects",
            """
            Follow the Location of a response with status 301, 302, 303, 307 or 308. Credentials, cookies, a custom Host \
            and fields of -H whose names mean a secret are not sent to another origin (--location-trusted). A redirect \
            from https to http is an error with exit code 1, unless --proto-redir names http; curl follows it. A method \
            set with -X is kept throughout (--follow).
            """
        ) { $0.transfer.redirects.isFollowing = $1 },
        .flag(
            "location-trusted", nil, [.http, .auth], "Like --location, and send auth to other hosts",
            "Follow redirects, and send credentials, cookies and a custom Host to every host on the way."
        ) {
            $0.transfer.redirects.isFollowing = $1
            $0.transfer.redirects.trustsEveryHost = $1
        },
        .value(
            "max-redirs", nil, "num", [.http], "Maximum number of redirects allowed",
            "Follow at most this many redirects, 50 by default; one more ends with exit code 47. -1 means no limit."
        ) { settings, value throws(OptionFault) in
            settings.transfer.redirects.limit = try value.text() == "-1" ? nil : NumberArgument.count(value)
        },
        .flag(
            "post301", nil, [.http, .post], "Do not switch to GET after following a 301",
            "Keep POST and its body after a 301."
        ) { $0.transfer.redirects.keepPost(after: 301, $1) },
        .flag(
            "post302", nil, [.http, .post], "Do not switch to GET after following a 302",
            "Keep POST and its body after a 302."
        ) { $0.transfer.redirects.keepPost(after: 302, $1) },
        .flag(
            "post303", nil, [.http, .post], "Do not switch to GET after following a 303",
            "Keep POST and its body after a 303."
        ) { $0.transfer.redirects.keepPost(after: 303, $1) },
        .value(
            "proto", nil, "protocols", [.connection, .curl], "Enable/disable PROTOCOLS",
            """
            Allow only these schemes, separated by commas: "=https" is only https, "-http" all but http, "+http" also \
            http; "all" is every scheme. Any other ends with exit code 1.
            """
        ) { settings, value throws(OptionFault) in
            var schemes = SchemeSet.all
            warn(of: schemes.apply(try value.text()), in: &settings)
            settings.transfer.redirects.schemes = schemes
        },
        .value(
            "proto-default", nil, "protocol", [.connection, .curl], "Use PROTOCOL for any URL missing a scheme",
            "Use this scheme for URLs without one: http, the default, or https."
        ) { settings, value throws(OptionFault) in
            let scheme = try value.text().lowercased()
            guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
            settings.transfer.redirects.defaultScheme = scheme
        },
        .value(
            "proto-redir", nil, "protocols", [.connection, .curl], "Enable/disable PROTOCOLS on redirect",
            """
            Allow only these schemes in redirects, in the syntax of --proto. If "http" is named, https may redirect to \
            http.
            """
        ) { settings, value throws(OptionFault) in
            var schemes = SchemeSet.all
            warn(of: schemes.apply(try value.text()), in: &settings)
            settings.transfer.redirects.redirectSchemes = schemes
        },
    ]

    private static func warn(of unknown: [String], in settings: inout Settings) {
        for name in unknown { settings.warnings.append("unrecognized protocol '\(name)'") }
    }
}

extension RedirectSettings {
    fileprivate mutating func keepPost(after status: Int, _ isKept: Bool) {
        if isKept { keepsPostAfter.insert(status) } else { keepsPostAfter.remove(status) }
    }
}
