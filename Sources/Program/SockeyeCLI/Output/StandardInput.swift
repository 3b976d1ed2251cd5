internal import Glibc
internal import Synchronization

/// Standard input on its way to a peer, read on another thread than the loop's: how far it got, and why not further.
final class StandardInput: Sendable {
    private struct State {
        var failure: (any Error)?
        /// Whether something was read that isn't sent yet.
        var isHeld = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// What has come; `nil` at the end.
    func next() async throws -> [UInt8]? {
        try await Task.detached { [self] in
            let bytes = try Self.read()
            state.withLock { ($0.isHeld, $0.hasEnded) = (bytes != nil, bytes == nil) }
            return bytes
        }.value
    }

    private static func read() throws(TransferFailure) -> [UInt8]? {
        do throws(InputError) {
            var reader = try InputReader("-", isBody: true)
            return try reader.next()
        } catch {
            throw TransferFailure(
                .readError, "Failed to open/read local data from file/application: standard input: \(error.reason)")
        }
    }

    /// All that was read is sent.
    func setSent() { state.withLock { $0.isHeld = false } }

    /// Reading or sending failed, for a reason that isn't the connection's.
    func fail(_ error: any Error) { state.withLock { $0.failure = error } }

    /// Throws that reason, if there is one.
    func check() throws {
        if let error = state.withLock({ $0.failure }) { throw error }
    }

    /// Whether there is more than was sent, as far as one can tell without waiting for more.
    var isUnsent: Bool {
        let (isHeld, hasEnded) = state.withLock { ($0.isHeld, $0.hasEnded) }
        return isHeld || !hasEnded && Self.waitingBytes > 0
    }

    /// Bytes that are there to be read; 0 if the system doesn't say (`ioctl(2)`, FIONREAD).
    private static var waitingBytes: Int {
        var count: Int32 = 0
        return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}

/// Standard input as a body that a recording sees, or that begins later: `-C OFFSET -T -`. From a file it can be read again, for
/// a redirect or a challenge, as in curl.
struct InputBody: AsyncSequence, Sendable {
    /// Bytes that aren't sent.
    private let offset: Int64
    /// Where the file is; `nil` for what has only one pass.
    private let start: off_t?

    init(offset: Int64 = 0) {
        self.offset = offset
        var facts = stat()
        let isFile = fstat(STDIN_FILENO, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        let place = isFile && RunTape.recorder == nil && RunTape.replay == nil ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1
        start = place >= 0 ? place : nil
    }

    var canBeReadAgain: Bool { start != nil }

    func makeAsyncIterator() -> Iterator {
        if let start { lseek(STDIN_FILENO, start, SEEK_SET) }
        return Iterator(toSkip: offset)
    }

    struct Iterator: AsyncIteratorProtocol {
        private let input = StandardInput()
        private var toSkip: Int64

        init(toSkip: Int64) { self.toSkip = toSkip }

        mutating func next() async throws -> [UInt8]? {
            while let bytes = try await input.next() {
                if bytes.count > toSkip {
                    defer { toSkip = 0 }
                    return toSkip == 0 ? bytes : Array(bytes.dropFirst(Int(toSkip)))
                }
                toSkip -= Int64(bytes.count)
            }
            return nil
        }
    }
}
