internal import SockeyeBytes

/// Recognizes a URL that is already written as the URL Standard would serialize it, as nearly all are. One pass over
/// its bytes then replaces the parser's copies. Anything else, right or wrong, is left to `URLParser`.
enum CanonicalURL {
    /// The URL of which `text` is the canonical form; `nil` if the text needs the full parser.
    static func recognize(_ text: String) -> HTTPURL? {
        let bytes = text.utf8.span
        guard bytes.count <= HTTPURL.lengthLimit, let scheme = scheme(bytes) else { return nil }
        var layout = HTTPURL.Layout(scheme: scheme)
        layout.usernameEnd = scheme.prefixLength
        layout.hostStart = scheme.prefixLength
        guard let hostEnd = host(bytes, &layout), let pathStart = port(bytes, hostEnd, &layout) else { return nil }
        layout.hostEnd = hostEnd
        layout.pathStart = pathStart
        guard let queryStart = path(bytes, pathStart) else { return nil }
        layout.queryStart = queryStart
        layout.fragmentStart = queryStart
        if queryStart < bytes.count, bytes[queryStart] == UInt8(ascii: "?") {
            guard let end = bytes.end(of: .specialQuery, from: queryStart + 1, orAt: UInt8(ascii: "#")) else {
                return nil
            }
            layout.fragmentStart = end
        }
        if layout.fragmentStart < bytes.count {
            guard bytes.end(of: .fragment, from: layout.fragmentStart + 1, orAt: nil) != nil else { return nil }
        }
        return HTTPURL(href: text, layout: layout)
    }

    private static func scheme(_ bytes: Span<UInt8>) -> HTTPURL.Scheme? {
        if bytes.starts(with: "https://") { return .https }
        return bytes.starts(with: "http://") ? .http : nil
    }

    /// The end of a host in lowercase, or of an IPv4 address in its canonical form.
    private static func host(_ bytes: Span<UInt8>, _ layout: inout HTTPURL.Layout) -> Int? {
        var end = layout.hostStart
        var labelStart = end
        scan: while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                break
            case UInt8(ascii: "."): labelStart = end + 1
            case UInt8(ascii: "/"), UInt8(ascii: ":"): break scan
            default: return nil
            }
            end += 1
        }
        // A final dot, which may hide a number, and an empty host are left to the parser.
        guard labelStart < end else { return nil }
        if ASCII.decimalDigit(bytes[labelStart]) != nil {
            guard isIPv4Address(bytes, layout.hostStart, end) else { return nil }
            layout.hostKind = .ipv4
        }
        return end
    }

    /// Whether the text is four decimal numbers up to 255, none with a leading zero.
    private static func isIPv4Address(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var (dots, digits, value) = (0, 0, 0)
        for position in start..<end {
            if bytes[position] == UInt8(ascii: ".") {
                guard digits > 0 else { return false }
                (dots, digits, value) = (dots + 1, 0, 0)
            } else {
                guard let digit = ASCII.decimalDigit(bytes[position]), digits == 0 || value > 0 else { return false }
                (digits, value) = (digits + 1, value * 10 + Int(digit))
                guard value <= 255 else { return false }
            }
        }
        return dots == 3 && digits > 0
    }

    /// The end of the port at `start`, or `start` if there is none; `nil` for the scheme's default port, which is not written.
    private static func port(_ bytes: Span<UInt8>, _ start: Int, _ layout: inout HTTPURL.Layout) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: ":") else { return start }
        var position = start + 1
        var number = 0
        while position < bytes.count, let digit = ASCII.decimalDigit(bytes[position]), number <= 0xFFFF {
            number = number * 10 + Int(digit)
            // Leading zeros are not canonical, and port 0 is not worth a rule.
            guard number > 0 else { return nil }
            position += 1
        }
        guard let port = UInt16(exactly: number), port > 0, port != layout.scheme.defaultPort else { return nil }
        layout.port = port
        return position
    }

    /// The end of a path without dot segments, which begins with a slash.
    private static func path(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
        let set = PercentEncodeSet.path
        var position = start
        var isSegmentStart = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if set.contains(byte) || byte == UInt8(ascii: "\\") { return nil }
            // "." and "%2e" may begin a dot segment.
            if isSegmentStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return nil }
            isSegmentStart = byte == UInt8(ascii: "/")
            position += 1
        }
        return position
    }
}

extension Span<UInt8> {
    fileprivate func starts(with prefix: StaticString) -> Bool {
        let letters = prefix.description.utf8.span
        guard count > letters.count else { return false }
        for index in 0..<letters.count where self[index] != letters[index] { return false }
        return true
    }

    /// The first offset of `end` from `start` on, or the end of the text; `nil` if a byte of `set` comes first.
    fileprivate func end(of set: PercentEncodeSet, from start: Int, orAt end: UInt8?) -> Int? {
        for position in start..<count {
            if self[position] == end { return position }
            if set.contains(self[position]) { return nil }
        }
        return count
    }
}
