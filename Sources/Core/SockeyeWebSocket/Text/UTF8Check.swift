/// Checks that bytes are UTF-8 (RFC 3629), as they arrive: a fault is found at the byte that makes it one.
struct UTF8Check {
    /// The beginning of a sequence that the bytes so far end in, at most three bytes.
    private var open: [UInt8] = []

    /// Whether no sequence is open.
    var isComplete: Bool { open.isEmpty }

    /// Returns false if a byte isn't UTF-8.
    mutating func accepts(_ bytes: [UInt8], from offset: Int) -> Bool {
        accepts(bytes.span.bytes.extracting(offset...))
    }

    mutating func accepts(_ bytes: RawSpan) -> Bool {
        // SAFETY: a RawSpan's bytes are initialised, and need no alignment.
        let bytes = Span<UInt8>(_bytes: bytes)
        var start = 0
        while !open.isEmpty, start < bytes.count {
            open.append(bytes[start])
            start += 1
            guard let count = Self.openCount(of: open.span) else { return false }
            if count == 0 { open = [] }
        }
        guard let count = Self.openCount(of: bytes.extracting(start...)) else { return false }
        for index in bytes.count - count..<bytes.count { open.append(bytes[index]) }
        return true
    }

    /// How many bytes at the end begin a sequence; `nil` if some are no part of one.
    private static func openCount(of bytes: Span<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            return 0
        } catch {
            let isOpen = error.kind == .truncatedScalar && error.byteOffsets.upperBound == bytes.count
            return isOpen ? error.byteOffsets.count : nil
        }
    }
}
