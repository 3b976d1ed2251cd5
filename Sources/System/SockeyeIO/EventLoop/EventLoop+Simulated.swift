internal import CSystemShims

/// Stands in for chance, time and other threads on a simulated loop.
protocol LoopDirector: AnyObject {
    /// The present moment, in nanoseconds.
    var clock: UnsafeMutablePointer<UInt64> { get }
    /// Which of `count` jobs runs next, below `count`; `nil` ends the run.
    func choose(among count: Int) -> Int?
    /// No job is left: moves the clock on, at most to the loop's next timer. False ends the run.
    func pass(towards timer: UInt64?) -> Bool
    /// Runs what would block on another thread, later.
    func runAside(_ work: @escaping @Sendable () -> Void)
}

extension EventLoop {
    /// Runs the loop on the calling thread as `director` says: jobs in its order, time by its clock, nothing from the system.
    ///
    /// Everything that the thread asks for the time gets the director's, so one seed gives one run.
    func runSimulated(by director: any LoopDirector) {
        self.director = director
        let outer = sockeye_thread_loop()
        // SAFETY: the pointer is only compared and followed on this thread, and is reset before `self` can go away; the clock
        // outlives the call in its director.
        sockeye_thread_set_loop(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
        sockeye_thread_set_clock(director.clock)
        defer {
            sockeye_thread_set_clock(nil)
            sockeye_thread_set_loop(outer)
            self.director = nil
        }
        let taskExecutor = asUnownedTaskExecutor()
        repeat {
            while !localJobs.isEmpty {
                guard let next = director.choose(among: localJobs.count) else { return }
                localJobs.remove(at: next).run(on: taskExecutor)
            }
            fireTimers()
        } while !localJobs.isEmpty || director.pass(towards: timers.earliest)
    }

    /// The loop that the calling thread simulates, if any.
    static var simulated: EventLoop? {
        current.flatMap { $0.director == nil ? nil : $0 }
    }
}
