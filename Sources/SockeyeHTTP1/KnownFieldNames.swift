internal import HTTPTypes

/// What a field means to the framing of the message that it stands in.
enum FieldRole: Sendable {
    case ordinary
    case contentLength
    case transferEncoding
    case connection
    /// A field that frames or routes a message, and is therefore refused among trailers.
    case hopByHop
}

/// The names that responses use most, made once.
///
/// Making an `HTTPField.Name` validates it and often allocates twice (spelling and lower case); a name found here
/// costs neither. The spelling is kept: only a name written `Like-This` or `like-this` is served from here.
struct KnownFieldNames: Sendable {
    static let shared = KnownFieldNames()

    private struct Entry: Sendable {
        let titleCase: HTTPField.Name
        let lowerCase: HTTPField.Name
        let titleBytes: [UInt8]
        let lowerBytes: [UInt8]
        let role: FieldRole
        /// The next entry with the same hash, counted from 1; 0 ends the chain.
        var next: UInt8
    }

    private var entries: [Entry] = []
    /// By hash: the first entry of the chain, counted from 1; 0 when there is none.
    private var chains = [UInt8](repeating: 0, count: 256)

    private init() {
        let names: [(HTTPField.Name, FieldRole)] = [
            (.date, .ordinary), (.server, .ordinary), (.contentType, .ordinary), (.contentLength, .contentLength),
            (.lastModified, .ordinary), (.eTag, .ordinary), (.acceptRanges, .ordinary), (.cacheControl, .ordinary),
            (.connection, .connection), (.transferEncoding, .transferEncoding), (.contentEncoding, .ordinary),
            (.vary, .ordinary), (.expires, .ordinary), (.setCookie, .ordinary), (.location, .ordinary),
            (.age, .ordinary), (.via, .ordinary), (.strictTransportSecurity, .ordinary),
            (.contentSecurityPolicy, .ordinary), (.xContentTypeOptions, .ordinary), (.contentRange, .ordinary),
            (.contentDisposition, .ordinary), (.contentLanguage, .ordinary), (.accessControlAllowOrigin, .ordinary),
            (.accessControlAllowMethods, .ordinary), (.accessControlAllowHeaders, .ordinary),
            (.accessControlExposeHeaders, .ordinary), (.accessControlAllowCredentials, .ordinary),
            (.wwwAuthenticate, .ordinary), (.proxyAuthenticate, .ordinary), (.retryAfter, .ordinary),
            (.allow, .ordinary), (.trailer, .hopByHop), (.upgrade, .hopByHop), (.te, .hopByHop),
        ]
        // Names without a constant in HTTPTypes.
        let others: [(String, FieldRole)] = [
            ("Keep-Alive", .ordinary), ("X-Frame-Options", .ordinary), ("X-Powered-By", .ordinary),
            ("X-Cache", .ordinary), ("Pragma", .ordinary), ("Alt-Svc", .ordinary), ("Link", .ordinary),
            ("Host", .hopByHop),
        ]
        for (name, role) in names + others.compactMap({ text, role in HTTPField.Name(text).map { ($0, role) } }) {
            let bytes = Array(name.rawName.utf8)
            guard let lowerCase = HTTPField.Name(name.canonicalName) else { continue }
            let hash = Self.hash(bytes.span.bytes, 0..<bytes.count)
            let entry = Entry(
                titleCase: name, lowerCase: lowerCase, titleBytes: bytes, lowerBytes: Array(name.canonicalName.utf8),
                role: role, next: chains[hash]
            )
            entries.append(entry)
            chains[hash] = UInt8(entries.count)
        }
    }

    /// A number below 256 from the length and the two outer bytes of a name, capitals counting as small letters.
    @inline(__always)
    private static func hash(_ line: RawSpan, _ range: Range<Int>) -> Int {
        let first = Int(line.byte(at: range.lowerBound) | 0x20)
        let last = Int(line.byte(at: range.upperBound - 1) | 0x20)
        return (range.count &* 7 &+ first &* 31 &+ last) & 255
    }

    /// The name made of the token bytes in `range`, which is not empty, and its role whatever its spelling.
    func name(of line: RawSpan, _ range: Range<Int>) -> (name: HTTPField.Name?, role: FieldRole) {
        var number = Int(chains[Self.hash(line, range)])
        while number > 0 {
            let index = number - 1
            let titleBytes = entries[index].titleBytes
            if titleBytes.count == range.count {
                if line.equals(range, titleBytes.span.bytes) {
                    return (entries[index].titleCase, entries[index].role)
                }
                let lowerBytes = entries[index].lowerBytes
                if line.equals(range, lowerBytes.span.bytes) {
                    return (entries[index].lowerCase, entries[index].role)
                }
                if line.matches(range, lowercased: lowerBytes.span.bytes) {
                    return (HTTPField.Name(line.text(range)), entries[index].role)
                }
            }
            number = Int(entries[index].next)
        }
        return (HTTPField.Name(line.text(range)), .ordinary)
    }
}
