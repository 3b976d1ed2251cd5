internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS

/// Why a request may be repeated.
@nonexhaustive
public enum RetryReason: Sendable, Equatable {
    /// The server answered with this status and, optionally, a Retry-After field.
    case status(Int, retryAfter: String?)
    /// There was no complete response.
    case failure(HTTPClientError)
}

extension RetryReason {
    /// The reason, as a retry policy sees it.
    var cause: RetryPolicy.Cause {
        switch self {
        case .status(let status, let retryAfter): .status(status, retryAfter: retryAfter)
        case .failure(let error): .failure(error.retryKind, wasSent: error.requestBytesSent > 0)
        }
    }
}

extension RetryPolicy {
    /// The delay before the next attempt; `nil` to give up.
    ///
    /// - Parameters:
    ///   - reason: why the attempt failed.
    ///   - situation: what is known about the request and its attempts.
    ///   - chance: a random number from 0 to 1, for the jitter.
    package func delay(after reason: RetryReason, _ situation: Situation, chance: Double) -> Duration? {
        delay(after: reason.cause, situation, chance: chance)
    }
}

extension RetryOnce {
    /// Whether to try again after `error`.
    func isAllowed(after error: HTTPClientError) -> Bool {
        isAllowed(afterLostConnection: error.isLostConnection)
    }
}

extension HTTPClientError {
    fileprivate var retryKind: RetryPolicy.Cause.Kind {
        switch cause {
        case .cancelled: .cancelled
        case .timedOut(let clock, _): clock == .total ? .lasting : .passing
        case .network(.unknownHost(_, _, let isTemporary)): isTemporary ? .passing : .lasting
        // A host that drops packets may only be busy, as when the connection's own clock runs out.
        case .network(let reason) where reason.isTimeOut: .passing
        case .network(.system): phase == .connect ? .refused : .passing
        // As wrong the next time; a replay that differs is one of them.
        case .network(.invalidArgument): .lasting
        case .network: .passing
        case .http(.server(.closedBeforeFinalResponse, _)), .http(.server(.closedInHead, _)): .passing
        default: isLostConnection ? .passing : .lasting
        }
    }

    /// Whether the connection was lost without a response, as when the server closes an idle one.
    var isLostConnection: Bool {
        switch cause {
        // TLS reports `.closed` if the server's close_notify arrived before the request was sent.
        case .network(.system), .network(.closed), .http(.server(.closedBeforeResponse, _)), .tls(.truncated),
            .tls(.system):
            true
        default: false
        }
    }
}
