internal import SockeyeClient
internal import SockeyeIO

/// What the tasks of a round report.
enum RoundEvent: Sendable {
    /// The first response was accepted, and its bytes are being written.
    case opened(FetchOpening)
    /// A fetch is over.
    case ended(number: Int, FetchEnd)
    /// Time has passed.
    case tick
    /// A mirror was asked; `nil` if it doesn't have the same file.
    case mirror(Source?)
    /// A record was saved; with the ranges that are durable since, if the data were synced for it.
    case saved(Result<ByteRangeSet?, DownloadError>)
}

/// The tasks of a round with several segments, and the stream that they report through.
struct RoundTasks {
    /// How often progress is reported and decisions are reconsidered.
    private static let tickPeriod = Duration.milliseconds(100)

    var group: TaskGroup<Void>
    let events: AsyncStream<RoundEvent>.Continuation
    let loop: EventLoop

    /// Turns what happens in a fetch into events.
    private struct Sender: FetchListener {
        let events: AsyncStream<RoundEvent>.Continuation
        func opened(_ opening: FetchOpening) { events.yield(.opened(opening)) }
        func wrote() {}
    }

    mutating func fetch(_ fetch: SegmentFetch, _ number: Int) {
        group.addTask { [loop, events] in
            // A task of its own, which can be given up alone.
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

    mutating func ask(_ probe: MirrorProbe) {
        group.addTask { [events] in events.yield(.mirror(await probe.run())) }
    }

    mutating func save(_ save: RecordSave, _ partial: PartialFile) {
        group.addTask { [events] in events.yield(.saved(await save.perform(partial))) }
    }
}
