/// A job for the loop's thread, and the actor's executor it was enqueued on, if any.
///
/// The runtime must know which kind a job is. Run as an actor's job, a task that merely prefers the loop would leave
/// and re-enter it at every call between `nonisolated` functions: six more jobs, and as many `epoll_wait` calls, per
/// request.
struct LoopJob {
    var job: UnownedJob
    var executor: UnownedSerialExecutor?

    /// Runs the job to its next suspension.
    func run(on taskExecutor: UnownedTaskExecutor) {
        if let executor {
            job.runSynchronously(isolatedTo: executor, taskExecutor: taskExecutor)
        } else {
            job.runSynchronously(on: taskExecutor)
        }
    }
}

/// Lets an actor live on an event loop's thread.
///
/// ```swift
/// actor Session {
///     private let executor: EventLoopSerialExecutor
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///     init(on loop: EventLoop) { executor = EventLoopSerialExecutor(loop) }
/// }
/// ```
package final class EventLoopSerialExecutor: SerialExecutor {
    /// The loop that runs the actor's code.
    package let loop: EventLoop

    /// Makes an executor for actors on `loop`.
    package init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Runs `job` on the loop's thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        loop.enqueue(LoopJob(job: UnownedJob(job), executor: asUnownedSerialExecutor()))
    }

    /// Lets the runtime check that code isolated to this executor runs on the loop's thread.
    package func checkIsolated() {
        precondition(loop.isCurrent, "not on this event loop's thread")
    }
}
