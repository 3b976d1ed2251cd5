extension String {
    /// Whether both are the same bytes. `==` also holds for other spellings of the same characters, which are different names
    /// in JSON (RFC 8259 section 8.3).
    func hasSameBytes(as other: String) -> Bool {
        // The comparison settles most cases at once: equal names need the loop only beyond ASCII.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }

    /// A string compared byte by byte, like names in JSON, rather than by canonical equivalence.
    struct UTF8ViewKey: Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) {
            var text = text
            // SAFETY: the string keeps its bytes alive for the closure, which only reads them.
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
