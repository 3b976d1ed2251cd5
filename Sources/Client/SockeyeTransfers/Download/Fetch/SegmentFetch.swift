internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// Requests one part of the file, and decides what its response is used for.
final class SegmentFetch: Sendable {
    /// A part of the file to request.
    struct Segment: Sendable {
        /// The first request of a round has number 1; its response decides about the others.
        var number = 1
        /// The new bytes.
        var range: Range<Int64>
        var question: ResumeQuestion
        /// Whether the bytes between the question's first and the range are on the disk.
        var isLeadWritten = true
        /// Bytes behind the range that are on the disk and requested too.
        var trail: Range<Int64>
        var source = Source()
        /// Whether the cache isn't asked.
        var passesStored = false
    }

    let job: DownloadJob
    let segment: Segment
    /// What was known when it began.
    private let known: ResumeKnowledge
    let cursor: SegmentCursor

    init(_ job: DownloadJob, _ segment: Segment, _ known: ResumeKnowledge) {
        (self.job, self.segment) = (job, segment)
        self.known = segment.source.url == nil ? known : known.at(segment.source)
        cursor = SegmentCursor(segment.range)
    }

    private var isFirst: Bool { segment.number == 1 }

    /// Performs the request. Returns the end as a value, for the round to decide.
    func perform(_ handler: (Response) async throws -> FetchEnd) async -> FetchEnd {
        do {
            return try await job.client.perform(request, observer: job.observer, handler)
        } catch {
            let named = (error as? HTTPClientError)?.naming(totalTime: job.options.totalTime)
            return .failed(DownloadError(named ?? error))
        }
    }

    private var request: Request {
        var request = job.timedRequest
        if segment.passesStored { request.passStored() }
        if let url = segment.source.url { request = request.moved(to: url) }
        request.ask(segment.question, known, wantsDigest: isFirst && job.options.asksForDigest)
        return request
    }

    // MARK: The response

    /// What to do with the response.
    func action(for response: Response) -> ResumePolicy.Action {
        // Most of the fields aren't needed then, and aren't made.
        if ResumePolicy.takesAny(response.status.code, to: segment.question, knowing: known) {
            return .writeWhole(total: response.body.expectedByteCount, dropping: nil)
        }
        return ResumePolicy.action(for: ResumeAnswer(response), to: segment.question, knowing: known)
    }

    /// The body, if all of it has come with its head; a longer one isn't kept in memory. A digest of it would have to be
    /// checked.
    func whole(_ response: Response) async throws -> [UInt8]? {
        let limit: Int64 = 64 * 1024
        guard response.body.cameWithHead(atMost: min(limit, job.options.byteLimit ?? .max)),
            !PromisedDigests.mayBe(in: response.head)
        else { return nil }
        return try await response.body.collect(limit: Int(limit))
    }

    /// How a response is used.
    enum Acceptance {
        case end(FetchEnd)
        case body(AcceptedBody)
    }

    /// Prepares the file for the response. Its body is then to be written.
    ///
    /// - Parameter state: that of the download when the request began.
    func accept(
        _ response: Response, for action: ResumePolicy.Action, into partial: PartialFile, _ state: DownloadState
    ) async throws -> Acceptance {
        var lead = OverlapCheck.Lead(range: 0..<0, isWritten: true)
        var trail: Range<Int64> = 0..<0
        var skipped: Int64?
        var opening: FetchOpening?
        switch action {
        case .goOn(let range, let total):
            let new = segment.range
            lead = .init(range: segment.question.first..<new.lowerBound, isWritten: segment.isLeadWritten)
            trail = segment.trail
            let end = range.map { min($0.upperBound, new.upperBound) }
            if isFirst {
                opening = open(response, total, from: new.lowerBound, to: end, keeping: known.hasBytes ? state : nil)
            }
        case .writeWhole(let total, let reason):
            guard isFirst else { return .end(.action(.startOver(reason ?? .rangeIgnored))) }
            opening = open(response, total, from: 0, to: total, keeping: nil, dropping: reason)
        case .skip(let count):
            guard isFirst else { return .end(.action(.startOver(.rangeIgnored))) }
            lead = .init(range: 0..<count, isWritten: true)
            skipped = count
            let total = response.body.expectedByteCount
            opening = open(response, total, from: count, to: total, keeping: state)
        case .askPlainly, .startOver, .complete, .later, .refuse:
            return .end(.action(action, retryAfter: response.fields.retryDelay(now: .present)))
        }
        if let opening { try await prepare(partial, for: opening, state) }
        let cursor = opening?.cursor ?? cursor
        let isKnown = cursor.end < .max
        let limits = BodyWriter.Limits(
            byteLimit: job.options.byteLimit, rate: job.rate,
            reserves: isKnown && opening?.total ?? known.total ?? 0 >= Self.minimumRecordedBytes,
            isDurable: isKnown && job.options.isDurable && job.rate == nil)
        let writer = BodyWriter(
            partial, cursor, OverlapCheck(partial.file, state.seams, lead: lead, trail: trail),
            digest: opening?.digest ?? state.digest, limits: limits, on: job.client.eventLoop)
        return .body(
            AcceptedBody(
                response: response, opening: opening, writer: writer, skipped: skipped,
                check: isCheckedAsFile(response) ? nil : ContentCheck(response), path: partial.path))
    }

    /// Whether all that the response promises is of the file, and checked when that is complete.
    private func isCheckedAsFile(_ response: Response) -> Bool {
        !response.isDecoded && !ContentCheck.announcesTrailer(response.fields)
            && !(segment.question.isRanged && ResumeAnswer(response).isPart)
    }

    private func open(
        _ response: Response, _ total: Int64?, from position: Int64, to end: Int64?, keeping earlier: DownloadState?,
        dropping dropped: ResumePolicy.Reason? = nil
    ) -> FetchOpening {
        let (answer, isRanged) = (ResumeAnswer(response), segment.question.isRanged)
        var promised: [Checksum] = []
        if !response.isDecoded {
            promised =
                isRanged
                ? PromisedDigests.ofFile(in: response.fields, isPart: answer.isPart)
                : PromisedDigests.ofContent(in: response.fields, isPart: answer.isPart)
        }
        // Mirrors were trusted because of them, so check them even if this response doesn't repeat them.
        if promised.isEmpty, let earlier { promised = earlier.promised }
        let checked = promised + (job.options.checksum.map { [$0] } ?? [])
        let acceptsRanges = response.fields[.acceptRanges]?.lowercased() == "bytes"
        return FetchOpening(
            answer: answer, head: response.head, total: total, position: position, end: end,
            cursor: SegmentCursor(position..<max(position, end ?? .max)), dropped: dropped,
            keepsEarlierBytes: earlier != nil,
            isOfUnknownLength: isRanged && answer.status == 206 && total == nil,
            honoursRanges: answer.status == 206 || acceptsRanges && !isRanged, promised: promised,
            links: MirrorProbe.links(in: response.head, at: response.url),
            digest: checked.isEmpty ? .none : OrderedDigest(Set(checked.map(\.algorithm))))
    }

    /// Below this length, a record costs more than fetching the file again.
    static let minimumRecordedBytes: Int64 = 1 << 20

    /// Checks the length and the free disk space, drops bytes of another version, and writes the first record, before any
    /// byte is written out of order.
    private func prepare(_ partial: PartialFile, for opening: FetchOpening, _ state: DownloadState) async throws {
        let end = opening.total ?? opening.end
        if let limit = job.options.byteLimit, end ?? 0 > limit { throw DownloadError.tooLarge(limit: limit) }
        // Noticed now, it costs no transfer.
        if let expected = job.options.expectedBytes, let end, end != expected {
            throw DownloadError.otherLength(
                expected: expected, actual: end, keptIn: known.hasBytes ? partial.path : "")
        }
        let restarts = partial.awaitsRestart.exchange(false, ordering: .relaxed)
        if restarts || known.hasBytes && !opening.keepsEarlierBytes {
            try await onFileThread { () throws(DownloadError) in try partial.restart() }
        }
        if let total = opening.total, total < Self.minimumRecordedBytes, !job.mayUseSegments { return }
        var begun = state
        begun.take(opening)
        let (present, save) = (begun.present, begun.save(begun.present, of: job, partial, syncs: false))
        try await onFileThread { () throws(DownloadError) in
            if let total = opening.total { try partial.checkRoom(for: total, present: present.byteCount) }
            _ = try save.save(partial)
        }
    }
}

/// A response whose body is being written.
struct AcceptedBody {
    let response: Response
    /// What the first response of a round tells.
    let opening: FetchOpening?
    var writer: BodyWriter
    /// How many bytes of the body are on the disk already.
    let skipped: Int64?
    let check: ContentCheck?
    let path: String

    /// Writes the next piece; false at the end.
    mutating func writeNext() async throws -> Bool { try await writer.writeNext(response.body) }

    /// Judges what was written.
    func end() throws -> FetchEnd {
        if let offset = writer.overlap.difference { return .action(.startOver(.seamDiffers(at: offset))) }
        if let skipped, !writer.overlap.hasPassedLead {
            return .action(.startOver(.otherLength(was: skipped, now: writer.overlap.leadEnd)))
        }
        // Another segment's fetch may have taken the end over.
        if response.body.isComplete, let error = check?.error(in: response, keptIn: path) { throw error }
        return .done
    }
}

extension ResumeAnswer {
    /// The facts in a response's head.
    init(_ response: Response) { self.init(response.head, bodyLength: response.body.expectedByteCount) }
}
