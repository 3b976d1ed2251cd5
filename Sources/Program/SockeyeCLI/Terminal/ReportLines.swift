internal import SockeyeIO
internal import Synchronization

/// Lines for standard error that come while others are served, written by its own thread: a reader that stops (a full pipe,
/// Ctrl-S on a terminal) holds up nobody. Beyond a limit lines are dropped, and how many is said as soon as there is room.
final class ReportLines: Sendable {
    private struct State {
        var text: [UInt8] = []
        var dropped = 0
        var isWriting = false
    }

    /// What waits for a slow reader: some ten thousand lines.
    private static let byteLimit = 1 << 20

    private let state = Mutex(State())
    private let news: AsyncStream<Void>.Continuation
    private let thread: EventLoop

    /// - Parameter write: takes some lines, and may wait for their reader.
    init(_ write: @escaping @Sendable ([UInt8]) -> Void) throws(IOError) {
        thread = try EventLoop.start(name: "sockeye-report")
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        news = continuation
        Task(executorPreference: thread) { [weak self] in
            for await _ in stream {
                while let text = self?.take() { write(text) }
            }
        }
    }

    /// Lines for standard error.
    convenience init(_ machine: any Machine) throws(IOError) {
        try self.init { try? machine.file(of: .error).append($0, until: .after(Terminal.patience)) }
    }

    deinit {
        news.finish()
        thread.stop()
    }

    /// Adds whole lines. Never waits.
    func add(_ text: String) {
        state.withLock { state in
            if state.text.count + text.utf8.count > Self.byteLimit {
                state.dropped += 1
            } else {
                state.text += text.utf8
            }
        }
        news.yield()
    }

    /// What is to be written next; `nil` if nothing is.
    private func take() -> [UInt8]? {
        state.withLock { state in
            var text = state.text
            if state.dropped > 0 {
                text += "* \(state.dropped) reports were dropped: nobody read those before them\n".utf8
            }
            state = State(isWriting: !text.isEmpty)
            return text.isEmpty ? nil : text
        }
    }

    /// Waits until everything is written, but not long for a reader that has stopped.
    func flush(on loop: EventLoop) async {
        let deadline = Deadline.after(.seconds(1))
        while !deadline.hasPassed, state.withLock({ $0.isWriting || !$0.text.isEmpty || $0.dropped > 0 }) {
            guard (try? await loop.sleep(until: .after(.milliseconds(5)))) != nil else { return }
        }
    }
}
