/// What is found where a UTF-8 sequence should begin.
@usableFromInline
enum UTF8Sequence: Equatable {
    /// A valid sequence of this many bytes.
    case valid(Int)
    /// The window ends inside a sequence that is valid so far.
    case cut
    /// No valid sequence begins like this.
    case invalid
}

extension ByteWindow {
    /// The UTF-8 sequence at `index`, by table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing
    /// above U+10FFFF.
    @inlinable
    func utf8Sequence(at index: Int) -> UTF8Sequence {
        let lead = self[index]
        if lead < 0x80 { return .valid(1) }
        if lead < 0xC2 || lead > 0xF4 { return .invalid }
        guard index + 1 < count else { return .cut }
        let second = self[index + 1]
        let lowest: UInt8
        let highest: UInt8
        switch lead {
        case 0xE0: (lowest, highest) = (0xA0, 0xBF)
        case 0xED: (lowest, highest) = (0x80, 0x9F)
        case 0xF0: (lowest, highest) = (0x90, 0xBF)
        case 0xF4: (lowest, highest) = (0x80, 0x8F)
        default: (lowest, highest) = (0x80, 0xBF)
        }
        if second < lowest || second > highest { return .invalid }
        if lead < 0xE0 { return .valid(2) }
        guard index + 2 < count else { return .cut }
        if self[index + 2] & 0xC0 != 0x80 { return .invalid }
        if lead < 0xF0 { return .valid(3) }
        guard index + 3 < count else { return .cut }
        return self[index + 3] & 0xC0 == 0x80 ? .valid(4) : .invalid
    }
}
