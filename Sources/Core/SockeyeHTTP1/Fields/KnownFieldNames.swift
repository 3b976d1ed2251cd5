internal import HTTPTypes

/// The most common response field names, made once.
///
/// Making an `HTTPField.Name` validates it and often allocates twice (spelling and lowercase); a name found here
/// costs neither. The spelling is kept: only `Like-This` and `like-this` are found here.
struct KnownFieldNames: Sendable {
    static let shared = KnownFieldNames()

    private struct Entry: Sendable {
        let titleCase: HTTPField.Name
        let lowerCase: HTTPField.Name
        let titleBytes: [UInt8]
        let lowerBytes: [UInt8]
        /// The next entry with the same hash, counted from 1; 0 at the end of the chain.
        var next: UInt8
    }

    private var entries: [Entry] = []
    /// By hash: the first entry of the chain, counted from 1; 0 if none.
    private var chains = [UInt8](repeating: 0, count: 256)

    private init() {
        let names: [HTTPField.Name] = [
            .date, .server, .contentType, .contentLength, .lastModified, .eTag, .acceptRanges, .cacheControl,
            .connection, .transferEncoding, .contentEncoding, .vary, .expires, .setCookie, .location, .age, .via,
            .strictTransportSecurity, .contentSecurityPolicy, .xContentTypeOptions, .contentRange,
            .contentDisposition, .contentLanguage, .accessControlAllowOrigin, .accessControlAllowMethods,
            .accessControlAllowHeaders, .accessControlExposeHeaders, .accessControlAllowCredentials,
            .wwwAuthenticate, .proxyAuthenticate, .retryAfter, .allow, .trailer, .upgrade, .te,
        ]
        // Names without a constant in HTTPTypes.
        let others = [
            "Keep-Alive", "X-Frame-Options", "X-Powered-By", "X-Cache", "Pragma", "Alt-Svc", "Link", "Host",
        ]
        for name in names + others.compactMap({ HTTPField.Name($0) }) {
            let bytes = Array(name.rawName.utf8)
            guard let lowerCase = HTTPField.Name(name.canonicalName) else { continue }
            let hash = Self.hash(bytes.span.bytes, 0..<bytes.count)
            entries.append(
                Entry(
                    titleCase: name, lowerCase: lowerCase, titleBytes: bytes,
                    lowerBytes: Array(name.canonicalName.utf8), next: chains[hash]))
            chains[hash] = UInt8(entries.count)
        }
    }

    /// A number below 256 from the length, the first and the last byte of a name, ignoring case.
    @inline(__always)
    private static func hash(_ line: RawSpan, _ range: Range<Int>) -> Int {
        let first = Int(line.byte(at: range.lowerBound) | 0x20)
        let last = Int(line.byte(at: range.upperBound - 1) | 0x20)
        return (range.count &* 7 &+ first &* 31 &+ last) & 255
    }

    /// The name made of the token bytes in `range`, which is not empty.
    func name(of line: RawSpan, _ range: Range<Int>) -> HTTPField.Name? {
        var number = Int(chains[Self.hash(line, range)])
        while number > 0 {
            let index = number - 1
            let titleBytes = entries[index].titleBytes
            if line.equals(range, titleBytes.span.bytes) { return entries[index].titleCase }
            let lowerBytes = entries[index].lowerBytes
            if line.equals(range, lowerBytes.span.bytes) { return entries[index].lowerCase }
            number = Int(entries[index].next)
        }
        return HTTPField.Name(line.text(range))
    }
}
