internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO

/// Takes a body as it comes: compares what is there already, writes what is new.
///
/// ```
///   lead                     new                        trail
///   ├── compared or kept ──┤├── written at the cursor ──┤├── compared ──┤
/// ```
struct BodyWriter {
    /// Bytes that come first and are not new.
    struct Lead {
        var range: Range<Int64>
        /// On the disk: compared as they come. Otherwise they are kept until they are.
        var isWritten: Bool
    }

    let file: File
    let cursor: SegmentCursor
    let seams: Seams
    let digest: OrderedDigest?
    let limit: RateLimit?
    private let mostBytes: Int64
    let loop: EventLoop
    private var lead: Lead
    private var trail: Range<Int64>
    private var kept: [UInt8] = []
    /// Where the bytes were found to differ from those that are there.
    private(set) var difference: Int64?
    /// Whether all bytes that come first came.
    var hasPassedLead: Bool { lead.range.isEmpty }
    /// How far they came.
    var leadEnd: Int64 { lead.range.lowerBound }
    private var pipe: SplicePipe?
    /// Whether the page cache is of no use for the file.
    private var writesDirectly: Bool
    private var direct: DirectWriter?
    private let partial: PartialFile
    /// Where the next blocks are to be reserved; `.max` for a file that is too short, or of unknown length.
    private var reserveAt: Int64 = .max
    private let start: Int64

    init(
        _ context: FetchContext, cursor: SegmentCursor, digest: OrderedDigest?, lead: Lead, trail: Range<Int64>,
        reserves: Bool
    ) {
        partial = context.partial
        file = partial.file
        seams = context.seams
        limit = context.limit
        mostBytes = context.options.mostBytes ?? .max
        loop = context.client.eventLoop
        writesDirectly = context.options.isDurable && context.options.segments == .one && context.limit == nil
        self.cursor = cursor
        self.digest = digest
        self.lead = lead
        self.trail = trail
        start = cursor.position
        if reserves { reserveAt = start }
    }

    /// Writes until the cursor's end, the body's end or a difference.
    mutating func write(_ body: ResponseBody, _ watch: SingleRound?) async throws {
        do {
            try await receive(body, watch)
        } catch {
            // What came is worth keeping, whatever happened after it.
            try? await direct?.finish()
            throw error
        }
        try await direct?.finish()
    }

    private mutating func receive(_ body: ResponseBody, _ watch: SingleRound?) async throws {
        while difference == nil, remaining > 0 || !lead.range.isEmpty || !trail.isEmpty {
            let before = cursor.position
            if before >= reserveAt { try await reserve() }
            guard try await step(body) else { break }
            try watch?.stepped()
            if cursor.position + (direct?.buffered ?? 0) > mostBytes { throw DownloadError.tooLarge(limit: mostBytes) }
            if let limit, cursor.position > before {
                let moment = limit.pay(for: cursor.position - before, now: .now)
                if moment > .now { try await pause(until: moment) }
            }
        }
    }

    /// Reserves the next blocks.
    private mutating func reserve() async throws(DownloadError) {
        let position = cursor.position + (direct?.buffered ?? 0)
        let (received, end) = (position - start, cursor.end)
        reserveAt = try await onFileThread { [partial] () throws(DownloadError) in
            try partial.reserve(from: position, received: received, end: end)
        }
    }

    /// Bytes that are still to come.
    private var remaining: Int64 { cursor.remaining - (direct?.buffered ?? 0) }

    /// Moves once what is there; false at the body's end.
    private mutating func step(_ body: ResponseBody) async throws -> Bool {
        let position = cursor.position
        let remaining = remaining
        if let direct = preparedDirect(body, remaining) {
            let received = position + direct.buffered
            // SAFETY: the room is the writer's, which is asked for nothing else until the bytes are in it.
            let whole = direct.room
            let room = UnsafeMutableRawBufferPointer(rebasing: whole[..<min(whole.count, Int(clamping: remaining))])
            let count = try await body.receiveNext(into: room)
            digest?.update(UnsafeRawBufferPointer(rebasing: room[..<count]), at: received)
            try await direct.fill(count)
            return count > 0
        }
        if lead.range.isEmpty, remaining > 0, body.canSplice, digest?.wants(position) != true, let pipe = preparedPipe()
        {
            let most = min(remaining, limit?.mostAtOnce ?? .max)
            let count = try await body.spliceNext(through: pipe, into: file, at: position, atMost: most)
            cursor.position = position + Int64(count)
            return count > 0
        }
        return try await body.lendNext { try take($0) }
    }

    /// The writer past the page cache, begun when nothing but a long rest of the body is to come.
    private mutating func preparedDirect(_ body: ResponseBody, _ remaining: Int64) -> DirectWriter? {
        if direct != nil || !writesDirectly { return direct }
        guard lead.range.isEmpty, trail.isEmpty, body.isBare, cursor.end < .max, remaining >= DirectWriter.leastBytes
        else { return nil }
        direct = DirectWriter(file, cursor, loop)
        writesDirectly = direct != nil
        return direct
    }

    private mutating func preparedPipe() -> SplicePipe? {
        // Without a descriptor to spare the bytes are copied instead.
        if pipe == nil { pipe = try? SplicePipe() }
        return pipe
    }

    private mutating func take(_ bytes: RawSpan) throws(FileError) {
        var rest = bytes
        if !lead.range.isEmpty {
            let count = min(lead.range.count, rest.byteCount)
            try takeLead(rest.extracting(first: count))
            rest = rest.extracting(droppingFirst: count)
        }
        if difference != nil { return }
        let position = cursor.position
        let new = Int(clamping: min(Int64(rest.byteCount), max(0, cursor.end - position)))
        if new > 0 {
            // SAFETY: the span's bytes are initialised, and the pointer is used during the closure only.
            try rest.extracting(first: new).withUnsafeBytes { buffer throws(FileError) in
                try file.write(buffer, at: position)
                digest?.update(buffer, at: position)
            }
            cursor.position = position + Int64(new)
            rest = rest.extracting(droppingFirst: new)
        }
        // A cursor whose end was moved has somebody else's bytes behind it.
        guard !trail.isEmpty, cursor.end == trail.lowerBound else {
            trail = 0..<0
            return
        }
        let count = min(trail.count, rest.byteCount)
        if count > 0, try !isWritten(rest.extracting(first: count), at: trail.lowerBound) {
            difference = trail.lowerBound
        }
        // A first look is enough: it is a seam, not the file.
        if count > 0 { trail = 0..<0 }
    }

    private mutating func takeLead(_ bytes: RawSpan) throws(FileError) {
        let offset = lead.range.lowerBound
        if lead.isWritten {
            if try !isWritten(bytes, at: offset) { difference = offset }
        } else {
            // SAFETY: the span's bytes are initialised, and the pointer is used during the closure only.
            bytes.withUnsafeBytes { kept += $0 }
        }
        lead.range = offset + Int64(bytes.byteCount)..<lead.range.upperBound
        if lead.range.isEmpty, !kept.isEmpty {
            seams.keep(kept, at: lead.range.upperBound - Int64(kept.count))
            kept = []
        }
    }

    private func isWritten(_ bytes: RawSpan, at offset: Int64) throws(FileError) -> Bool {
        let written = try file.read(bytes.byteCount, at: offset)
        // SAFETY: the span's bytes are initialised, and the pointer is used during the closure only.
        return bytes.withUnsafeBytes { $0.elementsEqual(written) }
    }

    private func pause(until moment: Deadline) async throws {
        do throws(IOError) {
            try await loop.sleep(until: moment)
        } catch {
            throw DownloadError.cancelled
        }
    }
}
