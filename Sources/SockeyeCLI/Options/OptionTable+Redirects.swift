// Options about redirects and schemes.
extension OptionTable {
    static let redirectRows: [Option] = [
        .flag(
            "follow", nil, [.http], "Follow redirects per spec",
            """
            Follows redirects as -L does, but a method that -X chose changes where the status says so: it is kept \
            after 307 and 308 and becomes GET after 303, and after 301 and 302 if it was POST.
            """
        ) {
            $0.transfer.redirects.isFollowing = $1
            $0.transfer.redirects.adaptsCustomMethod = $1
        },
        .flag(
            "location", "L", [.http], "Follow redirects",
            """
            Asks again where the response's Location says, after 301, 302, 303, 307 and 308. Credentials, cookies and \
            a Host of your own go to no other origin (--location-trusted). A redirect from https to http is an error \
            with exit code 1, unless --proto-redir names http; curl follows it. -X's method stays the same all the way (--follow).
            """
        ) { $0.transfer.redirects.isFollowing = $1 },
        .flag(
            "location-trusted", nil, [.http, .auth], "Like --location, and send auth to other hosts",
            "Follows redirects, and sends credentials, cookies and a Host of your own to every host on the way."
        ) {
            $0.transfer.redirects.isFollowing = $1
            $0.transfer.redirects.trustsEveryHost = $1
        },
        .value(
            "max-redirs", nil, "num", [.http], "Maximum number of redirects allowed",
            "Follows at most this many redirects, 50 by default; one more ends with exit code 47. -1 is any number."
        ) { settings, value throws(OptionFault) in
            settings.transfer.redirects.limit = try value.text() == "-1" ? nil : NumberArgument.count(value)
        },
        .flag(
            "post301", nil, [.http, .post], "Do not switch to GET after following a 301",
            "A POST stays a POST with its body after 301."
        ) { $0.transfer.redirects.keepPost(after: 301, $1) },
        .flag(
            "post302", nil, [.http, .post], "Do not switch to GET after following a 302",
            "A POST stays a POST with its body after 302."
        ) { $0.transfer.redirects.keepPost(after: 302, $1) },
        .flag(
            "post303", nil, [.http, .post], "Do not switch to GET after following a 303",
            "A POST stays a POST with its body after 303."
        ) { $0.transfer.redirects.keepPost(after: 303, $1) },
        .value(
            "proto", nil, "protocols", [.connection, .curl], "Enable/disable PROTOCOLS",
            """
            Allows only some schemes: "=https" only that one, "-http" all but that one, "+http" that one too, \
            separated by commas; "all" is every one. Another scheme then ends with exit code 1.
            """
        ) { settings, value throws(OptionFault) in
            var schemes = SchemeSet.all
            warn(of: schemes.apply(try value.text()), in: &settings)
            settings.transfer.redirects.schemes = schemes
        },
        .value(
            "proto-default", nil, "protocol", [.connection, .curl], "Use PROTOCOL for any URL missing a scheme",
            "The scheme of URLs that have none: http unless told, or https."
        ) { settings, value throws(OptionFault) in
            let scheme = try value.text().lowercased()
            guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
            settings.transfer.redirects.defaultScheme = scheme
        },
        .value(
            "proto-redir", nil, "protocols", [.connection, .curl], "Enable/disable PROTOCOLS on redirect",
            """
            Allows only some schemes in redirects, written as for --proto. With "http" by name, https may lead to http.
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
