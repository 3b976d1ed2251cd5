internal import SockeyeClient
internal import SockeyeIO

/// How often a download starts over and how long it waits before a retry, as a pure value.
struct RetryBudget {
    /// How often a file may turn out to have changed before that is an error.
    static let restartLimit = 3

    private let retry: DownloadOptions.Retry
    /// The most failures in a row.
    private let failureLimit: Int
    /// No request begins after this.
    private let end: Deadline
    private var restarts = 0
    private var failures = 0
    private var bytesAtFailure: Int64 = 0

    init(_ options: DownloadOptions, end: Deadline) {
        retry = options.retry
        self.end = min(end, options.retry.period.map { .after($0) } ?? .never)
        // With several segments, a cut segment isn't a failure of the whole download.
        failureLimit = max(retry.count, options.segments != .one ? 3 : 0)
    }

    /// Counts a restart from the first byte; false if it is one too many.
    mutating func mayRestart() -> Bool {
        restarts += 1
        return restarts <= Self.restartLimit
    }

    /// The delay after a failure with `present` bytes received; `nil` to give up.
    mutating func delay(after error: DownloadError, retryAfter: Duration?, present: Int64, now: Deadline) -> Duration? {
        // Slowness counts as a failure even if bytes were received.
        let isSlowness = error.isAboutSpeed
        // A server that sends the same first bytes again and again makes no progress.
        let isProgress = present > bytesAtFailure && !isSlowness
        bytesAtFailure = max(bytesAtFailure, present)
        failures = isProgress ? 0 : failures + 1
        let allowed = isSlowness ? retry.count : failureLimit
        guard allowed > 0, failures <= allowed, error.isWorthRetrying(retry) else { return nil }
        let delay = Backoff.delay(failures: failures, retryAfter: retryAfter, retry: retry)
        return now.advanced(by: delay) < end ? delay : nil
    }
}

extension DownloadError {
    /// Whether the download was slower than the minimum speed, or a request took longer than it may.
    fileprivate var isAboutSpeed: Bool {
        guard case .client(let error) = self else { return false }
        switch error.cause {
        case .timedOut(.minimumSpeed, _), .timedOut(.total, _): return true
        default: return false
        }
    }

    /// The reason announced with a retry.
    var retryReason: RetryReason? {
        switch self {
        case .client(let error): .failure(error)
        case .refused(_, let status?): .status(status, retryAfter: nil)
        default: nil
        }
    }

    /// Whether what came isn't the file that the caller, or the server, says it is.
    var isAboutContent: Bool {
        switch self {
        case .digestMismatch, .otherLength: true
        default: false
        }
    }

    /// Whether another server may succeed where this one failed.
    var isAboutPlace: Bool {
        switch self {
        case .client(let error): if case .cancelled = error.cause { false } else { true }
        case .refused(_, let status): status != nil
        default: false
        }
    }
}
