internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// What a download is to do, from its first request to its last: nothing here changes.
struct DownloadJob: Sendable {
    let client: HTTPClient
    /// The request as the caller made it.
    let request: Request
    /// The same with the download's timeouts; Range and If-Range are added per segment.
    let timedRequest: Request
    let options: DownloadOptions
    let partial: PartialFile
    /// Whether the partial file is another program's, taken over under its final name.
    let isAdopted: Bool
    let observer: (any ExchangeObserver)?
    let report: (@Sendable (DownloadProgress) -> Void)?
    /// Over all segments together.
    let rate: RateLimit?
    /// When everything must be over.
    let end: Deadline

    /// A segment of several that brings nothing for this long is given up and asked for again.
    private static let segmentIdle = Duration.seconds(15)

    init(
        _ client: HTTPClient, _ request: Request, _ options: DownloadOptions, _ partial: PartialFile,
        isAdopted: Bool = false, observer: (any ExchangeObserver)? = nil,
        report: (@Sendable (DownloadProgress) -> Void)? = nil
    ) {
        self.client = client
        self.request = request
        self.options = options
        self.partial = partial
        self.isAdopted = isAdopted
        self.observer = observer
        self.report = report
        rate = options.bytesPerSecond.map { RateLimit(bytesPerSecond: $0) }
        end = options.totalTime.map { .after($0) } ?? .never
        timedRequest = Self.timed(request, client, options)
    }

    private static func timed(_ request: Request, _ client: HTTPClient, _ options: DownloadOptions) -> Request {
        var request = request
        var timeouts = request.timeouts ?? client.configuration.timeouts
        if let speed = options.minimumSpeed { timeouts.minimumSpeed = speed }
        if options.mayUseSegments {
            timeouts.idle = min(timeouts.idle ?? segmentIdle, segmentIdle)
            // The minimum is for all segments together, not for each: `SegmentPace` watches it.
            timeouts.minimumSpeed = nil
        }
        request.timeouts = timeouts
        return request
    }

    /// Whether parts may be asked for at all.
    var canAskForRanges: Bool { request.method == .get && request.fields[.range] == nil }

    var url: HTTPURL { request.url }

    /// What all segments together must reach.
    var minimumSpeed: Timeouts.MinimumSpeed? {
        options.minimumSpeed ?? (request.timeouts ?? client.configuration.timeouts).minimumSpeed
    }

    /// A resume record of this download.
    func record(_ known: ResumeKnowledge, durable: ByteRangeSet, written: ByteRangeSet) -> ResumeRecord {
        ResumeRecord(
            fileName: partial.fileName, url: url.withoutCredentials.withoutFragment.href,
            validator: known.validator, lastModified: known.lastModified, mediaType: known.mediaType,
            total: known.total, bootNumber: PartialFile.bootNumber, durable: durable, written: written)
    }
}

extension DownloadOptions {
    /// Whether there may be more than one segment.
    var mayUseSegments: Bool { segments != .one }
}
