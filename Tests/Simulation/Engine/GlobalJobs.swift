import Glibc

@testable import SockeyeIO

/// Brings the jobs without an executor of their own into the world in which they are enqueued.
///
/// The runtime offers `swift_task_enqueueGlobal_hook` for such schedulers. A thread that simulates no world keeps the
/// runtime's own executor, so worlds and other tests share a process.
enum GlobalJobs {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// Whether the hook is there; installed on first use.
    static let areDirected: Bool = {
        guard let symbol = dlsym(nil, "swift_task_enqueueGlobal_hook") else { return false }
        let hook: Hook = { job, original in
            if let loop = EventLoop.simulated {
                loop.enqueue(LoopJob(job: job, executor: nil))
            } else {
                original(job)
            }
        }
        // SAFETY: the runtime declares the symbol as a pointer to a function of this type, and reads it at every enqueue.
        symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
        return true
    }()
}
