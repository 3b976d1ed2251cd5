internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO

/// What all requests of one round of a download share.
struct FetchContext: Sendable {
    let client: HTTPClient
    /// The request as the caller made it; Range and its guard are added to it.
    let request: Request
    let options: DownloadOptions
    let partial: PartialFile
    let seams: Seams
    let limit: RateLimit?
    /// When everything has to be over.
    let end: Deadline
    let observer: (any ExchangeObserver)?
    /// Who is told what happens; nobody in a round of one stream.
    let events: AsyncStream<FetchEvent>.Continuation?
}

/// What tasks tell the run.
enum FetchEvent: Sendable {
    /// The first answer was taken, and its bytes are being written.
    case opened(FetchOpening)
    /// A fetch is over.
    case ended(number: Int, FetchEnd)
    /// Time has passed.
    case tick
    /// A mirror was asked; `nil` when it has not the same file.
    case mirror(Source?)
    /// A record was saved; with the ranges that are durable since, if the data were synced for it.
    case saved(Result<ByteRangeSet?, DownloadError>)
}

/// What the first answer told.
struct FetchOpening: Sendable {
    var answer: ResumeAnswer
    var head: ResponseHead
    var total: Int64?
    /// Where its new bytes begin.
    var position: Int64
    /// The byte after its last one, when it is known.
    var answerEnd: Int64?
    /// Why what there was before was dropped.
    var dropped: ResumePolicy.Reason?
    /// Whether what there was before is part of the file.
    var keepsEarlierBytes: Bool
    /// Whether others may ask for parts.
    var honoursRanges: Bool
    /// Digests that the server promised.
    var promised: [Checksum]
    /// Mirrors that it named.
    var links: [HTTPURL]
    /// The computation of those and of the caller's.
    var digest: OrderedDigest
}

/// How a fetch ended.
enum FetchEnd: Sendable {
    /// Everything up to the cursor's end or the body's is written.
    case done
    /// The answer was not written: what to do instead, and how long the server wants to be left alone.
    case action(ResumePolicy.Action, retryAfter: Duration?)
    case failed(HTTPClientError)
    case stopped(DownloadError)
}

/// One request for one part of the file, and the writing of what comes.
struct SegmentFetch: Sendable {
    let context: FetchContext
    /// Where to ask instead of the request's URL.
    let url: HTTPURL?
    let question: ResumeQuestion
    let known: ResumeKnowledge
    let cursor: SegmentCursor
    /// What is there, if this is the first request of a round, whose answer decides about all others.
    let opening: ByteRangeSet?
    /// Whether the bytes between the question's first and the cursor's position are on the disk.
    let isLeadWritten: Bool
    /// Bytes behind the cursor's end that are on the disk and asked for too.
    let trail: Range<Int64>
    let digest: OrderedDigest?

    /// Performs it. Every end is a value that the run decides about.
    ///
    /// - Parameter watch: looks after a round of one stream, which has no events.
    func run(_ watch: SingleRound? = nil) async -> FetchEnd {
        await Self.end(of: {
            try await context.client.perform(request, observer: context.observer) { response in
                try await receive(response, watch)
            }
        })
    }

    /// The same when the request was made already, and `response` is its answer.
    func run(on response: Response, _ watch: SingleRound) async -> FetchEnd {
        await Self.end(of: { try await receive(response, watch) })
    }

    private static func end(of work: () async throws -> FetchEnd) async -> FetchEnd {
        do {
            return try await work()
        } catch let error as HTTPClientError {
            return .failed(error)
        } catch let error as DownloadError {
            return .stopped(error)
        } catch let error as FileError {
            return .stopped(.file(error))
        } catch {
            return .stopped(.refused("\(error)", status: nil))
        }
    }

    private var request: Request {
        var request = context.request
        if let url { request = request.redirected(to: url) }
        if context.end != .never { request.timeouts?.total = context.end.duration(since: .now) }
        request.ask(question, known, wantsDigest: opening != nil && context.options.asksForDigest)
        return request
    }

    // MARK: The answer

    private func receive(_ response: Response, _ watch: SingleRound?) async throws -> FetchEnd {
        let answer = ResumeAnswer(response.head, bodyLength: response.body.expectedByteCount)
        let action = ResumePolicy.action(for: answer, to: question, knowing: known)
        var lead = BodyWriter.Lead(range: 0..<0, isWritten: true)
        var taken: FetchOpening?
        switch action {
        case .goOn(let range, let total):
            lead = .init(range: question.first..<cursor.position, isWritten: isLeadWritten)
            if opening != nil {
                taken = take(response, answer, total: total, end: range?.upperBound, keepsEarlierBytes: known.hasBytes)
            }
        case .writeWhole(let total, let reason):
            guard opening != nil else { return .action(.startOver(reason ?? .rangeIgnored), retryAfter: nil) }
            if known.hasBytes {
                try await onFileThread { [partial = context.partial] () throws(DownloadError) in try partial.restart() }
            }
            cursor.position = 0
            taken = take(response, answer, total: total, end: total, dropped: reason, keepsEarlierBytes: false)
        case .skip(let count):
            guard opening != nil else { return .action(.startOver(.rangeIgnored), retryAfter: nil) }
            lead = .init(range: 0..<count, isWritten: true)
            cursor.position = count
            taken = take(response, answer, total: answer.bodyLength, end: answer.bodyLength, keepsEarlierBytes: true)
        case .askPlainly, .startOver, .complete, .later, .refuse:
            return .action(action, retryAfter: retryAfter(response.fields, answer.date))
        }
        if let taken {
            if let most = context.options.mostBytes, taken.total ?? taken.answerEnd ?? 0 > most {
                throw DownloadError.tooLarge(limit: most)
            }
            cursor.end = taken.answerEnd ?? .max
            try await prepareFile(taken)
            if let watch { watch.opened(taken) } else { context.events?.yield(.opened(taken)) }
        }
        let total = taken?.total ?? known.total ?? 0
        var writer = BodyWriter(
            context, cursor: cursor, digest: taken?.digest ?? digest, lead: lead, trail: trail,
            reserves: total >= Self.leastRecordedBytes && cursor.end < .max)
        try await writer.write(response.body, watch)
        if case .skip(let count) = action, writer.difference == nil, !writer.hasPassedLead {
            return .action(.startOver(.otherLength(was: count, now: writer.leadEnd)), retryAfter: nil)
        }
        if let offset = writer.difference { return .action(.startOver(.seamDiffers(at: offset)), retryAfter: nil) }
        return .done
    }

    private func take(
        _ response: Response, _ answer: ResumeAnswer, total: Int64?, end: Int64?, dropped: ResumePolicy.Reason? = nil,
        keepsEarlierBytes: Bool
    ) -> FetchOpening {
        let promised = PromisedDigests.ofFile(
            in: response.fields, isWhole: answer.status == 200, isCoded: answer.isCoded)
        var algorithms = Set(promised.map(\.algorithm))
        if let checksum = context.options.checksum { algorithms.insert(checksum.algorithm) }
        let acceptsRanges = response.fields[.acceptRanges]?.lowercased() == "bytes"
        return FetchOpening(
            answer: answer, head: response.head, total: total, position: cursor.position, answerEnd: end,
            dropped: dropped, keepsEarlierBytes: keepsEarlierBytes,
            honoursRanges: answer.status == 206 || acceptsRanges && !question.isRanged, promised: promised,
            links: MirrorProbe.links(in: response.head, at: response.url), digest: OrderedDigest(algorithms))
    }

    /// Below this length a record costs more than fetching the file again.
    static let leastRecordedBytes: Int64 = 1 << 20

    /// Looks for room on the disk, and writes the first record: before any byte is written out of order.
    private func prepareFile(_ taken: FetchOpening) async throws {
        if let total = taken.total, total < Self.leastRecordedBytes, !context.options.segmentsMayBeSeveral { return }
        let present = taken.keepsEarlierBytes ? opening ?? ByteRangeSet() : ByteRangeSet()
        let record = ResumeRecord(context.partial, context.request, taken, present: present)
        try await onFileThread { [partial = context.partial] () throws(DownloadError) in
            if let total = taken.total { try partial.checkRoom(for: total, present: present.byteCount) }
            try partial.save(record, isDurable: true)
        }
    }

    private func retryAfter(_ fields: HTTPFields, _ date: HTTPDate?) -> Duration? {
        guard let value = fields[.retryAfter], let after = RetryAfter(parsing: value, now: date) else { return nil }
        switch after {
        case .seconds(let seconds): return .seconds(min(seconds, 1 << 31))
        // The server's clock counts, since the date is by it.
        case .date(let moment):
            return date.map { .seconds(min(max(0, moment.secondsSinceEpoch - $0.secondsSinceEpoch), 1 << 31)) }
        }
    }
}

extension DownloadOptions {
    var segmentsMayBeSeveral: Bool { segments != .one }
}

extension ResumeRecord {
    init(_ partial: PartialFile, _ request: Request, _ taken: FetchOpening, present: ByteRangeSet) {
        self.init(
            fileName: partial.fileName, url: Self.shownURL(of: request), validator: taken.answer.validator,
            lastModified: taken.answer.lastModified, mediaType: taken.answer.mediaType, total: taken.total,
            bootNumber: PartialFile.bootNumber, durable: ByteRangeSet(), written: present)
    }

    /// The URL as a record holds it: without credentials.
    static func shownURL(of request: Request) -> String {
        (try? request.url.get())?.withoutCredentials.withoutFragment.href ?? ""
    }
}

extension Request {
    /// Adds what the question needs: the range, its guard, and the wish for a digest.
    mutating func ask(_ question: ResumeQuestion, _ known: ResumeKnowledge, wantsDigest: Bool) {
        if wantsDigest, let name = HTTPField.Name("Want-Repr-Digest") { fields[name] = PromisedDigests.wanted }
        guard question.isRanged else { return }
        let range = question.end.map { ByteRange.closed(first: question.first, last: $0 - 1) } ?? .from(question.first)
        fields[.range] = RangeField(range).description
        // Parts of a coded body cannot be put together with parts of a plain one.
        if fields[.acceptEncoding] == nil { fields[.acceptEncoding] = "identity" }
        // RFC 9110 section 13.1.5: the part if the file is the same, else the whole.
        if question.isConditional, let validator = known.validator { fields[octets: .ifRange] = [validator.ifRange] }
    }
}
