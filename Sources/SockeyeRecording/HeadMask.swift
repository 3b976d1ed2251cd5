/// Masks the secrets in the heads of one direction of a connection, however they are cut. Lengths stay.
///
/// ```
///   raw ──begin──→ head ──empty line──→ body ──begin──→ head …
///                   ▲  └─ of 1xx ─┘
/// ```
/// What comes before the first exchange (a login at a SOCKS proxy, other protocols) is masked as a whole.
public struct HeadMask: Sendable {
    private enum Place: Sendable { case raw, head, body }

    /// What happens to the bytes of a line.
    private enum Line: Sendable {
        /// Its name, so far, in lowercase.
        case name([UInt8])
        case plain
        /// All but the scheme, as far as the octets so far are the beginning of one.
        case credentials([UInt8])
        /// All.
        case whole
        /// The values of `a=b; c=d`, or only the first one.
        case pairs(inValue: Bool, onlyFirst: Bool)
    }

    /// The character that stands for one of a secret.
    public static let filler = UInt8(ascii: "x")
    /// The schemes of credentials that are kept: a value without one is a secret from its first character.
    private static let schemes = ["basic", "bearer", "digest", "aws4-hmac-sha256", "negotiate", "token"]
    /// A longer name isn't one of ours.
    private static let longestName = 64

    private let isResponse: Bool
    private let masksRaw: Bool
    private var place = Place.raw
    private var line = Line.plain
    private var isAtLineStart = true
    private var isFirstLine = true
    private var status: [UInt8] = []

    /// - Parameter isResponse: whether the bytes are a server's, whose interim heads are followed by another.
    public init(isResponse: Bool) {
        self.isResponse = isResponse
        masksRaw = !isResponse
    }

    /// The next message begins.
    public mutating func begin() {
        (place, line, isAtLineStart, isFirstLine, status) = (.head, .plain, true, true, [])
    }

    /// The same bytes without secrets.
    public mutating func masked(_ bytes: some Collection<UInt8>) -> [UInt8] {
        switch place {
        case .raw: return masksRaw ? [UInt8](repeating: Self.filler, count: bytes.count) : Array(bytes)
        case .body: return Array(bytes)
        case .head: break
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var headCount = 0
        for byte in bytes {
            if place == .head {
                result.append(mask(byte))
                headCount += 1
            } else {
                result.append(byte)
            }
        }
        return Secrets.withoutUserInformation(Array(result[..<headCount])) + result[headCount...]
    }

    private mutating func mask(_ byte: UInt8) -> UInt8 {
        if byte == 0x0A {
            if isAtLineStart { endHead() }
            (isAtLineStart, isFirstLine) = (true, false)
            return byte
        }
        if byte == 0x0D { return byte }
        if isAtLineStart {
            isAtLineStart = false
            // A line that begins with a blank goes on with the last field (RFC 9112 section 5.2).
            let isFolded = byte == 0x20 || byte == 0x09
            if !isFolded { line = isFirstLine ? .plain : .name([]) }
        }
        if isFirstLine, status.count < 12 { status.append(byte) }
        return maskInLine(byte)
    }

    private mutating func endHead() {
        // "HTTP/1.1 103"; 101 is followed by another protocol.
        let code = status.dropFirst(9)
        let isInterim = isResponse && code.first == UInt8(ascii: "1") && !code.elementsEqual("101".utf8)
        if isInterim { begin() } else { place = .body }
    }

    private mutating func maskInLine(_ byte: UInt8) -> UInt8 {
        switch line {
        case .plain: return byte
        case .whole: return byte == 0x20 ? byte : Self.filler
        case .name(var name):
            if byte == UInt8(ascii: ":") {
                line = Self.line(of: name)
            } else if name.count < Self.longestName {
                name.append(byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0))
                line = .name(name)
            }
            return byte
        case .credentials(var scheme):
            if byte == 0x20 || byte == 0x09 {
                if !scheme.isEmpty { line = .whole }
                return byte
            }
            scheme.append(byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0))
            guard Self.schemes.contains(where: { $0.utf8.starts(with: scheme) }) else {
                line = .whole
                return Self.filler
            }
            line = .credentials(scheme)
            return byte
        case .pairs(let inValue, let onlyFirst):
            if byte == UInt8(ascii: ";") {
                line = onlyFirst ? .plain : .pairs(inValue: false, onlyFirst: false)
                return byte
            }
            if inValue { return byte == 0x20 ? byte : Self.filler }
            if byte == UInt8(ascii: "=") { line = .pairs(inValue: true, onlyFirst: onlyFirst) }
            return byte
        }
    }

    private static func line(of name: [UInt8]) -> Line {
        // A blank before the colon makes no field (RFC 9112 section 5.1), but no less of a secret.
        let name = name.filter { $0 != 0x20 && $0 != 0x09 }
        switch SecretField(String(decoding: name, as: UTF8.self)) {
        case .credentials: return .credentials([])
        case .pairs: return .pairs(inValue: false, onlyFirst: false)
        case .firstPair: return .pairs(inValue: false, onlyFirst: true)
        case .whole: return .whole
        case nil: return .plain
        }
    }
}
