internal import SockeyeClient
internal import SockeyeIO

/// How often a download starts over and how long it waits before it asks again: pure, fed by the clock.
struct Patience {
    /// How often a file may turn out to be another one before that is an error.
    static let maximumRestarts = 3

    private let retry: DownloadOptions.Retry
    /// Failures in a row that are allowed.
    private let maximumFailures: Int
    /// No request begins later.
    private let end: Deadline
    private var restarts = 0
    private var failures = 0
    private var bytesAtFailure: Int64 = 0

    init(_ options: DownloadOptions, end: Deadline) {
        retry = options.retry
        self.end = min(end, options.retry.period.map { .after($0) } ?? .never)
        // A cut segment of several is no failure of the file while another way exists.
        maximumFailures = max(retry.count, options.mayUseSegments ? 3 : 0)
    }

    /// Counts a start from the first byte; false if it is one too many.
    mutating func mayRestart() -> Bool {
        restarts += 1
        return restarts <= Self.maximumRestarts
    }

    /// How long to wait after a failure with `present` bytes there; `nil` to give up.
    mutating func delay(after error: DownloadError, retryAfter: Duration?, present: Int64, now: Deadline) -> Duration? {
        // Too slow is too slow, however many bytes came.
        let isSlowness = error.isAboutSpeed
        // A server that sends the same first bytes again and again makes no progress.
        let isProgress = present > bytesAtFailure && !isSlowness
        bytesAtFailure = max(bytesAtFailure, present)
        failures = isProgress ? 0 : failures + 1
        let allowed = isSlowness ? retry.count : maximumFailures
        guard allowed > 0, failures <= allowed, error.isWorthRetrying(retry) else { return nil }
        let delay = Backoff.delay(failures: failures, retryAfter: retryAfter, retry: retry)
        return now.advanced(by: delay) < end ? delay : nil
    }
}

/// How long to wait before a request is made again: pure.
enum Backoff {
    /// - Parameters:
    ///   - failures: how many in a row brought nothing; 0 if the last one brought bytes.
    ///   - retryAfter: the server's Retry-After.
    static func delay(failures: Int, retryAfter: Duration?, retry: DownloadOptions.Retry) -> Duration {
        if let retryAfter { return min(retryAfter, retry.longestDelay) }
        // Bytes came: the connection was cut, and nothing is overloaded.
        if failures == 0 { return .zero }
        let doublings = retry.doublesDelay ? min(failures - 1, 30) : 0
        return min(retry.delay * (1 << doublings), retry.longestDelay)
    }
}

extension DownloadError {
    /// Whether bytes came more slowly than the minimum speed.
    fileprivate var isAboutSpeed: Bool {
        if case .client(let error) = self, case .timedOut(.minimumSpeed, _) = error.cause { true } else { false }
    }

    /// The failure as a retry is announced.
    var retryReason: RetryReason? {
        switch self {
        case .client(let error): .failure(error)
        case .refused(_, let status?): .status(status, retryAfter: nil)
        default: nil
        }
    }

    /// Whether another server may have what this one does not give.
    var isAboutPlace: Bool {
        switch self {
        case .client(let error): if case .cancelled = error.cause { false } else { true }
        case .refused(_, let status): status != nil
        default: false
        }
    }
}
