/// An entity tag, such as `"abc"` or `W/"abc"`: a version's name (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// Whether it has `W/` in front: versions of that tag are equivalent, but not the same byte for byte.
    public let isWeak: Bool
    /// What stands between the quotes; backslashes are ordinary characters.
    public let opaque: String

    /// Makes a tag; `nil` when `opaque` holds what a tag can't: controls, spaces or `"`.
    public init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(EntityTag.isTagByte) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads a field value, one tag with nothing around it; `nil` when it is anything else.
    public init?(parsing text: String) {
        var rest = text.utf8[...]
        // `W/` is case-sensitive.
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") else { return nil }
        self.init(opaque: String(Substring(rest.dropFirst().dropLast())), isWeak: isWeak)
    }

    /// Whether both tags are the same, byte by byte and in weakness. Two comparisons of HTTP are ``stronglyMatches(_:)``
    /// and ``weaklyMatches(_:)``.
    public static func == (left: EntityTag, right: EntityTag) -> Bool {
        left.isWeak == right.isWeak && left.hasSameText(as: right)
    }

    /// The strong comparison (RFC 9110 section 8.8.3.2): neither weak, same text. A resume needs it.
    public func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && hasSameText(as: other)
    }

    /// The weak comparison (RFC 9110 section 8.8.3.2): same text, weak or not.
    public func weaklyMatches(_ other: EntityTag) -> Bool {
        hasSameText(as: other)
    }

    /// Byte by byte: Swift's `==` on strings takes canonically equivalent texts for equal, which are other tags.
    private func hasSameText(as other: EntityTag) -> Bool {
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (byte >= 0x23 && byte != 0x7F)
    }
}

extension EntityTag: CustomStringConvertible {
    /// The field value.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}
