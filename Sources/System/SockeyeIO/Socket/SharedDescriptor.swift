internal import CSystemShims
internal import Synchronization

/// A descriptor that several tasks use and any may close: the close waits for calls under way.
///
/// ```
///   open, n users ── close() ──→ closing, n users ── last user leaves ──→ closed (close(2))
/// ```
///
/// Closing during another thread's `recv` would let the kernel give the number to a new connection, and that `recv`
/// would read the new connection's bytes.
final class SharedDescriptor: Sendable {
    /// The top bit marks closing; the bits below count users.
    private static let closing: UInt32 = 1 << 31

    let number: Int32
    private let state = Atomic<UInt32>(0)
    private let isClosed = Atomic<Bool>(false)

    init(owning descriptor: consuming Descriptor) {
        number = descriptor.take()
    }

    deinit {
        closeOnce()
    }

    /// Runs one system call on the descriptor.
    @inline(__always)
    func use<Result>(_ call: (Int32) throws(IOError) -> Result) throws(IOError) -> Result {
        let before = state.wrappingAdd(1, ordering: .acquiring).oldValue
        defer { leave() }
        if before & Self.closing != 0 { throw .closed }
        return try call(number)
    }

    /// Whether `close()` was called.
    var isClosing: Bool {
        state.load(ordering: .acquiring) & Self.closing != 0
    }

    /// Marks the descriptor as closing, runs `farewell` while the number is still valid, and closes it once no call is
    /// under way. Only the first call does anything.
    ///
    /// The mark comes first, so that tasks woken by `farewell` find the descriptor closing.
    func close(_ farewell: (Int32) -> Void) {
        state.wrappingAdd(1, ordering: .acquiring)
        defer { leave() }
        let before = state.bitwiseOr(Self.closing, ordering: .acquiringAndReleasing).oldValue
        if before & Self.closing == 0 { farewell(number) }
    }

    @inline(__always)
    private func leave() {
        let now = state.wrappingSubtract(1, ordering: .releasing).newValue
        if now == Self.closing { closeOnce() }
    }

    private func closeOnce() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { _ = sockeye_close(number) }
    }
}

extension Descriptor {
    /// Passes ownership to the caller, which must close the descriptor.
    consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}

extension Readiness {
    /// Waits until a step on the socket of this descriptor is worth trying again.
    ///
    /// - Throws: `.timedOut`, `.cancelled` if the task is cancelled, `.closed`.
    func wait(
        for interest: Interest, on descriptor: SharedDescriptor, until deadline: Deadline
    ) async throws(IOError) {
        switch await wait(for: interest, until: deadline) {
        case .ready: return
        case .timedOut: throw .timedOut
        case .cancelled: throw .cancelled
        case .interrupted: throw descriptor.isClosing ? .closed : .cancelled
        case .busy: throw .invalidArgument("two tasks already wait on this socket")
        }
    }
}
