internal import SockeyeHTTP1

/// The Netscape cookies.txt format, which curl, wget and browsers' tools read and write.
///
/// ```
/// #HttpOnly_.example.com <tab> TRUE <tab> / <tab> FALSE <tab> 1893456000 <tab> name <tab> value
///           domain             subdomains  path  secure       expires, 0 for the session's end
/// ```
package enum CookieFile {
    private static let httpOnlyPrefix = "#HttpOnly_"

    /// The cookies of a file's text. Lines that are none are passed over, as are `Set-Cookie:` ones without a host.
    package static func parse(_ text: String) -> [Cookie] {
        text.split(whereSeparator: \.isNewline).compactMap(cookie)
    }

    private static func cookie(_ line: Substring) -> Cookie? {
        var line = line
        let isHTTPOnly = line.hasPrefix(httpOnlyPrefix)
        if isHTTPOnly { line = line.dropFirst(httpOnlyPrefix.count) }
        guard isHTTPOnly || !line.hasPrefix("#") else { return nil }
        let columns = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
        guard columns.count >= 6, let seconds = Int64(columns[4]),
            let cookie = SetCookie(parsing: "\(columns[5])=\(columns.count > 6 ? columns[6] : "")")
        else { return nil }
        let domain = (columns[0].hasPrefix(".") ? String(columns[0].dropFirst()) : columns[0]).lowercased()
        guard !domain.isEmpty else { return nil }
        return Cookie(
            name: cookie.name, value: cookie.value, domain: domain, isHostOnly: columns[1].uppercased() != "TRUE",
            path: columns[2].hasPrefix("/") ? columns[2] : "/",
            expires: seconds == 0 ? nil : HTTPDate(clamping: seconds), isSecure: columns[3].uppercased() == "TRUE",
            isHTTPOnly: isHTTPOnly)
    }

    /// The text of a file with these cookies.
    package static func text(_ cookies: [Cookie]) -> String {
        var text = """
            # Netscape HTTP Cookie File
            # Written by sockeye: domain, subdomains, path, secure, expires, name, value.


            """
        for cookie in cookies where isWritable(cookie) {
            let columns = [
                (cookie.isHTTPOnly ? httpOnlyPrefix : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
                cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
                "\(cookie.expires?.secondsSinceEpoch ?? 0)", cookie.name, cookie.value,
            ]
            text += columns.joined(separator: "\t") + "\n"
        }
        return text
    }

    /// The format has no escapes: a tab or line end within a part would make another cookie of it.
    private static func isWritable(_ cookie: Cookie) -> Bool {
        [cookie.name, cookie.value, cookie.domain, cookie.path].allSatisfy { part in
            !part.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        }
    }
}
