import HTTPTypes
import SockeyeFields
import SockeyeIO
import SockeyeTLS
import Testing

@testable import SockeyeDoctor

/// The gradings as tables, for what no loopback server can show: other networks, other days.
struct GradingTests {
    private static let now = HTTPDate(clamping: 1_800_000_000)

    private static func verdicts(_ findings: [Finding]) -> [DoctorReport.Verdict] { findings.map(\.verdict) }

    // MARK: The way

    @Test func namesAreSlowOrTemporarilyUnknown() {
        var facts = NamesFacts(host: "example.com")
        facts.addresses = ["192.0.2.1"]
        #expect(facts.grade().map(\.verdict) == [.ok])
        facts.time = .seconds(2)
        #expect(facts.grade().map(\.verdict) == [.warning])
        (facts.failure, facts.isTemporary) = ("no answer", true)
        #expect(facts.grade().first?.advice?.contains("try again") == true)
        facts.isTemporary = false
        #expect(facts.grade().first?.advice?.contains("spelling") == true)
        facts.source = .itself
        #expect(facts.grade().first?.advice?.contains("-4 or -6") == true)
    }

    @Test func aFamilyWithoutARouteIsNoFaultOfTheServer() {
        let lost = IOError.system(call: "connect", errorNumber: 101)
        let refused = IOError.system(call: "connect", errorNumber: 111)
        let good = AddressesFacts.Attempt(address: "192.0.2.1:443", family: .ipv4)
        var bad = AddressesFacts.Attempt(address: "[2001:db8::1]:443", family: .ipv6, failure: lost)
        #expect(Self.verdicts(AddressesFacts(attempts: [bad, good]).grade()) == [.note, .ok])
        #expect(Self.verdicts(AddressesFacts(attempts: [bad]).grade()) == [.fault])
        bad.failure = refused
        #expect(Self.verdicts(AddressesFacts(attempts: [bad, good]).grade()) == [.warning, .ok])
        bad.failure = .timedOut
        #expect(AddressesFacts(attempts: [bad]).grade().first?.advice?.contains("firewall") == true)
        let race = AddressesFacts(attempts: [good, good], winner: "192.0.2.1:443", untried: 3).grade()
        #expect(race.first?.text.contains("IPv4 wins") == true)
        #expect(race.last?.text == "3 more addresses not tried individually")
    }

    @Test func routes() {
        var facts = RouteFacts()
        #expect(Self.verdicts(facts.grade()) == [.notTried])
        facts.localAddress = "192.0.2.7"
        facts.interface = ("eth0", "wired")
        #expect(facts.grade().map(\.text) == ["from 192.0.2.7 through eth0 (wired)"])
        facts.interface = ("tun0", "tunnel")
        #expect(Self.verdicts(facts.grade()) == [.note])
        (facts.failure, facts.status) = ("there is no route to the server", "loopbackOnly")
        #expect(facts.grade().first?.advice?.contains("offline") == true)
    }

    // MARK: TLS

    @Test func tls() {
        var facts = TLSFacts(version: "TLSv1.2", cipher: "AES128-SHA256")
        facts.tls12 = .taken
        #expect(Self.verdicts(facts.grade()) == [.ok, .warning])
        facts.cipher = "ECDHE-RSA-AES128-GCM-SHA256"
        #expect(Self.verdicts(facts.grade()) == [.ok])
        facts.time = .seconds(3)
        #expect(Self.verdicts(facts.grade()) == [.ok, .note])
        for reason in ["is this a plain http port?", "unsupported protocol", "anything"] {
            let finding = TLSFacts(failure: reason).grade()
            #expect(finding.count == 1 && finding[0].verdict == .fault && finding[0].advice != nil)
        }
    }

    private static func certificate(until days: Int64, of lifetime: Int64 = 90) -> CertificateSummary {
        CertificateSummary(
            subject: "CN = a", issuer: "CN = b", notBefore: opensslDate(days - lifetime), notAfter: opensslDate(days),
            alternativeNames: "DNS:a", depth: 0, verificationFailure: nil, verificationCode: 0)
    }

    /// `Jan 15 08:00:00 2027 GMT`, as OpenSSL prints it: the day has two columns.
    private static func opensslDate(_ days: Int64) -> String {
        let words = HTTPDate(clamping: now.secondsSinceEpoch + days * 86_400).description.split(separator: " ")
        let day = words[1].hasPrefix("0") ? " " + words[1].dropFirst() : words[1]
        return "\(words[2]) \(day) \(words[4]) \(words[3]) GMT"
    }

    @Test(
        arguments: [
            (60, 90, .ok), (13, 90, .warning), (1, 90, .warning), (-1, 90, .fault), (500, 800, .note),
            // Short-lived ones are renewed late in days, not late in life.
            (5, 7, .ok), (1, 7, .warning),
        ] as [(Int64, Int64, DoctorReport.Verdict)])
    func certificatesEnd(_ left: Int64, _ lifetime: Int64, _ verdict: DoctorReport.Verdict) {
        let facts = CertificateFacts(
            host: "a", chain: [Self.certificate(until: left, of: lifetime)], failures: [], now: Self.now)
        #expect(facts.grade().map(\.verdict) == [.ok, verdict])
    }

    /// CA/Browser Forum, ballot SC-081v3: the day on which it begins decides.
    @Test(
        arguments: [
            ("Mar 14 23:59:59 2026 GMT", 398, nil), ("Mar 14 23:59:59 2026 GMT", 400, 398),
            ("Mar 15 00:00:00 2026 GMT", 200, nil), ("Mar 15 00:00:00 2026 GMT", 202, 200),
            ("Mar 14 23:59:59 2027 GMT", 200, nil), ("Mar 15 00:00:00 2027 GMT", 102, 100),
            ("Mar 14 23:59:59 2029 GMT", 100, nil), ("Mar 15 00:00:00 2029 GMT", 49, 47),
            ("Mar 15 00:00:00 2029 GMT", 47, nil),
        ] as [(String, Int64, Int64?)])
    func certificatesThatAreValidTooLong(_ from: String, _ days: Int64, _ most: Int64?) throws {
        let begin = try #require(CertificateFacts.date(from)).secondsSinceEpoch
        var own = Self.certificate(until: (begin - Self.now.secondsSinceEpoch) / 86_400 + days, of: days)
        own.notBefore = from
        let now = HTTPDate(clamping: begin + 86_400)
        let finding = CertificateFacts(host: "a", chain: [own], failures: [], now: now).grade().last
        #expect(finding?.verdict == (most == nil ? .ok : .note))
        let advice = most.map {
            "browsers refuse public certificates issued then for more than \($0) days"
        }
        #expect(finding?.advice == advice)
    }

    @Test func certificatesThatFail() {
        let own = Self.certificate(until: 60)
        let refusals: [CertificateRefusal] = [
            .expired, .notYetValid, .wrongHost, .selfSigned, .unknownIssuer, .revoked, .weak, .wrongPurpose,
            .chainTooLong,
            .notAnAuthority, .revocationUnknown, .other("x"),
        ]
        for refusal in refusals {
            let facts = CertificateFacts(
                host: "a", chain: [own], failures: [.certificateRefused(refusal, own)], isUnverified: true,
                now: Self.now)
            let finding = facts.grade().first
            #expect(finding?.verdict == .fault && finding?.advice?.isEmpty == false)
            #expect(finding?.text.hasSuffix("; -k ignores it") == true)
        }
        let alone = CertificateFacts(
            host: "a", chain: [own], failures: [.certificateRefused(.unknownIssuer, own)], now: Self.now)
        #expect(alone.grade().first?.advice?.contains("intermediate") == true)
        let none = CertificateFacts(host: "a", chain: [], failures: [], now: Self.now)
        #expect(Self.verdicts(none.grade()) == [.fault])
    }

    @Test(
        arguments: [
            (nil, false, .ok), (.absent, false, .note), (.absent, true, .fault), (.revoked(nil), false, .fault),
            (.expired, false, .warning), (.expired, true, .fault), (.malformed, false, .warning),
        ] as [(StapledStatusProblem?, Bool, DoctorReport.Verdict)])
    func stapled(_ problem: StapledStatusProblem?, _ isRequired: Bool, _ verdict: DoctorReport.Verdict) {
        let facts = StapledStatusFacts(problem: problem, isRequired: isRequired)
        #expect(Self.verdicts(facts.grade()) == [verdict])
    }

    // MARK: Fields

    @Test(
        arguments: [
            (0, .ok), (5, .ok), (-5, .ok), (6, .note), (60, .note), (61, .warning), (-300, .warning), (301, .fault),
        ] as [(Int64, DoctorReport.Verdict)])
    func clocks(_ skew: Int64, _ verdict: DoctorReport.Verdict) {
        let field = HTTPDate(clamping: Self.now.secondsSinceEpoch + skew).description
        let facts = ClockFacts(field: field, sent: Self.now, received: Self.now)
        #expect(Self.verdicts(facts.grade()) == [verdict])
        // What a cache got a while ago has an old date.
        let old = HTTPDate(clamping: Self.now.secondsSinceEpoch + skew - 1000).description
        #expect(ClockFacts(field: old, age: 1000, sent: Self.now, received: Self.now).grade().first?.verdict == verdict)
    }

    @Test func aDateBetweenRequestAndResponseIsRight() {
        let late = HTTPDate(clamping: Self.now.secondsSinceEpoch + 600)
        let between = HTTPDate(clamping: Self.now.secondsSinceEpoch + 300)
        #expect(Self.verdicts(ClockFacts(field: "\(between)", sent: Self.now, received: late).grade()) == [.ok])
        #expect(Self.verdicts(ClockFacts(field: "yesterday", sent: Self.now, received: late).grade()) == [.fault])
    }

    @Test(
        arguments: [
            ([:], .note), ([.cacheControl: "no-store"], .ok), ([.cacheControl: "no-cache"], .ok),
            ([.cacheControl: "max-age=60"], .ok), ([.cacheControl: "private, max-age=0"], .ok),
            ([.expires: "0"], .note), ([.expires: "Sun, 06 Nov 2094 08:49:37 GMT"], .note),
        ] as [(HTTPFields, DoctorReport.Verdict)])
    func caching(_ fields: HTTPFields, _ verdict: DoctorReport.Verdict) {
        #expect(CachingFacts(fields: fields).grade().map(\.verdict) == [verdict])
    }

    /// RFC 9110 section 15.1 and RFC 9111 section 4.2.2: when a cache guesses, and from what.
    @Test(
        arguments: [
            (200, [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], .note, "so caches guess from Last-Modified"),
            (404, [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], .note, "so caches guess from Last-Modified"),
            (200, [:], .note, "caches guess; without Last-Modified, few"),
            (301, [:], .note, "caches guess; without Last-Modified, few"),
            (200, [.lastModified: "yesterday"], .note, "caches guess; without Last-Modified, few"),
            (503, [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], .ok, "a 503 needs Cache-Control or Expires"),
            (403, [:], .ok, "a 403 needs Cache-Control or Expires"), (302, [:], .ok, "a 302 needs"),
            (503, [.cacheControl: "public"], .note, "caches guess; without Last-Modified, few"),
            (503, [.cacheControl: "max-age=5"], .ok, "may reuse it for 5 seconds"),
            (503, [.cacheControl: "s-maxage=5"], .note, "private caches are given no lifetime"),
        ] as [(Int, HTTPFields, DoctorReport.Verdict, String)])
    func guesses(_ status: Int, _ fields: HTTPFields, _ verdict: DoctorReport.Verdict, _ words: String) {
        let findings = CachingFacts(fields: fields, status: status).grade()
        #expect(findings.map(\.verdict) == [verdict] && findings[0].text.contains(words), "\(findings)")
        #expect(findings[0].text.contains("guesses") == false)
    }

    @Test(
        arguments: [
            ("no-store, max-age=5", .note), ("public, private", .warning), ("max-age=x", .warning),
            ("max-age=\"5\"", .ok),
        ] as [(String, DoctorReport.Verdict)])
    func contradictions(_ control: String, _ worst: DoctorReport.Verdict) {
        #expect(CachingFacts(fields: [.cacheControl: control]).grade().map(\.verdict).max() == worst)
    }

    /// RFC 9111 section 5.2.2.10: s-maxage is for shared caches, and overrides the others there.
    @Test(
        arguments: [
            ("s-maxage=600", .note, "shared caches may reuse it for 10 minutes (s-maxage=600), but private caches"),
            ("S-MaxAge = 0", .note, "shared caches must revalidate each time (s-maxage=0), but private caches"),
            (
                "max-age=60, s-maxage=3600", .ok,
                "a private cache may reuse it for 60 seconds (max-age=60); shared caches may reuse it for 60 minutes"
            ),
            (
                "s-maxage=\"600\", max-age=0", .ok,
                "a private cache may store it, but must revalidate each time (max-age=0); shared caches may reuse it for 10"
            ),
            ("max-age=60, s-maxage=0", .ok, "(max-age=60); shared caches must revalidate each time (s-maxage=0)"),
            ("private, max-age=60, s-maxage=600", .ok, "only a private cache may reuse it for 60 seconds"),
            ("no-store, s-maxage=0", .ok, "nothing may be stored"),
            ("no-cache, s-maxage=9", .ok, "every cache may store it, but must revalidate each time (no-cache)"),
        ] as [(String, DoctorReport.Verdict, String)])
    func sharedAges(_ control: String, _ verdict: DoctorReport.Verdict, _ words: String) {
        let findings = CachingFacts(fields: [.cacheControl: control]).grade()
        #expect(findings.map(\.verdict) == [verdict] && findings[0].text.contains(words), "\(findings)")
    }

    /// RFC 9111 section 3.5: which caches may reuse the answer to a login.
    @Test(
        arguments: [
            ("max-age=60", "only a private cache may reuse it"), ("no-cache", "only a private cache may store it"),
            ("extension", "so private caches guess"), ("public, max-age=60", "every cache may reuse it"),
            ("must-revalidate, max-age=60", "every cache may reuse it"),
            ("max-age=60, s-maxage=5", "a private cache may reuse it for 60 seconds (max-age=60); shared caches"),
            ("private, max-age=60", "only a private cache may reuse it"),
        ])
    func answersToLogins(_ control: String, _ words: String) {
        let findings = CachingFacts(fields: [.cacheControl: control], isOfLogin: true).grade()
        #expect(findings.first?.text.contains(words) == true, "\(findings)")
    }

    @Test(
        arguments: [
            ("max-age=60, s-maxage=3600", "1000", nil), ("max-age=60, s-maxage=3600", "4000", "exceeds s-maxage 3600"),
            ("max-age=3600, s-maxage=60", "1000", "exceeds s-maxage 60"), ("s-maxage=60", "61", "exceeds s-maxage 60"),
            ("max-age=60", "61", "exceeds max-age 60"),
            ("private, max-age=60, s-maxage=99", "61", "exceeds max-age 60"),
        ] as [(String, String, String?)])
    func agesBeyondWhatIsAllowed(_ control: String, _ age: String, _ words: String?) {
        let bad = CachingFacts(fields: [.cacheControl: control, .age: age]).grade().filter { $0.verdict == .warning }
        #expect(bad.map { $0.text.contains(words ?? "") } == (words == nil ? [] : [true]), "\(bad)")
    }

    @Test(
        arguments: [
            ("s-maxage=600", true), ("max-age=0, s-maxage=600", true), ("max-age=60, s-maxage=0", false),
            ("private, s-maxage=600", false), ("no-cache, s-maxage=600", false),
        ])
    func cookiesInSharedCaches(_ control: String, _ isWarned: Bool) {
        let findings = CachingFacts(fields: [.cacheControl: control, .setCookie: "a=b"]).grade()
        #expect(findings.contains { $0.verdict == .warning && $0.text.contains("sets a cookie") } == isWarned)
        let own = CachingFacts(fields: [.cacheControl: "max-age=60", .setCookie: "a=b"], isOfLogin: true).grade()
        #expect(!own.contains { $0.text.contains("sets a cookie") })
    }

    /// RFC 9111 section 4.2.1: Date counts, else when it came.
    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", nil, true), ("Thu, 01 Jan 1970 00:00:00 GMT", -9, true),
            ("Fri, 15 Jan 2027 08:00:00 GMT", 0, true), ("Fri, 15 Jan 2027 08:00:00 GMT", nil, true),
            ("Fri, 15 Jan 2027 08:00:00 GMT", -60, false), ("Fri, 15 Jan 2027 08:00:01 GMT", nil, false),
        ] as [(String, Int64?, Bool)])
    func expiryInThePast(_ expires: String, _ date: Int64?, _ isStale: Bool) {
        var fields: HTTPFields = [.expires: expires]
        fields[.date] = date.map { HTTPDate(clamping: Self.now.secondsSinceEpoch + $0).description }
        let findings = CachingFacts(fields: fields, received: Self.now).grade()
        #expect(findings.map(\.verdict) == [.note])
        #expect(findings[0].text.contains("stale from the start") == isStale)
        #expect(findings[0].text.contains("may reuse it until") != isStale)
    }

    @Test func aCutCodingIsNoSecondCompressor() {
        var facts = CompressionFacts(offered: ["gzip"], coding: "gzip", failure: "truncated", isUndecodable: true)
        facts.isCut = true
        #expect(facts.grade().first?.advice?.contains("end too early") == true)
    }

    @Test(arguments: [(.zero, "less than 0.1 ms"), (.microseconds(150), "0.1 ms")] as [(Duration, String)])
    func shortTimes(_ time: Duration, _ text: String) { #expect(Wording.time(time) == text) }

    @Test(arguments: [(true, "it says gzip, but", "must agree"), (false, "with an offer of codings", "find out why")])
    func failuresOfCodings(_ isUndecodable: Bool, _ words: String, _ advice: String) {
        var facts = CompressionFacts(offered: ["gzip"], coding: "gzip", failure: "bad luck")
        facts.isUndecodable = isUndecodable
        let finding = facts.grade().first
        #expect(finding?.verdict == .fault && finding?.text.contains("bad luck") == true)
        #expect(finding?.text.hasPrefix(words) == true && finding?.advice?.contains(advice) == true)
    }

    @Test func redirects() {
        func hop(_ status: Int, _ to: String, up: Bool = false, down: Bool = false) -> RedirectsFacts.Hop {
            .init(status: status, from: "", to: to, isUpgrade: up, isDowngrade: down)
        }
        #expect(Self.verdicts(RedirectsFacts(hops: [hop(301, "a", up: true)]).grade()) == [.ok])
        #expect(Self.verdicts(RedirectsFacts(hops: [hop(302, "a", up: true)]).grade()) == [.note])
        #expect(Self.verdicts(RedirectsFacts(hops: [hop(302, "a", down: true)]).grade()) == [.fault])
        let endless = (0..<20).map { hop(302, "\($0)") }
        #expect(RedirectsFacts(hops: endless, isEndless: true).grade().last?.text.contains("don't end") == true)
    }

    @Test(
        arguments: [
            (nil, nil, true, false, .note), (nil, nil, true, true, .ok), (nil, nil, false, false, .warning),
            ("x", nil, true, false, .warning), ("", 0, true, false, .note), ("", 60, true, false, .note),
            ("", 31_536_000, true, false, .ok),
        ] as [(String?, Int64?, Bool, Bool, DoctorReport.Verdict)])
    func strictTransport(
        _ field: String?, _ age: Int64?, _ isSecure: Bool, _ isAddress: Bool, _ verdict: DoctorReport.Verdict
    ) {
        let facts = HSTSFacts(
            field: field, policy: age.map { .init(maximumAge: $0, includesSubdomains: true) }, isSecure: isSecure,
            isAddress: isAddress, isLoopback: false)
        #expect(Self.verdicts(facts.grade()) == [verdict])
    }

    @Test func validators() {
        let date = Self.now
        let old = HTTPDate(clamping: date.secondsSinceEpoch - 10)
        func verdicts(_ change: (inout ValidatorsFacts) -> Void) -> [DoctorReport.Verdict] {
            var facts = ValidatorsFacts(date: date)
            change(&facts)
            return facts.grade().map(\.verdict)
        }
        #expect(verdicts { $0.tag = "\"a\"" } == [.ok])
        #expect(verdicts { $0.modified = "\(old)" } == [.ok])
        #expect(verdicts { $0.modified = "\(date)" } == [.note])
        #expect(verdicts { $0.isNeverStored = true } == [.ok])
        #expect(verdicts { $0.tag = "a" } == [.fault])
        #expect(verdicts { ($0.tag, $0.laterTag) = ("\"a\"", "\"b\"") } == [.ok, .warning])
        #expect(verdicts { ($0.tag, $0.condition) = ("\"a\"", .notModified) } == [.ok, .ok])
        #expect(verdicts { ($0.tag, $0.condition) = ("\"a\"", .failed("x")) } == [.ok, .warning])
    }

    @Test func partsOverlapAndStayInside() {
        for count in 2...9000 {
            let ranges = RangeProbe.ranges(in: count)
            let isInside = ranges.allSatisfy { $0.upperBound < Int64(count) && $0.lowerBound >= 0 }
            #expect(ranges.count == 2 && isInside && ranges[0] != ranges[1], "\(count)")
            #expect(count < 4 || ranges[0].overlaps(ranges[1]), "\(count)")
        }
    }

    @Test func uploads() {
        func verdict(_ answers: UploadsFacts.Answer...) -> DoctorReport.Verdict? {
            UploadsFacts(method: "POST", answers: answers.map { (1024, $0) }).grade().first?.verdict
        }
        #expect(verdict(.goOn) == .ok)
        #expect(verdict(.goOn, .status(413)) == .note)
        #expect(verdict(.status(413)) == .warning)
        #expect(verdict(.status(417)) == .warning)
        #expect(verdict(.status(405)) == .note)
        #expect(verdict(.status(500)) == .warning)
        #expect(verdict(.silence) == .note)
        #expect(verdict(.failed("x")) == .warning)
    }

    // MARK: Wording

    @Test func wording() {
        let times: [(Duration, String)] = [
            (.microseconds(340), "0.3 ms"), (.milliseconds(12), "12 ms"), (.milliseconds(1540), "1.5 s"),
            (.seconds(75), "75.0 s"),
        ]
        for (time, text) in times { #expect(Wording.time(time) == text) }
        let spans: [(Int64, String)] = [(1, "1 second"), (3600, "60 minutes"), (7200, "2 hours"), (172_800, "2 days")]
        for (span, text) in spans { #expect(Wording.span(span) == text) }
        let sizes: [(Int64, String)] = [(1, "1 byte"), (1023, "1023 bytes"), (4096, "4 KiB"), (1 << 30, "1 GiB")]
        for (size, text) in sizes { #expect(Wording.bytes(size) == text) }
        #expect(Wording.count(2, "address") == "2 addresses")
        #expect(Wording.clipped(String(repeating: "x", count: 1000)).count == 161)
    }

    @Test("The same fault of a part, asked for with and without a condition, is one")
    func repeatedFault() {
        let wrong = { (condition: RangesFacts.Part.Condition) in
            RangesFacts.Part(
                asked: 0...9, condition: condition, status: 206, contentRange: "bytes 0-9/20", isEqual: false)
        }
        var other = wrong(.none)
        (other.asked, other.contentRange) = (10...19, "bytes 10-19/20")
        let findings = RangesFacts(acceptRanges: "bytes", parts: [wrong(.none), wrong(.same), other], length: 20)
            .grade()
        #expect(findings.filter { $0.verdict == .fault }.count == 2, "\(findings.map(\.text))")
    }
}
