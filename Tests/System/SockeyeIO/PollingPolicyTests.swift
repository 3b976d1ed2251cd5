import Testing

@testable import SockeyeIO

struct PollingPolicyTests {
    private static let short: UInt64 = 30_000
    private static let long: UInt64 = 5_000_000
    private static let enough = Array(repeating: (short, 1), count: PollingPolicy.shortWaitsNeeded)

    private static func polling(after waits: [(waited: UInt64, clients: Int)]) -> PollingPolicy {
        var polling = PollingPolicy()
        for wait in waits { polling.note(waited: wait.waited, clients: wait.clients) }
        return polling
    }

    @Test func looksOnlyAfterEnoughShortWaitsInARow() {
        #expect(Self.polling(after: Self.enough).pollUntil(now: 7) == 7 + PollingPolicy.longestPoll)
        #expect(Self.polling(after: Array(Self.enough.dropLast())).pollUntil(now: 7) == nil)
        #expect(PollingPolicy().pollUntil(now: 0) == nil)
    }

    @Test(
        "One long wait, or more than a few sockets, and the loop sleeps again",
        arguments: [(long, 1), (short, PollingPolicy.clientLimit + 1)])
    func sleepsAgain(waited: UInt64, clients: Int) {
        #expect(Self.polling(after: Self.enough + [(waited, clients)]).pollUntil(now: 0) == nil)
    }

    /// A task whose looks all find an answer never suspends by itself.
    @Test func looksThatFindAnswersLetOthersRunInBetween() {
        var polling = Self.polling(after: Self.enough)
        let looks = (1...2 * PollingPolicy.pollLimit).map { _ in polling.recordSuccess() }
        let row = Array(repeating: false, count: PollingPolicy.pollLimit - 1) + [true]
        #expect(looks == row + row)
        #expect(polling.pollUntil(now: 7) != nil)
    }

    @Test func aLookInVainEndsLooking() {
        var polling = Self.polling(after: Self.enough)
        polling.recordFailure()
        #expect(polling.pollUntil(now: 0) == nil)
    }
}
