import SockeyeIO
import Testing

struct Mistake: Error, Equatable {}

/// An actor whose executor is an event loop.
private actor Counter {
    private let executor: EventLoopSerialExecutor
    private(set) var value = 0

    init(on loop: EventLoop) {
        executor = EventLoopSerialExecutor(loop)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func add() -> Bool {
        value += 1
        return executor.loop.isCurrent
    }

    nonisolated func assume() -> Int {
        assumeIsolated { $0.value }
    }
}

struct EventLoopTests {
    @Test func jobsRunOnTheLoopsThread() async throws {
        let loop = try EventLoop.start(name: "a name longer than fifteen bytes")
        defer { loop.stop() }
        #expect(!loop.isCurrent)
        let isInside = await Task(executorPreference: loop) {
            let before = loop.isCurrent
            // After a turn of others it is still there.
            await Task.yield()
            return before && loop.isCurrent
        }.value
        #expect(isInside)
        #expect(!EventLoop.shared.isCurrent)
    }

    @Test func manyThreadsEnqueue() async throws {
        let loop = try EventLoop.start()
        defer { loop.stop() }
        let counter = Counter(on: loop)
        let inside = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    var inside = 0
                    for _ in 0..<100 where await counter.add() { inside += 1 }
                    return inside
                }
            }
            return await group.reduce(0, +)
        }
        #expect(inside == 6400)
        #expect(await counter.value == 6400)
        #expect(await Task(executorPreference: loop) { counter.assume() }.value == 6400)
    }

    @Test func aLoopForgetsTheTimersOfThoseWhoAreGone() async throws {
        let loop = try EventLoop.start()
        defer { loop.stop() }
        // Waited for while the others come and go, of which none may take it along.
        let waiting = Task(executorPreference: loop) { try await loop.sleep(until: .after(.milliseconds(500))) }
        // The loop takes its jobs in order.
        #expect(await Task(executorPreference: loop) { loop.pending.moments }.value == 1)
        for _ in 0..<5000 {
            let timer = LoopTimer(on: loop) { _ in }
            timer.schedule(at: .after(.seconds(600)))
            timer.cancel()
            await Task(executorPreference: loop) {}.value
        }
        let pending = await Task(executorPreference: loop) { loop.pending }.value
        #expect(pending.registered <= 1 && pending.moments <= 1024, "\(pending)")
        try await waiting.value
    }

    @Test func timersFireInOrderAndNotEarly() async throws {
        let loop = try EventLoop.start()
        defer { loop.stop() }
        // On the loop itself, so that all twenty timers are set in one turn, before any can fire.
        let order = await Task(executorPreference: loop) {
            let start = Deadline.now
            return await withTaskGroup(of: Int.self) { group in
                for step in (0..<20).shuffled() {
                    group.addTask {
                        let moment = start.advanced(by: .milliseconds(step))
                        let slept: Void? = try? await loop.sleep(until: moment)
                        return slept != nil && moment <= .now ? step : -1
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }.value
        #expect(order == Array(0..<20))
    }

    @Test(arguments: [Duration.seconds(-1), .zero, .nanoseconds(1)])
    func shortSleepEnds(_ duration: Duration) async throws {
        try await EventLoop.shared.sleep(until: .after(duration))
    }

    /// The loop sleeps without any timer when another thread schedules one.
    @Test func timerWakesASleepingLoop() async throws {
        let loop = try EventLoop.start()
        defer { loop.stop() }
        for _ in 0..<50 { try await loop.sleep(until: .after(.microseconds(200))) }
    }

    @Test(arguments: [Deadline.never, .after(.seconds(3600))])
    func cancelledSleepEndsAtOnce(_ deadline: Deadline) async {
        let task = Task { try await EventLoop.shared.sleep(until: deadline) }
        task.cancel()
        #expect(await task.failure == .cancelled)
    }

    @Test func runBlockingGivesTheValue() throws {
        let (isCurrent, sum) = try EventLoop.runBlocking { loop in
            var sum = 0
            for number in 1...10 {
                // Each goes through the loop's queue.
                await Task.yield()
                sum += number
            }
            try await loop.sleep(until: .after(.milliseconds(1)))
            return (loop.isCurrent, sum)
        }
        #expect(isCurrent)
        #expect(sum == 55)
    }

    @Test func runBlockingThrowsWhatItsBodyThrows() {
        #expect(throws: Mistake()) {
            try EventLoop.runBlocking { _ in throw Mistake() }
        }
    }

    @Test func runBlockingWaitsForOtherThreads() throws {
        let value = try EventLoop.runBlocking { loop in
            let other = try EventLoop.start()
            defer { other.stop() }
            try await other.sleep(until: .after(.milliseconds(2)))
            return await Task.detached { 7 }.value + (loop.isCurrent ? 1 : 0)
        }
        #expect(value == 8)
    }

    @Test func runBlockingFetchesOverASocket() throws {
        let text = try EventLoop.runBlocking { loop in
            let listener = try Listener(on: try loopbackAddress(), loop: loop)
            async let served: Void = {
                let socket = try await listener.accept()
                try await socket.send("hello")
                socket.close()
            }()
            let socket = try await Socket.connect(to: listener.address, on: loop)
            let bytes = try await socket.receiveToEnd()
            try await served
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text == "hello")
    }

    @Test func loopsComeAndGo() async throws {
        for _ in 0..<50 {
            let loop = try EventLoop.start()
            #expect(await Task(executorPreference: loop) { loop.isCurrent }.value)
            loop.stop()
        }
    }
}
