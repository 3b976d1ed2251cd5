import Glibc
import SockeyeIO
import Synchronization
import TestSupport
import Testing

/// This process and others.
struct ProcessTests {
    @Test func variablesAreRead() {
        #expect(ThisProcess.variable("PATH")?.isEmpty == false)
        #expect(ThisProcess.variable("SOCKEYE_NO_SUCH_VARIABLE") == nil)
    }

    @Test(.disabled(if: Surroundings.clockJumps, "this process's own clock doesn't jump along"))
    func theWallClockCountsFrom1970() {
        let before = Int64(time(nil))
        let now = WallClock.nanoseconds / 1_000_000_000
        #expect(before - 1 <= now && now <= Int64(time(nil)) + 1)
    }

    @Test func whatIsLeftIsDoneInAnotherThread() throws {
        let done = Mutex<[pthread_t]>([])
        try BackgroundProcess.proceed { done.withLock { $0.append(pthread_self()) } }
        #expect(done.withLock { $0.count } == 1)
        #expect(done.withLock { $0.first } != pthread_self())
    }

    /// Until it is waited for, its number stays taken.
    @Test func aProcessThatHasEndedDoesNotRun() async throws {
        var process: pid_t = 0
        let name = strdup("sleep")
        let seconds = strdup("600")
        defer { for word in [name, seconds] { free(word) } }
        try #require(posix_spawn(&process, "/bin/sleep", nil, nil, [name, seconds, nil], environ) == 0)
        #expect(BackgroundProcess.isRunning(process))
        BackgroundProcess.end(process)
        #expect(await oneEnds(of: [process]))
        #expect(!BackgroundProcess.isRunning(process))
        #expect(kill(process, 0) == 0)
        #expect(waitpid(process, nil, 0) == process)
        #expect(!BackgroundProcess.isRunning(process))
    }
}
