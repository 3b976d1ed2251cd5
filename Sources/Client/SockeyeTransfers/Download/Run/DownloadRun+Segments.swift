internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

extension DownloadRound {
    /// More mirrors than possible segments would be useless.
    private static let maximumMirrors = 16
    /// The pause before new segments after one received nothing.
    private static let hold = Duration.milliseconds(300)

    /// A segment to request.
    struct Segment {
        var number: Int
        var range: Range<Int64>
        var question: ResumeQuestion
        /// The present bytes, for the first request of a round.
        var opening: ByteRangeSet?
        var isLeadWritten: Bool
        var trail: Range<Int64> = 0..<0
        var source = Source()
    }

    // MARK: Requests

    /// The first request: for the whole file, or for the bytes after the present ones.
    var firstSegment: Segment {
        let (question, new) = run.firstQuestion
        return Segment(
            number: 1, range: new, question: question, opening: run.stock.present, isLeadWritten: true,
            trail: new.upperBound..<(question.end ?? new.upperBound))
    }

    /// Starts as many segments as allowed.
    func startMore(_ tasks: inout RoundTasks) {
        guard opened?.plan != nil, holdUntil <= .now || flights.isEmpty else { return }
        advancePlan()
        while flights.count < run.governor.allowed,
            let step = opened?.plan?.next(sharedBy: run.governor.allowed - flights.count)
        {
            if let victim = step.stolenFrom { flights[victim]?.cursor.end = step.range.lowerBound }
            tasks.fetch(begin(segment(for: step)), step.number)
        }
    }

    /// What to ask for: the step's bytes, and at either end a few that others bring or have brought.
    func segment(for step: SegmentPlan.Assignment) -> Segment {
        let (start, end) = (step.range.lowerBound, step.range.upperBound)
        let lead = min(Seams.segmentBytes, start)
        // Only with bytes from before this round: running segments compare their own leads.
        let trailEnd = end + min(Seams.segmentBytes, run.stock.present.length(from: end))
        return Segment(
            number: step.number, range: step.range,
            question: ResumeQuestion(
                first: start - lead, end: trailEnd, isRanged: true, isConditional: !run.doubts.asksPlainly),
            opening: nil, isLeadWritten: written.contains(start - lead..<start), trail: end..<trailEnd,
            source: run.sources[step.number % run.sources.count])
    }

    /// Probes the mirrors given by the caller or named by the response.
    func askMirrors(_ tasks: inout RoundTasks) {
        run.sources = [Source()]
        let (job, stock) = (run.job, run.stock)
        guard run.governor.mayUseSeveral, let total = stock.known.total, let opening = opened?.opening else { return }
        let given = job.options.mirrors.compactMap { try? HTTPURL($0) }.map { ($0, MirrorTrust.Namer.caller) }
        let digests = (job.options.checksum.map { [$0] } ?? []) + stock.promised
        let isVerified = MirrorTrust.isVerified(byCaller: job.options.checksum, promised: stock.promised)
        for (url, namer) in (given + opening.links.map { ($0, .server) }).prefix(Self.maximumMirrors) {
            let trust = MirrorTrust(of: url, insteadOf: job.url, namedBy: namer)
            guard trust.mayServe(hasDigest: isVerified, isSame: true) else {
                if namer == .caller {
                    run.note("left out the mirror \(url.origin): it is not https, and there is no digest")
                }
                continue
            }
            tasks.ask(
                MirrorProbe(
                    client: job.client, request: job.timedRequest, url: url, total: total,
                    validator: stock.known.validator, digests: digests, isVerifiedInTheEnd: isVerified, namer: namer))
        }
    }

    // MARK: Ends

    /// A fetch has ended: frees its missing bytes and decides what follows.
    func ended(_ number: Int, _ end: FetchEnd) {
        guard let flight = flights[number] else { return }
        let position = flight.cursor.position
        if let opened, opened.plan == nil, case .done = end {
            run.stock.end(at: position, isFramed: opened.opening.head.fields[.transferEncoding] != nil)
            self.end = .complete
            return
        }
        let isOpening = number == 1 && opened == nil
        let hasBrought = opened?.plan?.active[number].map { position > $0.start } ?? false
        opened?.plan?.end(number, at: position)
        flights[number] = nil
        switch end {
        case .done:
            if opened?.plan?.isComplete == true {
                self.end = .complete
            } else if !hasBrought {
                // Asking again would return the same bytes forever.
                failed(.refused("the server sends no new bytes", status: nil), nil, hasBrought: false)
            }
            widenLast()
        case .stopped(let error):
            self.end = .stopped(error)
        case .failed(let error):
            if dropMirror(flight.source) { break }
            failed(.client(error), nil, hasBrought: hasBrought)
        case .action(let action, let retryAfter):
            if dropMirror(flight.source) { break }
            act(on: action, retryAfter, isOpening: isOpening)
        }
    }

    /// Drops a failed mirror and frees its part. Returns false if it isn't a mirror.
    func dropMirror(_ source: Source) -> Bool {
        guard let url = source.url else { return false }
        run.sources.removeAll { $0.url == url }
        run.note("continued without the mirror \(url.origin)")
        return true
    }

    private func act(on action: ResumePolicy.Action, _ retryAfter: Duration?, isOpening: Bool) {
        switch action {
        case .later(let status):
            let error = DownloadError.refused("the server answered \(status); try again later", status: status)
            failed(error, retryAfter, hasBrought: false)
        case .refuse(let reason):
            let error = DownloadError.refused(reason.description, status: reason.status)
            if isOpening { end = .stopped(error) } else { failed(error, nil, hasBrought: false) }
        case .complete:
            run.stock.known.total = run.stock.known.prefixLength
            end = .complete
        case .askPlainly:
            run.doubts.asksPlainly = true
            if isOpening { end = .askPlainly }
        case .startOver(let reason):
            if !isOpening, reason.isAboutRanges, !flights.isEmpty {
                useOne(because: reason)
            } else {
                end = .startOver(reason)
            }
        case .goOn, .writeWhole, .skip:
            // Handled by the fetch itself.
            break
        }
    }

    /// A segment failed; while others continue, that only lowers their number.
    private func failed(_ error: DownloadError, _ retryAfter: Duration?, hasBrought: Bool) {
        lastFailure = (error, retryAfter)
        if case .client(let cause) = error, case .cancelled = cause.cause {
            // The next request would fail at once, and be retried.
            if flights.isEmpty { end = .stopped(.cancelled) }
            return
        }
        if flights.isEmpty {
            end = .failed(error, retryAfter: retryAfter)
            return
        }
        run.governor.lower(active: flights.count)
        if !hasBrought {
            holdUntil = .after(max(Self.hold, min(retryAfter ?? .zero, run.job.options.retry.longestDelay)))
        }
        run.note("continued with \(run.governor.allowed) at once after: \(error)")
        widenLast()
    }

    /// Ranges don't work after all: the running ones may finish, and one stream fetches the rest.
    private func useOne(because reason: ResumePolicy.Reason) {
        run.governor.useOne()
        run.note("continued in one stream: \(reason)")
        widenLast()
    }

    /// If one stream is allowed and the first one is still running, it continues to the end of the file, unless it was
    /// requested for less.
    private func widenLast() {
        guard run.governor.allowed == 1, flights.count == 1, let cursor = flights[1]?.cursor,
            let answerEnd = opened?.opening.answerEnd
        else {
            return
        }
        advancePlan()
        if let end = opened?.plan?.widen(1) { cursor.end = min(end, answerEnd) }
    }
}
