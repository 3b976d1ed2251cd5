import Testing

@testable import SockeyeIO

struct PatienceTests {
    private static let short: UInt64 = 30_000
    private static let long: UInt64 = 5_000_000
    private static let enough = Array(repeating: (short, 1), count: Patience.shortWaitsNeeded)

    private static func patience(after waits: [(waited: UInt64, clients: Int)]) -> Patience {
        var patience = Patience()
        for wait in waits { patience.note(waited: wait.waited, clients: wait.clients) }
        return patience
    }

    @Test func looksOnlyAfterEnoughShortWaitsInARow() {
        #expect(Self.patience(after: Self.enough).lookUntil(now: 7) == 7 + Patience.longestLook)
        #expect(Self.patience(after: Array(Self.enough.dropLast())).lookUntil(now: 7) == nil)
        #expect(Patience().lookUntil(now: 0) == nil)
    }

    @Test(
        "One long wait, or more than a few sockets, and the loop sleeps again",
        arguments: [(long, 1), (short, Patience.mostClients + 1)])
    func sleepsAgain(waited: UInt64, clients: Int) {
        #expect(Self.patience(after: Self.enough + [(waited, clients)]).lookUntil(now: 0) == nil)
    }

    /// A task whose looks all find an answer never suspends by itself.
    @Test func looksThatFindAnswersLetOthersRunInBetween() {
        var patience = Self.patience(after: Self.enough)
        let looks = (1...2 * Patience.mostLooksInARow).map { _ in patience.noteLookedWell() }
        let row = Array(repeating: false, count: Patience.mostLooksInARow - 1) + [true]
        #expect(looks == row + row)
        #expect(patience.lookUntil(now: 7) != nil)
    }

    @Test func aLookInVainEndsLooking() {
        var patience = Self.patience(after: Self.enough)
        patience.noteLookedInVain()
        #expect(patience.lookUntil(now: 0) == nil)
    }
}
