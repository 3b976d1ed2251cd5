/// An entity tag, such as `"abc"` or `W/"abc"`: the name of a version (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// Whether it begins with `W/`: versions with the same weak tag are equivalent, but may differ in bytes.
    public let isWeak: Bool
    /// The octets between the quotes, which are opaque; backslashes are ordinary characters.
    public let octets: [UInt8]

    /// The same as text, with U+FFFD for anything that isn't UTF-8.
    public var opaque: String { String(decoding: octets, as: UTF8.self) }

    /// Makes a tag; `nil` if `opaque` contains illegal characters: controls, spaces or `"`.
    public init?(opaque: String, isWeak: Bool = false) {
        self.init(octets: Array(opaque.utf8), isWeak: isWeak)
    }

    /// Makes a tag; `nil` if `octets` contain illegal characters.
    package init?(octets: [UInt8], isWeak: Bool = false) {
        guard octets.allSatisfy(EntityTag.isTagByte) else { return nil }
        self.octets = octets
        self.isWeak = isWeak
    }

    /// Parses a field value, one tag with nothing around it; `nil` for anything else.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses a field value that need not be text, like tags of old servers.
    package init?(parsing octets: [UInt8]) {
        var rest = octets[...]
        // `W/` is case-sensitive.
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") else { return nil }
        self.init(octets: Array(rest.dropFirst().dropLast()), isWeak: isWeak)
    }

    /// The strong comparison (RFC 9110 section 8.8.3.2): neither is weak, same octets. A resume needs it.
    public func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && octets == other.octets
    }

    /// The weak comparison (RFC 9110 section 8.8.3.2): same octets, weak or not.
    public func weaklyMatches(_ other: EntityTag) -> Bool {
        octets == other.octets
    }

    /// The field value as it goes on the wire.
    package var fieldOctets: [UInt8] {
        Array((isWeak ? "W/\"" : "\"").utf8) + octets + [UInt8(ascii: "\"")]
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (byte >= 0x23 && byte != 0x7F)
    }
}

extension EntityTag: CustomStringConvertible {
    /// The field value as text, for display.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}
