internal import HTTPTypes
internal import SockeyeHTTP1
internal import Synchronization

/// The progress of a request as an async sequence, without callbacks.
///
/// ```swift
/// let progress = RequestProgress()
/// async let response = client.send(request, observer: progress)
/// for await step in progress { print(step.received, step.expected ?? "?") }
/// print(try await response.status)
/// ```
/// Each step has the latest figures; intermediate ones are dropped, so a slow reader neither delays the request nor
/// uses memory. The sequence ends with the call, successful or not. Use one instance per call; several tasks may
/// iterate over it.
public final class RequestProgress: ExchangeObserver, AsyncSequence {
    /// The figures of the current attempt at one moment.
    public struct Step: Sendable, Hashable {
        /// Bytes of the request's body accepted by the kernel.
        public internal(set) var sent: Int64 = 0
        /// The total of `sent`; `nil` if unknown.
        public internal(set) var toSend: Int64?
        /// Bytes of the response's body received, before decoding.
        public internal(set) var received: Int64 = 0
        /// The total of `received`; `nil` if unknown or before the head has arrived.
        public internal(set) var expected: Int64?
    }

    private struct State {
        var step = Step()
        /// Counts the changes.
        var version = 0
        var isOver = false
        /// Whether the request is a HEAD, whose response has no body, whatever its Content-Length says.
        var isHead = false
        var nextReader = 0
        var readers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates the progress of one call.
    public init() {}

    /// The current figures.
    public var current: Step { state.withLock { $0.step } }

    /// Updates the figures; called by the client.
    public func observe(_ event: ClientEvent) {
        if let head = event[.sentHead] {
            // Each attempt starts at zero.
            state.withLock { $0.isHead = head.method == .head }
            change { $0 = Step() }
        } else if let (bytes, total) = event[.sentBody] {
            change { ($0.sent, $0.toSend) = (bytes, total) }
        } else if let (head, _) = event[.receivedHead] {
            // RFC 9112 section 6.3, steps 1 and 3.
            let hasNoBody = state.withLock { $0.isHead } || [204, 304].contains(head.status.code)
            let length = head.fields.contains(.transferEncoding) ? nil : head.fields[.contentLength]
            change { $0.expected = hasNoBody ? 0 : length.flatMap { Int64($0) } }
        } else if let bytes = event[.receivedBody] {
            change { $0.received = bytes }
        } else if event[.ended] != nil {
            change(isOver: true) { _ in }
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

    /// Creates an iterator that starts with the current figures.
    public func makeAsyncIterator() -> Iterator {
        Iterator(progress: self)
    }

    /// Yields the figures whenever they change.
    public struct Iterator: AsyncIteratorProtocol {
        let progress: RequestProgress
        private var version = 0

        init(progress: RequestProgress) {
            self.progress = progress
        }

        /// The latest figures, once they differ from the last ones; `nil` when the call has ended or this task is
        /// cancelled.
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

    /// Waits for figures newer than `version`, the end, or cancellation.
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
