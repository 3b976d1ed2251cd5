internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeURL

/// What to download, and where to. Every request of the download refers to it.
final class DownloadJob: Sendable {
    let client: HTTPClient
    /// The caller's request, or the same to a mirror.
    let request: Request
    let options: DownloadOptions
    let path: String
    /// Whether a symbolic link at the path is followed. If the server chose the name, it is replaced.
    let followsLink: Bool
    /// Whether the partial file was another program's, taken over under its final name.
    let isAdopted: Bool
    /// Whether the request goes to another server than the first one.
    let isMirror: Bool
    /// What the server said in response to HEAD.
    let facts: HeadProbe.Facts?
    let observer: (any ExchangeObserver)?
    let report: (@Sendable (DownloadProgress) -> Void)?
    /// The rate limit of all segments together.
    let rate: RateLimit?
    /// The deadline of the download.
    let end: Deadline

    /// With several segments, one that receives nothing for this long is requested again.
    private static let segmentIdle = Duration.seconds(15)

    init(
        _ client: HTTPClient, _ request: Request, to path: String, followsLink: Bool, _ options: DownloadOptions,
        facts: HeadProbe.Facts? = nil, observer: (any ExchangeObserver)? = nil,
        report: (@Sendable (DownloadProgress) -> Void)? = nil
    ) {
        (self.client, self.request, self.options) = (client, request, options)
        (self.path, self.followsLink) = (path, followsLink)
        (self.facts, self.observer, self.report) = (facts, observer, report)
        (isAdopted, isMirror) = (false, false)
        rate = options.bytesPerSecond.map { RateLimit(bytesPerSecond: $0) }
        end = options.totalTime.map { .after($0) } ?? .never
    }

    /// The same download once its file is adopted, or from a mirror: what HEAD has said is no longer about it.
    init(
        _ job: DownloadJob, _ request: Request, _ options: DownloadOptions, isAdopted: Bool = false,
        isMirror: Bool = false
    ) {
        (client, path, followsLink, facts) = (job.client, job.path, job.followsLink, nil)
        (observer, report, rate, end) = (job.observer, job.report, job.rate, job.end)
        (self.request, self.options) = (request, options)
        (self.isAdopted, self.isMirror) = (job.isAdopted || isAdopted, isMirror)
    }

    /// The request with the download's timeouts; Range and If-Range are added per segment.
    var timedRequest: Request {
        guard mayUseSegments || options.minimumSpeed != nil || end != .never else { return request }
        var request = request
        var timeouts = request.timeouts ?? client.configuration.timeouts
        if let speed = options.minimumSpeed { timeouts.minimumSpeed = speed }
        if mayUseSegments {
            timeouts.idle = min(timeouts.idle ?? Self.segmentIdle, Self.segmentIdle)
            // The minimum speed applies to all segments together; `SegmentPace` checks it.
            timeouts.minimumSpeed = nil
        }
        if end != .never { timeouts.total = end.duration(since: .now) }
        request.timeouts = timeouts
        return request
    }

    /// Whether ranges may be requested.
    var canAskForRanges: Bool { request.method == .get && request.fields[.range] == nil }

    /// Whether there may be more than one segment.
    var mayUseSegments: Bool { options.segments != .one }

    var url: HTTPURL { request.url }

    /// The minimum speed of all segments together.
    var minimumSpeed: Timeouts.MinimumSpeed? {
        options.minimumSpeed ?? (request.timeouts ?? client.configuration.timeouts).minimumSpeed
    }

    /// Opens `NAME.part`.
    func openPartialFile() throws(DownloadError) -> PartialFile {
        try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, followsLink: followsLink,
            newFileMode: options.fileMode)
    }

    /// Whether the download needs no more than an unused name and one request, so that `NAME.part` can wait until the body
    /// turns out not to have come with its head: for a small file, it would be most of the cost.
    func mayComeWhole() throws(DownloadError) -> Bool {
        guard !isAdopted, !isMirror, facts == nil, report == nil, !mayUseSegments, !options.isVerified,
            options.resume != .required, options.bytesPerSecond == nil, options.totalTime == nil,
            options.mirrors.isEmpty, canAskForRanges, !path.isEmpty, path.utf8.last != UInt8(ascii: "/")
        else { return false }
        let besides = (options.resume == .never ? [.partial] : [FileSuffix.partial, .record]).map {
            $0.path(beside: path)
        }
        // A file that must stay is looked for now: found later, it would have been fetched for nothing.
        if options.existing != .refuse, options.batch?.givesFree(path, without: besides) == true { return true }
        for name in [path] + besides where try FileFacts.found(of: name, followingLinks: false) != nil { return false }
        return (try? FileNames.checkWritable(FileNames.folder(of: path))) != nil
    }
}
