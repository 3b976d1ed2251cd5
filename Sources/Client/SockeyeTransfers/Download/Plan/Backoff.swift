internal import HTTPTypes
internal import SockeyeFields

/// The delay before a transfer's retry, as a pure function: downloads and uploads wait by the same rule.
enum Backoff {
    /// - Parameters:
    ///   - failures: the failures in a row without progress; 0 if the last one made progress.
    ///   - retryAfter: the server's Retry-After.
    static func delay(failures: Int, retryAfter: Duration?, retry: DownloadOptions.Retry) -> Duration {
        // Bytes were received, so the connection was cut and the server isn't overloaded, unless it says so.
        if failures == 0 { return min(retryAfter ?? .zero, retry.delayLimit) }
        var delay = retry.delay
        // Step by step, so that nothing overflows.
        for _ in 1..<(retry.doublesDelay ? failures : 1) {
            if delay >= retry.delayLimit { break }
            delay *= 2
        }
        // The server may ask for a longer wait, but not for all attempts at once.
        return min(max(delay, retryAfter ?? .zero), retry.delayLimit)
    }
}

extension HTTPFields {
    /// How long the server asks to wait (Retry-After, RFC 9110 section 10.2.3), if it does. A date counts from the server's
    /// own clock where a Date field tells it, and from `now` otherwise.
    func retryDelay(now: HTTPDate) -> Duration? {
        let now = self[.date].flatMap { HTTPDate(parsing: $0, now: now) } ?? now
        guard let value = self[.retryAfter], let after = RetryAfter(parsing: value, now: now) else { return nil }
        return .seconds(Swift.min(after.delay(from: now), 1 << 31))
    }
}
