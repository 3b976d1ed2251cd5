internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

extension DownloadRun {
    /// More mirrors than possible segments would be useless.
    private static let mirrorLimit = 16
    /// The pause before new segments after one received nothing.
    private static let hold = Duration.milliseconds(300)

    // MARK: Requests

    /// The first request of a round: for the whole file, or for the bytes after the present ones.
    var firstSegment: SegmentFetch.Segment {
        var first = firstPart
        first.passesStored = distrust.passesStored
        return first
    }

    private var firstPart: SegmentFetch.Segment {
        let present = state.present
        let start = distrust.asksForWhole ? 0 : present.prefixLength
        guard job.canAskForRanges, !distrust.asksForWhole, state.known.hasBytes || governor.mayUseSeveral else {
            return .init(range: start..<Int64.max, question: ResumeQuestion(), trail: .max..<Int64.max)
        }
        let gapEnd = present.ranges.first { $0.lowerBound > start }?.lowerBound ?? firstShareEnd
        let lead = min(Seams.resumeBytes, present.length(before: start))
        // Nothing but these bytes may tell a file without validators from its next version.
        let end = gapEnd.map { $0 + min(Seams.segmentBytes, present.length(from: $0)) }
        let question = ResumeQuestion(
            first: start - lead, end: end, isRanged: true,
            isConditional: state.known.validator != nil && !distrust.asksPlainly)
        let new = start..<(gapEnd ?? .max)
        return .init(range: new, question: question, trail: new.upperBound..<(end ?? new.upperBound))
    }

    /// The end of the first of several segments, if the length is known before any response.
    private var firstShareEnd: Int64? {
        guard !state.known.hasBytes, let total = state.known.total else { return nil }
        var plan = SegmentPlan(total: total, minimumBytes: job.options.minimumSegmentBytes)
        return plan.next(sharedBy: governor.allowed)?.range.upperBound
    }

    /// What to ask for: the step's bytes, and at either end a few that others bring or have brought.
    func segment(for step: SegmentPlan.Assignment) -> SegmentFetch.Segment {
        let (start, end) = (step.range.lowerBound, step.range.upperBound)
        let lead = min(Seams.segmentBytes, start)
        // Only with bytes from before this round: running segments compare their own leads.
        let trailEnd = end + min(Seams.segmentBytes, state.present.length(from: end))
        // The servers take turns, the request's own first.
        let turn = step.number % (mirrors.count + 1)
        return .init(
            number: step.number, range: step.range,
            question: ResumeQuestion(
                first: start - lead, end: trailEnd, isRanged: true, isConditional: !distrust.asksPlainly),
            isLeadWritten: segments.written(beside: state.present).contains(start - lead..<start),
            trail: end..<trailEnd, source: turn == 0 ? Source() : mirrors[turn - 1])
    }

    mutating func start(_ segment: SegmentFetch.Segment, _ tasks: inout RoundTasks) {
        let fetch = SegmentFetch(job, segment, state.known)
        segments.add(fetch, tasks.add(fetch, state))
    }

    /// Starts as many segments as allowed.
    mutating func startMore(_ tasks: inout RoundTasks) {
        guard segments.plan != nil, round.holdUntil <= .now || segments.entries.isEmpty else { return }
        while segments.entries.count < governor.allowed,
            let step = segments.next(sharedBy: governor.allowed - segments.entries.count)
        {
            start(segment(for: step), &tasks)
        }
    }

    /// Probes the mirrors given by the caller or named by the response.
    mutating func askMirrors(_ tasks: inout RoundTasks) {
        mirrors = []
        guard governor.mayUseSeveral, let total = state.known.total, let opening = segments.opening else { return }
        let given = job.options.mirrors.compactMap { try? HTTPURL($0) }.map { ($0, MirrorTrust.Namer.caller) }
        let digests = (job.options.checksum.map { [$0] } ?? []) + state.promised
        let isVerified = MirrorTrust.isVerified(byCaller: job.options.checksum, promised: state.promised)
        for (url, namer) in (given + opening.links.map { ($0, .server) }).prefix(Self.mirrorLimit) {
            let trust = MirrorTrust(of: url, insteadOf: job.url, namedBy: namer)
            guard trust.mayServe(hasDigest: isVerified, isSame: true) else {
                if namer == .caller {
                    note("left out the mirror \(url.origin): it is not https, and there is no digest")
                }
                continue
            }
            let probe = MirrorProbe(
                client: job.client, request: job.timedRequest, url: url, total: total,
                validator: state.known.validator, digests: digests, isVerifiedInTheEnd: isVerified, namer: namer)
            tasks.add { .mirror(await probe.run()) }
        }
    }

    // MARK: Ends

    /// A fetch has ended: frees its missing bytes and decides what follows.
    mutating func ended(_ number: Int, _ end: FetchEnd) {
        let isOpening = segments.opening == nil
        let start = segments.plan?.active[number]?.start
        guard round.end == nil, let entry = segments.remove(number) else { return }
        let hasBrought = start.map { entry.cursor.position > $0 } ?? false
        switch end {
        case .done:
            if let whole {
                state.take(whole.bytes, with: whole.head)
                round.end = .complete
            } else if let opening = segments.opening, segments.plan == nil, opening.mayGoOn {
                round.end = .askAgain
            } else if let opening = segments.opening, segments.plan == nil {
                state.end(at: opening.cursor.position, isFramed: opening.head.fields[.transferEncoding] != nil)
                round.end = .complete
            } else if segments.plan?.isComplete == true {
                round.end = .complete
            } else if !hasBrought {
                // Asking again would return the same bytes forever.
                failed(.refused("the server sends no new bytes", status: nil), nil, hasBrought: false)
            }
            widenLast()
        case .failed(let error):
            // The exchange failed in the end, though the body had come.
            whole = nil
            // Other failures are about the file or the disk.
            guard case .client = error else { return round.end = .stopped(error) }
            if !dropMirror(entry.source) { failed(error, nil, hasBrought: hasBrought) }
        case .action(let action, let retryAfter):
            if !dropMirror(entry.source) { act(on: action, retryAfter, isOpening: isOpening) }
        }
    }

    /// Drops a failed mirror and frees its part. Returns false if it isn't a mirror.
    mutating func dropMirror(_ source: Source) -> Bool {
        guard let url = source.url else { return false }
        mirrors.removeAll { $0.url == url }
        note("continued without the mirror \(url.origin)")
        return true
    }

    private mutating func act(on action: ResumePolicy.Action, _ retryAfter: Duration?, isOpening: Bool) {
        switch action {
        case .later(let status):
            let error = DownloadError.refused("the server answered \(status); try again later", status: status)
            failed(error, retryAfter, hasBrought: false)
        case .refuse(let reason):
            let error = DownloadError.refused(reason.description, status: reason.status)
            if isOpening { round.end = .stopped(error) } else { failed(error, nil, hasBrought: false) }
        case .complete:
            state.known.total = state.known.prefixLength
            round.end = .complete
        case .askPlainly:
            distrust.asksPlainly = true
            if isOpening { round.end = .askPlainly }
        case .startOver(let reason):
            if !isOpening, reason.isAboutRanges, !segments.entries.isEmpty {
                // The running ones may finish, and one stream fetches the rest.
                governor.useOne()
                note("continued in one stream: \(reason)")
                widenLast()
            } else {
                round.end = .startOver(reason)
            }
        case .goOn, .writeWhole, .skip:
            // Handled by the fetch itself.
            break
        }
    }

    /// A segment failed; while others continue, that only lowers their number.
    private mutating func failed(_ error: DownloadError, _ retryAfter: Duration?, hasBrought: Bool) {
        round.failure = .failed(error, retryAfter: retryAfter)
        if segments.entries.isEmpty { return round.end = round.failure }
        governor.lower(active: segments.entries.count)
        if !hasBrought {
            round.holdUntil = .after(max(Self.hold, min(retryAfter ?? .zero, job.options.retry.delayLimit)))
        }
        note("continued with \(governor.allowed) at once after: \(error)")
        widenLast()
    }

    /// If one stream is allowed and the first one is still running, it continues to the end of the file.
    private mutating func widenLast() {
        if governor.allowed == 1 { segments.widenLast() }
    }
}
