/// A name as two words and a length: all of it up to sixteen bytes, otherwise its two ends.
struct NameOutline: Equatable {
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    let count: Int

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
            // With the length, these three hold all of one, two or three bytes.
            first = UInt64(name[0]) | UInt64(name[count / 2]) << 8 | UInt64(name[count - 1]) << 16
        }
    }

    /// Whether two names with this outline are necessarily equal.
    @inline(__always) var isWholeName: Bool { count <= 16 }

    /// 64 bits whose upper ones depend on the whole outline.
    @inline(__always) var mixed: UInt64 {
        (first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    }
}

extension NameOutline {
    /// The outline of the empty name.
    init() { count = 0 }

    /// An outline whose two words come from elsewhere; comparable only with others made the same way.
    init(first: UInt64, last: UInt64, count: Int) {
        self.first = first
        self.last = last
        self.count = count
    }
}
