internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO

extension DownloadRun {
    /// How long nothing new is asked for after a segment brought nothing.
    private static let hold = Duration.milliseconds(300)

    // MARK: More segments

    /// Starts as many segments as may be on their way.
    func startMore(_ round: inout DownloadRound, _ group: inout TaskGroup<Void>) {
        guard round.plan != nil, round.holdUntil <= .now || round.cursors.isEmpty else { return }
        round.advancePlan()
        while round.cursors.count < governor.allowed,
            let step = round.plan?.next(sharedBy: governor.allowed - round.cursors.count)
        {
            if let victim = step.stolenFrom { round.cursors[victim]?.end = step.range.lowerBound }
            fetch(segment(for: step, round), &round, &group)
        }
    }

    /// What to ask for: the step's bytes, and at either end a few that others bring or have brought.
    func segment(for step: SegmentPlan.Step, _ round: DownloadRound) -> Segment {
        let start = step.range.lowerBound
        let there = round.plan?.present ?? present
        let lead = min(Seams.segmentBytes, start)
        let isLeadWritten = there.contains(start - lead..<start)
        let end = step.range.upperBound
        // Only what was there before this round: what others are writing is compared by their own leads.
        let trailEnd =
            present.ranges.first { $0.lowerBound <= end && $0.upperBound > end }
            .map { min($0.upperBound, end + Seams.segmentBytes) } ?? end
        return Segment(
            number: step.number, range: step.range,
            question: ResumeQuestion(
                first: start - lead, end: trailEnd, isRanged: true,
                isConditional: !asksPlainly),
            opening: nil, isLeadWritten: isLeadWritten, trail: end..<trailEnd,
            source: sources[step.number % sources.count])
    }

    // MARK: Ends

    /// A fetch is over: what it did not bring is free again, and what that means is decided.
    func ended(_ number: Int, _ end: FetchEnd, _ round: inout DownloadRound) {
        guard let cursor = round.cursors[number] else { return }
        if round.plan == nil, round.opening != nil, case .done = end {
            // A body of unknown length has come to its end; its length is the file's.
            known.total = cursor.position
            isLengthTold = round.opening?.head.fields[.transferEncoding] != nil
            round.end = .complete
            return
        }
        let isOpening = number == 1 && round.opening == nil
        let hasBrought = round.plan?.active[number].map { cursor.position > $0.start } ?? false
        round.plan?.end(number, at: cursor.position)
        round.cursors[number] = nil
        switch end {
        case .done:
            if round.plan?.isComplete == true {
                round.end = .complete
            } else if !hasBrought {
                // Only bytes that are there already came again: asking once more would bring the same, for ever.
                failed(.refused("the server sends no bytes that are new", status: nil), nil, hasBrought: false, &round)
            }
            widenLast(&round)
        case .stopped(let error):
            round.end = .stopped(error)
        case .failed(let error):
            if dropMirror(number, round) { break }
            failed(.client(error), nil, hasBrought: hasBrought, &round)
        case .action(let action, let retryAfter):
            if dropMirror(number, round) { break }
            act(on: action, retryAfter, isOpening: isOpening, &round)
        }
    }

    /// A mirror that fails is not asked again; the part is free for the others. False when it was no mirror.
    func dropMirror(_ number: Int, _ round: DownloadRound) -> Bool {
        guard let url = round.sources[number]?.url else { return false }
        sources.removeAll { $0.url == url }
        notices.append("went on without the mirror \(url.origin)")
        return true
    }

    private func act(
        on action: ResumePolicy.Action, _ retryAfter: Duration?, isOpening: Bool, _ round: inout DownloadRound
    ) {
        switch action {
        case .later(let status):
            let error = DownloadError.refused("the server answered \(status); try again later", status: status)
            failed(error, retryAfter, hasBrought: false, &round)
        case .refuse(let reason):
            let error = DownloadError.refused(reason.description, status: reason.status)
            if isOpening { round.end = .stopped(error) } else { failed(error, nil, hasBrought: false, &round) }
        case .complete:
            known.total = known.prefixLength
            round.end = .complete
        case .askPlainly:
            asksPlainly = true
            if isOpening { round.end = .askPlainly }
        case .startOver(let reason):
            if !isOpening, reason.isAboutRanges, !round.cursors.isEmpty {
                useOne(because: reason, &round)
            } else {
                round.end = .startOver(reason)
            }
        case .goOn, .writeWhole, .skip:
            // The fetch itself acts on these.
            break
        }
    }

    /// A segment failed; as long as others go on, that only lowers their number.
    private func failed(
        _ error: DownloadError, _ retryAfter: Duration?, hasBrought: Bool, _ round: inout DownloadRound
    ) {
        round.lastFailure = (error, retryAfter)
        if case .client(let cause) = error, case .cancelled = cause.cause {
            // Whoever asked for the next part would be refused at once, and would ask again.
            if round.cursors.isEmpty { round.end = .stopped(.cancelled) }
            return
        }
        if round.cursors.isEmpty {
            round.end = .failed(error, retryAfter: retryAfter)
            return
        }
        governor.lower(active: round.cursors.count)
        if !hasBrought {
            round.holdUntil = .after(max(Self.hold, min(retryAfter ?? .zero, options.retry.longestDelay)))
        }
        notices.append("went on with \(governor.allowed) at once after: \(error)")
        widenLast(&round)
    }

    /// Parts cannot be asked for after all: those on their way may finish, and one stream fetches the rest.
    private func useOne(because reason: ResumePolicy.Reason, _ round: inout DownloadRound) {
        governor.useOne()
        notices.append("went on in one stream: \(reason)")
        widenLast(&round)
    }

    /// When one stream is all that may be, and the first one still flows: it goes on to the end of the file, unless it
    /// was asked for less.
    private func widenLast(_ round: inout DownloadRound) {
        guard governor.allowed == 1, round.cursors.count == 1, let cursor = round.cursors[1],
            let answerEnd = round.opening?.answerEnd
        else {
            return
        }
        round.advancePlan()
        if let end = round.plan?.widen(1) { cursor.end = min(end, answerEnd) }
    }
}

extension ResumePolicy.Reason {
    /// The status, when that is the reason.
    var status: Int? {
        if case .status(let code) = self { code } else { nil }
    }
}
