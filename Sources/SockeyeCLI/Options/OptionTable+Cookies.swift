// Options about cookies.
extension OptionTable {
    static let cookieRows: [Option] = [
        .value(
            "cookie", "b", "data|filename", [.http], "Send cookies from string/file",
            """
            With a "=" in it: cookies to send as they are, to the first host only. Without: a file in the Netscape format \
            to read cookies from; those that servers set are then kept and sent too. An empty name keeps them without a file. \
            A cookie for a whole domain (Domain=) needs the list of public suffixes (libpsl), without which it goes back \
            to the very host that set it alone.
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
            Keeps cookies and writes them to this file, in the Netscape format, when the URLs are done; "-" is standard \
            output. The file is replaced as a whole, and only its owner may read it.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.cookies.jar = try value.text() },
        .flag(
            "junk-session-cookies", "j", [.http], "Ignore session cookies read from file",
            "Drops cookies without an end from the files of -b, as a browser does when it is started again."
        ) { $0.transfer.cookies.dropsSessionCookies = $1 },
        .value(
            "hsts", nil, "filename", [.http], "Enable HSTS with this cache file",
            """
            Asks hosts over TLS only that said so before (Strict-Transport-Security): reads them from this file, which \
            need not exist, and replaces it when the URLs are done. An empty name keeps them for this run only. Given \
            several times, all files are read and the last one is written.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in settings.transfer.hstsFiles.append(try value.text()) },
    ]
}
