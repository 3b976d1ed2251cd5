import SockeyeIO
import Synchronization
import Testing

/// A loop in time of its own (`EventLoop.runBlocking(in:from:_:)`).
struct VirtualTimeTests {
    /// Nothing happens of itself.
    private final class NoEvents: VirtualEvents {
        var nextMoment: UInt64? { nil }
        func happen() {}
        func pass(_ nanoseconds: UInt64) {}
    }

    private final class Count: Sendable {
        let steps = Mutex(0)
    }

    /// What was released at the end often leaves a task behind, such as one that closes connections.
    @Test func tasksBegunAtTheEndRunToo() throws {
        let count = Count()
        let value = try EventLoop.runBlocking(in: NoEvents(), from: 0) { loop in
            _ = Task(executorPreference: loop) {
                count.steps.withLock { $0 += 1 }
                // The second step is a turn of its own.
                await Task.yield()
                count.steps.withLock { $0 += 1 }
            }
            return 7
        }
        #expect(value == 7)
        #expect(count.steps.withLock(\.self) == 2)
    }
}
