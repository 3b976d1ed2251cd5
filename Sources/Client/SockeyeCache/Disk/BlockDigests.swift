internal import SockeyeDigest

/// The digests of a body's blocks: each block is checked before any of it is given away, whatever its body's length.
struct BlockDigests: ~Copyable {
    /// The bytes of a block.
    static let blockSize = 1 << 20
    /// The bytes of a digest (SHA-256).
    static let digestSize = 32

    /// The digests of the whole blocks so far, one after the other.
    private var finished: [UInt8] = []
    /// Bytes of body so far.
    private(set) var length: Int64 = 0
    /// Of the block that is being filled, if any.
    private var hasher: DigestHasher?
    private var openCount = 0

    init() {}

    /// Adds bytes of the body.
    mutating func add(_ bytes: RawSpan) throws(DigestError) {
        var rest = bytes
        while rest.byteCount > 0 {
            if openCount == 0 { hasher = try DigestHasher(.sha256) }
            let count = min(rest.byteCount, Self.blockSize - openCount)
            try hasher?.update(rest.extracting(first: count))
            openCount += count
            length += Int64(count)
            rest = rest.extracting(droppingFirst: count)
            if openCount == Self.blockSize { try closeBlock() }
        }
    }

    private mutating func closeBlock() throws(DigestError) {
        openCount = 0
        guard let hasher = hasher.take() else { return }
        finished += try hasher.finish().bytes
    }

    /// All digests, of the last block too.
    mutating func finish() throws(DigestError) -> [UInt8] {
        try closeBlock()
        return finished
    }

    /// Whether `bytes` are those of block `number`.
    static func matches(_ bytes: RawSpan, block number: Int, of digests: [UInt8]) -> Bool {
        let start = number * digestSize
        guard number >= 0, start + digestSize <= digests.count, let digest = digest(of: bytes) else { return false }
        return digest.elementsEqual(digests[start..<start + digestSize])
    }

    /// The SHA-256 of `bytes`; `nil` if OpenSSL fails.
    static func digest(of bytes: RawSpan) -> [UInt8]? {
        do throws(DigestError) {
            var hasher = try DigestHasher(.sha256)
            try hasher.update(bytes)
            return try hasher.finish().bytes
        } catch {
            return nil
        }
    }

    /// The name of a body's file: it depends on every byte of it.
    static func fileName(_ digests: [UInt8]) -> String? {
        digest(of: digests.span.bytes).map { Hex.encode($0) }
    }

    /// Whether `fileName` makes such names.
    static func isFileName(_ name: String) -> Bool {
        guard let digest = Hex.decode(name) else { return false }
        return digest.count == digestSize && Hex.encode(digest) == name
    }
}
