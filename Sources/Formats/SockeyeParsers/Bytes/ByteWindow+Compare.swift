extension ByteWindow {
    /// Whether both hold the same bytes. Compares eight at a time, since every decoded member compares names.
    @inline(__always)
    func isEqual(to other: ByteWindow) -> Bool {
        guard count == other.count else { return false }
        if count >= 8 {
            var index = 0
            while index <= count - 8 {
                if word(at: index) != other.word(at: index) { return false }
                index += 8
            }
            return word(at: count - 8) == other.word(at: count - 8)
        }
        if count >= 4 {
            return halfWord(at: 0) == other.halfWord(at: 0) && halfWord(at: count - 4) == other.halfWord(at: count - 4)
        }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    func isEqual(to bytes: [UInt8]) -> Bool {
        var isEqual = bytes.isEmpty && count == 0
        withByteWindow(of: bytes) { window in isEqual = self.isEqual(to: window) }
        return isEqual
    }
}
