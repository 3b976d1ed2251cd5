/// A name as two words and a length: all of it if it has at most sixteen bytes, else its two ends.
struct NameOutline: Equatable {
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    private let count: Int

    @inline(__always)
    init(_ name: ByteWindow) {
        count = name.count
        if count >= 8 {
            first = name.word(at: 0)
            last = name.word(at: count - 8)
        } else if count >= 4 {
            first = UInt64(name.halfWord(at: 0))
            last = UInt64(name.halfWord(at: count - 4))
        } else if count > 0 {
            // With the length these three say all of one, two or three bytes.
            first = UInt64(name[0]) | UInt64(name[count / 2]) << 8 | UInt64(name[count - 1]) << 16
        }
    }

    /// Whether names with this outline are equal to each other.
    @inline(__always) var isWholeName: Bool { count <= 16 }

    /// 64 bits of which the upper ones depend on all of the outline.
    @inline(__always) var mixed: UInt64 {
        (first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    }
}

extension NameOutline {
    @inline(__always)
    init(_ name: UTF8Span) {
        let bytes = name.span
        // SAFETY: the pointer is used inside the closure only.
        self = bytes.withUnsafeBytes { buffer in
            guard let window = ByteWindow(buffer) else { return NameOutline() }
            return NameOutline(window)
        }
    }

    /// The empty name's.
    init() { count = 0 }

    /// An outline whose two words were made otherwise; it can be compared with others that were made so.
    init(first: UInt64, last: UInt64, count: Int) {
        self.first = first
        self.last = last
        self.count = count
    }
}
