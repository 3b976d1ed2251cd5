internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// Requests one part of the file and writes it.
struct SegmentFetch: Sendable {
    let job: DownloadJob
    let source: Source
    let question: ResumeQuestion
    let known: ResumeKnowledge
    let cursor: SegmentCursor
    /// The present bytes, for the first request of a round, whose response decides about the others.
    let opening: ByteRangeSet?
    /// Whether the bytes between the question's first and the cursor's position are on the disk.
    let isLeadWritten: Bool
    /// Bytes after the cursor's end that are on the disk and requested too.
    let trail: Range<Int64>
    let seams: Seams
    let digest: OrderedDigest?
    /// The digests that earlier responses promised.
    let promised: [Checksum]

    /// Performs the fetch. Returns its end as a value, for the round to decide.
    func run(_ listener: some FetchListener) async -> FetchEnd {
        await end(of: {
            try await job.client.perform(request, observer: job.observer) { try await receive($0, listener) }
        })
    }

    /// Uses `response`, which was already received, as the response to the request.
    func run(on response: Response, _ listener: some FetchListener) async -> FetchEnd {
        await end(of: { try await receive(response, listener) })
    }

    private func end(of work: () async throws -> FetchEnd) async -> FetchEnd {
        do {
            return try await work()
        } catch let error as HTTPClientError {
            return .failed(error.naming(totalTime: job.options.totalTime))
        } catch let error as DownloadError {
            return .stopped(error)
        } catch let error as FileError {
            return .stopped(.file(error))
        } catch {
            return .stopped(.refused("\(error)", status: nil))
        }
    }

    private var request: Request {
        var request = job.timedRequest
        if let url = source.url { request = request.moved(to: url) }
        if job.end != .never { request.timeouts?.total = job.end.duration(since: .now) }
        request.ask(question, known, wantsDigest: opening != nil && job.options.asksForDigest)
        return request
    }

    // MARK: The response

    private func receive(_ response: Response, _ listener: some FetchListener) async throws -> FetchEnd {
        let answer = ResumeAnswer(response.head, bodyLength: response.body.expectedByteCount)
        let action = ResumePolicy.action(for: answer, to: question, knowing: known)
        var lead = OverlapCheck.Lead(range: 0..<0, isWritten: true)
        var trail: Range<Int64> = 0..<0
        var taken: FetchOpening?
        switch action {
        case .goOn(let range, let total):
            lead = .init(range: question.first..<cursor.position, isWritten: isLeadWritten)
            trail = self.trail
            if opening != nil {
                let end = range.map { min($0.upperBound, cursor.end) }
                taken = take(response, answer, total: total, end: end, keepsEarlierBytes: known.hasBytes)
            }
        case .writeWhole(let total, let reason):
            guard opening != nil else { return .action(.startOver(reason ?? .rangeIgnored), retryAfter: nil) }
            if known.hasBytes {
                try await onFileThread { [partial = job.partial] () throws(DownloadError) in try partial.restart() }
            }
            cursor.position = 0
            taken = take(response, answer, total: total, end: total, dropped: reason, keepsEarlierBytes: false)
        case .skip(let count):
            guard opening != nil else { return .action(.startOver(.rangeIgnored), retryAfter: nil) }
            lead = .init(range: 0..<count, isWritten: true)
            cursor.position = count
            taken = take(response, answer, total: answer.bodyLength, end: answer.bodyLength, keepsEarlierBytes: true)
        case .askPlainly, .startOver, .complete, .later, .refuse:
            return .action(action, retryAfter: response.fields.retryDelay(now: .present))
        }
        if let taken {
            let end = taken.total ?? taken.answerEnd
            if let limit = job.options.maximumBytes, end ?? 0 > limit { throw DownloadError.tooLarge(limit: limit) }
            // Noticed now, it costs no transfer.
            if let expected = job.options.expectedBytes, let end, end != expected {
                throw DownloadError.otherLength(expected: expected, actual: end, keptIn: job.partial.path)
            }
            cursor.end = taken.answerEnd ?? .max
            if job.partial.awaitsRestart.exchange(false, ordering: .relaxed) {
                try await onFileThread { [partial = job.partial] () throws(DownloadError) in try partial.restart() }
            }
            try await prepareFile(taken)
            listener.opened(taken)
        }
        let check = isCheckedAsFile(response, answer) ? nil : ContentCheck(response)
        let overlap = try await write(response.body, lead, trail, taken, listener)
        if let offset = overlap.difference { return .action(.startOver(.seamDiffers(at: offset)), retryAfter: nil) }
        if case .skip(let count) = action, !overlap.hasPassedLead {
            return .action(.startOver(.otherLength(was: count, now: overlap.leadEnd)), retryAfter: nil)
        }
        // Another segment's fetch may have taken the end over.
        if response.body.isComplete, let mismatch = check?.mismatch(in: response) {
            throw mismatch.error(keptIn: job.partial.path)
        }
        return .done
    }

    /// Whether all that the response promises is of the file, and checked when that is complete.
    private func isCheckedAsFile(_ response: Response, _ answer: ResumeAnswer) -> Bool {
        !response.isDecoded && !ContentCheck.announcesTrailer(response.fields) && !(question.isRanged && answer.isPart)
    }

    private func write(
        _ body: ResponseBody, _ lead: OverlapCheck.Lead, _ trail: Range<Int64>, _ taken: FetchOpening?,
        _ listener: some FetchListener
    ) async throws -> OverlapCheck {
        let total = taken?.total ?? known.total ?? 0
        let limits = BodyWriter.Limits(
            maximumBytes: job.options.maximumBytes, rate: job.rate,
            reserves: total >= Self.minimumRecordedBytes && cursor.end < .max,
            isDurable: job.options.isDurable && job.rate == nil && cursor.end < .max)
        var writer = BodyWriter(
            job.partial, cursor, OverlapCheck(job.partial.file, seams, lead: lead, trail: trail),
            digest: taken?.digest ?? digest, limits: limits, on: job.client.eventLoop)
        try await writer.write(body) { try listener.wrote() }
        return writer.overlap
    }

    private func take(
        _ response: Response, _ answer: ResumeAnswer, total: Int64?, end: Int64?, dropped: ResumePolicy.Reason? = nil,
        keepsEarlierBytes: Bool
    ) -> FetchOpening {
        var promised =
            response.isDecoded
            ? []
            : question.isRanged
                ? PromisedDigests.ofFile(in: response.fields, isPart: answer.isPart)
                : PromisedDigests.ofContent(in: response.fields, isPart: answer.isPart)
        // Mirrors were trusted because of them, so check them even if this response doesn't repeat them.
        if promised.isEmpty, keepsEarlierBytes { promised = self.promised }
        var algorithms = Set(promised.map(\.algorithm))
        if let checksum = job.options.checksum { algorithms.insert(checksum.algorithm) }
        let acceptsRanges = response.fields[.acceptRanges]?.lowercased() == "bytes"
        return FetchOpening(
            answer: answer, head: response.head, total: total, position: cursor.position, answerEnd: end,
            dropped: dropped, keepsEarlierBytes: keepsEarlierBytes,
            honoursRanges: answer.status == 206 || acceptsRanges && !question.isRanged, promised: promised,
            links: MirrorProbe.links(in: response.head, at: response.url), digest: OrderedDigest(algorithms))
    }

    /// Below this length, a record costs more than fetching the file again.
    static let minimumRecordedBytes: Int64 = 1 << 20

    /// Checks the free disk space and writes the first record, before any byte is written out of order.
    private func prepareFile(_ taken: FetchOpening) async throws {
        if let total = taken.total, total < Self.minimumRecordedBytes, !job.options.mayUseSegments { return }
        let present = taken.keepsEarlierBytes ? opening ?? ByteRangeSet() : ByteRangeSet()
        var known = known
        known.learn(taken)
        let record = job.record(known, durable: ByteRangeSet(), written: present)
        let save = RecordSave(record: record, written: present, syncs: false, seams: seams)
        try await onFileThread { [partial = job.partial] () throws(DownloadError) in
            if let total = taken.total { try partial.checkRoom(for: total, present: present.byteCount) }
            _ = try save.save(partial)
        }
    }
}
