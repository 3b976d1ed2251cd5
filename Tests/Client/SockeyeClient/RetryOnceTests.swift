import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import Testing

@testable import SockeyeClient

/// The retry-once rule for all flags and causes.
struct RetryOnceTests {
    /// Every combination of flags, with whether a second try is allowed after a lost connection.
    @Test func everyCombination() {
        let lost = HTTPClientError(.firstByte, origin: nil, cause: .http(.server(.closedBeforeResponse, offset: 0)))
        var allowed = 0
        for bits in 0..<64 {
            func flag(_ bit: Int) -> Bool { bits & (1 << bit) != 0 }
            let rule = RetryOnce(
                isSecondTry: flag(0), wasReused: flag(1), hasReceived: flag(2), requestBytesSent: flag(3) ? 100 : 0,
                isIdempotent: flag(4), isReplayable: flag(5))
            // The rule: the first try, on a reused connection, no byte received, the body replayable, and either
            // nothing sent or the method idempotent.
            let isHarmless = !flag(3) || flag(4)
            let expected = !flag(0) && flag(1) && !flag(2) && flag(5) && isHarmless
            #expect(rule.isAllowed(after: lost) == expected, "\(rule)")
            if expected { allowed += 1 }
        }
        // Nothing sent (idempotent or not), or sent and idempotent.
        #expect(allowed == 3)
    }

    static let causes: [(HTTPClientError.Cause, Bool)] = [
        (.http(.server(.closedBeforeResponse, offset: 0)), true),
        (.network(.system(call: "recv", errorNumber: 104)), true),
        (.network(.system(call: "send", errorNumber: 32)), true),
        (.network(.closed), true),
        (.tls(.truncated), true),
        (.tls(.system(errorNumber: 104)), true),
        (.network(.timedOut), false),
        (.network(.cancelled), false),
        (.network(.invalidArgument("")), false),
        (.network(.unknownHost("x", reason: "", isTemporary: true)), false),
        (.tls(.protocolFailure("")), false),
        (.tls(.invalidHostName("")), false),
        (.http(.server(.closedBeforeFinalResponse, offset: 9)), false),
        (.http(.server(.closedInHead, offset: 9)), false),
        (.http(.server(.notHTTP(byte: 0), offset: 0)), false),
        (.http(.caller(.missingHost)), false),
        (.timedOut(.firstByte, after: .seconds(1)), false),
        (.timedOut(.total, after: .seconds(1)), false),
        (.cancelled, false),
        (.clientClosed, false),
        (.bodyTooLarge(limit: 1), false),
        (.bodyOutOfScope, false),
        (.requestBodyFailed(""), false),
    ]

    @Test(arguments: causes)
    func onlyALostConnection(_ cause: HTTPClientError.Cause, _ isAllowed: Bool) {
        let rule = RetryOnce(
            isSecondTry: false, wasReused: true, hasReceived: false, requestBytesSent: 0, isIdempotent: true,
            isReplayable: true)
        #expect(rule.isAllowed(after: HTTPClientError(.firstByte, origin: nil, cause: cause)) == isAllowed)
    }
}
