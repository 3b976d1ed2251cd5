internal import SockeyeIO

/// `-Z`: transfers at once.
///
/// The files get to the disk in batches. A transfer whose file was received, and which waits for nothing but its batch,
/// makes room for the next one.
struct ParallelRun {
    /// What there is to run.
    enum Next {
        case transfer(Transfer)
        /// Something that cannot be run ends the supply.
        case refused(ExitCode)
        case noMore
    }

    private let run: Run
    /// The most transfers that take room.
    private let busyLimit: Int
    /// The most transfers in all.
    private let runningLimit: Int
    private let batch: FileBatch

    init(_ run: Run) {
        self.run = run
        let descriptors = Descriptors(run.machine)
        // The rest waits rather than fails.
        busyLimit = max(1, min(run.settings.parallelLimit, descriptors.budget))
        let fileLimit = descriptors.batch(besides: busyLimit)
        // One batch gathers while the other is committed.
        runningLimit = busyLimit + 2 * fileLimit
        batch = FileBatch(fileLimit: fileLimit)
    }

    /// Runs all transfers. The exit code is that of the last failure; with `--fail-early` that of the first, since the
    /// others are cancelled for it.
    func perform(_ next: () -> Next) async -> ExitCode {
        var result = ExitCode.success
        let steps = ParallelSteps()
        await withDiscardingTaskGroup { group in
            var (busy, running, hasMore) = (0, 0, true)
            func start() {
                while hasMore, busy < busyLimit, running < runningLimit {
                    switch next() {
                    case .transfer(var transfer):
                        let place = ParallelPlace(batch) { steps.send(.room) }
                        transfer.place = place
                        (busy, running) = (busy + 1, running + 1)
                        group.addTask { [transfer] in
                            let code = await transfer.perform()
                            place.leave()
                            steps.send(.ended(code))
                        }
                    case .refused(let code): (result, hasMore) = (code, false)
                    case .noMore: hasMore = false
                    }
                }
                // All that are left wait for their batch.
                if !hasMore, busy == 0 { batch.hurry() }
            }
            start()
            while running > 0 {
                for step in await steps.next() {
                    switch step {
                    case .room: busy -= 1
                    case .ended(let code):
                        running -= 1
                        if code == .success { continue }
                        guard run.settings.failsEarly else {
                            result = code
                            continue
                        }
                        if result == .success { result = code }
                        hasMore = false
                        group.cancelAll()
                    }
                }
                if run.interruption.hasCome { hasMore = false }
                start()
            }
        }
        return result
    }
}
