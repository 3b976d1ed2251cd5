internal import Glibc
internal import Synchronization

/// Waits for a child process only once, however often it is called, and kills it when its time is up.
final class ProgramEnd: Sendable {
    private let process: pid_t
    private let deadline: ContinuousClock.Instant
    /// The status once the process was waited for. Until then its ID cannot belong to another process.
    private let status = Mutex<Int32?>(nil)

    init(_ process: pid_t, seconds: Int) {
        self.process = process
        deadline = .now.advanced(by: .seconds(seconds))
    }

    func kill(_ signal: Int32) {
        status.withLock { status in
            if status == nil { _ = Glibc.kill(process, signal) }
        }
    }

    var isRunning: Bool { take(WNOHANG) == nil }

    /// Waits for the process to end, blocking the thread.
    func wait() -> Int32 {
        let end = endDescriptor(of: process)
        // Without one it was waited for already.
        if end >= 0 {
            if !isReadable([end], until: deadline) { kill(SIGKILL) }
            close(end)
        }
        // It has ended, or the kernel is about to end it.
        while true {
            if let status = take(0) { return status }
        }
    }

    private func take(_ options: Int32) -> Int32? {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            guard waitpid(process, &raw, options) == process else { return nil }
            // Equivalent to the macros WIFSIGNALED, WTERMSIG and WEXITSTATUS.
            let signal = raw & 0x7F
            status = signal != 0 ? 128 + signal : (raw >> 8) & 0xFF
            return status
        }
    }
}

/// Runs `work`, which blocks, on a new thread, to keep Swift's few own threads free.
public func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let box = Unmanaged.passRetained(WorkBox { continuation.resume(returning: work()) })
        var thread = pthread_t()
        // SAFETY: this retain belongs to the thread, which releases it exactly once.
        let error = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<WorkBox>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        if error == 0 {
            pthread_detach(thread)
        } else {
            box.takeRetainedValue().work()
        }
    }
}

private final class WorkBox: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }
}
