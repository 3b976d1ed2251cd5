internal import CSystemShims

/// The state of a loop with a clock that the caller moves (`EventLoop.runBlocking(in:_:)`).
package protocol VirtualEvents: AnyObject {
    /// When the next event happens, in nanoseconds on the loop's clock; `nil` if there is none.
    var nextMoment: UInt64? { get }
    /// Makes it happen.
    func happen()
    /// Called before the clock moves by that many nanoseconds, with no job left to run: may wait as long.
    func pass(_ nanoseconds: UInt64)
}

// SAFETY: used by the one thread that runs the loop.
/// The clock and the agenda of such a loop.
final class VirtualTime: LoopDirector, @unchecked Sendable {
    let clock: UnsafeMutablePointer<UInt64>
    private let events: any VirtualEvents
    private var aside: [@Sendable () -> Void] = []
    /// Set by the operation when it is over.
    var isOver = false

    init(startingAt nanoseconds: UInt64, _ events: any VirtualEvents) {
        self.events = events
        // SAFETY: freed in `deinit`, after the loop has forgotten it.
        clock = .allocate(capacity: 1)
        clock.initialize(to: nanoseconds)
    }

    deinit {
        clock.deallocate()
    }

    // After the end too: a task that never runs would never be freed.
    func choose(among count: Int) -> Int? { 0 }

    func pass(towards timer: UInt64?) -> Bool {
        if isOver { return false }
        // What would run on another thread takes no time.
        if !aside.isEmpty {
            let works = aside
            aside = []
            for work in works { work() }
            return true
        }
        let event = events.nextMoment
        guard let moment = [timer, event].compactMap(\.self).min() else { return false }
        if moment > clock.pointee {
            events.pass(moment - clock.pointee)
            clock.pointee = moment
        }
        if let event, event <= clock.pointee, timer.map({ event <= $0 }) ?? true { events.happen() }
        return true
    }

    func runAside(_ work: @escaping @Sendable () -> Void) {
        aside.append(work)
    }
}

extension EventLoop {
    /// Runs `operation` to completion on the calling thread, in time of its own: while a job can run, the clock stands still;
    /// then it moves to the next timer or event, whichever comes first. Every clock that the thread asks is that one.
    ///
    /// Nothing is asked of the network: sockets never become ready. All tasks of the process run on this thread meanwhile, so it is
    /// for programs, not for libraries.
    ///
    /// - Parameters:
    ///   - events: what happens, and when.
    ///   - moment: what the clock shows at first, in nanoseconds since 1970.
    ///   - operation: what to run, with the loop to run it on.
    /// - Throws: what `operation` throws; `IOError.cancelled` if it waits for something that can't come.
    package static func runBlocking<Value: Sendable>(
        in events: any VirtualEvents, from moment: UInt64,
        _ operation: @escaping @Sendable (EventLoop) async throws -> Value
    ) throws -> Value {
        guard GlobalJobs.areDirected else { throw IOError.invalidArgument("this runtime's tasks can't be directed") }
        let time = VirtualTime(startingAt: moment, events)
        return try EventLoop().runHere(operation, time)
    }
}

/// Brings the jobs without their own executor onto the loop that the enqueuing thread simulates.
private enum GlobalJobs {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// Whether the runtime's hook for schedulers is there; installed on first use.
    static let areDirected: Bool = {
        guard let place = sockeye_global_enqueue_hook() else { return false }
        let hook: Hook = { job, original in
            if let loop = EventLoop.simulated {
                loop.enqueue(LoopJob(job: job, executor: nil))
            } else {
                original(job)
            }
        }
        // SAFETY: the runtime declares the symbol as a pointer to a function of this type, and reads it at every enqueue.
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: Hook?.self).pointee = hook
        return true
    }()
}
