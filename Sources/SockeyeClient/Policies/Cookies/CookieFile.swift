internal import SockeyeURL
internal import SockeyeFields

/// The Netscape cookies.txt format, as read and written by curl, wget and browser tools.
///
/// ```
/// #HttpOnly_.example.com <tab> TRUE <tab> / <tab> FALSE <tab> 1893456000 <tab> name <tab> value
///           domain             subdomains  path  secure       expires, 0 for session cookies
/// ```
enum CookieFile {
    private static let httpOnlyPrefix = Array("#HttpOnly_".utf8)

    /// The cookies of a file. Malformed lines are skipped, as are `Set-Cookie:` lines, which name no host.
    ///
    /// Names, values and paths are kept octet by octet, so loading and saving a file changes no cookie.
    static func parse(_ file: [UInt8]) -> [Cookie] {
        file.split { $0 == 0x0A }.compactMap { cookie($0.last == 0x0D ? $0.dropLast() : $0) }
    }

    private static func cookie(_ line: ArraySlice<UInt8>) -> Cookie? {
        let isHTTPOnly = line.starts(with: httpOnlyPrefix)
        let line = isHTTPOnly ? line.dropFirst(httpOnlyPrefix.count) : line
        guard isHTTPOnly || line.first != UInt8(ascii: "#"), !line.contains(where: SetCookie.isForbidden) else {
            return nil
        }
        let columns = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
        guard columns.count >= 6, let seconds = Int64(String(decoding: columns[4], as: UTF8.self)) else { return nil }
        let (name, value) = (columns[5], columns.count > 6 ? columns[6] : [])
        let host = columns[0].first == UInt8(ascii: ".") ? columns[0].dropFirst() : columns[0]
        guard !(name.isEmpty && value.isEmpty), let domain = String(validating: host, as: UTF8.self), !domain.isEmpty
        else { return nil }
        return Cookie(
            nameOctets: Array(name), valueOctets: Array(value), domain: domain.lowercased(),
            isHostOnly: !isTrue(columns[1]),
            pathOctets: columns[2].first == UInt8(ascii: "/") ? Array(columns[2]) : [UInt8(ascii: "/")],
            expires: seconds == 0 ? nil : HTTPDate(clamping: seconds), isSecure: isTrue(columns[3]),
            isHTTPOnly: isHTTPOnly)
    }

    private static func isTrue(_ column: ArraySlice<UInt8>) -> Bool {
        column.elementsEqual("true".utf8) { $0 | 0x20 == $1 }
    }

    /// The contents of a file with these cookies.
    static func octets(_ cookies: [Cookie]) -> [UInt8] {
        let heading = """
            # Netscape HTTP Cookie File
            # Written by sockeye: domain, subdomains, path, secure, expires, name, value.


            """
        var file = Array(heading.utf8)
        for cookie in cookies where isWritable(cookie) {
            if cookie.isHTTPOnly { file += httpOnlyPrefix }
            file += ((cookie.isHostOnly ? "" : ".") + cookie.domain).utf8
            file += (cookie.isHostOnly ? "\tFALSE\t" : "\tTRUE\t").utf8
            file += cookie.pathOctets
            file += (cookie.isSecure ? "\tTRUE\t" : "\tFALSE\t").utf8
            file += "\(cookie.expires?.secondsSinceEpoch ?? 0)\t".utf8
            file += cookie.nameOctets + [0x09] + cookie.valueOctets + [0x0A]
        }
        return file
    }

    /// The format has no escapes: a tab or line end within a part would change the cookie. The value is the last
    /// column, so a tab in it is harmless.
    private static func isWritable(_ cookie: Cookie) -> Bool {
        ![cookie.nameOctets, Array(cookie.domain.utf8), cookie.pathOctets].joined().contains { $0 < 0x20 || $0 == 0x7F }
            && !cookie.valueOctets.contains(where: SetCookie.isForbidden)
    }
}
