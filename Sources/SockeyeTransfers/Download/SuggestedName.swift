internal import HTTPTypes
package import SockeyeHTTP1

extension PartialFile {
    /// The name that an answer suggests for its file: that in Content-Disposition, else the URL's last segment; made safe
    /// (RFC 6266 section 4.3), with room for the endings of partial files.
    package static func suggestedName(by head: ResponseHead, _ url: HTTPURL) throws(DownloadError) -> String {
        if let name = givenName(by: head) { return name }
        let segment = url.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        // What isn't UTF-8 is read as ISO 8859-1, as in Content-Disposition: paths are text here.
        let decoded = segment.map { PercentEncoding.decode(String(Substring($0))).utf8OrLatin1 }
        guard let name = decoded.flatMap(safeName) else { throw .noName(url.href) }
        return name
    }

    /// The name in Content-Disposition, made safe; `nil` when there is none.
    package static func givenName(by head: ResponseHead) -> String? {
        guard let field = head.fields[octets: .contentDisposition].first,
            let name = ContentDisposition(parsing: field)?.fileName
        else {
            return nil
        }
        return safeName(name)
    }

    /// The ending of the journal beside a file that is uploaded.
    static let uploadSuffix = ".sockeye-upload"

    /// Endings of files that are relied on beside a transfer: no server is to write them.
    private static let ownEndings = [suffix, recordSuffix, ".new", ".log", uploadSuffix]

    /// The name made safe; one with an ending of our own gets a "_" behind it.
    static func safeName(_ name: String) -> String? {
        guard let safe = FileName.sanitized(name, maximumBytes: mostBytes) else { return nil }
        let lowercased = safe.lowercased()
        return ownEndings.contains { lowercased.hasSuffix($0) } ? safe + "_" : safe
    }

    private static var mostBytes: Int { FileName.maximumBytes - recordSuffix.utf8.count - ".new".utf8.count - 1 }
}
