/// A stream of byte chunks: what a response's body, a file or a socket look like to the parsers.
struct ByteStream: AsyncSequence, AsyncIteratorProtocol {
    let bytes: [UInt8]
    let size: Int
    var start = 0

    func makeAsyncIterator() -> ByteStream { self }

    mutating func next() async -> ArraySlice<UInt8>? {
        guard start < bytes.count else { return nil }
        defer { start += size }
        return bytes[start..<Swift.min(start + size, bytes.count)]
    }
}

func stream(_ bytes: some Collection<UInt8>, pieces size: Int = 3) -> ByteStream {
    ByteStream(bytes: Array(bytes), size: size)
}

func stream(_ text: String, pieces size: Int = 3) -> ByteStream { stream(text.utf8, pieces: size) }

/// Collects all elements of a sequence.
func all<Sequence: AsyncSequence>(_ sequence: Sequence) async throws -> [Sequence.Element] {
    var elements: [Sequence.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
}
