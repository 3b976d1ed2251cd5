internal import SockeyeClient
internal import SockeyeIO

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

    /// Reports a fetch as events.
    private struct Sender: FetchListener {
        let events: AsyncStream<RoundEvent>.Continuation
        func opened(_ opening: FetchOpening) { events.yield(.opened(opening)) }
        func wrote() {}
    }

    mutating func fetch(_ fetch: SegmentFetch, _ number: Int) {
        group.addTask { [loop, events] in
            // A separate task, which can be cancelled alone.
            let task = Task(executorPreference: loop) { await fetch.run(Sender(events: events)) }
            fetch.cursor.isFetched { task.cancel() }
            let end = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            events.yield(.ended(number: number, end))
        }
    }

    mutating func tick() {
        group.addTask { [loop, events] in
            while (try? await loop.sleep(until: .after(Self.tickPeriod))) != nil { events.yield(.tick) }
        }
    }

    mutating func measure(for window: Duration) {
        group.addTask { [loop, events] in
            if (try? await loop.sleep(until: .after(window))) != nil { events.yield(.measured) }
        }
    }

    mutating func ask(_ probe: MirrorProbe) {
        group.addTask { [events] in events.yield(.mirror(await probe.run())) }
    }

    mutating func save(_ save: RecordSave, _ partial: PartialFile) {
        group.addTask { [events] in events.yield(.saved(await save.perform(partial))) }
    }
}
