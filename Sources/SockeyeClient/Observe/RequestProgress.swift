internal import HTTPTypes
internal import SockeyeHTTP1
internal import Synchronization

/// How far a request is, as a sequence: without callbacks, and never behind.
///
/// ```swift
/// let progress = RequestProgress()
/// async let response = client.send(request, observer: progress)
/// for await step in progress { print(step.received, step.expected ?? "?") }
/// print(try await response.status)
/// ```
/// Whoever iterates is given the latest figures when they have changed; what was in between is not kept, so a slow reader
/// holds nothing up and fills no memory. The sequence ends when the call ends, whatever came of it. One call has one
/// progress; several tasks may iterate over it.
public final class RequestProgress: ExchangeObserver, AsyncSequence {
    /// The figures at one moment, of the attempt that is under way.
    public struct Step: Sendable, Hashable {
        /// Bytes of the request's body that the kernel took.
        public internal(set) var sent: Int64 = 0
        /// How many there will be; `nil` when only the end will tell.
        public internal(set) var toSend: Int64?
        /// Bytes of the response's body that came, before decoding.
        public internal(set) var received: Int64 = 0
        /// How many there will be; `nil` when only the end will tell, and before the head came.
        public internal(set) var expected: Int64?
    }

    private struct State {
        var step = Step()
        /// Counts the changes.
        var version = 0
        var isOver = false
        var nextReader = 0
        var readers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// A progress for one call.
    public init() {}

    /// The figures now.
    public var current: Step { state.withLock { $0.step } }

    /// Takes what the client tells.
    public func observe(_ event: ExchangeEvent) {
        switch event {
        case .sentHead:
            // Another attempt begins from nothing.
            change { $0 = Step() }
        case .sentBody(let bytes, let total):
            change { step in
                step.sent = bytes
                step.toSend = total
            }
        case .receivedHead(let head, _):
            let length = head.fields.contains(.transferEncoding) ? nil : head.fields[.contentLength]
            change { $0.expected = length.flatMap { Int64($0) } }
        case .receivedBody(let bytes): change { $0.received = bytes }
        case .ended: change(isOver: true) { _ in }
        default: break
        }
    }

    private func change(isOver: Bool = false, _ update: (inout Step) -> Void) {
        let readers = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            let before = state.step
            update(&state.step)
            state.isOver = state.isOver || isOver
            guard state.step != before || isOver else { return [:] }
            if state.step != before { state.version += 1 }
            defer { state.readers = [:] }
            return state.readers
        }
        for reader in readers.values { reader.resume() }
    }

    /// Iterates over the figures from now on.
    public func makeAsyncIterator() -> Iterator {
        Iterator(progress: self)
    }

    /// Gives the figures whenever they have changed.
    public struct Iterator: AsyncIteratorProtocol {
        let progress: RequestProgress
        private var version = 0

        init(progress: RequestProgress) {
            self.progress = progress
        }

        /// The latest figures, when they are others than those given before; `nil` when the call is over, or this task
        /// is cancelled.
        public mutating func next() async -> Step? {
            while !Task.isCancelled {
                let (step, latest, isOver) = progress.state.withLock { ($0.step, $0.version, $0.isOver) }
                if latest != version {
                    version = latest
                    return step
                }
                if isOver { return nil }
                await progress.change(after: version)
            }
            return nil
        }
    }

    /// Waits until the figures are others than those of `version`, the end, or cancellation.
    private func change(after version: Int) async {
        let id = state.withLock { state in
            state.nextReader += 1
            return state.nextReader
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOld = state.withLock { state in
                    guard state.version == version, !state.isOver, !Task.isCancelled else { return true }
                    state.readers[id] = continuation
                    return false
                }
                if isOld { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.readers.removeValue(forKey: id) }?.resume()
        }
    }
}
