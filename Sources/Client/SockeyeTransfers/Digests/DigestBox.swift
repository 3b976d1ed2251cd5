internal import SockeyeDigest
internal import SockeyeIO

/// A hasher that an array can hold. An algorithm that OpenSSL refuses, as it does MD5 where FIPS 140 is enforced, has no value.
final class DigestBox {
    let algorithm: Digest.Algorithm
    private var hasher: DigestHasher?

    init(_ algorithm: Digest.Algorithm) {
        self.algorithm = algorithm
        hasher = try? DigestHasher(algorithm)
    }

    func update(_ bytes: RawSpan) {
        try? hasher?.update(bytes)
    }

    func finish() -> [UInt8]? {
        guard let hasher = hasher.take() else { return nil }
        return try? hasher.finish().bytes
    }

    /// The digest of a part of a file; `nil` if OpenSSL refuses the algorithm.
    func value(of file: File, _ range: Range<Int64>) throws(FileError) -> [UInt8]? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { buffer.deallocate() }
        var position = range.lowerBound
        while position < range.upperBound {
            // SAFETY: a prefix of the buffer, which is only used here.
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.prefix(Int(clamping: range.upperBound - position)))
            let count = try file.read(into: part, at: position)
            if count == 0 { break }
            // SAFETY: `read` initialised the first `count` bytes; the span ends before the buffer is freed.
            update(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: part.prefix(count))))
            position += Int64(count)
        }
        return finish()
    }
}
