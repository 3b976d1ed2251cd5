internal import CSystemShims
internal import Synchronization

/// Threads for calls that cannot be made non-blocking: `getaddrinfo`, and file operations such as `fsync`.
///
/// Work that may begin (``WorkShares``) starts a thread if none is idle. A thread waits a second for more work before it
/// ends, so that two thousand small files, each synced, don't start two thousand threads.
package final class BlockingThreads: Sendable {
    /// A piece of work under way, for giving it up.
    package struct Piece: Sendable {
        fileprivate let piece: WorkQueue.Piece
        fileprivate let threads: BlockingThreads

        /// It was abandoned: its place is free, though its call goes on. No-op once it has ended.
        package func abandon() { threads.abandon(piece) }
    }

    private struct State {
        var queue: WorkQueue
        /// Threads waiting on the semaphore, minus posts they haven't seen yet.
        var idle = 0
    }

    /// More than one disk can use, so that forty calls to one that stands still leave room for the files of others.
    static let files = WorkShares.Limits(places: 64, placesOfOne: 64)
    /// Many, since most of a lookup's time is another machine's, and a thread that waits costs some 30 KiB. A quarter for each
    /// domain: one whose name servers are silent doesn't stop the others.
    private static let names = WorkShares.Limits(places: 512, placesOfOne: 128)

    /// How long a thread waits for work before it ends, in milliseconds.
    private let patience: UInt32

    private static let shared = BlockingThreads(files)
    /// Apart, so that a hung name server delays lookups, and not files.
    private static let lookups = BlockingThreads(names)
    /// Apart likewise: a question to the user may stay open for as long as the program runs.
    private static let questions = BlockingThreads(files)

    // SAFETY: semaphores are made for use by several threads, and this one is never freed.
    nonisolated(unsafe) private let wakeup = sockeye_semaphore_new()

    private let state: Mutex<State>

    /// Threads that end after so many milliseconds without work.
    init(_ limits: WorkShares.Limits = files, patience: UInt32 = 1000) {
        self.patience = patience
        state = Mutex(State(queue: WorkQueue(limits)))
    }

    /// Runs `work` on some thread, soon. If no thread can be started, runs it on the caller's.
    ///
    /// - Parameter asksUser: whether it may wait for the user, and so for ever.
    @discardableResult
    package static func run(asksUser: Bool = false, _ work: @escaping @Sendable () -> Void) -> Piece? {
        run(work, on: asksUser ? questions : shared)
    }

    /// The same for a lookup.
    ///
    /// - Parameter domain: of the name, which gets no more than its share of the threads.
    static func runLookup(in domain: String, _ work: @escaping @Sendable () -> Void) -> Piece? {
        run(work, of: domain, on: lookups)
    }

    private static func run(
        _ work: @escaping @Sendable () -> Void, of owner: String = "", on threads: BlockingThreads
    ) -> Piece? {
        if let director = EventLoop.simulated?.director {
            director.runAside(work)
            return nil
        }
        return threads.run(of: owner, work)
    }

    @discardableResult
    func run(of owner: String = "", _ work: @escaping @Sendable () -> Void) -> Piece {
        let piece = WorkQueue.Piece(owner, work)
        provideThreads { $0.add(piece) }
        return Piece(piece: piece, threads: self)
    }

    private func abandon(_ piece: WorkQueue.Piece) {
        provideThreads { $0.abandon(piece) }
    }

    /// Changes the queue, and wakes or starts as many threads as that needs.
    private func provideThreads(_ change: (inout WorkQueue) -> Int) {
        let (wakes, starts) = state.withLock { state in
            let needed = change(&state.queue)
            let wakes = min(needed, state.idle)
            state.idle -= wakes
            return (wakes, needed - wakes)
        }
        for _ in 0..<wakes { sockeye_semaphore_post(wakeup) }
        for _ in 0..<starts { startThread() }
    }

    private func startThread() {
        // SAFETY: this retain belongs to the thread, which releases it exactly once; if no thread starts, it is
        // released below.
        let context = Unmanaged.passRetained(self)
        let result = sockeye_thread_start(
            "sockeye-block",
            { context in
                // SAFETY: `context` is the reference retained above, and this is the only place that takes it back.
                guard let context else { return }
                Unmanaged<BlockingThreads>.fromOpaque(context).takeRetainedValue().workUntilEmpty(mayWait: true)
            }, context.toOpaque())
        if result < 0 {
            context.release()
            workUntilEmpty(mayWait: false)
        }
    }

    /// - Parameter mayWait: false on a caller's thread, which has other things to do.
    private func workUntilEmpty(mayWait: Bool) {
        while true {
            let next = state.withLock { state -> WorkQueue.Piece? in
                if let next = state.queue.next() { return next }
                if mayWait, wakeup != nil { state.idle += 1 }
                return nil
            }
            if let next {
                next.work()
                provideThreads { $0.end(next) }
            } else if !mayWait || !waitForWork() {
                return
            }
        }
    }

    /// Waits until there may be work; false if the thread should end.
    private func waitForWork() -> Bool {
        guard let wakeup else { return false }
        if sockeye_semaphore_wait(wakeup, patience) == 0 { return true }
        let ends = state.withLock { state in
            if state.idle == 0 { return false }
            state.idle -= 1
            return true
        }
        if ends { return false }
        // Every waiting thread has a post then, made or about to be. Left alone, this one would end a later wait that is
        // counted as idle: one thread too many, for which work would wait when the last has ended.
        while sockeye_semaphore_wait(wakeup, patience) != 0 {}
        return true
    }
}
