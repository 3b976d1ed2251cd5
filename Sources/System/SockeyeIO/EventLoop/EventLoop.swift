internal import CSystemShims
internal import Synchronization

/// A thread that waits for sockets and timers with `epoll_wait(2)`. It is also a Swift executor, so tasks that prefer
/// it run on that same thread: when bytes arrive, the waiting task resumes without waking another thread.
///
/// ```
///            ┌──────────── jobs enqueued here (no lock) ───────────┐
///            ▼                                                     │
///  run local jobs → take the inbox (lock) → fire timers → epoll_wait → resume waiting tasks
///                       ▲                                   ▲
///        jobs and timers from other threads ── eventfd, only if the loop sleeps
/// ```
///
/// Any number of tasks on any executor may use a loop's sockets; for the lowest latency run them under
/// `withTaskExecutorPreference(loop)`.
public final class EventLoop: TaskExecutor {
    /// What other threads hand to the loop.
    fileprivate struct Inbox {
        var jobs: [LoopJob] = []
        var timers: [TimerHeap.Entry] = []
        /// The loop is in `epoll_wait`, or about to be, so it takes an eventfd write to get its attention.
        var isAsleep = false
        var isStopped = false
    }

    private let poller: Descriptor
    private let wakeup: Descriptor
    private let inbox = Mutex(Inbox())
    private let registry = Mutex(Registry())

    // SAFETY: all of these are touched only on the loop's own thread, which `isCurrent` establishes. An access ends
    // before a job or a client runs, and is unchecked to save the checks at run time.
    @exclusivity(unchecked) nonisolated(unsafe) var localJobs: [LoopJob] = []
    @exclusivity(unchecked) nonisolated(unsafe) private var runningJobs: [LoopJob] = []
    @exclusivity(unchecked) nonisolated(unsafe) var timers = TimerHeap()
    // SAFETY: as above, only on the loop's own thread.
    @exclusivity(unchecked) nonisolated(unsafe) private var polling = PollingPolicy()
    nonisolated(unsafe) private var clientCount = 0
    @exclusivity(unchecked) nonisolated(unsafe) private var readyClients: [(client: any LoopClient, flags: UInt32)] = []
    // SAFETY: set while no thread runs the loop, otherwise read on its own thread only.
    nonisolated(unsafe) var director: (any LoopDirector)?

    /// The eventfd's token. The registry never returns it, since its generations start at zero.
    private static let wakeupToken = UInt64.max

    /// The process-wide loop, started on first use. It lives as long as the process.
    public static let shared: EventLoop = {
        do {
            return try EventLoop.start(name: "sockeye-loop")
        } catch {
            // No input leads here: the process has no descriptor or thread left for its one loop. The only honest
            // alternative, an error from every call, would hide it from the person who can raise the limit.
            fatalError("sockeye: cannot start the event loop: \(error)")
        }
    }()

    /// How many sockets and timers are registered.
    var registeredCount: Int { registry.withLock { $0.count } }

    /// The same, and how many moments are still to come, among them some that nobody waits for any more. On the loop's
    /// thread only.
    package var pending: (registered: Int, moments: Int) { (registeredCount, timers.count) }

    /// A loop without a thread; `run` gives it one.
    init() throws(IOError) {
        poller = Descriptor(owning: try SystemCall.check("epoll_create1", sockeye_poller_create()))
        wakeup = Descriptor(owning: try SystemCall.check("eventfd", sockeye_wakeup_create()))
        _ = try SystemCall.check(
            "epoll_ctl", sockeye_poller_add_level(poller.number, wakeup.number, Self.wakeupToken))
    }

    /// Starts a loop on a new thread. Call `stop()` when it is no longer needed.
    ///
    /// - Parameter name: the thread's name; the system keeps 15 bytes of it.
    public static func start(name: String = "sockeye-loop") throws(IOError) -> EventLoop {
        let loop = try EventLoop()
        // SAFETY: this retain belongs to the thread, which releases it exactly once; if no thread starts, it is
        // released below.
        let context = Unmanaged.passRetained(loop)
        let result = sockeye_thread_start(
            String(decoding: name.utf8.prefix(15), as: UTF8.self),
            { context in
                // SAFETY: `context` is the reference retained above, and this is the only place that takes it back.
                guard let context else { return }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        if result < 0 { context.release() }
        _ = try SystemCall.check("pthread_create", result)
        return loop
    }

    /// Ends the loop's thread after its current jobs. Anything still waiting on the loop waits forever.
    public func stop() {
        let mustWake = inbox.withLock { inbox in
            inbox.isStopped = true
            return inbox.takeSleep()
        }
        if mustWake { wake() }
    }

    /// Undoes `stop()`, so that the loop can run again.
    func rearm() {
        inbox.withLock { $0.isStopped = false }
    }

    /// Whether the caller is on any loop's thread. Blocking there on a loop could mean blocking on itself.
    package static var isOnLoopThread: Bool { sockeye_thread_loop() != nil }

    /// The loop that owns this thread, if any.
    static var current: EventLoop? {
        // SAFETY: the pointer is that of a loop which runs on this thread, and so is retained meanwhile.
        sockeye_thread_loop().map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the caller is on this loop's thread.
    package var isCurrent: Bool {
        // SAFETY: the pointer is only compared, never dereferenced.
        sockeye_thread_loop() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: The loop

    /// Runs the loop on the calling thread until `stop()`.
    func run() {
        let outer = sockeye_thread_loop()
        // SAFETY: the pointer is only compared, and is reset before `self` can go away.
        sockeye_thread_set_loop(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
        defer { sockeye_thread_set_loop(outer) }
        withUnsafeTemporaryAllocation(of: sockeye_poll_event.self, capacity: 256) { events in
            // SAFETY: the buffer outlives the loop inside this closure, and the shim writes at most `events.count`
            // elements.
            var isOthersTurn = false
            while true {
                runJobs()
                // While looking pays off, nothing is taken from other threads, nor does the loop stop.
                var count = isOthersTurn ? 0 : poll(events)
                if count == 0 {
                    let (isStopped, longest) = prepareToWait()
                    if isStopped && localJobs.isEmpty { return }
                    let timeout = isOthersTurn ? 0 : longest
                    isOthersTurn = false
                    let before = polling.isAnswerExpected && timeout != 0 ? sockeye_monotonic_nanoseconds() : 0
                    count = sockeye_poller_wait(poller.number, events.baseAddress, Int32(events.count), timeout)
                    inbox.withLock { $0.isAsleep = false }
                    if before != 0 {
                        polling.note(waited: sockeye_monotonic_nanoseconds() &- before, clients: clientCount)
                        polling.isAnswerExpected = false
                    }
                } else {
                    isOthersTurn = polling.recordSuccess()
                }
                // SAFETY: the shim filled the first `count` elements, never more than the buffer has.
                deliver(UnsafeMutableBufferPointer(rebasing: events.prefix(Int(max(0, count)))))
                fireTimers()
            }
        }
    }

    /// Polls for events without sleeping, for as long as the policy allows.
    private func poll(_ events: UnsafeMutableBufferPointer<sockeye_poll_event>) -> Int32 {
        guard polling.isAnswerExpected, localJobs.isEmpty,
            let end = polling.pollUntil(now: sockeye_monotonic_nanoseconds())
        else { return 0 }
        polling.isAnswerExpected = false
        repeat {
            // SAFETY: the shim writes at most `events.count` events into the caller's buffer, which outlives the call.
            let count = sockeye_poller_wait(poller.number, events.baseAddress, Int32(events.count), 0)
            if count != 0 { return count }
        } while sockeye_monotonic_nanoseconds() < end
        polling.recordFailure()
        return 0
    }

    /// Rounds of local jobs before the sockets are polled again. Jobs often enqueue the next step of the same task, and
    /// running it at once saves a system call; the cap keeps one task from starving the others.
    private static let roundLimit = 16

    private func runJobs() {
        let taskExecutor = asUnownedTaskExecutor()
        for _ in 0..<Self.roundLimit {
            if localJobs.isEmpty { return }
            swap(&localJobs, &runningJobs)
            var index = 0
            while index < runningJobs.count {
                runningJobs[index].run(on: taskExecutor)
                index += 1
            }
            runningJobs.removeAll(keepingCapacity: true)
        }
    }

    /// Takes what other threads handed in, and returns how long the loop may sleep: not at all while there are jobs.
    private func prepareToWait() -> (isStopped: Bool, timeout: Int64) {
        let isStopped = inbox.withLock { inbox in
            if !inbox.jobs.isEmpty {
                localJobs.append(contentsOf: inbox.jobs)
                inbox.jobs.removeAll(keepingCapacity: true)
            }
            for entry in inbox.timers { timers.insert(entry) }
            inbox.timers.removeAll(keepingCapacity: true)
            inbox.isAsleep = localJobs.isEmpty
            return inbox.isStopped
        }
        if !localJobs.isEmpty { return (isStopped, 0) }
        guard let earliest = timers.earliest else { return (isStopped, -1) }
        let now = sockeye_monotonic_nanoseconds()
        return (isStopped, earliest > now ? Int64(clamping: earliest - now) : 0)
    }

    private func deliver(_ events: UnsafeMutableBufferPointer<sockeye_poll_event>) {
        if events.isEmpty { return }
        registry.withLock { registry in
            clientCount = registry.count
            // SAFETY: the slice covers only elements that the shim filled.
            for event in events {
                if event.token == Self.wakeupToken {
                    _ = sockeye_wakeup_drain(wakeup.number)
                } else if let client = registry.client(event.token) {
                    readyClients.append((client, event.flags))
                }
            }
        }
        for ready in readyClients { ready.client.becameReady(ready.flags) }
        readyClients.removeAll(keepingCapacity: true)
    }

    func fireTimers() {
        if timers.isCrowded {
            registry.withLock { registry in timers.removeAll { registry.client($0) != nil } }
        }
        guard let earliest = timers.earliest else { return }
        let now = sockeye_monotonic_nanoseconds()
        if earliest > now { return }
        while let entry = timers.removeDue(at: now) {
            registry.withLock { $0.client(entry.token) }?.momentCame(now: now)
        }
    }

    // MARK: For sockets and timers

    /// Registers a client without a descriptor, for timers.
    func register(_ client: any LoopClient) -> UInt64 {
        registry.withLock { $0.insert(client) }
    }

    /// Watches `descriptor` for `client`, edge-triggered.
    func watch(_ descriptor: Int32, token: UInt64) throws(IOError) {
        _ = try SystemCall.check("epoll_ctl", sockeye_poller_add(poller.number, descriptor, token))
    }

    /// Records that a task on this loop awaits the response to a request just sent (see `PollingPolicy`). Call it on the loop's
    /// thread.
    func expectAnswer() {
        polling.isAnswerExpected = true
    }

    /// Removes a client and stops watching its descriptor, which must still be open.
    func unregister(_ token: UInt64, descriptor: Int32? = nil) {
        registry.withLock { $0.remove(token) }
        if let descriptor { _ = sockeye_poller_remove(poller.number, descriptor) }
    }

    /// Calls the client's `momentCame` at `moment` or soon after.
    func schedule(_ token: UInt64, at moment: UInt64) {
        let entry = TimerHeap.Entry(moment: moment, token: token)
        if isCurrent {
            timers.insert(entry)
            return
        }
        let mustWake = inbox.withLock { inbox in
            inbox.timers.append(entry)
            return inbox.takeSleep()
        }
        if mustWake { wake() }
    }

    private func wake() {
        _ = sockeye_wakeup_signal(wakeup.number)
    }

    // MARK: The executor

    /// Runs `job` on the loop's thread. From that thread it is queued without a lock, from others through the inbox.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(LoopJob(job: UnownedJob(job), executor: nil))
    }

    func enqueue(_ job: LoopJob) {
        if isCurrent {
            localJobs.append(job)
            return
        }
        let mustWake = inbox.withLock { inbox in
            inbox.jobs.append(job)
            return inbox.takeSleep()
        }
        if mustWake { wake() }
    }
}

extension EventLoop.Inbox {
    /// Returns whether the loop sleeps, and marks it as awake, so that one wake is enough.
    fileprivate mutating func takeSleep() -> Bool {
        let wasAsleep = isAsleep
        isAsleep = false
        return wasAsleep
    }
}
