import HTTPTypes
import SockeyeClient
import SockeyeFields
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import Testing

/// The decision, as tables.
struct RetryPolicyTests {
    private func delay(
        _ policy: RetryPolicy, _ reason: RetryReason, method: HTTPRequest.Method = .get, replayable: Bool = true,
        attempts: Int = 1, elapsed: Duration = .zero, chance: Double = 0
    ) -> Duration? {
        let situation = RetryPolicy.Situation(
            method: method, isBodyReplayable: replayable, attemptsMade: attempts, elapsed: elapsed,
            now: HTTPDate(clamping: 1_000_000_000))
        return policy.delay(after: reason, situation, chance: chance)
    }

    private let busy = RetryReason.status(503, retryAfter: nil)

    private func failure(
        _ cause: HTTPClientError.Cause, _ phase: HTTPClientError.Phase = .firstByte, sent: Int64 = 10
    ) -> RetryReason {
        .failure(HTTPClientError(phase, origin: nil, cause: cause, requestBytesSent: sent))
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (4, 8), (10, 512), (11, 600), (1_000_000, 600)])
    func waitsLongerEveryTime(_ attempts: Int, _ seconds: Int) {
        #expect(delay(RetryPolicy(attempts: .max), busy, attempts: attempts) == .seconds(seconds))
        let least = delay(RetryPolicy(attempts: .max), busy, attempts: attempts, chance: 1)
        #expect(least == .seconds(Double(seconds) / 2))
    }

    @Test(arguments: [
        (408, true), (429, true), (500, true), (502, true), (503, true), (504, true), (501, false), (200, false),
        (404, false),
    ])
    func statuses(_ status: Int, _ isRetried: Bool) {
        #expect((delay(RetryPolicy(), .status(status, retryAfter: nil)) != nil) == isRetried)
    }

    @Test(
        "A connection lost before the response is retried, whatever it is called",
        arguments: [
            .network(.closed), .tls(.truncated), .tls(.system(errorNumber: 104)),
            .http(.server(.closedBeforeResponse, offset: 0)), .http(.server(.closedBeforeFinalResponse, offset: 9)),
            .http(.server(.closedInHead, offset: 9)),
        ] as [HTTPClientError.Cause])
    func lostConnections(_ cause: HTTPClientError.Cause) {
        #expect(delay(RetryPolicy(), failure(cause)) != nil)
    }

    /// 2001-09-09 01:46:40, the current time in these tests.
    @Test(
        arguments: [
            ("7", Duration.seconds(7)), ("0", .seconds(1)), ("Sun, 09 Sep 2001 01:47:00 GMT", .seconds(20)),
            ("Sun, 09 Sep 2001 01:00:00 GMT", .seconds(1)), ("soon", .seconds(1)), ("601", nil),
            ("99999999999999999999", nil), ("Sun, 09 Sep 2040 01:00:00 GMT", nil),
        ] as [(String, Duration?)])
    func serverSaysWhen(_ text: String, _ expected: Duration?) {
        #expect(delay(RetryPolicy(), .status(503, retryAfter: text)) == expected)
    }

    @Test("A server's wish shortens no wait", arguments: [("0", 4), ("3", 4), ("5", 5)])
    func serverAsksForLess(_ text: String, _ seconds: Int) {
        let policy = RetryPolicy(attempts: .max)
        #expect(delay(policy, .status(503, retryAfter: text), attempts: 3) == .seconds(seconds))
    }

    @Test func endsSomewhere() {
        #expect(delay(RetryPolicy(attempts: 3), busy, attempts: 3) == nil)
        #expect(delay(.never, busy) == nil)
        #expect(delay(RetryPolicy(totalTime: .seconds(5)), busy, elapsed: .seconds(4)) == .seconds(1))
        #expect(delay(RetryPolicy(totalTime: .seconds(5)), busy, elapsed: .seconds(4.5)) == nil)
    }

    @Test func onlyWhereSafe() {
        let cut = failure(.http(.server(.closedBeforeResponse, offset: 0)))
        #expect(delay(RetryPolicy(), cut) != nil)
        #expect(delay(RetryPolicy(), cut, method: .post) == nil)
        #expect(delay(RetryPolicy(), busy, method: .post) == nil)
        #expect(
            delay(RetryPolicy(), failure(.http(.server(.closedBeforeResponse, offset: 0)), sent: 0), method: .post)
                != nil)
        #expect(delay(RetryPolicy(retriesUnsafeMethods: true), cut, method: .post) != nil)
        #expect(delay(RetryPolicy(), cut, replayable: false) == nil)
    }

    @Test func onlyWhatMayPass() {
        let refused = failure(.network(.system(call: "connect", errorNumber: 111)), .connect)
        #expect(delay(RetryPolicy(), refused) != nil)
        #expect(delay(RetryPolicy(retriesRefusedConnections: false), refused) == nil)
        // The system gave up on a host that drops packets: ETIMEDOUT, not as EHOSTUNREACH.
        let unanswered = failure(.network(.system(call: "connect", errorNumber: 110)), .connect)
        #expect(delay(RetryPolicy(retriesRefusedConnections: false), unanswered) != nil)
        let unreachable = failure(.network(.system(call: "connect", errorNumber: 113)), .connect)
        #expect(delay(RetryPolicy(retriesRefusedConnections: false), unreachable) == nil)
        #expect(delay(RetryPolicy(), failure(.timedOut(.idle, after: .seconds(1)))) != nil)
        #expect(delay(RetryPolicy(), failure(.timedOut(.total, after: .seconds(1)))) == nil)
        #expect(delay(RetryPolicy(), failure(.network(.unknownHost("a", reason: "", isTemporary: true)))) != nil)
        #expect(delay(RetryPolicy(), failure(.network(.unknownHost("a", reason: "", isTemporary: false)))) == nil)
        #expect(delay(RetryPolicy(), failure(.bodyTooLarge(limit: 1))) == nil)
        #expect(delay(RetryPolicy(retriesAllErrors: true), failure(.bodyTooLarge(limit: 1))) != nil)
        #expect(delay(RetryPolicy(retriesAllErrors: true), failure(.cancelled)) == nil)
    }
}
