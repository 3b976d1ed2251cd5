internal import SockeyeBytes

/// The Retry-After field (RFC 9110 section 10.2.3): how long to wait before a retry. Closed: the RFC has no other forms.
package enum RetryAfter: Sendable, Hashable {
    /// A delay in seconds from the response's arrival.
    case seconds(Int64)
    /// The time to wait for.
    case date(HTTPDate)

    /// Parses a field value, 1*DIGIT or an HTTP-date; `nil` for anything else. More seconds than fit count as `Int64.max`: a
    /// server that asks for a long wait must not get the next request at once.
    ///
    /// - Parameters:
    ///   - text: the value.
    ///   - now: the present, for dates with two-digit years; see ``HTTPDate/init(parsing:now:)``.
    package init?(parsing text: String, now: HTTPDate? = nil) {
        if let seconds = ASCII.largeNumber(text.utf8) {
            self = .seconds(seconds)
        } else if let date = HTTPDate(parsing: text, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The delay in seconds, never negative. It is outside data: clamp it before waiting.
    package func delay(from now: HTTPDate) -> Int64 {
        switch self {
        case .seconds(let seconds): max(0, seconds)
        case .date(let date): max(0, date.secondsSinceEpoch - now.secondsSinceEpoch)
        }
    }
}

extension RetryAfter: CustomStringConvertible {
    /// The field value.
    package var description: String {
        switch self {
        case .seconds(let seconds): "\(seconds)"
        case .date(let date): date.description
        }
    }
}
