internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO

/// Writes a body to a partial file as it arrives: with `splice(2)` if the bytes need not enter this process, otherwise
/// with `pwrite(2)` from the receive buffer.
struct BodyWriter {
    /// Limits on the writing.
    struct Limits {
        /// More bytes are an error; `nil` for no limit.
        var byteLimit: Int64?
        var rate: RateLimit?
        /// Whether blocks are reserved in advance: not for a short file, nor for one of unknown length.
        var reserves: Bool
        /// Whether the file is synced at the end, so that writeback begins early.
        var isDurable: Bool
    }

    private let partial: PartialFile
    private let cursor: SegmentCursor
    private let digest: OrderedDigest?
    private let limits: Limits
    private let start: Int64
    /// Where the next blocks are reserved; `.max` for nowhere.
    private var reserveAt: Int64
    private var pipe: SplicePipe?
    private var writeback: Writeback?
    /// Whether bytes behind the cursor's end were dropped: the next ones belong further back, wherever the end moves.
    private var isPastEnd = false
    /// Compares the bytes that are already on the disk.
    private(set) var overlap: OverlapCheck

    init(
        _ partial: PartialFile, _ cursor: SegmentCursor, _ overlap: OverlapCheck, digest: OrderedDigest?,
        limits: Limits, on loop: EventLoop
    ) {
        self.partial = partial
        self.cursor = cursor
        self.overlap = overlap
        self.digest = digest
        self.limits = limits
        start = cursor.position
        reserveAt = limits.reserves ? start : .max
        if limits.isDurable, cursor.remaining >= Writeback.minimumBytes {
            writeback = Writeback(partial.file, from: start, on: loop)
        }
    }

    /// Writes the next piece; false at the cursor's end, the body's end or a difference.
    mutating func writeNext(_ body: ResponseBody) async throws -> Bool {
        let before = cursor.position
        let isOver = overlap.difference != nil || isPastEnd || cursor.end <= before && !overlap.isPending
        if !isOver, before >= reserveAt { try await reserve(from: before) }
        guard !isOver, try await step(body) else {
            try await writeback?.finish()
            return false
        }
        let position = cursor.position
        // A splice under way may pass the end that another segment's fetch takes over: it writes those bytes again.
        digest?.follow(partial.file, before..<position, in: start..<max(start, min(position, cursor.end)))
        if let limit = limits.byteLimit, position > limit { throw DownloadError.tooLarge(limit: limit) }
        try await writeback?.advance(to: position)
        if let rate = limits.rate, position > before {
            let moment = rate.pay(for: position - before, now: .now)
            if moment > .now { try await body.pause(until: moment) }
        }
        return true
    }

    /// Moves the available bytes once; returns false at the body's end.
    private mutating func step(_ body: ResponseBody) async throws -> Bool {
        let (position, remaining) = (cursor.position, cursor.remaining)
        if overlap.hasPassedLead, remaining > 0, body.canSplice, let pipe = preparedPipe() {
            let limit = min(remaining, limits.rate?.pieceLimit ?? .max)
            do {
                let count = try await body.spliceNext(through: pipe, into: partial.file, at: position, atMost: limit)
                cursor.position = position + Int64(count)
                return count > 0
            } catch {
                // Some bytes may have reached the file.
                digest?.follow(partial.file, position..<position + 1, in: start..<position)
                throw error
            }
        }
        return try await body.lendNext { try take($0) }
    }

    private mutating func preparedPipe() -> SplicePipe? {
        // Without a free descriptor the bytes are copied instead.
        if pipe == nil { pipe = try? SplicePipe() }
        return pipe
    }

    private mutating func take(_ bytes: RawSpan) throws(FileError) {
        var rest = bytes.extracting(droppingFirst: try overlap.takeLead(of: bytes))
        if overlap.difference != nil { return }
        let position = cursor.position
        let count = Int(clamping: min(Int64(rest.byteCount), max(0, cursor.end - position)))
        if count > 0 {
            // SAFETY: the buffer covers the span's initialised bytes, and the write doesn't keep the pointer.
            try rest.extracting(first: count).withUnsafeBytes { buffer throws(FileError) in
                try partial.file.write(buffer, at: position)
            }
            cursor.position = position + Int64(count)
            rest = rest.extracting(droppingFirst: count)
        }
        isPastEnd = rest.byteCount > 0
        try overlap.takeTrail(rest, behind: cursor.end)
    }

    private mutating func reserve(from position: Int64) async throws(DownloadError) {
        let (received, end) = (position - start, cursor.end)
        reserveAt = try await onFileThread { [partial] () throws(DownloadError) in
            try partial.reserve(from: position, received: received, end: end)
        }
    }
}
