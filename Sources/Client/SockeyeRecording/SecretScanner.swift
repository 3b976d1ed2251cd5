internal import SockeyeBytes
internal import SockeyeFields

/// Finds the secrets in the heads of one direction of a connection, however its bytes are split, by the table `SecretField`. All
/// masking uses it: recordings, transcripts, `--explain`.
///
/// ```
///   head ──empty line──→ body, or chunks ──last chunk──→ trailers ──empty line──→ over
///    ▲  └─ of 1xx ─┘
/// ```
/// Some octets can't be classified at once: a cookie's name is a secret if no `=` follows, and the text after `//` if an `@` does.
package struct SecretScanner: Sendable {
    /// The kind of text.
    package enum Text: Sendable, Hashable {
        /// A head, its body and its trailers.
        case head(isResponse: Bool)
        /// Lines that may be fields, such as trailers.
        case fields
        /// Other lines, in which only URLs have secrets.
        case lines
    }

    /// A secret. Offsets count from the creation of the scanner.
    package struct Secret: Sendable, Hashable {
        /// The secret's octets. Blanks among them may stay.
        package var range: Range<Int>
        /// Whether it is percent-encoded, as in a URL.
        package var isOfURL: Bool
    }

    private enum Place: Sendable {
        case head, trailers, over
        case chunks(ChunkScanner)

        var isHead: Bool { if case .head = self { true } else { false } }
    }

    /// The part of a line that the next octet belongs to.
    private enum Line: Sendable {
        /// A field's name so far, in lowercase.
        case name([UInt8])
        case plain
        /// The scheme of credentials so far, in lowercase.
        case scheme([UInt8])
        case secret
        /// The name of a pair, or a value without a name.
        case pair(isOnly: Bool)
        case pairValue(isOnly: Bool)
        /// The end of Transfer-Encoding's codings so far, in lowercase.
        case coding([UInt8])

        var isPlain: Bool { if case .plain = self { true } else { false } }
    }

    /// The position in `//user:password@`.
    private enum Authority: Sendable { case none, slash, inside }

    /// Octets not yet classified.
    private struct Open: Sendable {
        var start: Int
        var isOfURL = false
        /// The first colon, which is kept.
        var colon: Int?
        /// Whether the colon is within brackets, so that it can't precede a port.
        var isBracketed = false
        /// Whether the text after the first colon can't be a port, and so is a password even if it contains a slash.
        var hasNoPort = false
    }

    /// The schemes of credentials that are kept; any other value is masked from its first character.
    private static let schemes = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "hawk", "hmac", "negotiate", "ntlm", "oauth",
        "token", "vapid",
    ].map { Array($0.utf8) }
    /// Fields with a URL as the whole value.
    private static let namesOfURLs: Set<String> = ["location", "content-location", "referer"]
    /// The end of a longer name decides: `…-token`.
    private static let longestName = 1024

    private let text: Text
    private let hidesLocations: Bool
    private var place = Place.head
    private var line = Line.plain
    private var isAtLineStart = true
    private var isFirstLine = true
    private var status: [UInt8] = []
    private var isChunked = false
    private var authority = Authority.none
    /// Whether the URL extends to the end of the line, so that only its own delimiters end its parts.
    private var isURL = false
    private var query: QueryScanner?
    private var open: Open?
    private var offset = 0

    /// A scanner at the start of a text.
    ///
    /// - Parameters:
    ///   - text: the kind of text.
    ///   - hidesLocations: whether the whole query of Location is a secret, as Referer's is. A recording can't hide it, because a
    ///     replay follows the redirect.
    package init(_ text: Text, hidesLocations: Bool = false) {
        (self.text, self.hidesLocations) = (text, hidesLocations)
    }

    /// Starts the next message.
    package mutating func begin() {
        (place, line, isAtLineStart, isFirstLine, status) = (.head, .plain, true, true, [])
        (isChunked, authority, open) = (false, .none, nil)
    }

    /// The offset up to which octets are classified.
    package var known: Int { open?.start ?? offset }

    /// Reads further octets, and returns the secrets now known.
    package mutating func scan(_ bytes: [UInt8]) -> [Secret] {
        var found: [Secret] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .over:
                offset += rest.count
                return found
            case .chunks(var chunks):
                let start = chunks.offset
                _ = chunks.scan(Array(rest))
                // After malformed chunks, lines that look like fields may be fields.
                let stop = chunks.end ?? (chunks.isLost ? chunks.offset : nil)
                let count = stop.map { Int($0 - start) } ?? rest.count
                place = stop == nil ? .chunks(chunks) : .trailers
                offset += count
                rest = rest.dropFirst(count)
            case .head, .trailers:
                take(rest.removeFirst(), &found)
                offset += 1
            }
        }
        return found
    }

    /// Classifies the remaining octets.
    ///
    /// - Parameter isEnd: whether nothing follows; otherwise they are treated as secrets to be safe.
    package mutating func settle(isEnd: Bool) -> [Secret] {
        var found: [Secret] = []
        settle(isSecret: !isEnd || open?.isOfURL == false, &found)
        return found
    }

    // MARK: Lines

    private mutating func take(_ byte: UInt8, _ found: inout [Secret]) {
        if byte == 0x0D || byte == 0x0A {
            settle(isSecret: open?.isOfURL == false, &found)
            authority = .none
            if byte == 0x0D { return }
            if isAtLineStart { endHead() } else { (isAtLineStart, isFirstLine) = (true, false) }
            return
        }
        if isAtLineStart {
            isAtLineStart = false
            (isURL, query) = (false, nil)
            // A line that starts with a blank continues the last field (RFC 9112 section 5.2). Some servers treat it as a field, so
            // it is also searched for a name unless the last field is a secret.
            if !Self.isBlank(byte) || isFirstLine || line.isPlain {
                let isNoField = isFirstLine && place.isHead && text.isHead || text == .lines
                line = isNoField ? .plain : .name([])
            }
        }
        if isFirstLine, status.count < 12 { status.append(byte) }
        takeInLine(byte, &found)
    }

    private mutating func endHead() {
        guard case .head(let isResponse) = text else { return }
        guard case .head = place else {
            place = .over
            return
        }
        // "HTTP/1.1 103"; after 101 comes another protocol.
        let code = status.dropFirst(9)
        let isSwitching = isResponse && code.elementsEqual("101".utf8)
        if isResponse, code.first == UInt8(ascii: "1"), !isSwitching { return begin() }
        place = isChunked && !isSwitching ? .chunks(ChunkScanner()) : .over
        (line, isAtLineStart, isFirstLine) = (.plain, true, false)
    }

    private mutating func takeInLine(_ byte: UInt8, _ found: inout [Secret]) {
        switch line {
        case .plain: takeInURL(byte, &found)
        case .secret: if !Self.isBlank(byte) { add(offset..<(offset + 1), &found) }
        case .name(var name):
            guard byte == UInt8(ascii: ":") else {
                if !Self.isBlank(byte) { name = name.suffix(Self.longestName - 1) + [ASCII.lowercased(byte)] }
                line = .name(name)
                return takeInURL(byte, &found)
            }
            let text = String(decoding: name, as: UTF8.self)
            line = Self.line(after: text)
            isURL = Self.namesOfURLs.contains(text)
            if isURL { query = QueryScanner(isSecret: text == "referer" || hidesLocations) }
            if line.isPlain { return takeInURL(byte, &found) }
            settle(isSecret: false, &found)
            authority = .none
        case .scheme(var scheme):
            if Self.isBlank(byte) {
                if scheme.isEmpty { return }
                settle(isSecret: !Self.schemes.contains(scheme), &found)
                line = .secret
                return
            }
            open = open ?? Open(start: offset)
            scheme.append(ASCII.lowercased(byte))
            line = .scheme(scheme)
            if !Self.schemes.contains(where: { $0.starts(with: scheme) }) {
                line = .secret
                settle(isSecret: true, &found)
                add(offset..<(offset + 1), &found)
            }
        case .pair(let isOnly):
            switch byte {
            case UInt8(ascii: ";"):
                // A cookie without a name is just a value (RFC 6265bis section 5.6).
                settle(isSecret: true, &found)
                line = isOnly ? .plain : .pair(isOnly: false)
            case UInt8(ascii: "="):
                settle(isSecret: false, &found)
                line = .pairValue(isOnly: isOnly)
            default: if open != nil || !Self.isBlank(byte) { open = open ?? Open(start: offset) }
            }
        case .pairValue(let isOnly):
            if byte == UInt8(ascii: ";") {
                line = isOnly ? .plain : .pair(isOnly: false)
            } else if !Self.isBlank(byte) {
                add(offset..<(offset + 1), &found)
            }
        case .coding(var codings):
            if Self.isBlank(byte) { return }
            codings = codings.suffix(16) + [ASCII.lowercased(byte)]
            // RFC 9112 section 6.3 step 4: chunked frames the message only as the last coding.
            isChunked = codings.suffix(7).elementsEqual("chunked".utf8)
            line = .coding(codings)
        }
    }

    private static func line(after name: String) -> Line {
        // A blank before the colon makes the field invalid (RFC 9112 section 5.1), but the value is still a secret.
        switch SecretField(name) {
        case .credentials: return .scheme([])
        case .pairs: return .pair(isOnly: false)
        case .firstPair: return .pair(isOnly: true)
        case .whole: return .secret
        case nil: return name == "transfer-encoding" ? .coding([]) : .plain
        }
    }

    // MARK: URLs

    /// `//user:password@`, also with backslashes, which browsers accept.
    private mutating func takeInURL(_ byte: UInt8, _ found: inout [Secret]) {
        if query == nil { query = QueryScanner(isSecret: false) }
        if query?.take(byte, isURL: isURL) == true {
            settle(isSecret: false, &found)
            authority = .none
            return add(offset..<(offset + 1), isOfURL: true, &found)
        }
        let isSlash = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
        switch authority {
        case .none: authority = isSlash ? .slash : .none
        case .slash: authority = isSlash ? .inside : .none
        case .inside:
            // Further slashes are ignored.
            if isSlash, open == nil { return }
            if byte == UInt8(ascii: "@") { return settle(isSecret: true, &found) }
            let endsURL = (isURL ? "?#" : "?# \t\"<>").utf8.contains(byte)
            if isSlash && open?.hasNoPort != true || endsURL {
                settle(isSecret: false, &found)
                authority = isSlash ? .slash : .none
                return
            }
            var run = open ?? Open(start: offset, isOfURL: true)
            if run.start == offset { run.isBracketed = byte == UInt8(ascii: "[") }
            if run.colon != nil, !run.isBracketed, !(0x30...0x39).contains(byte) { run.hasNoPort = true }
            if byte == UInt8(ascii: ":") { run.colon = run.colon ?? offset }
            open = run
        }
    }

    // MARK: Ranges

    private mutating func settle(isSecret: Bool, _ found: inout [Secret]) {
        guard let run = open else { return }
        open = nil
        if !isSecret { return }
        let colon = run.colon ?? offset
        add(run.start..<colon, isOfURL: run.isOfURL, &found)
        add(min(colon + 1, offset)..<offset, isOfURL: run.isOfURL, &found)
    }

    private func add(_ range: Range<Int>, isOfURL: Bool = false, _ found: inout [Secret]) {
        if range.isEmpty { return }
        if let last = found.last, last.range.upperBound == range.lowerBound, last.isOfURL == isOfURL {
            found[found.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            found.append(Secret(range: range, isOfURL: isOfURL))
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension SecretScanner {
    /// The secrets in a whole text.
    package static func secrets(in text: Text, _ bytes: [UInt8], hidesLocations: Bool = false) -> [Secret] {
        var scanner = SecretScanner(text, hidesLocations: hidesLocations)
        return scanner.scan(bytes) + scanner.settle(isEnd: true)
    }
}

extension SecretScanner.Text {
    fileprivate var isHead: Bool { if case .head = self { true } else { false } }
}
