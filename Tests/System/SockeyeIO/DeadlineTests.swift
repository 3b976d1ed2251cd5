import SockeyeIO
import Testing

struct DeadlineTests {
    private static let durations: [(Duration, UInt64)] = [
        (.zero, 0), (.seconds(-1), 0), (.nanoseconds(-1), 0), (.nanoseconds(1), 1), (.milliseconds(2), 2_000_000),
        (.seconds(3), 3_000_000_000), (Duration(secondsComponent: 1, attosecondsComponent: 1), 1_000_000_000),
        (.seconds(18_446_744_073), 18_446_744_073_000_000_000), (.seconds(18_446_744_074), .max),
        (.seconds(Int64.max), .max),
    ]

    @Test(arguments: durations)
    func wholeNanoseconds(_ duration: Duration, _ expected: UInt64) {
        #expect(duration.wholeNanoseconds == expected)
    }

    @Test func advancing() {
        let start = Deadline(nanoseconds: 100)
        #expect(start.advanced(by: .nanoseconds(5)).nanoseconds == 105)
        #expect(start.advanced(by: .seconds(-5)) == start)
        #expect(start.advanced(by: .seconds(Int64.max)) == .never)
        #expect(Deadline.never.advanced(by: .seconds(1)) == .never)
        #expect(Deadline(nanoseconds: .max - 1).advanced(by: .nanoseconds(1)) == .never)
    }

    @Test func comparing() {
        #expect(Deadline(nanoseconds: 1) < Deadline(nanoseconds: 2))
        #expect(Deadline.now < .never)
        #expect(Deadline.now <= Deadline.now)
        #expect(Deadline.now.hasPassed)
        #expect(Deadline.after(.seconds(-9)).hasPassed)
        #expect(!Deadline.after(.seconds(600)).hasPassed)
        #expect(!Deadline.never.hasPassed)
    }

    @Test func distances() {
        let (early, late) = (Deadline(nanoseconds: 10), Deadline(nanoseconds: 25))
        #expect(late.duration(since: early) == .nanoseconds(15))
        #expect(early.duration(since: late) == .zero)
        #expect(Deadline.never.duration(since: early) == .nanoseconds(Int64.max))
    }
}
