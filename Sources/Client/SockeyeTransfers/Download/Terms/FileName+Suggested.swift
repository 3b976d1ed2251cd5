internal import HTTPTypes
package import SockeyeFields
package import SockeyeHTTP1
package import SockeyeURL

extension FileName {
    /// The path of a file in a folder; an empty one is the current folder, not the root.
    static func place(of name: String, in folder: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// The file name suggested by a response, made safe: that in Content-Disposition, else the URL's last segment (RFC
    /// 6266 section 4.3). Leaves room for the suffixes of partial files.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError/noName(_:)`` if neither has a usable name.
    package static func suggested(by head: ResponseHead, at url: HTTPURL) throws(DownloadError) -> String {
        if let name = suggested(by: head) { return name }
        let segment = url.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        // Octets that aren't UTF-8 are read as ISO 8859-1, as in Content-Disposition: paths are text here.
        let decoded = segment.map { PercentEncoding.decode(String(Substring($0))).utf8OrLatin1 }
        guard let name = decoded.flatMap(unreserved) else { throw .noName(url.href) }
        return name
    }

    /// The name in Content-Disposition, made safe; `nil` if there is none.
    package static func suggested(by head: ResponseHead) -> String? {
        guard let field = head.fields[octets: .contentDisposition].first,
            let name = ContentDisposition(parsing: field)?.fileName ?? ContentDisposition.looseFileName(in: field)
        else {
            return nil
        }
        // Some quote it like this.
        let isQuoted = name.count > 2 && name.hasPrefix("'") && name.hasSuffix("'")
        return unreserved(isQuoted ? String(name.dropFirst().dropLast()) : name)
    }

    /// A name from a server made safe; one that ends in a suffix of the files that transfers keep, such as `.part`, gets a
    /// trailing "_". `nil` if nothing of it is left. Leaves room for the suffixes of partial files.
    package static func unreserved(_ name: String) -> String? {
        guard let safe = sanitized(name, byteLimit: FileSuffix.longestName - 1) else { return nil }
        let lowercased = safe.lowercased()
        return FileSuffix.reserved.contains { lowercased.hasSuffix($0) } ? safe + "_" : safe
    }
}
