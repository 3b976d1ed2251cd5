internal import SockeyeClient
internal import SockeyeIO

/// The clocks of one round of a download, and how it ends.
struct DownloadRound {
    /// How a round ended.
    enum End {
        case complete
        /// Ask without a condition.
        case askPlainly
        /// Ask for what is missing: another download has begun the file meanwhile, or its end isn't known.
        case askAgain
        case startOver(ResumePolicy.Reason)
        case failed(DownloadError, retryAfter: Duration?)
        case stopped(DownloadError)
    }

    var end: End?
    /// The last failure of a request.
    var failure: End?
    /// No new segment before this moment, since the last one received nothing.
    var holdUntil = Deadline(nanoseconds: 0)
    /// `nil` until bytes are written.
    var records: RecordClock?
    /// `nil` without a clock.
    var pace: SegmentPace?
    /// When it began; `nil` before.
    var started: Deadline?
}

/// When the record is written, and when the data is synced for it.
struct RecordClock {
    /// Bytes received after a record are lost in a crash of the process.
    private static let savePeriod = Duration.milliseconds(200)
    /// Bytes received after a sync are lost in a crash of the machine.
    private static let syncPeriod = Duration.seconds(5)

    private(set) var nextSave = Deadline.after(savePeriod)
    private var nextSync = Deadline.after(syncPeriod)
    /// The bytes covered by the last record.
    private var savedBytes: Int64
    /// The record that is being written.
    var saving: Task<Result<ByteRangeSet?, DownloadError>, Never>?

    init(_ savedBytes: Int64) { self.savedBytes = savedBytes }

    /// Whether it is time to save; then it is again a period later.
    mutating func isDue(at now: Deadline) -> Bool {
        guard now >= nextSave else { return false }
        nextSave = now.advanced(by: Self.savePeriod)
        return true
    }

    /// Begins a record of `count` bytes; `nil` if nothing was added since the last one.
    ///
    /// - Returns: whether to sync the data first.
    mutating func begin(_ count: Int64, isDurable: Bool, at now: Deadline) -> Bool? {
        guard count != savedBytes else { return nil }
        savedBytes = count
        guard isDurable, now >= nextSync else { return false }
        nextSync = now.advanced(by: Self.syncPeriod)
        return true
    }
}

/// An event reported by the tasks of a round.
enum RoundEvent: Sendable {
    /// The first response was accepted, and its bytes are being written.
    case opened(FetchOpening)
    /// A fetch has ended.
    case ended(number: Int, FetchEnd)
    /// The clock ticked.
    case tick
    /// The governor's window is over.
    case measured
    /// A mirror was probed; `nil` if it doesn't have the same file.
    case mirror(Source?)
    /// A record was saved, with the ranges durable since then if the data was synced.
    case saved(Result<ByteRangeSet?, DownloadError>)
}

/// The tasks of a round with several segments, and their event stream.
struct RoundTasks {
    /// How often progress is reported and decisions are reconsidered.
    private static let tickPeriod = Duration.milliseconds(100)

    var group: TaskGroup<Void>
    let events: AsyncStream<RoundEvent>.Continuation
    let loop: EventLoop
    let partial: PartialFile

    /// Adds a task that ends with an event.
    mutating func add(_ work: @escaping @Sendable () async -> RoundEvent?) {
        group.addTask { [events] in if let event = await work() { events.yield(event) } }
    }

    /// Begins a fetch, in a task that can be cancelled alone.
    mutating func add(_ fetch: SegmentFetch, _ state: DownloadState) -> Task<Void, Never> {
        let task = Task(executorPreference: loop) { [events, partial] in
            let end = await fetch.perform { response in
                switch try await fetch.accept(response, for: fetch.action(for: response), into: partial, state) {
                case .end(let end): return end
                case .body(var body):
                    if let opening = body.opening { events.yield(.opened(opening)) }
                    while try await body.writeNext() {}
                    return try body.end()
                }
            }
            events.yield(.ended(number: fetch.segment.number, end))
        }
        add {
            await withTaskCancellationHandler(operation: { await task.value }, onCancel: { task.cancel() })
            return nil
        }
        return task
    }

    mutating func tick() {
        add { [loop, events] in
            while (try? await loop.sleep(until: .after(Self.tickPeriod))) != nil { events.yield(.tick) }
            return nil
        }
    }

    mutating func measure(for window: Duration) {
        add { [loop] in (try? await loop.sleep(until: .after(window))) != nil ? .measured : nil }
    }
}
