internal import SockeyeDigest
internal import SockeyeIO
internal import Synchronization

/// Digests of a file, computed on their own thread that follows the writing: it reads back what is in the page cache.
///
/// ```
///   0 ──── hashed ────→ position ──── written, no gap ────→ end ···· gaps ····
///      ↑                 hashNext ──────────────────────→   ↑ follow        finish: the rest, to the length
///      └ written again: stale, finish hashes everything
/// ```
/// Hashing bytes as they arrive, on the loop's thread, would take as long as everything else.
final class OrderedDigest: Sendable {
    /// How much must be new for a thread to be woken, and how much it hashes before it checks that the digest is still needed.
    private static let pieceBytes: Int64 = 1 << 20

    /// The bytes up to `position` are hashed, those up to `goal` are about to be, and those up to `end` are written. Apart from
    /// the hashers, so that the loop's thread never waits for them.
    private struct Progress {
        var position: Int64 = 0
        var goal: Int64 = 0
        var end: Int64 = 0
        var isFollowing = false
        var isStale = false
    }

    // SAFETY: the digests and the buffer are only used while the mutex that holds this state is locked.
    private struct Hashers: ~Copyable, @unchecked Sendable {
        private let algorithms: Set<Digest.Algorithm>
        private(set) var position: Int64 = 0
        private(set) var digests: [DigestBox]
        /// What was read back. Kept from piece to piece, which saves allocating new memory each time.
        private(set) var buffer: UnsafeMutableRawBufferPointer?

        init(_ algorithms: Set<Digest.Algorithm>) {
            self.algorithms = algorithms
            digests = algorithms.map(DigestBox.init)
        }

        deinit { buffer?.deallocate() }

        /// Forgets everything that was hashed.
        mutating func startOver() {
            position = 0
            digests = algorithms.map(DigestBox.init)
        }

        /// Reads at most `count` bytes of the file and hashes them; 0 at its end.
        mutating func take(_ file: File, atMost count: Int64) throws(FileError) -> Int {
            let buffer = self.buffer ?? .allocate(byteCount: 256 * 1024, alignment: 4096)
            self.buffer = buffer
            // SAFETY: the part is at most the buffer, which nobody else uses while this state is locked.
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: count)))
            let count = try file.read(into: part, at: position)
            // SAFETY: `read` initialised the first `count` bytes of the part.
            let read = UnsafeRawBufferPointer(rebasing: part.prefix(count))
            // SAFETY: the buffer is kept for this loop; the span does not outlive it.
            for digest in digests { digest.update(RawSpan(_unsafeBytes: read)) }
            position += Int64(count)
            return count
        }
    }

    private let progress = Mutex(Progress())
    private let hashers: Mutex<Hashers>
    private let isEmpty: Bool

    /// No digest: one for all files, since it keeps nothing.
    static let none = OrderedDigest([])

    /// The digests of these algorithms. An empty set costs nothing.
    init(_ algorithms: Set<Digest.Algorithm>) {
        isEmpty = algorithms.isEmpty
        hashers = Mutex(Hashers(algorithms))
    }

    /// How many bytes from the file's beginning on are hashed.
    var hashedBytes: Int64 { progress.withLock { $0.position } }

    /// Notes a write, and hashes what is written without a gap before it, on another thread. Returns at once.
    ///
    /// Report every write: one over bytes that are hashed already makes `finish` hash the whole file.
    ///
    /// - Parameters:
    ///   - piece: the bytes just written; empty if none were.
    ///   - row: bytes on the disk without a gap, which their writer won't write again.
    func follow(_ file: File, _ piece: Range<Int64>, in row: Range<Int64>) {
        if isEmpty { return }
        let starts = progress.withLock { progress in
            if !piece.isEmpty, piece.lowerBound < max(progress.position, progress.goal) { progress.isStale = true }
            guard row.lowerBound <= progress.end, progress.end < row.upperBound else { return false }
            progress.end = row.upperBound
            guard !progress.isStale, !progress.isFollowing, progress.end - progress.position >= Self.pieceBytes
            else { return false }
            progress.isFollowing = true
            return true
        }
        if starts { hashSoon(file) }
    }

    /// Hashes piece after piece. Each waits for its turn at a thread, so that many digests don't keep all of them from others.
    private func hashSoon(_ file: File) {
        // Weakly: after a failure or cancellation nobody wants the digests, and the last piece was the last.
        BlockingThreads.run { [weak self] in
            guard let self, hashNext(file) else { return }
            hashSoon(file)
        }
    }

    /// Hashes a piece; false if nothing more is written, or can be read, which `finish` then reports.
    private func hashNext(_ file: File) -> Bool {
        let goal = progress.withLock { progress in
            progress.goal = min(progress.end, progress.position + Self.pieceBytes)
            return progress.goal
        }
        let reached = (try? hash(file, upTo: goal)) ?? -1
        return progress.withLock { progress in
            progress.position = max(progress.position, reached)
            progress.isFollowing = reached >= goal && progress.position < progress.end && !progress.isStale
            return progress.isFollowing
        }
    }

    /// Hashes what is missing up to `length` and returns the digests, without those of algorithms that OpenSSL refuses. Nothing
    /// may be written any more.
    func finish(_ file: File, length: Int64) throws(FileError) -> [Digest.Algorithm: [UInt8]] {
        if isEmpty { return [:] }
        if progress.withLock({ $0.isStale }) { hashers.withLock { $0.startOver() } }
        _ = try hash(file, upTo: length)
        return hashers.withLock { hashers in
            let values = hashers.digests.compactMap { digest in digest.finish().map { (digest.algorithm, $0) } }
            return Dictionary(values) { first, _ in first }
        }
    }

    /// Hashes up to `end`, and returns how far it is hashed: less where the file ends.
    private func hash(_ file: File, upTo end: Int64) throws(FileError) -> Int64 {
        try hashers.withLock { hashers throws(FileError) in
            while hashers.position < end, try hashers.take(file, atMost: end - hashers.position) > 0 {}
            return hashers.position
        }
    }
}
