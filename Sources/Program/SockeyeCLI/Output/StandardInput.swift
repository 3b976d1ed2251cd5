internal import SockeyeIO
internal import Synchronization

/// Standard input on its way to a peer, read on another thread than the loop's: how far it got, and why not further.
final class StandardInput: Sendable {
    private struct State {
        var failure: (any Error)?
        /// Whether something was read, or is about to be, that isn't sent yet.
        var isHeld = false
        var hasEnded = false
    }

    private let machine: any Machine
    private let state = Mutex(State())

    init(_ machine: any Machine) { self.machine = machine }

    /// What has come; `nil` at the end.
    func next() async throws -> [UInt8]? {
        try await Task.detached { [self] in
            // Between read(2) and the line after it, what was read would be neither waiting nor held.
            if machine.file(of: .input).waitingBytes > 0 { state.withLock { $0.isHeld = true } }
            let bytes = try read()
            state.withLock { ($0.isHeld, $0.hasEnded) = (bytes != nil, bytes == nil) }
            return bytes
        }.value
    }

    private func read() throws(TransferFailure) -> [UInt8]? {
        do throws(InputError) {
            var reader = try InputReader("-", .body, on: machine)
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
    func check() throws { if let error = state.withLock({ $0.failure }) { throw error } }

    /// Whether there is more than was sent, as far as one can tell without waiting for more.
    var isUnsent: Bool {
        let (isHeld, hasEnded) = state.withLock { ($0.isHeld, $0.hasEnded) }
        return isHeld || !hasEnded && machine.file(of: .input).waitingBytes > 0
    }
}

/// Standard input as a body that a recording sees, or that begins later: `-C OFFSET -T -`. From a file it can be read again, for
/// a redirect or a challenge, as in curl.
struct InputBody: AsyncSequence, Sendable {
    private let machine: any Machine
    /// Bytes that aren't sent.
    private let offset: Int64
    /// Where the file is; `nil` for what has only one pass.
    private let start: Int64?

    /// - Parameter isTaped: whether a recording has what is read, so that there is one pass.
    init(_ machine: any Machine, offset: Int64, isTaped: Bool) {
        (self.machine, self.offset) = (machine, offset)
        let input = machine.file(of: .input)
        start = !isTaped && (try? input.facts())?.kind == .regular ? input.seek(to: nil) : nil
    }

    var canBeReadAgain: Bool { start != nil }

    func makeAsyncIterator() -> Iterator {
        if let start { _ = machine.file(of: .input).seek(to: start) }
        return Iterator(input: StandardInput(machine), toSkip: offset)
    }

    struct Iterator: AsyncIteratorProtocol {
        let input: StandardInput
        var toSkip: Int64

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
