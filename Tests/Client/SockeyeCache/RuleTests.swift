import HTTPTypes
import SockeyeFields
import SockeyeURL
import Testing

@testable import SockeyeCache

/// RFC 9111 clause by clause; each row has the number of the section it is about.
struct RuleTests {
    // MARK: Storing (section 3)

    struct Storing: Sendable, CustomTestStringConvertible {
        let section: String
        let response: [(String, String)]
        var status = 200
        var method = HTTPRequest.Method.get
        var request: [(String, String)] = []
        let isStored: Bool
        var testDescription: String { "\(section) \(status) \(response) \(request)" }
    }

    static let storingRows: [Storing] = [
        Storing(section: "3", response: [], isStored: true),
        Storing(section: "3", response: [("Cache-Control", "no-store")], isStored: false),
        Storing(section: "3", response: [("Cache-Control", "NO-STORE, max-age=1")], isStored: false),
        Storing(section: "3", response: [("Cache-Control", "private")], isStored: true),
        Storing(section: "3", response: [], status: 302, isStored: false),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], status: 302, isStored: true),
        Storing(section: "3", response: [("Cache-Control", "public")], status: 302, isStored: true),
        Storing(section: "3", response: [("Expires", "x")], status: 302, isStored: true),
        Storing(section: "3", response: [], status: 301, isStored: true),
        Storing(section: "3", response: [], status: 404, isStored: true),
        Storing(section: "3", response: [], status: 500, isStored: false),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], status: 599, isStored: true),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], status: 304, isStored: false),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], method: .post, isStored: false),
        // About this request's credentials, conditions or range.
        Storing(section: "4", response: [("Cache-Control", "max-age=1")], status: 401, isStored: false),
        Storing(section: "4", response: [("Cache-Control", "max-age=1")], status: 412, isStored: false),
        Storing(section: "4", response: [("Cache-Control", "max-age=1")], status: 416, isStored: false),
        Storing(section: "RFC 6585", response: [("Cache-Control", "max-age=1")], status: 429, isStored: false),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], method: .head, isStored: true),
        Storing(section: "3", response: [("Cache-Control", "max-age=1")], method: .options, isStored: false),
        Storing(section: "3.3", response: [("Cache-Control", "max-age=1")], status: 206, isStored: false),
        Storing(
            section: "3.3", response: [("ETag", "\"1\""), ("Content-Range", "bytes 0-4/10")], status: 206,
            request: [("Range", "bytes=0-4")], isStored: true),
        Storing(
            section: "3.4", response: [("ETag", "W/\"1\""), ("Content-Range", "bytes 0-4/10")], status: 206,
            request: [("Range", "bytes=0-4")], isStored: false),
        Storing(
            section: "3.5", response: [("Cache-Control", "max-age=1")], request: [("Authorization", "x")],
            isStored: true),
        Storing(section: "4.1", response: [("Vary", "*"), ("Cache-Control", "max-age=1")], isStored: false),
        Storing(section: "4.1", response: [("Vary", "a, *"), ("Cache-Control", "max-age=1")], isStored: false),
        Storing(
            section: "5.2.1.5", response: [("Cache-Control", "max-age=1")], request: [("Cache-Control", "no-store")],
            isStored: false),
        Storing(section: "5.2.2.3", response: [("Cache-Control", "must-understand, no-store")], isStored: true),
        Storing(
            section: "5.2.2.3", response: [("Cache-Control", "must-understand, no-store, max-age=1")], status: 499,
            isStored: false),
    ]

    @Test(arguments: RuleTests.storingRows)
    func mayBeStored(row: Storing) throws {
        let response = Storability.stored(
            status: HTTPResponse.Status(code: row.status), fields(row.response),
            to: try request(row.method, "http://a.test/x", row.request), requestTime: noon, responseTime: noon)
        #expect((response != nil) == row.isStored)
    }

    @Test func section3_1_fieldsOfTheConnectionAreNotStored() {
        let kept = Storability.keptFields(
            of: fields([
                ("Connection", "a, B"), ("a", "1"), ("b", "2"), ("c", "3"), ("Transfer-Encoding", "chunked"),
                ("Keep-Alive", "x"), ("Content-Length", "1"), ("Set-Cookie", "y"),
            ]))
        #expect(kept.map(\.name.rawName) == ["c", "Set-Cookie"])
    }

    // MARK: Freshness (section 4.2)

    struct Fresh: Sendable, CustomTestStringConvertible {
        let section: String
        let response: [(String, String)]
        var status = 200
        var hasQuery = false
        var delay: Int64 = 0
        let lifetime: Int64
        /// At 10 s after its arrival.
        var age: Int64 = 10
        var testDescription: String { "\(section) \(response)" }
    }

    static let modified = ("Last-Modified", date(-100_000))
    static let freshnessRows: [Fresh] = [
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=60")], lifetime: 60),
        Fresh(section: "4.2.1", response: [("Cache-Control", "s-maxage=5, max-age=60")], lifetime: 60),
        Fresh(section: "4.2.1", response: [("Cache-Control", "s-maxage=5")], lifetime: 0),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=60"), ("Expires", date(5))], lifetime: 60),
        Fresh(section: "4.2.1", response: [("Expires", date(90)), ("Date", date(0))], lifetime: 90),
        Fresh(section: "4.2.1", response: [("Expires", date(90)), ("Date", date(-10))], lifetime: 100, age: 20),
        Fresh(section: "4.2.1", response: [("Expires", date(90))], lifetime: 90),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=60, max-age=5")], lifetime: 60),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=x")], lifetime: 0),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=-1")], lifetime: 0),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age=5.0")], lifetime: 0),
        Fresh(section: "4.2.1", response: [("Cache-Control", "max-age='60'")], lifetime: 0),
        Fresh(section: "5.2", response: [("Cache-Control", "max-age=\"60\"")], lifetime: 60),
        Fresh(section: "5.2", response: [("Cache-Control", "max-age =60")], lifetime: 0),
        Fresh(section: "5.2", response: [("Cache-Control", "a=\"max-age=5\", Max-Age=060")], lifetime: 60),
        Fresh(section: "5.2", response: [("Cache-Control", ",,a,,max-age=60,")], lifetime: 60),
        Fresh(section: "1.2.2", response: [("Cache-Control", "max-age=99999999999999999999")], lifetime: 1 << 31),
        Fresh(section: "5.3", response: [("Expires", "0")], lifetime: 0),
        Fresh(section: "5.3", response: [("Expires", "tomorrow")], lifetime: 0),
        Fresh(section: "5.3", response: [("Expires", date(-5))], lifetime: 0),
        Fresh(section: "4.2.2", response: [modified], lifetime: 10_000),
        Fresh(section: "4.2.2", response: [("Last-Modified", date(-100_000_000))], lifetime: 86_400),
        Fresh(section: "4.2.2", response: [modified], hasQuery: true, lifetime: 0),
        Fresh(section: "4.2.2", response: [modified, ("Cache-Control", "public")], hasQuery: true, lifetime: 10_000),
        Fresh(section: "4.2.2", response: [modified], status: 302, lifetime: 0),
        Fresh(section: "4.2.2", response: [modified, ("Cache-Control", "public")], status: 599, lifetime: 10_000),
        Fresh(section: "4.2.2", response: [modified], status: 410, lifetime: 10_000),
        Fresh(section: "4.2.2", response: [("Last-Modified", date(100))], lifetime: 0),
        Fresh(section: "4.2.2", response: [], lifetime: 0),
        // Age: the apparent one, the one of the field and the delay, and the time since.
        Fresh(section: "4.2.3", response: [("Date", date(-30))], lifetime: 0, age: 40),
        Fresh(section: "4.2.3", response: [("Date", date(30))], lifetime: 0, age: 10),
        Fresh(section: "4.2.3", response: [("Age", "100")], lifetime: 0, age: 110),
        Fresh(section: "4.2.3", response: [("Age", "100")], delay: 7, lifetime: 0, age: 117),
        Fresh(section: "4.2.3", response: [("Age", "5"), ("Date", date(-30))], lifetime: 0, age: 40),
        Fresh(section: "5.1", response: [("Age", "-5")], lifetime: 0, age: 10),
        Fresh(section: "5.1", response: [("Age", "x")], lifetime: 0, age: 10),
        Fresh(section: "5.1", response: [("Age", "20, 100")], lifetime: 0, age: 30),
    ]

    @Test(arguments: RuleTests.freshnessRows)
    func freshnessOf(row: Fresh) {
        let record = stored(row.response, status: row.status, delay: row.delay)
        let freshness = Freshness(record, hasQuery: row.hasQuery, now: noon + 10)
        #expect(freshness.lifetime == row.lifetime)
        #expect(freshness.age == row.age)
    }

    @Test func clockThatWasSetBackMakesNothingFresh() {
        let record = stored([("Cache-Control", "max-age=60")])
        #expect(!Freshness(record, hasQuery: false, now: noon - 1).isFresh)
    }

    @Test(
        "No time traps, whatever a store or a recording says",
        arguments: [
            (.min, noon), (.max, -5), (.max, .min), (.min, .max), (.max, .max), (.min, .min), (noon, .min),
        ] as [(Int64, Int64)],
        [[], [("Date", date(0))], [("Expires", date(60))], [("Last-Modified", date(-60))], [("Age", "2147483648")]])
    func extremeTimes(_ times: (received: Int64, requested: Int64), _ pairs: [(String, String)]) throws {
        let response = StoredResponse(
            status: 200, reason: "", fields: fields(pairs), requestTime: times.requested, responseTime: times.received)
        let record = CacheRecord(id: 1, response: response, bodyLength: 10)
        for now in [.min, noon, .max] {
            let freshness = Freshness(record, hasQuery: false, now: now)
            #expect(freshness.timeToLive.magnitude < 1 << 40, "\(freshness)")
        }
    }

    // MARK: What to do (sections 4 and 5.2)

    struct Plan: Sendable, CustomTestStringConvertible {
        let section: String
        let response: [(String, String)]
        var request: [(String, String)] = []
        var policy = CachePolicy.standard
        var age: Int64 = 10
        var method = HTTPRequest.Method.get
        let plan: String
        var testDescription: String { "\(section) \(response) \(request) \(policy) at \(age): \(plan)" }
    }

    static let tagged = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    static func with(_ control: String) -> [(String, String)] { [("Cache-Control", control), ("ETag", "\"1\"")] }

    static let planRows: [Plan] = [
        Plan(section: "4.2", response: tagged, age: 59, plan: "answer"),
        Plan(section: "4.2", response: tagged, age: 60, plan: "validate 1 stale"),
        Plan(section: "4.3", response: [("Cache-Control", "max-age=60")], age: 60, plan: "refetch stale"),
        Plan(
            section: "5.2.1.1", response: tagged, request: [("Cache-Control", "max-age=5")], plan: "validate 1 request"),
        Plan(section: "5.2.1.1", response: tagged, request: [("Cache-Control", "max-age=10")], plan: "answer"),
        Plan(
            section: "5.2.1.1", response: tagged, request: [("Cache-Control", "max-age=0")], plan: "validate 1 request"),
        Plan(
            section: "5.2.1.2", response: tagged, request: [("Cache-Control", "max-stale=40")], age: 100, plan: "answer"
        ),
        Plan(
            section: "5.2.1.2", response: tagged, request: [("Cache-Control", "max-stale=39")], age: 100,
            plan: "validate 1 stale"),
        Plan(
            section: "5.2.1.2", response: tagged, request: [("Cache-Control", "max-stale")], age: 10_000, plan: "answer"
        ),
        Plan(
            section: "5.2.1.3", response: tagged, request: [("Cache-Control", "min-fresh=51")],
            plan: "validate 1 request"),
        Plan(section: "5.2.1.3", response: tagged, request: [("Cache-Control", "min-fresh=50")], plan: "answer"),
        Plan(
            section: "5.2.1.4", response: tagged, request: [("Cache-Control", "no-cache")], plan: "validate 1 request"),
        Plan(section: "5.2.1.5", response: tagged, request: [("Cache-Control", "no-store")], plan: "forward bypass"),
        Plan(section: "5.2.1.7", response: tagged, request: [("Cache-Control", "only-if-cached")], plan: "answer"),
        Plan(
            section: "5.2.1.7", response: tagged, request: [("Cache-Control", "only-if-cached")], age: 60, plan: "504"),
        Plan(section: "5.4", response: tagged, request: [("Pragma", "no-cache")], plan: "validate 1 request"),
        Plan(
            section: "5.4", response: tagged, request: [("Pragma", "no-cache"), ("Cache-Control", "max-age=60")],
            plan: "answer"),
        Plan(section: "5.4", response: tagged + [("Pragma", "no-cache")], plan: "answer"),
        Plan(section: "5.2.2.4", response: with("max-age=60, no-cache"), plan: "validate 1 stale"),
        Plan(section: "5.2.2.4", response: with("max-age=60, no-cache=\"Set-Cookie\""), plan: "answer"),
        Plan(
            section: "5.2.2.2", response: with("max-age=60, must-revalidate"),
            request: [("Cache-Control", "max-stale")],
            age: 100, plan: "validate 1 stale"),
        Plan(
            section: "RFC 5861 3", response: with("max-age=60, stale-while-revalidate=30"), age: 90,
            plan: "answer+validate"),
        Plan(
            section: "RFC 5861 3", response: with("max-age=60, stale-while-revalidate=30"), age: 91,
            plan: "validate 1 stale"),
        Plan(
            section: "RFC 5861 3", response: with("max-age=60, stale-while-revalidate=30, must-revalidate"), age: 70,
            plan: "validate 1 stale"),
        Plan(
            section: "RFC 8246 2", response: with("max-age=60, immutable"), policy: .revalidate,
            plan: "answer"),
        Plan(
            section: "RFC 8246 2", response: with("max-age=60, immutable"), policy: .revalidate,
            age: 60,
            plan: "validate 1 request"),
        Plan(section: "policy", response: tagged, policy: .revalidate, plan: "validate 1 request"),
        Plan(section: "policy", response: tagged, policy: .reload, plan: "forward bypass"),
        Plan(
            section: "policy", response: tagged, policy: .reloadEverywhere, plan: "forward bypass"),
        Plan(section: "policy", response: tagged, policy: .preferStored, age: 10_000, plan: "answer"),
        Plan(
            section: "policy", response: with("no-cache"), policy: .onlyStored, age: 10_000, plan: "answer"
        ),
        // The caller's own conditions (section 4.3.2).
        Plan(section: "4.3.2", response: tagged, request: [("If-None-Match", "\"0\", W/\"1\"")], plan: "answer 304"),
        Plan(section: "4.3.2", response: tagged, request: [("If-None-Match", "*")], plan: "answer 304"),
        Plan(section: "4.3.2", response: tagged, request: [("If-None-Match", "\"2\"")], plan: "answer"),
        Plan(section: "4.3.2", response: tagged, request: [("If-None-Match", "\"2\"")], age: 60, plan: "refetch stale"),
        Plan(
            section: "4.3.2", response: [("Cache-Control", "max-age=60"), ("Last-Modified", date(-9))],
            request: [("If-Modified-Since", date(-9))], plan: "answer 304"),
        Plan(
            section: "4.3.2", response: [("Cache-Control", "max-age=60"), ("Last-Modified", date(-9))],
            request: [("If-Modified-Since", date(-10))], plan: "answer"),
        Plan(section: "4.3.2", response: tagged, request: [("If-Match", "\"1\"")], plan: "forward bypass"),
        // Ranges.
        Plan(section: "RFC 9110 14", response: tagged, request: [("Range", "bytes=2-4")], plan: "answer 2-4"),
        Plan(section: "RFC 9110 14", response: tagged, request: [("Range", "bytes=-3")], plan: "answer 7-9"),
        Plan(section: "RFC 9110 14", response: tagged, request: [("Range", "bytes=10-")], plan: "forward bypass"),
        Plan(section: "RFC 9110 14", response: tagged, request: [("Range", "bytes=0-1,3-4")], plan: "forward bypass"),
        Plan(
            section: "RFC 9110 14", response: tagged, request: [("Range", "bytes=0-1"), ("If-Range", "\"1\"")],
            plan: "forward bypass"),
        Plan(section: "4", response: tagged, method: .head, plan: "answer"),
        Plan(section: "4", response: tagged, method: .post, plan: "forward method"),
    ]

    @Test(arguments: RuleTests.planRows)
    func planFor(row: Plan) throws {
        let described = try request(row.method, "http://a.test/x", row.request, row.policy)
        #expect(words(CachePlan(for: described, [stored(row.response)], now: noon + row.age)) == row.plan)
    }

    @Test func nothingStored() throws {
        #expect(words(CachePlan(for: try request(), [], now: noon)) == "forward uri-miss")
        #expect(
            words(CachePlan(for: try request(.get, "http://a.test/", [], .onlyStored), [], now: noon))
                == "not cached")
    }

    @Test func section3_3_partAnswersOnlyWhatItHas() throws {
        let record = stored(tagged(), status: 206, length: 5, part: .init(first: 3, last: 7, completeLength: 10))
        func plan(_ range: String?) throws -> String {
            words(
                CachePlan(
                    for: try request(.get, "http://a.test/x", range.map { [("Range", $0)] } ?? []), [record], now: noon)
            )
        }
        #expect(try plan("bytes=4-6") == "answer 4-6")
        #expect(try plan("bytes=3-7") == "answer 3-7")
        #expect(try plan("bytes=2-4") == "forward partial")
        #expect(try plan("bytes=-3") == "answer 7-9" || plan("bytes=-3") == "forward partial")
        #expect(try plan(nil) == "forward partial")
    }

    /// Range means nothing with HEAD (RFC 9110 section 14.2), so no part answers it, and it is never a part of the whole.
    @Test func section3_3_partDoesNotAnswerHead() throws {
        let part = stored(tagged(), status: 206, length: 5, part: .init(first: 3, last: 7, completeLength: 10))
        let head = try request(.head, "http://a.test/x", [("Range", "bytes=4-6")])
        #expect(words(CachePlan(for: head, [part], now: noon)) == "forward partial")
        guard case .answer(let answer) = CachePlan(for: head, [stored(tagged(), length: 10)], now: noon) else {
            Issue.record("the whole response doesn't answer it")
            return
        }
        #expect(answer.status == .ok && answer.range == nil)
    }

    private func tagged() -> [(String, String)] { Self.tagged }

    // MARK: Vary (section 4.1)

    @Test(arguments: [
        ("Foo", "1,2", [" 1, 2 "], true), ("Foo", "1, 2", ["1", "2"], true), ("Foo", "a", ["A"], false),
        ("Foo", "1", ["2"], false), ("Foo", "1", [], false), ("Accept-Language", "de", ["DE"], true),
        ("Accept-Language", "en, de", ["de, en"], false), ("Accept-Encoding", "gzip,br", ["GZIP, br"], true),
    ])
    func section4_1_normalises(name: String, old: String, new: [String], isSame: Bool) throws {
        let response = fields([("Vary", name.uppercased())])
        let varying = try #require(VaryRule.selecting(fields([(name, old)]), by: response))
        let record = stored([("Cache-Control", "max-age=60")], varying: varying)
        #expect(record.response.isSelected(by: fields(new.map { (name, $0) })) == isSame)
    }

    /// Servers that code on the fly often leave Vary out.
    @Test(
        "A coded response is only for requests like the one that got it",
        arguments: [
            ([("Accept-Encoding", "gzip")], "answer"), ([("Accept-Encoding", "GZIP")], "answer"),
            ([], "forward vary-miss"), ([("Accept-Encoding", "identity")], "forward vary-miss"),
            ([("Accept-Encoding", "br, gzip")], "forward vary-miss"),
        ] as [([(String, String)], String)])
    func codedWithoutVary(request pairs: [(String, String)], plan: String) throws {
        let coded = [("Content-Encoding", "gzip"), ("Cache-Control", "max-age=60"), ("ETag", "W/\"1\"")]
        let varying = try #require(VaryRule.selecting(fields([("Accept-Encoding", "gzip")]), by: fields(coded)))
        let record = stored(coded, varying: varying)
        let request = try request(.get, "http://a.test/x", pairs)
        #expect(words(CachePlan(for: request, [record], now: noon)) == plan)
        // What earlier versions stored doesn't say which request got it.
        #expect(words(CachePlan(for: request, [stored(coded)], now: noon)) == "forward vary-miss")
    }

    @Test func section4_1_mostRecentOneCounts() throws {
        let records = [
            stored([("Date", date(0)), ("Cache-Control", "max-age=60")], id: 2),
            stored([("Date", date(5)), ("Cache-Control", "max-age=60")], id: 1),
        ]
        guard case .answer(let answer) = CachePlan(for: try request(), records, now: noon + 6) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.record.id == 1)
    }

    // MARK: Validation (section 4.3)

    @Test func section4_3_1_conditions() throws {
        let record = stored([("ETag", "W/\"a\""), ("Last-Modified", date(-5)), ("Cache-Control", "max-age=0")])
        guard case .validate(let question) = CachePlan(for: try request(), [record], now: noon) else {
            Issue.record("no validation")
            return
        }
        #expect(question.conditions[.ifNoneMatch] == "W/\"a\"")
        #expect(question.conditions[.ifModifiedSince] == date(-5))
    }

    @Test(
        arguments: [
            ([("ETag", "\"1\"")], [1, 3]), ([("ETag", "W/\"2\"")], [2]), ([("ETag", "\"9\"")], []), ([], []),
        ] as [([(String, String)], [Int64])])
    func section4_3_4_freshens(head: [(String, String)], ids: [Int64]) {
        let asked = [
            stored([("ETag", "\"1\"")], id: 1), stored([("ETag", "W/\"2\"")], id: 2),
            stored([("ETag", "\"1\"")], id: 3),
        ]
        #expect(Revalidation.freshened(by: fields(head), of: asked).map(\.id) == ids)
    }

    @Test func section4_3_4_onlyOneWithoutValidators() {
        let only = stored([("Last-Modified", date(-5))])
        #expect(Revalidation.freshened(by: [:], of: [only]).map(\.id) == [1])
    }

    @Test func section3_2_updates() throws {
        let old = stored([("A", "1"), ("B", "1"), ("B", "2"), ("Content-Encoding", "gzip"), ("Age", "5")])
        let head = fields([
            ("B", "3"), ("Connection", "C"), ("C", "4"), ("Content-Encoding", "br"), ("Content-Length", "9"),
        ])
        let new = try #require(
            Revalidation.updated(old.response, by: head, of: [:], requestTime: noon + 1, responseTime: noon + 2))
        #expect(new.fields == fields([("A", "1"), ("B", "3"), ("Content-Encoding", "gzip")]))
        #expect(new.responseTime == noon + 2)
    }

    /// Section 3.2 with 4.1: Vary of a 304 selects from now on; what it forbids to keep goes.
    @Test func section3_2_selects() throws {
        func updated(_ pairs: [(String, String)]) -> StoredResponse? {
            Revalidation.updated(
                stored([("Vary", "B")], varying: [VaryingField(name: "b", value: nil)]).response, by: fields(pairs),
                of: fields([("A", "1")]), requestTime: noon, responseTime: noon)
        }
        #expect(try #require(updated([("C", "1")])).varying == [VaryingField(name: "b", value: nil)])
        let new = try #require(updated([("Vary", "A")]))
        #expect(new.varying.map(\.name) == ["a"])
        #expect(new.isSelected(by: fields([("A", "1")])) && !new.isSelected(by: fields([("A", "2")])))
        #expect(updated([("Vary", "*")]) == nil && updated([("Cache-Control", "no-store, max-age=9")]) == nil)
    }

    @Test(
        arguments: [
            ([("ETag", "\"1\""), ("Content-Length", "10")], true), ([("ETag", "\"2\"")], false),
            ([("ETag", "\"1\""), ("Content-Length", "11")], false), ([], false),
        ] as [([(String, String)], Bool)])
    func section4_3_5_head(head: [(String, String)], agrees: Bool) {
        #expect(Revalidation.headAgrees(fields(head), with: stored([("ETag", "\"1\"")])) == agrees)
    }

    @Test(
        arguments: [
            ("stale-if-error=40", [], true), ("stale-if-error=39", [], false),
            ("max-age=60", [("Cache-Control", "stale-if-error=40")], true),
            ("stale-if-error=40, must-revalidate", [], false), ("max-age=60", [], false),
        ] as [(String, [(String, String)], Bool)])
    func rfc5861Section4(control: String, request pairs: [(String, String)], isAllowed: Bool) throws {
        let record = stored([("Cache-Control", "max-age=60, " + control)])
        let answer = Revalidation.mayReplaceError(
            record, for: try request(.get, "http://a.test/x", pairs), now: noon + 100)
        #expect((answer != nil) == isAllowed)
    }

    // MARK: Invalidation (section 4.4)

    @Test(
        arguments: [
            (HTTPRequest.Method.post, 200, ["http://a.test/x", "http://a.test/y", "http://a.test/z"]),
            (.put, 301, ["http://a.test/x", "http://a.test/y", "http://a.test/z"]),
            (.post, 404, []), (.post, 500, []), (.get, 200, []), (.options, 200, []),
        ] as [(HTTPRequest.Method, Int, [String])])
    func section4_4(method: HTTPRequest.Method, status: Int, urls: [String]) throws {
        let head = fields([("Location", "/y"), ("Content-Location", "http://a.test/z"), ("Location", "http://b.test/")])
        #expect(Invalidation.urls(after: try request(method), status: status, head).map(\.href) == urls)
    }

    // MARK: Parts (section 3.4)

    @Test(
        arguments: [
            (0, 4, "\"1\"", 5, 9, "\"1\"", "0-9 complete"), (5, 9, "\"1\"", 0, 4, "\"1\"", "0-9 complete"),
            (0, 5, "\"1\"", 3, 7, "\"1\"", "0-7"), (3, 4, "\"1\"", 0, 7, "\"1\"", "0-7"),
            (0, 3, "\"1\"", 5, 9, "\"1\"", "-"),
            (0, 4, "\"1\"", 5, 9, "\"2\"", "-"), (0, 4, "W/\"1\"", 5, 9, "W/\"1\"", "-"),
        ] as [(Int64, Int64, String, Int64, Int64, String, String)])
    func section3_4(
        first: Int64, last: Int64, tag: String, oldFirst: Int64, oldLast: Int64, oldTag: String, result: String
    ) {
        func part(_ first: Int64, _ last: Int64, _ tag: String) -> StoredResponse {
            stored([("ETag", tag)], status: 206, part: .init(first: first, last: last, completeLength: 10)).response
        }
        let combination = PartCombination(new: part(first, last, tag), old: part(oldFirst, oldLast, oldTag))
        let words = combination.map {
            "\($0.positions.lowerBound)-\($0.positions.upperBound)" + ($0.isComplete ? " complete" : "")
        }
        #expect(words ?? "-" == result)
        // The pieces follow each other without a gap.
        var next = combination?.positions.lowerBound
        for piece in combination?.pieces ?? [] {
            #expect(piece.positions.lowerBound == next)
            next = piece.positions.upperBound + 1
        }
    }

    // MARK: Answers

    @Test func answerHasAgeAndDateAndNoFieldsThatNeedValidation() throws {
        let record = stored([("Cache-Control", "max-age=60, no-cache=\"A, b\""), ("A", "1"), ("B", "2"), ("Age", "3")])
        guard case .answer(let answer) = CachePlan(for: try request(), [record], now: noon + 10) else {
            Issue.record("no answer")
            return
        }
        var fields = answer.keptFields
        fields.append(contentsOf: answer.addedFields)
        #expect(fields[.age] == "13")
        #expect(fields[.date] == date(0))
        #expect(fields.map(\.name.rawName).sorted() == ["Age", "Cache-Control", "Date"])
    }

    @Test func keysLeaveOutFragmentAndCredentials() throws {
        let plain = CacheKey(try HTTPURL("http://a.test/x?y"))
        #expect(CacheKey(try HTTPURL("http://me:secret@a.test:80/x?y#z")) == plain)
        #expect(CacheKey(try HTTPURL("http://a.test/x?y"), partition: "p") != plain)
        #expect(plain.url == "http://a.test/x?y" && plain.partition == "")
        #expect(CacheKey(try HTTPURL("https://a.test/x?y")) != plain)
    }
}
