internal import SockeyeFields

/// The difference between the server's clock and this machine's.
struct ClockFacts: Sendable {
    /// A difference in seconds that has no effect.
    private static let small: Int64 = 5
    /// Beyond this, tokens, signatures and cookies begin to fail.
    private static let large: Int64 = 60
    /// Beyond this, signed requests (AWS allows 15 minutes, many allow 5) are refused.
    private static let tooLarge: Int64 = 300

    /// The Date field; `nil` without one.
    var field: String?
    /// The Age field: how long ago a cache received the response.
    var age: Int64 = 0
    /// When the request was sent and the response received, by this machine's clock.
    var sent: HTTPDate
    var received: HTTPDate

    func grade() -> [Finding] {
        guard let field else {
            return .one(
                .clock, .warning, "no Date field, so caches can't tell how old a response is",
                advice: "a server with a clock must send Date (RFC 9110 section 6.6.1)")
        }
        guard let date = HTTPDate(parsing: field, now: received) else {
            return .one(
                .clock, .fault, "the Date field is malformed: \(Wording.clipped(field))",
                advice: "the format is \(received)")
        }
        let skew = skew(of: date)
        let facts = [Fact("skew_seconds", skew), Fact("date", field)]
        let size = abs(skew)
        let words = "the server's clock is \(Wording.span(size)) \(skew > 0 ? "ahead of" : "behind") this machine's"
        let advice =
            "set the clocks by NTP on both (timedatectl): cookies, caches, signatures and certificates use them"
        if size <= Self.small { return .one(.clock, .ok, "the clocks agree", facts) }
        if size <= Self.large { return .one(.clock, .note, words, advice: advice, facts) }
        return .one(.clock, size <= Self.tooLarge ? .warning : .fault, words, advice: advice, facts)
    }

    /// How many seconds the server is ahead; 0 if its date lies between request and response.
    private func skew(of date: HTTPDate) -> Int64 {
        // Caches differ in whether Date is the origin's, so the more favourable interpretation counts.
        let (plain, aged) = (skew(at: date.secondsSinceEpoch), skew(at: date.secondsSinceEpoch + least(age)))
        return abs(plain) <= abs(aged) ? plain : aged
    }

    private func least(_ age: Int64) -> Int64 { min(max(0, age), DeltaSeconds.largest) }

    private func skew(at server: Int64) -> Int64 {
        if server < sent.secondsSinceEpoch { return server - sent.secondsSinceEpoch }
        return max(0, server - received.secondsSinceEpoch)
    }
}
