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
/// costs neither: a head of 8 such fields is parsed in about half the time. The spelling is kept: only a name
/// written `Like-This` or `like-this` is served from here.
enum KnownFieldNames {
    struct Entry: Sendable {
        let titleCase: HTTPField.Name
        let lowerCase: HTTPField.Name
        let titleBytes: [UInt8]
        let role: FieldRole
    }

    /// The entries, found by the length of the name.
    private static let entriesByLength: [[Entry]] = {
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
        var entries: [[Entry]] = []
        for (name, role) in names + others.compactMap({ text, role in HTTPField.Name(text).map { ($0, role) } }) {
            let titleBytes = Array(name.rawName.utf8)
            guard let lowerCase = HTTPField.Name(name.canonicalName) else { continue }
            while entries.count <= titleBytes.count { entries.append([]) }
            entries[titleBytes.count].append(
                Entry(titleCase: name, lowerCase: lowerCase, titleBytes: titleBytes, role: role)
            )
        }
        return entries
    }()

    /// The name made of the token bytes in `range`, and its role whatever its spelling.
    static func name(of line: RawSpan, _ range: Range<Int>) -> (name: HTTPField.Name?, role: FieldRole) {
        if range.count < entriesByLength.count {
            for entry in entriesByLength[range.count] {
                guard let spelling = spelling(of: line, range, as: entry.titleBytes) else { continue }
                switch spelling {
                case .title: return (entry.titleCase, entry.role)
                case .lower: return (entry.lowerCase, entry.role)
                case .other: return (HTTPField.Name(line.text(range)), entry.role)
                }
            }
        }
        return (HTTPField.Name(line.text(range)), .ordinary)
    }

    private enum Spelling {
        case title
        case lower
        case other
    }

    /// How the bytes of `range`, as many as `titleBytes`, spell that name; `nil` when they are another name.
    private static func spelling(of line: RawSpan, _ range: Range<Int>, as titleBytes: [UInt8]) -> Spelling? {
        var isTitle = true
        var isLower = true
        for index in 0..<titleBytes.count {
            let byte = line.byte(at: range.lowerBound + index)
            let title = titleBytes[index]
            if byte != title {
                guard byte | 0x20 == title | 0x20 else { return nil }
                isTitle = false
            }
            if byte != Grammar.asciiLowercased(byte) { isLower = false }
        }
        return isTitle ? .title : isLower ? .lower : .other
    }
}
