internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// The immutable parameters of a download.
struct DownloadJob: Sendable {
    let client: HTTPClient
    /// The caller's request.
    let request: Request
    /// The same with the download's timeouts; Range and If-Range are added per segment.
    let timedRequest: Request
    let options: DownloadOptions
    let partial: PartialFile
    /// Whether the partial file was another program's, taken over under its final name.
    let isAdopted: Bool
    let observer: (any ExchangeObserver)?
    let report: (@Sendable (DownloadProgress) -> Void)?
    /// The rate limit of all segments together.
    let rate: RateLimit?
    /// The deadline of the download.
    let end: Deadline

    /// With several segments, one that receives nothing for this long is requested again.
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
            // The minimum speed applies to all segments together; `SegmentPace` checks it.
            timeouts.minimumSpeed = nil
        }
        request.timeouts = timeouts
        return request
    }

    /// Whether ranges may be requested.
    var canAskForRanges: Bool { request.method == .get && request.fields[.range] == nil }

    var url: HTTPURL { request.url }

    /// The minimum speed of all segments together.
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
