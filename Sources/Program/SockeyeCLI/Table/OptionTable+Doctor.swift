// Options of the examination of a server.
extension OptionTable {
    static let doctorRows: [Option] = [
        .choice(
            "doctor", nil, [.sockeye], "Examine a URL and its server, and say what to mend",
            """
            Instead of fetching the URL, examine it step by step and print a report with a verdict (ok, note, warning, fault) \
            and advice on each line: proxy, names, each address, route, TLS and its certificates, pins, OCSP, redirects, the \
            answer, HSTS, the clock, keep-alive, validators, caching, ranges compared byte by byte, and compression. It sends \
            about ten requests, GET and HEAD only, and reads at most the first 64 KiB of the body (--doctor-whole reads all). The options for proxies, TLS, \
            addresses, fields and logins hold: -x, -k, --cacert, --resolve, -4, -6, -H, -u and so on. -m limits the whole \
            examination (60 seconds by default), --connect-timeout each attempt to connect. Interrupted, it prints what it \
            knows. The exit code is 0 if nothing is worse than a note, 118 for a warning, 119 for a fault, \
            28 if -m ended it before it found one.
            """
        ) { $0.action = .doctor },
        .value(
            "doctor-format", nil, "text|json", [.sockeye], "Print the report of --doctor as text or JSON",
            """
            text (the default) is for people, json for programs: one object per URL and line. Its members are \
            sockeye_doctor (1, the version of this form), url, complete, worst, findings (each with origin, check, verdict, \
            text, facts and perhaps advice) and effort. Later versions may add members; times are in seconds.
            """
        ) { settings, value throws(OptionFault) in
            guard let format = DoctorSettings.Format(rawValue: try value.text()) else {
                throw .invalid("expected text or json")
            }
            settings.doctor.format = format
        },
        .flag(
            "doctor-whole", nil, [.sockeye], "Let --doctor read bodies to their ends",
            """
            Let --doctor read the body twice to its end, plain and compressed, instead of its first 64 KiB: so it notices one that is \
            cut later, or whose compressed bytes are. -m limits it.
            """
        ) { $0.doctor.readsWholeBodies = $1 },
        .value(
            "doctor-upload", nil, "method", [.sockeye], "Let --doctor ask how large a body would be accepted",
            """
            Let --doctor ask, with heads of this method (POST, PUT or PATCH), how large a body the server would take: 64 KiB up to \
            1 GiB are announced with Expect: 100-continue, and the connection is closed where the body would begin. Never \
            a byte of a body is sent; but a server that acts on the head alone could change something, so it is done only \
            when asked for.
            """
        ) { settings, value throws(OptionFault) in
            let method = try value.text().uppercased()
            guard ["POST", "PUT", "PATCH"].contains(method) else { throw .invalid("expected POST, PUT or PATCH") }
            settings.doctor.uploadMethod = method
        },
    ]
}
