// Options about cookies.
extension OptionTable {
    static let cookieRows: [Option] = [
        .value(
            "cookie", "b", "data|filename", [.http], "Send cookies from string/file",
            """
            Send cookies. An argument with "=" is sent as it is, to the first host only. Any other is a file in \
            Netscape format to read cookies from; cookies that servers set are then kept and sent too. An empty name \
            keeps them without a file. A line that is no cookie is named and skipped. A cookie for a whole domain \
            (Domain=) needs the public suffix list (libpsl); without it, the cookie goes back only to the host that set it.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            if value.bytes.contains(UInt8(ascii: "=")) {
                settings.transfer.cookies.literals.append(try fieldOctets(value))
            } else {
                settings.transfer.cookies.files.append(try fieldText(value))
            }
        },
        .value(
            "cookie-jar", "c", "filename", [.http], "Write cookies to <filename> after operation",
            """
            Keep cookies, and write them to this file in Netscape format when the URLs are done; "-" is standard \
            output. The file is replaced as a whole, but for lines that -b couldn't read in it, and only its owner can read \
            it. If it can't be written, the exit code is 23, where curl only warns; if -b names it too and can't read it, 26.
            """
        ) { settings, value throws(OptionFault) in
            guard !value.bytes.isEmpty else { throw .invalid("the file name is empty") }
            settings.transfer.cookies.jar = try value.text()
        },
        .flag(
            "junk-session-cookies", "j", [.http], "Ignore session cookies read from file",
            "Ignore session cookies in the files of -b, as a browser does on restart."
        ) { $0.transfer.cookies.dropsSessionCookies = $1 },
        .value(
            "hsts", nil, "filename", [.http], "Enable HSTS with this cache file",
            """
            Use https for hosts that asked for it (Strict-Transport-Security): read them from this file, which need \
            not exist, and replace it when the URLs are done; if it can't be read or written, the exit code is 26 or 23. An \
            empty name keeps them for this run only. A line that names no host is told and kept. If given several times, \
            all files are read and the last one is written.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in settings.transfer.hstsFiles.append(try value.text()) },
    ]
}
