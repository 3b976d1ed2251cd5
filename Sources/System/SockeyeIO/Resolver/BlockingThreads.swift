internal import CSystemShims
internal import Synchronization

/// Threads for calls that cannot be made non-blocking: `getaddrinfo`, and file operations such as `fsync`.
///
/// Work starts a thread if none is idle and fewer than the limit run. A thread waits a second for more work before it
/// ends, so that two thousand small files, each synced, don't start two thousand threads.
package final class BlockingThreads: Sendable {
    private struct State {
        /// Those that came last, and those that came before them, the next one at the end: a queue whose steps cost the
        /// same however long it is.
        var coming: [@Sendable () -> Void] = []
        var waiting: [@Sendable () -> Void] = []
        var running = 0
        /// Threads waiting on the semaphore, minus posts they haven't seen yet.
        var idle = 0

        mutating func next() -> (@Sendable () -> Void)? {
            if waiting.isEmpty { (waiting, coming) = (coming.reversed(), []) }
            return waiting.popLast()
        }
    }

    /// Enough for the lookups of a busy client, and for its files.
    private static let mostThreads = 16

    /// How long a thread waits for work before it ends, in milliseconds.
    private let patience: UInt32

    private static let shared = BlockingThreads()
    /// Apart, so that a hung name server delays lookups, and not files.
    private static let lookups = BlockingThreads()
    /// Apart likewise: a question to the user may stay open for as long as the program runs.
    private static let questions = BlockingThreads()

    // SAFETY: semaphores are made for use by several threads, and this one is never freed.
    nonisolated(unsafe) private let wakeup = sockeye_semaphore_new()

    private let state = Mutex(State())

    /// Threads that end after so many milliseconds without work.
    init(patience: UInt32 = 1000) {
        self.patience = patience
    }

    /// Runs `work` on some thread, soon. If no thread can be started, runs it on the caller's.
    ///
    /// - Parameter asksUser: whether it may wait for the user, and so for ever.
    package static func run(asksUser: Bool = false, _ work: @escaping @Sendable () -> Void) {
        run(work, on: asksUser ? questions : shared)
    }

    /// The same for a lookup.
    static func runLookup(_ work: @escaping @Sendable () -> Void) {
        run(work, on: lookups)
    }

    private static func run(_ work: @escaping @Sendable () -> Void, on threads: BlockingThreads) {
        if let director = EventLoop.simulated?.director { return director.runAside(work) }
        threads.run(work)
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        let (mustStart, mustWake) = state.withLock { state in
            state.coming.append(work)
            if state.idle > 0 {
                state.idle -= 1
                return (false, true)
            }
            if state.running == Self.mostThreads { return (false, false) }
            state.running += 1
            return (true, false)
        }
        if mustWake { sockeye_semaphore_post(wakeup) }
        guard mustStart else { return }
        // SAFETY: this retain belongs to the thread, which releases it exactly once; if no thread starts, it is
        // released below.
        let context = Unmanaged.passRetained(self)
        let result = sockeye_thread_start(
            "sockeye-block",
            { context in
                // SAFETY: `context` is the reference retained above, and this is the only place that takes it back.
                guard let context else { return }
                Unmanaged<BlockingThreads>.fromOpaque(context).takeRetainedValue().workUntilEmpty()
            }, context.toOpaque())
        if result < 0 {
            context.release()
            workUntilEmpty()
        }
    }

    private func workUntilEmpty() {
        while true {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                if let next = state.next() { return next }
                if wakeup == nil { state.running -= 1 } else { state.idle += 1 }
                return nil
            }
            if let next { next() } else if !waitForWork() { return }
        }
    }

    /// Waits until there may be work; false if the thread should end.
    private func waitForWork() -> Bool {
        guard let wakeup else { return false }
        if sockeye_semaphore_wait(wakeup, patience) == 0 { return true }
        let ends = state.withLock { state in
            if state.idle == 0 { return false }
            state.idle -= 1
            state.running -= 1
            return true
        }
        if ends { return false }
        // Every waiting thread has a post then, made or about to be. Left alone, this one would end a later wait that is
        // counted as idle: one thread too many, for which work would wait when the last has ended.
        while sockeye_semaphore_wait(wakeup, patience) != 0 {}
        return true
    }
}
