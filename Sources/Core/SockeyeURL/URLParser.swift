/// The URL Standard's parser (section 4.4), for the schemes of ``HTTPURL`` only.
///
/// The Standard's state machine reads byte by byte and sometimes steps back; for these schemes it amounts to this tree of
/// parts, each of which is parsed to its end and appended to `output`:
/// ```
///            ┌ scheme: ──┬ "//", or no base of that scheme ─────────┐
/// reference ─┤           └ otherwise ─┐                             ├→ authority ─┐
///            └ no scheme ─────────────┴ relative ─┬ "//" ───────────┘             │
///                                                 ├ "/" ── base's authority ──────┼→ path ─┐
///                                                 ├ text ─ and its folder ────────┘        │
///                                                 ├ "?" ── and its path ───────────────────┼→ query ─┐
///                                                 └ "#", end ─ and its query ──────────────┴─────────┴→ fragment
/// ```
struct URLParser {
    /// The reference without white space around it and without tabs and line ends.
    let input: [UInt8]
    /// `href` so far.
    var output: [UInt8] = []
    var layout: HTTPURL.Layout
    /// Whether a name may end in a number.
    let allowsNumberedNames: Bool

    init(input: [UInt8], scheme: HTTPURL.Scheme, allowsNumberedNames: Bool = false) {
        self.input = input
        self.allowsNumberedNames = allowsNumberedNames
        layout = HTTPURL.Layout(scheme: scheme)
        output.reserveCapacity(input.count + 16)
    }

    static func parse(_ text: String, base: HTTPURL?) throws(HTTPURLError) -> HTTPURL {
        try parse(Array(text.utf8), base: base)
    }

    /// The same for octets, which are percent-encoded whether UTF-8 or not.
    static func parse(
        _ octets: [UInt8], base: HTTPURL?, allowsNumberedNames: Bool = false
    ) throws(HTTPURLError) -> HTTPURL {
        var bytes = octets
        guard bytes.count <= HTTPURL.lengthLimit else {
            throw HTTPURLError(.tooLong(bytes: bytes.count), at: HTTPURL.lengthLimit)
        }
        // Nearly every URL is clean already: this check saves two copies.
        if let first = bytes.first, let last = bytes.last, first <= 0x20 || last <= 0x20 || hasLineEnd(bytes) {
            bytes = Array(trimmed(bytes))
            bytes.removeAll(where: isLineEnd)
        }
        do throws(HTTPURLError) {
            var parser = URLParser(
                input: bytes, scheme: base?.layout.scheme ?? .http, allowsNumberedNames: allowsNumberedNames)
            try parser.reference(base: base)
            return parser.finished()
        } catch {
            throw HTTPURLError(error.reason, at: offset(error.offset, in: octets))
        }
    }

    /// The finished URL; call it after every part.
    consuming func finished() -> HTTPURL {
        HTTPURL(href: String(decoding: output, as: UTF8.self), layout: layout)
    }

    // MARK: The parts

    private mutating func reference(base: HTTPURL?) throws(HTTPURLError) {
        guard let colon = schemeEnd() else {
            guard let base else { throw HTTPURLError(.missingScheme, at: 0) }
            try relative(to: base, from: 0)
            return
        }
        guard let scheme = HTTPURL.Scheme(input[..<colon]) else {
            throw HTTPURLError(.unsupportedScheme(String(decoding: input[..<colon], as: UTF8.self)), at: 0)
        }
        layout.scheme = scheme
        let rest = colon + 1
        let hasAuthority =
            input.count - rest >= 2 && input[rest] == UInt8(ascii: "/") && input[rest + 1] == UInt8(ascii: "/")
        if let base, base.layout.scheme == scheme, !hasAuthority {
            try relative(to: base, from: rest)
        } else {
            try authority(from: rest)
        }
    }

    /// The offset of the colon if the input begins with a scheme.
    private func schemeEnd() -> Int? {
        for (index, byte) in input.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return nil }
            case UInt8(ascii: ":"): return index == 0 ? nil : index
            default: return nil
            }
        }
        return nil
    }

    private mutating func relative(to base: HTTPURL, from start: Int) throws(HTTPURLError) {
        layout.scheme = base.layout.scheme
        guard start < input.count else {
            appendAuthority(of: base)
            appendPath(of: base)
            appendQuery(of: base)
            return
        }
        switch input[start] {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"):
            if start + 1 < input.count, URLParser.isSlash(input[start + 1]) {
                try authority(from: start + 2)
            } else {
                appendAuthority(of: base)
                queryAndFragment(from: path(from: start + 1))
            }
        case UInt8(ascii: "?"):
            appendAuthority(of: base)
            appendPath(of: base)
            queryAndFragment(from: start)
        case UInt8(ascii: "#"):
            appendAuthority(of: base)
            appendPath(of: base)
            appendQuery(of: base)
            fragment(from: start + 1)
        default:
            appendAuthority(of: base)
            appendPath(of: base)
            removeLastSegment()
            queryAndFragment(from: path(from: start))
        }
    }

    /// Everything from the authority on; any number of slashes before it counts as two.
    private mutating func authority(from slashes: Int) throws(HTTPURLError) {
        var start = slashes
        while start < input.count, URLParser.isSlash(input[start]) { start += 1 }
        var end = start
        var lastAt: Int?
        while end < input.count, !URLParser.endsAuthority(input[end]) {
            if input[end] == UInt8(ascii: "@") { lastAt = end }
            end += 1
        }
        beginAuthority()
        var hostStart = start
        if let lastAt {
            userinfo(start..<lastAt)
            hostStart = lastAt + 1
        }
        try hostAndPort(hostStart..<end)
        let hasSlash = end < input.count && URLParser.isSlash(input[end])
        queryAndFragment(from: path(from: hasSlash ? end + 1 : end))
    }

    private mutating func userinfo(_ range: Range<Int>) {
        let set = PercentEncodeSet.userinfo
        let colon = input[range].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
        PercentEncoding.append(input[range.lowerBound..<colon], set, to: &output)
        layout.usernameEnd = outputEnd
        if colon + 1 < range.upperBound {
            output.append(UInt8(ascii: ":"))
            PercentEncoding.append(input[(colon + 1)..<range.upperBound], set, to: &output)
        }
        if outputEnd > layout.usernameStart {
            output.append(UInt8(ascii: "@"))
        }
        layout.hostStart = outputEnd
    }

    /// The query and the fragment, if `start` is at one of them.
    private mutating func queryAndFragment(from start: Int) {
        var end = start
        if start < input.count, input[start] == UInt8(ascii: "?") {
            end = input[start...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
            query((start + 1)..<end)
        } else {
            layout.queryStart = outputEnd
            layout.fragmentStart = outputEnd
        }
        if end < input.count {
            fragment(from: end + 1)
        }
    }

    /// Appends `?` and the query in `range`.
    mutating func query(_ range: Range<Int>) {
        layout.queryStart = outputEnd
        output.append(UInt8(ascii: "?"))
        PercentEncoding.append(input[range], .specialQuery, to: &output)
        layout.fragmentStart = outputEnd
    }

    /// Appends `#` and the fragment from `start` to the end.
    mutating func fragment(from start: Int) {
        output.append(UInt8(ascii: "#"))
        PercentEncoding.append(input[start...], .fragment, to: &output)
    }

    var outputEnd: Int { output.count }
}
