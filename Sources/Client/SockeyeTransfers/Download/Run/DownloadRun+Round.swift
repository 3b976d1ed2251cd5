internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

extension DownloadRun {
    /// Runs a round.
    mutating func runRound() async -> DownloadRound.End {
        if round.started != nil { (round, segments) = (DownloadRound(), SegmentTable()) }
        round.started = .now
        if let partial, job.mayUseSegments || job.report != nil {
            await runWithClock(partial)
        } else {
            await runAlone()
        }
        settle()
        let end = await conclusion()
        if case .complete = end { return end }
        // The last report is older, and a short round had none.
        tellProgress()
        return end
    }

    /// Runs one request after another on this task: for a small file, a task group and a clock would be most of the cost.
    private mutating func runAlone() async {
        var next: SegmentFetch? = SegmentFetch(job, firstSegment, state.known)
        while let fetch = next {
            segments.add(fetch)
            let end = await fetch.perform { response in try await receive(response, to: fetch) }
            ended(fetch.segment.number, end)
            // The gaps left by an earlier run with several segments.
            let step = round.end != nil || Task.isCancelled ? nil : segments.next(sharedBy: 1)
            next = step.map { SegmentFetch(job, segment(for: $0), state.known) }
        }
        await finishSaving()
    }

    private mutating func receive(_ response: Response, to fetch: SegmentFetch) async throws -> FetchEnd {
        let action = fetch.action(for: response)
        if partial == nil, case .writeWhole = action {
            if let bytes = try await fetch.whole(response) {
                whole = (bytes, response.head)
                return .done
            }
            try await open()
            // Another download began the same file meanwhile.
            if partial?.isNew == false { round.end = .askAgain }
        }
        guard let partial, round.end == nil else {
            return .action(action, retryAfter: response.fields.retryDelay(now: .present))
        }
        switch try await fetch.accept(response, for: action, into: partial, state) {
        case .end(let end): return end
        case .body(var body):
            if let opening = body.opening { take(opening, partial) }
            while round.end == nil, try await body.writeNext() { await saveIfDue(partial) }
            return try body.end()
        }
    }

    /// Runs fetches on separate tasks, which report through events, with a clock.
    private mutating func runWithClock(_ partial: PartialFile) async {
        let (events, sender) = AsyncStream<RoundEvent>.makeStream()
        round.pace = SegmentPace(minimum: job.minimumSpeed, comparesSegments: job.rate == nil)
        await withTaskGroup(of: Void.self) { group in
            var tasks = RoundTasks(group: group, events: sender, loop: job.client.eventLoop, partial: partial)
            start(firstSegment, &tasks)
            tasks.tick()
            for await event in events {
                handle(event, &tasks)
                if round.end != nil || segments.entries.isEmpty && round.records?.saving == nil { break }
            }
            tasks.group.cancelAll()
            await tasks.group.waitForAll()
        }
    }

    private mutating func handle(_ event: RoundEvent, _ tasks: inout RoundTasks) {
        switch event {
        case .opened(let opening):
            take(opening, tasks.partial)
            askMirrors(&tasks)
            measure(&tasks)
        case .ended(let number, let end): ended(number, end)
        case .tick:
            segments.advance()
            considerPace()
            tellProgress()
            if round.records?.saving == nil, let saving = dueSave(tasks.partial) {
                tasks.add { .saved(await saving.value) }
            }
        case .measured:
            segments.advance()
            considerCount()
            measure(&tasks)
        case .mirror(let source): if let source { mirrors.append(source) }
        case .saved(let result): saved(result)
        }
        if round.end == nil { startMore(&tasks) }
    }

    /// The first response is about to be written, so the length and the version are known.
    private mutating func take(_ opening: FetchOpening, _ partial: PartialFile) {
        if let reason = opening.dropped { note("started over: \(reason)") }
        if let notice = ContentCheck.notice(on: opening.head) { note(notice) }
        state.take(opening)
        if state.resumedBytes > 0 { job.options.onResume?(opening.position, opening.total) }
        state.digest.follow(partial.file, 0..<0, in: 0..<state.present.prefixLength)
        if !opening.links.isEmpty { links = opening.links }
        distrust.asksForWhole = distrust.rangesAreBroken
        round.records = RecordClock(state.present.byteCount)
        if !opening.honoursRanges { governor.useOne() }
        let now = Deadline.now
        let delay = now.duration(since: round.started ?? now)
        governor.begin(after: delay, received: state.present.byteCount, now: now)
        segments.open(
            opening, beside: state.present, minimumBytes: job.options.minimumSegmentBytes, sharedBy: governor.allowed)
    }

    // MARK: The clock

    /// Asks to be told when the governor's window is over.
    private func measure(_ tasks: inout RoundTasks) {
        guard segments.plan != nil, let window = governor.window else { return }
        tasks.measure(for: window)
    }

    private mutating func considerCount() {
        guard let plan = segments.plan else { return }
        let present = plan.present.byteCount
        governor.tick(now: .now, received: present, remaining: plan.total - present)
    }

    /// Drops a segment that is far slower than the others, so that its part is requested again, and ends the round if
    /// all together are slower than the minimum.
    private mutating func considerPace() {
        guard job.mayUseSegments, let plan = segments.plan else { return }
        let running = segments.entries.map { entry in
            SegmentPace.Segment(
                number: entry.number, position: entry.cursor.position, remaining: entry.cursor.remaining)
        }
        switch round.pace?.tick(now: .now, running, received: plan.present.byteCount) {
        case .fine, nil: break
        case .reopen(let number):
            guard let entry = segments.remove(number), !dropMirror(entry.source) else { return }
            note("requested a part again that arrived too slowly")
        case .tooSlow:
            let period = job.minimumSpeed?.period ?? .zero
            let error = HTTPClientError(
                .receive, origin: job.url.origin, cause: .timedOut(.minimumSpeed, after: period))
            round.end = .failed(.client(error), retryAfter: nil)
        }
    }

    /// Reports progress, if the caller wants it.
    private mutating func tellProgress() {
        guard let report = job.report else { return }
        let count = segments.written(beside: state.present).byteCount
        report(
            DownloadProgress(
                byteCount: count, resumedBytes: state.resumedBytes, total: state.known.total,
                bytesPerSecond: speed.record(count, now: .now), segments: segments.progress))
    }

    // MARK: The end

    /// Counts the bytes of all segments, cut or not.
    private mutating func settle() {
        segments.advance()
        state.receive(segments.written(beside: state.present))
        guard isEverythingThere, segments.opening != nil else { return }
        switch round.end {
        case .startOver, .stopped: break
        default: round.end = .complete
        }
    }

    /// The end, after the present bytes are recorded for the next run.
    private mutating func conclusion() async -> DownloadRound.End {
        let end = round.end ?? round.failure ?? .stopped(.cancelled)
        guard let partial else { return Task.isCancelled ? .stopped(.cancelled) : end }
        if case .complete = end { return end }
        let present = state.present
        if partial.hasReserved { await onFileThread { partial.releaseReserved(besides: present) } }
        do throws(DownloadError) {
            try await saveNow(partial)
        } catch {
            if case .failed = end { return .stopped(error) }
        }
        return Task.isCancelled ? .stopped(.cancelled) : end
    }
}
