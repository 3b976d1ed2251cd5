internal import Synchronization

/// A number that any thread counts up, and that a task can wait for.
public final class Tally: Sendable {
    private let number = Atomic(0)
    private let (counted, tell) = AsyncStream.makeStream(of: Void.self)

    /// 0.
    public init() {}

    /// The number so far.
    public var value: Int { number.load(ordering: .relaxed) }

    /// Counts up.
    public func count() {
        number.add(1, ordering: .relaxed)
        tell.yield()
    }

    /// Waits until it was counted so often since the last such wait, or the task is cancelled.
    public func wait(for count: Int) async {
        for await _ in counted.prefix(count) {}
    }
}
