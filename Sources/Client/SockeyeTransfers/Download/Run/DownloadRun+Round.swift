internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// One round of a download: a first request, parallel segments, and the decisions between them.
///
/// All state belongs to the round's task; fetches on other tasks report through one stream of events. A round with a
/// single stream needs neither: it fetches on its own task and decides between pieces, since for a small file a task
/// group and a clock would be most of the cost.
final class DownloadRound {
    /// How a round ended.
    enum End {
        case complete
        case askPlainly
        case startOver(ResumePolicy.Reason)
        case failed(DownloadError, retryAfter: Duration?)
        case stopped(DownloadError)
    }

    /// A running fetch.
    struct Flight {
        let cursor: SegmentCursor
        let source: Source
    }

    /// What is known once the first response is accepted.
    struct Opened {
        let opening: FetchOpening
        /// The plan of segments; `nil` if the length is unknown.
        var plan: SegmentPlan?
    }

    let run: DownloadRun
    /// Running fetches by segment number. The first request has number 1, in the plan too.
    var flights: [Int: Flight] = [:]
    /// The cursor of the first request, running or not.
    private var first: SegmentCursor?
    var opened: Opened?
    var end: End?
    var lastFailure: (error: DownloadError, retryAfter: Duration?)?
    /// No new segment before this moment, since the last one received nothing.
    var holdUntil = Deadline(nanoseconds: 0)
    var saves = RecordClock()
    private var pace: SegmentPace
    private let started = Deadline.now

    init(_ run: DownloadRun) {
        self.run = run
        pace = SegmentPace(minimum: run.job.minimumSpeed, comparesSegments: run.job.rate == nil)
    }

    /// Runs the round.
    ///
    /// - Parameter given: the response to the first request, if already received.
    func run(on given: Response? = nil) async -> End {
        let job = run.job
        if job.options.mayUseSegments || job.report != nil { await runWithClock() } else { await runAlone(given) }
        settle()
        return await conclusion()
    }

    /// Runs one request after another on this task.
    private func runAlone(_ given: Response?) async {
        let watch = StreamWatch(self)
        var (next, given) = (firstSegment as Segment?, given)
        while let segment = next {
            let fetch = begin(segment)
            let end = if let given { await fetch.run(on: given, watch) } else { await fetch.run(watch) }
            given = nil
            ended(segment.number, end)
            next = nil
            // The gaps left by an earlier run with several segments.
            if self.end == nil, !Task.isCancelled, let step = opened?.plan?.next(sharedBy: 1) {
                next = self.segment(for: step)
            }
        }
        await watch.finishSaving()
    }

    /// Runs fetches on separate tasks, which report through events, with a clock.
    private func runWithClock() async {
        let (events, sender) = AsyncStream<RoundEvent>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            var tasks = RoundTasks(group: group, events: sender, loop: run.job.client.eventLoop)
            tasks.fetch(begin(firstSegment), 1)
            tasks.tick()
            for await event in events {
                handle(event, &tasks)
                if end != nil || flights.isEmpty && !saves.isSaving { break }
            }
            tasks.group.cancelAll()
            await tasks.group.waitForAll()
        }
    }

    private func handle(_ event: RoundEvent, _ tasks: inout RoundTasks) {
        switch event {
        case .opened(let opening):
            take(opening)
            askMirrors(&tasks)
            startMore(&tasks)
            measure(&tasks)
        case .ended(let number, let end):
            ended(number, end)
            if self.end == nil { startMore(&tasks) }
        case .tick:
            advancePlan()
            considerPace()
            startMore(&tasks)
            tellProgress()
            if !saves.isSaving, let save = dueSave() {
                saves.isSaving = true
                tasks.save(save, run.job.partial)
            }
        case .measured:
            advancePlan()
            considerCount()
            startMore(&tasks)
            measure(&tasks)
        case .mirror(let source):
            if let source { run.sources.append(source) }
            startMore(&tasks)
        case .saved(let result):
            saves.isSaving = false
            switch result {
            case .success(let synced): if let synced { run.stock.durable = synced }
            case .failure(let error): end = .stopped(error)
            }
        }
    }

    // MARK: The first response

    /// The first response is about to be written, so the length and the version are known.
    func take(_ opening: FetchOpening) {
        if let reason = opening.dropped { run.note("started over: \(reason)") }
        if !opening.keepsEarlierBytes { run.tally.resumedBytes = 0 }
        if run.tally.resumedBytes > 0 { run.job.options.onResume?(opening.position, opening.total) }
        run.stock.take(opening)
        run.stock.digest.follow(run.job.partial.file, 0..<0, in: 0..<run.stock.present.prefixLength)
        if !opening.links.isEmpty { run.links = opening.links }
        run.doubts.asksForWhole = run.doubts.rangesAreBroken
        saves.savedBytes = run.stock.present.byteCount
        if !opening.honoursRanges { run.governor.useOne() }
        let now = Deadline.now
        run.governor.begin(after: now.duration(since: started), received: saves.savedBytes, now: now)
        opened = Opened(opening: opening)
        guard let total = opening.total, let cursor = flights[1]?.cursor else { return }
        var plan = SegmentPlan(
            total: total, done: run.stock.present, minimumBytes: run.job.options.minimumSegmentBytes)
        if let step = plan.next(sharedBy: run.governor.allowed) {
            cursor.end = min(step.range.upperBound, opening.answerEnd ?? .max)
        }
        opened?.plan = plan
    }

    // MARK: The clock

    /// Updates the plan with the segments' positions.
    func advancePlan() {
        for (number, flight) in flights { opened?.plan?.advance(number, to: flight.cursor.position) }
    }

    /// Asks to be told when the governor's window is over.
    private func measure(_ tasks: inout RoundTasks) {
        guard opened?.plan != nil, let window = run.governor.window else { return }
        tasks.measure(for: window)
    }

    private func considerCount() {
        guard let plan = opened?.plan else { return }
        let present = plan.present.byteCount
        run.governor.tick(now: .now, received: present, remaining: plan.total - present)
    }

    /// Drops a segment that is far slower than the others, so that its part is requested again, and ends the round if
    /// all together are slower than the minimum.
    private func considerPace() {
        guard run.job.options.mayUseSegments, let plan = opened?.plan else { return }
        let segments = flights.map { number, flight in
            SegmentPace.Segment(number: number, position: flight.cursor.position, remaining: flight.cursor.remaining)
        }
        switch pace.tick(now: .now, segments, received: plan.present.byteCount) {
        case .fine: break
        case .reopen(let number):
            guard let flight = flights.removeValue(forKey: number) else { return }
            flight.cursor.giveUp()
            opened?.plan?.end(number, at: flight.cursor.position)
            if !dropMirror(flight.source) { run.note("requested a part again that arrived too slowly") }
        case .tooSlow:
            let period = run.job.minimumSpeed?.period ?? .zero
            let error = HTTPClientError(
                .receive, origin: run.job.url.origin, cause: .timedOut(.minimumSpeed, after: period))
            end = .failed(.client(error), retryAfter: nil)
        }
    }

    // MARK: The end

    /// The bytes present now.
    var written: ByteRangeSet {
        if let plan = opened?.plan { return plan.present }
        var written = run.stock.present
        // A file of unknown length, written by one stream from where it began.
        if let opening = opened?.opening, let first {
            written.insert(min(opening.position, first.position)..<first.position)
        }
        return written
    }

    /// Counts the bytes of all segments, cut or not.
    private func settle() {
        for (number, flight) in flights { opened?.plan?.end(number, at: flight.cursor.position) }
        let before = run.stock.present.byteCount
        run.stock.set(written)
        run.tally.receivedBytes += max(0, run.stock.present.byteCount - before)
        guard run.isEverythingThere, opened != nil else { return }
        switch end {
        case .startOver, .stopped: break
        default: end = .complete
        }
    }

    /// The end, after the present bytes are recorded for the next run.
    private func conclusion() async -> End {
        let failure = lastFailure.map { End.failed($0.error, retryAfter: $0.retryAfter) }
        let end = end ?? failure ?? .stopped(.cancelled)
        if case .complete = end { return end }
        let (partial, present) = (run.job.partial, run.stock.present)
        if partial.hasReserved { await onFileThread { partial.releaseReserved(besides: present) } }
        do throws(DownloadError) {
            try await saveNow()
        } catch {
            if case .failed = end { return .stopped(error) }
        }
        return Task.isCancelled ? .stopped(.cancelled) : end
    }

    /// Registers a fetch as running.
    func begin(_ segment: Segment) -> SegmentFetch {
        let cursor = SegmentCursor(segment.range)
        flights[segment.number] = Flight(cursor: cursor, source: segment.source)
        if segment.number == 1 { first = cursor }
        return SegmentFetch(
            job: run.job, source: segment.source, question: segment.question,
            known: segment.source.url == nil ? run.stock.known : run.stock.known.at(segment.source), cursor: cursor,
            opening: segment.opening, isLeadWritten: segment.isLeadWritten, trail: segment.trail,
            seams: run.stock.seams, digest: run.stock.digest, promised: run.stock.promised)
    }
}
