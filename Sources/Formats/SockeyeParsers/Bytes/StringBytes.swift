extension String {
    /// Whether both are the same bytes. `==` also holds for other spellings of the same characters, which are different names
    /// in JSON (RFC 8259 section 8.3).
    ///
    /// It is also faster than `==`, above all beyond ASCII.
    @inline(__always)
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // SAFETY: the strings keep their bytes alive for the closures, which only read them. Empty ones have no window.
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                guard let left = ByteWindow(UnsafeRawBufferPointer(left)),
                    let right = ByteWindow(UnsafeRawBufferPointer(right))
                else { return true }
                return left.isEqual(to: right)
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// A string compared byte by byte, like names in JSON, rather than by canonical equivalence.
    struct UTF8ViewKey: Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) {
            // SAFETY: the string keeps its bytes alive for the closure, which only reads them.
            let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
                hasher.combine(bytes: UnsafeRawBufferPointer($0))
            }
            if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
        }
    }
}
