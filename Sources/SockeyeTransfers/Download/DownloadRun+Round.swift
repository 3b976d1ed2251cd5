internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

extension DownloadRun {
    /// How often progress is told and decisions are reconsidered.
    static let tick = Duration.milliseconds(100)
    /// A list of mirrors may be long; more than the segments there can be would be asked in vain.
    static let mostMirrors = 16
    /// A segment of several that brings nothing for so long is given up and asked for again.
    static let segmentIdle = Duration.seconds(15)

    /// The first request, the segments beside it, and the decisions in between.
    ///
    /// All state is this task's; the fetches tell what happened through one stream of events.
    func round() async -> DownloadRound.End {
        let (events, sender) = AsyncStream<FetchEvent>.makeStream()
        var round = DownloadRound(
            context(sender), pace: SegmentPace(minimum: minimumSpeed, comparesSegments: limit == nil))
        await withTaskGroup(of: Void.self) { group in
            open(&round, &group)
            group.addTask { [loop = client.eventLoop] in
                while (try? await loop.sleep(until: .after(Self.tick))) != nil { sender.yield(.tick) }
            }
            for await event in events {
                handle(event, &round, &group)
                if round.end != nil || round.cursors.isEmpty && !round.isSaving { break }
            }
            group.cancelAll()
        }
        settle(&round)
        return await conclusion(of: round)
    }

    func context(_ sender: AsyncStream<FetchEvent>.Continuation?) -> FetchContext {
        var request = request
        var timeouts = request.timeouts ?? client.configuration.timeouts
        if let speed = options.minimumSpeed { timeouts.minimumSpeed = speed }
        if options.segmentsMayBeSeveral {
            timeouts.idle = min(timeouts.idle ?? Self.segmentIdle, Self.segmentIdle)
            // All segments together are to be fast enough, not each: `SegmentPace` sees to that.
            timeouts.minimumSpeed = nil
        }
        request.timeouts = timeouts
        return FetchContext(
            client: client, request: request, options: options, partial: partial, seams: seams, limit: limit, end: end,
            observer: observer, events: sender)
    }

    /// Makes the first request: for the whole, or for what follows the first bytes that are there.
    private func open(_ round: inout DownloadRound, _ group: inout TaskGroup<Void>) {
        let (question, start) = firstQuestion
        let segment = Segment(
            number: 1, range: start..<(question.end ?? .max), question: question, opening: present, isLeadWritten: true)
        fetch(segment, &round, &group)
    }

    /// What the first request asks for, and where new bytes begin.
    var firstQuestion: (question: ResumeQuestion, start: Int64) {
        let start = asksForWhole ? 0 : present.prefixLength
        guard canAskForRanges, !asksForWhole, known.hasBytes || governor.mayUseSeveral else {
            return (ResumeQuestion(), start)
        }
        let gapEnd = present.ranges.first { $0.lowerBound > start }?.lowerBound ?? firstShareEnd
        let lead = min(Seams.resumeBytes, present.length(before: start))
        let question = ResumeQuestion(
            first: start - lead, end: gapEnd, isRanged: true, isConditional: known.validator != nil && !asksPlainly)
        return (question, start)
    }

    /// Where the first of several segments ends, when the length is known before any answer.
    private var firstShareEnd: Int64? {
        guard !known.hasBytes, let total = known.total else { return nil }
        var plan = SegmentPlan(total: total, leastBytes: options.leastSegmentBytes)
        return plan.next(sharedBy: governor.allowed)?.range.upperBound
    }

    /// What a request is for.
    struct Segment {
        var number: Int
        var range: Range<Int64>
        var question: ResumeQuestion
        /// What is there, for the first request of a round.
        var opening: ByteRangeSet?
        var isLeadWritten: Bool
        var trail: Range<Int64> = 0..<0
        var source = Source()
    }

    /// Makes the fetch of a segment, which is on its way from now on.
    func prepareFetch(_ segment: Segment, _ round: inout DownloadRound) -> SegmentFetch {
        let cursor = SegmentCursor(segment.range)
        round.cursors[segment.number] = cursor
        if segment.number == 1 { round.first = cursor } else { round.sources[segment.number] = segment.source }
        return SegmentFetch(
            context: round.context, url: segment.source.url, question: segment.question,
            known: segment.source.url == nil ? known : known.at(segment.source), cursor: cursor,
            opening: segment.opening, isLeadWritten: segment.isLeadWritten, trail: segment.trail, digest: digest)
    }

    func fetch(_ segment: Segment, _ round: inout DownloadRound, _ group: inout TaskGroup<Void>) {
        let fetch = prepareFetch(segment, &round)
        let (number, cursor) = (segment.number, fetch.cursor)
        guard options.segmentsMayBeSeveral else {
            group.addTask { fetch.context.events?.yield(.ended(number: number, await fetch.run())) }
            return
        }
        group.addTask { [loop = client.eventLoop] in
            // A task of its own, which can be given up alone.
            let task = Task(executorPreference: loop) { await fetch.run() }
            cursor.isFetched(by: task)
            let end = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            fetch.context.events?.yield(.ended(number: number, end))
        }
    }

    // MARK: Events

    private func handle(_ event: FetchEvent, _ round: inout DownloadRound, _ group: inout TaskGroup<Void>) {
        switch event {
        case .opened(let opening):
            take(opening, &round)
            askMirrors(round, &group)
            startMore(&round, &group)
        case .ended(let number, let end):
            ended(number, end, &round)
            if round.end == nil { startMore(&round, &group) }
        case .tick:
            round.advancePlan()
            considerCount(&round)
            considerPace(&round)
            startMore(&round, &group)
            tellProgress(round)
            saveIfDue(&round, &group)
        case .mirror(let source):
            if let source { sources.append(source) }
            startMore(&round, &group)
        case .saved(let result):
            round.isSaving = false
            switch result {
            case .success(let synced): if let synced { durable = synced }
            case .failure(let error): round.end = .stopped(error)
            }
        }
    }

    /// The first answer is being written: now the length and the version are known.
    func take(_ opening: FetchOpening, _ round: inout DownloadRound) {
        if let reason = opening.dropped { notices.append("started again from the first byte: \(reason)") }
        if !opening.keepsEarlierBytes {
            present = ByteRangeSet()
            durable = ByteRangeSet()
            resumedBytes = 0
            takeStock()
        }
        known.total = opening.total
        known.validator = opening.answer.validator ?? (opening.keepsEarlierBytes ? known.validator : nil)
        known.lastModified = opening.answer.lastModified ?? known.lastModified
        known.mediaType = opening.answer.mediaType
        digest = opening.digest
        if !opening.promised.isEmpty || !opening.keepsEarlierBytes {
            promised = opening.promised
        } else if !promised.isEmpty {
            // Parts were taken from mirrors because of it: it is checked although this answer did not repeat it.
            digest = OrderedDigest(Set((promised + (options.checksum.map { [$0] } ?? [])).map(\.algorithm)))
        }
        head = opening.head
        if !opening.links.isEmpty { links = opening.links }
        asksForWhole = rangesAreBroken
        round.opening = opening
        round.savedBytes = present.byteCount
        if !opening.honoursRanges { governor.useOne() }
        guard let total = opening.total, let cursor = round.cursors[1] else { return }
        var plan = SegmentPlan(total: total, done: present, leastBytes: options.leastSegmentBytes)
        if let step = plan.next(sharedBy: governor.allowed) {
            cursor.end = min(step.range.upperBound, opening.answerEnd ?? .max)
        }
        round.plan = plan
    }

    /// Asks the mirrors, the caller's and those that the answer named, whether they have the same file.
    private func askMirrors(_ round: DownloadRound, _ group: inout TaskGroup<Void>) {
        sources = [Source()]
        guard governor.mayUseSeveral, let total = known.total, let opening = round.opening else { return }
        let given = options.mirrors.compactMap { try? HTTPURL($0) }.map { ($0, MirrorTrust.Namer.caller) }
        let context = round.context
        let digests = (options.checksum.map { [$0] } ?? []) + promised
        let isVerified = MirrorTrust.isVerified(byCaller: options.checksum, promised: promised)
        for (url, namer) in (given + opening.links.map { ($0, .server) }).prefix(Self.mostMirrors) {
            let trust = MirrorTrust(of: url, insteadOf: try? request.url.get(), namedBy: namer)
            guard trust.mayServe(hasDigest: isVerified, isSame: true) else {
                if namer == .caller {
                    notices.append("left out the mirror \(url.origin): it is not https, and there is no digest")
                }
                continue
            }
            let probe = MirrorProbe(
                client: client, request: context.request, url: url, total: total, validator: known.validator,
                digests: digests, isVerifiedInTheEnd: isVerified, namer: namer)
            group.addTask { context.events?.yield(.mirror(await probe.run())) }
        }
    }

    private func considerCount(_ round: inout DownloadRound) {
        guard let plan = round.plan else { return }
        let there = plan.present.byteCount
        governor.tick(now: .now, received: there, remaining: plan.total - there)
    }

    /// Gives up a segment that is far slower than the others, so that its part is asked for again; and the round, when all
    /// together are slower than they may be.
    private func considerPace(_ round: inout DownloadRound) {
        guard options.segmentsMayBeSeveral, let plan = round.plan else { return }
        let segments = round.cursors.map { number, cursor in
            SegmentPace.Segment(number: number, position: cursor.position, remaining: cursor.remaining)
        }
        switch round.pace.tick(now: .now, segments, received: plan.present.byteCount) {
        case .fine: break
        case .reopen(let number):
            guard let cursor = round.cursors.removeValue(forKey: number) else { return }
            cursor.giveUp()
            round.plan?.end(number, at: cursor.position)
            if !dropMirror(number, round) { notices.append("asked again for a part that came too slowly") }
        case .tooSlow:
            let period = minimumSpeed?.period ?? .zero
            let error = HTTPClientError(
                .receive, origin: (try? request.url.get())?.origin, cause: .timedOut(.minimumSpeed, after: period))
            round.end = .failed(.client(error), retryAfter: nil)
        }
    }

    /// What all segments together are to reach.
    var minimumSpeed: Timeouts.MinimumSpeed? {
        options.minimumSpeed ?? (request.timeouts ?? client.configuration.timeouts).minimumSpeed
    }

    // MARK: The end

    /// Counts what the segments brought, also those that were cut off.
    func settle(_ round: inout DownloadRound) {
        let before = present.byteCount
        if round.plan == nil {
            // No answer was taken, or one of unknown length, that one stream writes from where it began.
            if let opening = round.opening, let cursor = round.first {
                present.insert(min(opening.position, cursor.position)..<cursor.position)
            }
        } else {
            for (number, cursor) in round.cursors { round.plan?.end(number, at: cursor.position) }
            present = round.plan?.done ?? present
        }
        receivedBytes += max(0, present.byteCount - before)
        takeStock()
        if isEverythingThere, round.opening != nil {
            round.end =
                round.end.flatMap { end in
                    switch end {
                    case .startOver, .stopped: end
                    default: nil
                    }
                } ?? .complete
        }
    }

    /// The end, after what is there was noted for the next time.
    func conclusion(of round: DownloadRound) async -> DownloadRound.End {
        let failure = round.lastFailure.map { DownloadRound.End.failed($0.error, retryAfter: $0.retryAfter) }
        let end = round.end ?? failure ?? .stopped(.cancelled)
        if case .complete = end { return end }
        if partial.reservedEnd.load(ordering: .relaxed) > 0 {
            await onFileThread { [partial, present] in partial.releaseReserved(besides: present) }
        }
        do throws(DownloadError) {
            try await saveNow()
        } catch {
            if case .failed = end { return .stopped(error) }
        }
        return Task.isCancelled ? .stopped(.cancelled) : end
    }
}
