internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS

/// One download from its first request to the file under its name: rounds of requests until everything is there.
///
/// ```
///   prepare ──→ round ──complete──→ verify ──→ commit
///                ▲ │
///                └─┴─ start over · ask plainly · wait and go on          (each a bounded number of times)
/// ```
///
/// A round is a first request, whose answer the policy judges, and the segments that it makes possible.
final class DownloadRun {
    /// How often a file may turn out to be another one before that is an error.
    static let mostRestarts = 3

    let client: HTTPClient
    let request: Request
    let options: DownloadOptions
    let observer: (any ExchangeObserver)?
    let report: (@Sendable (DownloadProgress) -> Void)?
    let partial: PartialFile
    /// Whether the partial file is another program's, taken over under its final name.
    let isAdopted: Bool
    let end: Deadline
    /// What an answer to HEAD told.
    var probed: HeadProbe.Facts?
    /// Whether the request's place is another than the one that was asked first.
    var isAtMirror = false
    /// Mirrors that the server named.
    var links: [HTTPURL] = []

    /// What is there.
    var present = ByteRangeSet()
    var known = ResumeKnowledge()
    var governor: SegmentGovernor
    var seams = Seams()
    var digest: OrderedDigest
    var promised: [Checksum] = []
    var head: ResponseHead?
    var speed = SpeedMeter()
    /// What the record on the disk says to be durable.
    var durable = ByteRangeSet()
    var notices: [String] = []
    /// Where parts are asked for; the request's own place first.
    var sources: [Source] = [Source()]
    var resumedBytes: Int64 = 0
    var receivedBytes: Int64 = 0
    /// Whether the server said how long the file is, so that its length proves something.
    var isLengthTold = true
    let limit: RateLimit?
    private let retryEnd: Deadline?
    /// The next first request asks without a condition, or for the whole.
    var asksPlainly = false
    var asksForWhole = false
    /// The server's parts cannot be relied on: every request is for the whole.
    var rangesAreBroken = false
    private var restarts = 0
    private var failures = 0
    private var mostBytesAtFailure: Int64 = 0

    init(
        client: HTTPClient, request: Request, options: DownloadOptions, partial: PartialFile, isAdopted: Bool,
        observer: (any ExchangeObserver)?, report: (@Sendable (DownloadProgress) -> Void)?
    ) {
        self.client = client
        self.request = request
        self.options = options
        self.partial = partial
        self.isAdopted = isAdopted
        self.observer = observer
        self.report = report
        governor = SegmentGovernor(options.segments, most: options.mostSegments)
        digest = OrderedDigest(Set(options.checksum.map { [$0.algorithm] } ?? []))
        retryEnd = options.retry.period.map { .after($0) }
        limit = options.bytesPerSecond.map(RateLimit.init)
        end = options.totalTime.map { .after($0) } ?? .never
    }

    /// Whether parts may be asked for at all.
    var canAskForRanges: Bool { request.method == .get && request.fields[.range] == nil }

    /// Runs it.
    ///
    /// - Parameter first: how the first round ended, when it was run already.
    func run(after first: DownloadRound.End? = nil) async throws(DownloadError) -> DownloadResult {
        if first == nil { try await prepare() }
        var ended = first
        while true {
            if ended == nil, isEverythingThere, let result = try await finish() { return result }
            let end = if let ended { ended } else { await isSingle ? singleRound() : round() }
            ended = nil
            switch end {
            case .complete:
                if let result = try await finish() { return result }
            case .askPlainly:
                asksPlainly = true
            case .startOver(let reason):
                try startOver(reason)
            case .failed(let error, let retryAfter):
                do throws(DownloadError) {
                    try await waitToRetry(after: error, retryAfter)
                } catch {
                    try tryWhole(insteadOf: error)
                }
            case .stopped(let error):
                try tryWhole(insteadOf: error)
            }
        }
    }

    /// Whether all bytes are there, as far as the length is known.
    var isEverythingThere: Bool {
        !asksForWhole && (known.total.map { present.contains(0..<$0) } ?? false)
    }

    // MARK: What is there

    func prepare() async throws(DownloadError) {
        known.requiresResumable = options.resume == .required
        known.mayNotDrop = isAdopted
        known.acceptsAnyStatus = options.acceptsAnyStatus
        known.expectsNoPage = !options.acceptsAnyStatus && FileKind.isNoPage(partial.fileName)
        guard canAskForRanges, options.resume != .never else {
            if !partial.isNew { try partial.restart() }
            return try learnFromProbe()
        }
        if partial.isNew, !options.segmentsMayBeSeveral, !partial.hadRecord { return try learnFromProbe() }
        let remains = try await onFileThread { [partial] () throws(DownloadError) in try partial.remains() }
        present = remains.present
        if let record = remains.record {
            (known.total, known.validator, known.lastModified) = (record.total, record.validator, record.lastModified)
            known.mediaType = record.mediaType
            durable = record.durable
        }
        // Each place has validators of its own; where a digest decides in the end, those of another prove nothing.
        if isAtMirror, options.checksum != nil { (known.validator, known.lastModified) = (nil, nil) }
        takeStock()
        resumedBytes = present.byteCount
        try learnFromProbe()
    }

    private func learnFromProbe() throws(DownloadError) {
        if let probed { try learn(probed) }
    }

    /// Brings the knowledge about what is there up to date.
    func takeStock() {
        known.prefixLength = present.prefixLength
        known.isOneRow = present.byteCount == present.prefixLength
    }

    // MARK: When it does not go straight

    func startOver(_ reason: ResumePolicy.Reason) throws(DownloadError) {
        if known.refusesToDrop, known.hasBytes { throw .refused(reason.description, status: nil) }
        restarts += 1
        if restarts > Self.mostRestarts {
            throw .refused("gave up after starting over \(Self.mostRestarts) times: \(reason)", status: nil)
        }
        notices.append("started again from the first byte: \(reason)")
        asksForWhole = true
        rangesAreBroken = rangesAreBroken || reason.isAboutRanges
        asksPlainly = true
        governor.useOne()
        if !reason.isAboutRanges {
            // Nothing that is there may be passed over, let alone kept.
            known.validator = nil
            known.lastModified = nil
            known.total = nil
            known.isOneRow = false
        }
    }

    /// Asks for the whole when segments were begun, and the server now refuses the parts that are missing.
    private func tryWhole(insteadOf error: DownloadError) throws(DownloadError) {
        guard case .refused(_, let status?) = error, options.segmentsMayBeSeveral, receivedBytes > 0, !asksForWhole
        else {
            throw error
        }
        try startOver(.partsRefused(status))
    }

    /// Waits as long as the server or the rules of patience want, or gives up.
    private func waitToRetry(after error: DownloadError, _ retryAfter: Duration?) async throws(DownloadError) {
        // Too slow is too slow, however many bytes came.
        let isSlowness = error.isAboutSpeed
        // A server that sends the same first bytes again and again does not get on.
        let isProgress = present.byteCount > mostBytesAtFailure && !isSlowness
        mostBytesAtFailure = max(mostBytesAtFailure, present.byteCount)
        failures = isProgress ? 0 : failures + 1
        asksPlainly = false
        // One segment of several that is cut is no failure of the file while another way exists.
        let allowed = max(options.retry.count, options.segmentsMayBeSeveral && !isSlowness ? 3 : 0)
        guard allowed > 0, failures <= allowed, error.isWorthRetrying(options.retry) else { throw error }
        let delay = Backoff.delay(failures: failures, retryAfter: retryAfter, retry: options.retry)
        let next = Deadline.after(delay)
        if next >= end || retryEnd.map({ next >= $0 }) ?? false { throw error }
        notices.append("went on after: \(error)")
        if let reason = error.retryReason { observer?.observe(.waitingToRetry(reason, delay)) }
        do throws(IOError) {
            try await client.eventLoop.sleep(until: next)
        } catch {
            throw .cancelled
        }
    }
}

/// How long to wait before a request is made again: pure.
package enum Backoff {
    /// - Parameters:
    ///   - failures: how many in a row brought nothing; 0 when the last one brought bytes.
    ///   - retryAfter: what the server asked for.
    package static func delay(failures: Int, retryAfter: Duration?, retry: DownloadOptions.Retry) -> Duration {
        if let retryAfter { return min(retryAfter, retry.longestDelay) }
        // Bytes came: the connection was cut, and nobody is overloaded.
        if failures == 0 { return .zero }
        let doublings = retry.doublesDelay ? min(failures - 1, 30) : 0
        return min(retry.delay * (1 << doublings), retry.longestDelay)
    }
}

extension DownloadError {
    /// Whether it came more slowly than was asked for.
    fileprivate var isAboutSpeed: Bool {
        if case .client(let error) = self, case .timedOut(.minimumSpeed, _) = error.cause { true } else { false }
    }

    /// The failure in the words of a retry.
    fileprivate var retryReason: RetryReason? {
        switch self {
        case .client(let error): .failure(error)
        case .refused(_, let status?): .status(status, retryAfter: nil)
        default: nil
        }
    }

    /// Whether the same request may go better later.
    package func isWorthRetrying(_ retry: DownloadOptions.Retry) -> Bool {
        switch self {
        case .client(let error):
            switch error.cause {
            case .cancelled, .clientClosed, .invalidURL: false
            case _ where retry.includesAllErrors: true
            case .timedOut(.total, _): false
            case .network(.system(_, let number)) where number == ErrorNumber.connectionRefused:
                retry.includesRefusedConnections
            case .network(.unknownHost(_, _, let isTemporary)): isTemporary
            case .network(.system), .network(.timedOut), .network(.closed), .timedOut: true
            case .tls(.truncated), .tls(.system): true
            case .http(.closedBeforeResponse), .http(.closedInBody), .http(.closedInChunkedBody), .http(.closedInHead):
                true
            default: false
            }
        case .refused(_, let status): status.map(ResumePolicy.temporaryStatuses.contains) ?? false
        default: false
        }
    }
}

/// What the name of a file says of its kind.
enum FileKind {
    /// Endings of files that are never web pages, so that a page in place of one is a login or an error.
    private static let endings: Set<String> = [
        "7z", "apk", "avi", "bin", "bz2", "cab", "deb", "dmg", "exe", "flac", "gif", "gz", "img", "iso", "jar", "jpeg",
        "jpg", "lz4", "mkv", "mov", "mp3", "mp4", "msi", "ogg", "pdf", "pkg", "png", "qcow2", "rar", "rpm", "tar",
        "tgz",
        "vhd", "vmdk", "wav", "webm", "webp", "whl", "xz", "zip", "zst",
    ]

    static func isNoPage(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
