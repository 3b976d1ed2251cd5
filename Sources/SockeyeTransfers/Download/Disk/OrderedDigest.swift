internal import SockeyeDigest
internal import SockeyeIO
internal import Synchronization

/// Digests of a file, computed from bytes written in order, and by reading the file for the rest.
final class OrderedDigest: Sendable {
    // SAFETY: the digests are only used while the mutex that holds this state is locked.
    private struct State: ~Copyable, @unchecked Sendable {
        var position: Int64 = 0
        var digests: [DigestBox] = []
    }

    private let state: Mutex<State>

    /// The digests of these algorithms. An empty set costs nothing.
    init(_ algorithms: Set<Digest.Algorithm>) {
        state = Mutex(State(digests: algorithms.map(DigestBox.init)))
    }

    /// Whether bytes at `offset` are the next in order, so that taking them now saves reading them later.
    func wants(_ offset: Int64) -> Bool {
        state.withLock { !$0.digests.isEmpty && $0.position == offset }
    }

    /// Takes bytes that were written at `offset`, if they are the next in order.
    func update(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        state.withLock { state in
            guard state.position == offset else { return }
            // SAFETY: the caller keeps the buffer for the duration of this call, which only reads it.
            for box in state.digests { box.update(bytes) }
            state.position += Int64(bytes.count)
        }
    }

    /// Reads what is missing up to `length` and returns the digests.
    func finish(_ file: File, length: Int64) throws(FileError) -> [Digest.Algorithm: [UInt8]] {
        try state.withLock { state throws(FileError) in
            if state.digests.isEmpty { return [:] }
            // SAFETY: nothing else refers to the buffer, which is freed when this scope ends.
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
            defer { buffer.deallocate() }
            while state.position < length {
                let wanted = Int(min(Int64(buffer.count), length - state.position))
                // SAFETY: `wanted` is at most the buffer's count.
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
                let count = try file.read(into: part, at: state.position)
                if count == 0 { break }
                // SAFETY: `read` initialised the first `count` bytes of the part.
                let read = UnsafeRawBufferPointer(rebasing: part[..<count])
                for box in state.digests { box.update(read) }
                state.position += Int64(count)
            }
            let values = state.digests.map { ($0.algorithm, $0.finish() ?? []) }
            return Dictionary(values) { first, _ in first }
        }
    }
}

/// A hasher that an array can hold. An algorithm that OpenSSL refuses has no value and so never matches.
private final class DigestBox {
    let algorithm: Digest.Algorithm
    private var hasher: DigestHasher?

    init(_ algorithm: Digest.Algorithm) {
        self.algorithm = algorithm
        hasher = try? DigestHasher(algorithm)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        // SAFETY: the caller keeps the bytes for this call; the span does not outlive it.
        try? hasher?.update(RawSpan(_unsafeBytes: bytes))
    }

    func finish() -> [UInt8]? {
        guard let hasher = hasher.take() else { return nil }
        return try? hasher.finish().bytes
    }
}
