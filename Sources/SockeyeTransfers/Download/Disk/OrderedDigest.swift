internal import SockeyeDigest
internal import SockeyeIO
internal import Synchronization

/// The digests of a file, computed while it is written as far as the order allows, and by reading for the rest.
final class OrderedDigest: Sendable {
    // SAFETY: the digests are touched under the lock alone.
    private struct State: ~Copyable, @unchecked Sendable {
        var position: Int64 = 0
        var digests: [DigestBox] = []
    }

    private let state: Mutex<State>

    /// The digests of these algorithms; none is free of cost.
    init(_ algorithms: Set<Digest.Algorithm>) {
        state = Mutex(State(digests: algorithms.map(DigestBox.init)))
    }

    /// Whether bytes at `offset` are the next in order, so that handing them in now spares reading them later.
    func wants(_ offset: Int64) -> Bool {
        state.withLock { !$0.digests.isEmpty && $0.position == offset }
    }

    /// Takes bytes that were written at `offset`, if they are the next in order.
    func update(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        state.withLock { state in
            guard state.position == offset else { return }
            // SAFETY: the bytes are the caller's and are read during the call only.
            for box in state.digests { box.update(bytes) }
            state.position += Int64(bytes.count)
        }
    }

    /// Reads what is missing up to `length`, and gives the values.
    func finish(_ file: File, length: Int64) throws(FileError) -> [Digest.Algorithm: [UInt8]] {
        try state.withLock { state throws(FileError) in
            if state.digests.isEmpty { return [:] }
            // SAFETY: the buffer is ours, and is freed when this scope ends.
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
            defer { buffer.deallocate() }
            while state.position < length {
                let wanted = Int(min(Int64(buffer.count), length - state.position))
                // SAFETY: `wanted` is no more than the buffer holds.
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
                let count = try file.read(into: part, at: state.position)
                if count == 0 { break }
                // SAFETY: `read` filled the first `count` bytes of the part.
                let read = UnsafeRawBufferPointer(rebasing: part[..<count])
                for box in state.digests { box.update(read) }
                state.position += Int64(count)
            }
            let values = state.digests.map { ($0.algorithm, $0.finish() ?? []) }
            return Dictionary(values) { first, _ in first }
        }
    }
}

/// A digest that an array can hold. One that OpenSSL refuses has no value, and so is never the one expected.
private final class DigestBox {
    let algorithm: Digest.Algorithm
    private var hasher: DigestHasher?

    init(_ algorithm: Digest.Algorithm) {
        self.algorithm = algorithm
        hasher = try? DigestHasher(algorithm)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        // SAFETY: the span is used during the call only, in which the caller keeps the bytes.
        try? hasher?.update(RawSpan(_unsafeBytes: bytes))
    }

    func finish() -> [UInt8]? {
        guard let hasher = hasher.take() else { return nil }
        return try? hasher.finish().bytes
    }
}
