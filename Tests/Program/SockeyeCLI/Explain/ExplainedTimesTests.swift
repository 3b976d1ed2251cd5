import SockeyeIO
import Testing

@testable import SockeyeCLI
@testable import SockeyeClient

struct ExplainedTimesTests {
    /// The durations of phases that end after so many microseconds, counted from the start.
    private static func times(
        opening: Int? = 0, resolved: Int? = nil, connected: Int? = nil, tunnelled: Int? = nil, secured: Int? = nil,
        sending: Int? = nil, sent: Int? = nil, firstByte: Int? = nil, finished: Int? = nil
    ) -> ExplainedTimes? {
        let start = Deadline.now
        func moment(_ offset: Int?) -> Deadline? { offset.map { start.advanced(by: .microseconds($0)) } }
        var timings = Timings(started: start)
        (timings.opening, timings.resolved) = (moment(opening), moment(resolved))
        (timings.connected, timings.tunnelled) = (moment(connected), moment(tunnelled))
        (timings.secured, timings.sending, timings.sent) = (moment(secured), moment(sending), moment(sent))
        (timings.firstByte, timings.finished) = (moment(firstByte), moment(finished))
        return ExplainedTimes(timings.durations)
    }

    private static let all = times(
        resolved: 2_000, connected: 13_000, secured: 37_000, sending: 37_000, sent: 37_100, firstByte: 117_100,
        finished: 427_100)

    @Test("A line names each phase that happened")
    func line() throws {
        let line = try #require(Self.all).line
        #expect(line.text == "dns 2 · tcp 11 · tls 24 · wait 80 · body 310 ms")
        #expect(line.meaning == "the times of the exchange; 427 ms in all" && line.side == .timed)
        let reused = Self.times(opening: nil, sending: 0, sent: 3_000, firstByte: 3_250, finished: 3_300)
        #expect(reused?.line.text == "send 3 · wait 0.3 · body 0.1 ms")
        #expect(Self.times(opening: nil) == nil)
        let failed = Self.times(resolved: 500, connected: nil)
        #expect(failed?.line.text == "dns 0.5 ms")
    }

    @Test(
        "Milliseconds, with a decimal below ten",
        arguments: [
            (0, "0"), (49, "0"), (50, "0.1"), (1_000, "1"), (9_949, "9.9"), (9_950, "10"), (10_499, "10"),
            (10_500, "11"), (3_600_000_000, "3600000"),
        ])
    func figures(_ microseconds: Int, _ text: String) {
        #expect(ExplainedTimes.milliseconds(.microseconds(microseconds)) == text)
    }

    @Test("A wide terminal has them drawn, with when each phase was over below")
    func drawing() throws {
        let times = try #require(Self.all)
        let expected = [
            "  DNS lookup   TCP connection   TLS handshake   server works   body arrives",
            "[    2 ms    |     11 ms      |     24 ms     |    80 ms     |    310 ms    ]",
            "             2               13              37            117         427 ms",
        ]
        let width = expected[1].count
        let drawing = try #require(times.drawing(width: width))
        #expect(drawing == expected, "\(drawing.joined(separator: "\n"))")
        #expect(times.drawing(width: width - 1) == nil)
        let wide = ExplainLayout(width: 100, isColoured: false, hasLinks: true)
        #expect(wide.text(times, prefix: "[0] ") == drawing.map { "[0] \($0)\n" }.joined())
        #expect(ExplainLayout(width: 60, hasLinks: true).text(times).hasPrefix("~ dns 2 · tcp 11"))
        #expect(ExplainLayout(width: 100).text(times).hasPrefix("~ dns 2 · tcp 11"))
    }
}
