@testable import SockeyeIO
import Testing

struct PatienceTests {
    private static let short: UInt64 = 30_000
    private static let long: UInt64 = 5_000_000

    private static func patience(after waits: [(UInt64, Int32)]) -> Patience {
        var patience = Patience()
        for (waited, events) in waits { patience.note(waited: waited, events: events) }
        return patience
    }

    @Test func looksOnlyAfterEnoughShortWaitsInARow() {
        let enough = Array(repeating: (Self.short, Int32(1)), count: Patience.shortWaitsNeeded)
        #expect(Self.patience(after: enough).lookUntil(now: 7) == 7 + Patience.longestLook)
        #expect(Self.patience(after: Array(enough.dropLast())).lookUntil(now: 7) == nil)
        #expect(Patience().lookUntil(now: 0) == nil)
    }

    @Test(
        "One long wait, a timer, several events or a look in vain, and the loop sleeps again",
        arguments: [(Self.long, 1), (Self.short, 0), (Self.short, 2)] as [(UInt64, Int32)])
    func sleepsAgain(waited: UInt64, events: Int32) {
        let enough = Array(repeating: (Self.short, Int32(1)), count: Patience.shortWaitsNeeded)
        #expect(Self.patience(after: enough + [(waited, events)]).lookUntil(now: 0) == nil)
    }

    @Test func aLookInVainOrWithManyEventsEndsLooking() {
        let enough = Array(repeating: (Self.short, Int32(1)), count: Patience.shortWaitsNeeded)
        var vain = Self.patience(after: enough)
        vain.noteLookedInVain()
        #expect(vain.lookUntil(now: 0) == nil)
        var many = Self.patience(after: enough)
        many.noteFound(events: 1)
        #expect(many.lookUntil(now: 0) != nil)
        many.noteFound(events: 3)
        #expect(many.lookUntil(now: 0) == nil)
    }
}
