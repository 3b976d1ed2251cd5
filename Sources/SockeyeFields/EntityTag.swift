/// An entity tag, such as `"abc"` or `W/"abc"`: a version's name (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// Whether it has `W/` in front: versions of that tag are equivalent, but not the same byte for byte.
    public let isWeak: Bool
    /// The octets between the quotes, which mean nothing but themselves; backslashes are ordinary characters.
    public let octets: [UInt8]

    /// The same as text; what isn't UTF-8 shows as U+FFFD.
    public var opaque: String { String(decoding: octets, as: UTF8.self) }

    /// Makes a tag; `nil` when `opaque` holds what a tag can't: controls, spaces or `"`.
    public init?(opaque: String, isWeak: Bool = false) {
        self.init(octets: Array(opaque.utf8), isWeak: isWeak)
    }

    /// Makes a tag; `nil` when `octets` hold what a tag can't.
    public init?(octets: [UInt8], isWeak: Bool = false) {
        guard octets.allSatisfy(EntityTag.isTagByte) else { return nil }
        self.octets = octets
        self.isWeak = isWeak
    }

    /// Reads a field value, one tag with nothing around it; `nil` when it is anything else.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Reads a field value that need not be text, as tags of old servers.
    public init?(parsing octets: [UInt8]) {
        var rest = octets[...]
        // `W/` is case-sensitive.
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") else { return nil }
        self.init(octets: Array(rest.dropFirst().dropLast()), isWeak: isWeak)
    }

    /// The strong comparison (RFC 9110 section 8.8.3.2): neither weak, same text. A resume needs it.
    public func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && octets == other.octets
    }

    /// The weak comparison (RFC 9110 section 8.8.3.2): same text, weak or not.
    public func weaklyMatches(_ other: EntityTag) -> Bool {
        octets == other.octets
    }

    /// The field value as it goes on the wire.
    public var fieldOctets: [UInt8] {
        Array((isWeak ? "W/\"" : "\"").utf8) + octets + [UInt8(ascii: "\"")]
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (byte >= 0x23 && byte != 0x7F)
    }
}

extension EntityTag: CustomStringConvertible {
    /// The field value as text, to be shown; ``EntityTag/fieldOctets`` is what is sent.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}
