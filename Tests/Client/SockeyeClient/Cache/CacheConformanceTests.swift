import HTTPTypes
import SockeyeCache
import SockeyeClient
import SockeyeFields
import SockeyeTesting
import Synchronization
import Testing

/// What the public HTTP cache tests (http-tests/cache-tests) check of a private cache, by their names: two requests, the
/// second one after a while, and whether the server sees it. docs/Caching.md says which of their optional cases don't hold.
struct CacheConformanceTests {
    /// What becomes of the second request.
    enum Outcome: String, Sendable { case reused, validated, fetched }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The fields of the first response; `@60` stands for the date 60 s from now.
        let response: [(String, String)]
        var status = 200
        var method = HTTPRequest.Method.get
        /// The fields of the two requests.
        var first: [(String, String)] = []
        var second: [(String, String)] = []
        var path = "/"
        var secondPath = "/"
        /// Seconds between them.
        var pause: Int64 = 0
        let outcome: Outcome

        init(
            _ name: String, _ response: [(String, String)], status: Int = 200, method: HTTPRequest.Method = .get,
            first: [(String, String)] = [], second: [(String, String)] = [], path: String = "/",
            secondPath: String? = nil, pause: Int64 = 0, _ outcome: Outcome
        ) {
            self.name = name
            self.response = response
            self.status = status
            self.method = method
            self.first = first
            self.second = second
            self.path = path
            self.secondPath = secondPath ?? path
            self.pause = pause
            self.outcome = outcome
        }

        var testDescription: String { "\(name) \(status) \(response) \(second)" }
    }

    private static let fresh = ("Cache-Control", "max-age=3600")
    private static let tag = ("ETag", "\"a\"")
    private static let modified = ("Last-Modified", "@-86400")

    private static func cacheControl(_ value: String) -> [(String, String)] { [("Cache-Control", value)] }

    // MARK: Freshness

    static let freshness: [Case] = [
        Case("freshness-none", [], .fetched),
        Case("freshness-max-age", [fresh], pause: 3500, .reused),
        Case("freshness-max-age-0", cacheControl("max-age=0"), .fetched),
        Case("freshness-max-age-stale", cacheControl("max-age=60"), pause: 61, .fetched),
        Case("freshness-max-age-max", cacheControl("max-age=2147483647"), pause: 1000, .reused),
        Case("freshness-max-age-max-plus", cacheControl("max-age=2147483648"), pause: 1000, .reused),
        Case("freshness-max-age-100a", cacheControl("max-age=100a"), .fetched),
        Case("freshness-max-age-negative", cacheControl("max-age=-3600"), .fetched),
        Case("freshness-max-age-expires", [fresh, ("Expires", "@-100")], .reused),
        Case("freshness-max-age-0-expires", [("Cache-Control", "max-age=0"), ("Expires", "@100")], .fetched),
        Case("freshness-max-age-expires-invalid", [fresh, ("Expires", "0")], .reused),
        Case("freshness-max-age-age", [fresh, ("Age", "7200")], .fetched),
        Case("freshness-max-age-s-maxage-private", cacheControl("s-maxage=1, max-age=3600"), pause: 10, .reused),
        Case("freshness-s-maxage", cacheControl("s-maxage=3600"), .fetched),
        Case("freshness-max-age-ignore-quoted", cacheControl("a=\"max-age=3600\""), .fetched),
        Case("freshness-max-age-ignore-quoted-rev", cacheControl("max-age=3600, a=\"max-age=1\""), pause: 5, .reused),
        Case("freshness-max-age-quoted", cacheControl("max-age=\"3600\""), .reused),
        Case("freshness-max-age-single-quoted", cacheControl("max-age='3600'"), .fetched),
        Case("freshness-max-age-case-insensitive", cacheControl("MaX-aGe=3600"), .reused),
        Case("freshness-max-age-leading-zero", cacheControl("max-age=003600"), .reused),
        Case("freshness-max-age-decimal", cacheControl("max-age=3600.5"), .fetched),
        Case("freshness-max-age-extension", cacheControl("foobar, max-age=3600"), .reused),
        Case("freshness-max-age-trailing-comma", cacheControl("max-age=3600,"), .reused),
        Case("freshness-max-age-two-fields", [("Cache-Control", "public"), fresh], .reused),
        Case("freshness-max-age-ignored-surrogate", [("Surrogate-Control", "max-age=3600")], .fetched),
        Case("freshness-expires-future", [("Expires", "@3600")], pause: 3000, .reused),
        Case("freshness-expires-past", [("Expires", "@-60")], .fetched),
        Case("freshness-expires-present", [("Expires", "@0")], .fetched),
        Case("freshness-expires-invalid", [("Expires", "0")], .fetched),
        Case("freshness-expires-invalid-words", [("Expires", "tomorrow")], .fetched),
        Case("freshness-expires-invalid-zone", [("Expires", "Thu, 18 Aug 2050 02:01:18 AEST")], .fetched),
        Case("freshness-expires-multiple", [("Expires", "@3600"), ("Expires", "@7200")], .fetched),
        Case("freshness-expires-age", [("Expires", "@3600"), ("Age", "7200")], .fetched),
        // The age: the first member of a list, and a value that isn't a number is no age.
        Case("age-parse-nonnumeric", [fresh, ("Age", "abc")], .reused),
        Case("age-parse-negative", [fresh, ("Age", "-7200")], .reused),
        Case("age-parse-float", [fresh, ("Age", "7200.0")], .reused),
        Case("age-parse-prefix", [fresh, ("Age", "a 7200")], .reused),
        Case("age-parse-large", [fresh, ("Age", "2147483649")], .fetched),
        Case("age-parse-dup-old", [fresh, ("Age", "7200"), ("Age", "0")], .fetched),
        Case("age-parse-dup-0", [fresh, ("Age", "0"), ("Age", "7200")], .reused),
    ]

    /// Heuristic freshness (RFC 9111 section 4.2.2): by status, and only with Last-Modified.
    static let heuristic: [Case] =
        [200, 203, 204, 404, 405, 410, 414, 501].map {
            Case("heuristic-\($0)-cached", [modified], status: $0, pause: 60, .reused)
        }
        + [201, 202, 403, 502, 503, 504, 599].map {
            Case("heuristic-\($0)-not_cached", [modified], status: $0, pause: 60, .fetched)
        }
        + [
            Case("heuristic-delta", [modified], pause: 8641, .validated),
            Case("heuristic-599-public", [modified, ("Cache-Control", "public")], status: 599, pause: 60, .reused),
            Case("heuristic-query", [modified], path: "/?a", pause: 60, .validated),
            Case("other-heuristic-content-disposition", [modified, ("Content-Disposition", "attachment")], .reused),
        ]

    static let statuses: [Case] =
        [200, 203, 204, 299, 400, 404, 410, 499, 500, 502, 503, 504, 599].flatMap { status in
            [
                Case("status-\(status)-fresh", [fresh], status: status, .reused),
                Case("status-\(status)-stale", cacheControl("max-age=1"), status: status, pause: 10, .fetched),
            ]
        }
        + [
            Case("status-599-must-understand", cacheControl("max-age=3600, must-understand"), status: 599, .fetched),
            Case(
                "status-200-must-understand", cacheControl("max-age=3600, no-store, must-understand"), .reused),
        ]

    // MARK: Directives

    static let responseDirectives: [Case] = [
        Case("cc-resp-no-store", cacheControl("no-store"), .fetched),
        Case("cc-resp-no-store-case-insensitive", cacheControl("No-StOrE"), .fetched),
        Case("cc-resp-no-store-fresh", cacheControl("max-age=10000, no-store"), .fetched),
        Case(
            "cc-resp-no-store-old-new", [("Cache-Control", "max-age=10000"), ("Cache-Control", "no-store")], .fetched),
        Case("cc-resp-no-cache", [("Cache-Control", "no-cache"), tag], .validated),
        Case("cc-resp-no-cache-case-insensitive", [("Cache-Control", "No-CaChE, max-age=9"), tag], .validated),
        Case("cc-resp-no-cache-revalidate-fresh", [("Cache-Control", "max-age=3600, no-cache"), tag], .validated),
        Case("cc-resp-private-private", cacheControl("private, max-age=3600"), .reused),
        Case("cc-resp-must-revalidate-fresh", cacheControl("max-age=3600, must-revalidate"), .reused),
        Case(
            "cc-resp-must-revalidate-stale", [("Cache-Control", "max-age=60, must-revalidate"), tag], pause: 61,
            .validated),
        Case("cc-resp-immutable-fresh", cacheControl("max-age=3600, immutable"), second: [fresh], .reused),
        Case("pragma-response-no-cache", [fresh, ("Pragma", "no-cache")], .reused),
        Case("other-set-cookie", [fresh, ("Set-Cookie", "a=b")], .reused),
        Case("other-cookie", [fresh], first: [("Cookie", "a=b")], second: [("Cookie", "a=c")], .reused),
        // A private cache may reuse it; here, who asks is part of the key.
        Case("other-authorization", [fresh], first: [("Authorization", "Bearer x")], .fetched),
        Case("headers-store-Test-Header", [fresh, ("Test-Header", "x")], .reused),
    ]

    static let requestDirectives: [Case] = [
        Case("ccreq-ma0", [fresh], second: [("Cache-Control", "max-age=0")], pause: 1, .fetched),
        Case("ccreq-ma1", [fresh], second: [("Cache-Control", "max-age=1")], pause: 3, .fetched),
        Case("ccreq-magreaterage", [fresh], second: [("Cache-Control", "max-age=600")], pause: 30, .reused),
        Case(
            "ccreq-max-stale", cacheControl("max-age=1"), second: [("Cache-Control", "max-stale=1000")], pause: 9,
            .reused),
        Case(
            "ccreq-max-stale-any", cacheControl("max-age=1"), second: [("Cache-Control", "max-stale")], pause: 9,
            .reused),
        Case(
            "ccreq-max-stale-age", cacheControl("max-age=1"), second: [("Cache-Control", "max-stale=5")], pause: 30,
            .fetched),
        Case("ccreq-min-fresh", [fresh], second: [("Cache-Control", "min-fresh=7200")], .fetched),
        Case("ccreq-min-fresh-less", [fresh], second: [("Cache-Control", "min-fresh=600")], .reused),
        Case("ccreq-min-fresh-age", [fresh, ("Age", "1000")], second: [("Cache-Control", "min-fresh=3000")], .fetched),
        Case("ccreq-no-cache", [fresh], second: [("Cache-Control", "no-cache")], .fetched),
        Case("ccreq-no-cache-lm", [fresh, modified], second: [("Cache-Control", "no-cache")], .validated),
        Case("ccreq-no-cache-etag", [fresh, tag], second: [("Cache-Control", "no-cache")], .validated),
        Case("ccreq-no-store", [fresh], first: [("Cache-Control", "no-store")], .fetched),
        Case("ccreq-no-store-second", [fresh], second: [("Cache-Control", "no-store")], .fetched),
        Case("ccreq-oic", [fresh], second: [("Cache-Control", "only-if-cached")], .reused),
        Case("pragma-request-no-cache", [fresh], second: [("Pragma", "no-cache")], .fetched),
        Case("pragma-request-extension", [fresh], second: [("Pragma", "foo")], .reused),
        Case(
            "pragma-request-cc", [fresh], second: [("Pragma", "no-cache"), ("Cache-Control", "max-age=600")], .reused),
    ]

    // MARK: Selecting

    private static func vary(_ value: String) -> [(String, String)] { [fresh, ("Vary", value)] }

    static let selecting: [Case] = [
        Case("vary-match", vary("Foo"), first: [("Foo", "1")], second: [("Foo", "1")], .reused),
        Case("vary-no-match", vary("Foo"), first: [("Foo", "1")], second: [("Foo", "2")], .fetched),
        Case("vary-omit-stored", vary("Foo"), second: [("Foo", "1")], .fetched),
        Case("vary-omit", vary("Foo"), first: [("Foo", "1")], .fetched),
        Case("vary-both-omitted", vary("Foo"), .reused),
        Case("vary-star", vary("*"), .fetched),
        Case("vary-syntax-star", vary("*, *"), .fetched),
        Case("vary-syntax-star-star-lines", [fresh, ("Vary", "*"), ("Vary", "*")], .fetched),
        Case("vary-syntax-star-foo", vary("*, Foo"), first: [("Foo", "1")], second: [("Foo", "1")], .fetched),
        Case("vary-syntax-foo-star", vary("Foo, *"), first: [("Foo", "1")], second: [("Foo", "1")], .fetched),
        Case("vary-syntax-empty-star", vary(", *"), .fetched),
        Case(
            "vary-2-match", vary("Foo, Bar"), first: [("Foo", "1"), ("Bar", "a")],
            second: [("Bar", "a"), ("Foo", "1")], .reused),
        Case(
            "vary-2-no-match", vary("Foo, Bar"), first: [("Foo", "1"), ("Bar", "a")],
            second: [("Foo", "1"), ("Bar", "b")], .fetched),
        Case(
            "vary-2-lines", [fresh, ("Vary", "Foo"), ("Vary", "Bar")], first: [("Bar", "a")], second: [("Bar", "b")],
            .fetched),
        Case(
            "vary-normalise-combine", vary("Foo"), first: [("Foo", "1, 2")], second: [("Foo", "1"), ("Foo", "2")],
            .reused),
        Case("vary-normalise-space", vary("Foo"), first: [("Foo", "1,2")], second: [("Foo", "1,  2")], .reused),
        Case(
            "vary-normalise-lang-case", vary("Accept-Language"), first: [("Accept-Language", "en, de")],
            second: [("Accept-Language", "eN, De")], .reused),
        Case(
            "vary-normalise-lang-order", vary("Accept-Language"), first: [("Accept-Language", "en, de")],
            second: [("Accept-Language", "de, en")], .fetched),
        Case("query-args-match", [fresh], path: "/?a=b", .reused),
        Case("query-args-differ", [fresh], path: "/?a=b", secondPath: "/?a=c", .fetched),
        Case("method-HEAD-from-GET", [fresh], .reused),
    ]

    // MARK: Validating

    static let validating: [Case] = [
        Case("conditional-etag-strong-generate", [("Cache-Control", "max-age=1"), tag], pause: 3, .validated),
        Case(
            "conditional-etag-weak-generate", [("Cache-Control", "max-age=1"), ("ETag", "W/\"a\"")], pause: 3,
            .validated),
        Case("conditional-lm-generate", [("Cache-Control", "max-age=1"), modified], pause: 3, .validated),
        Case("conditional-etag-strong-respond", [fresh, tag], second: [("If-None-Match", "\"a\"")], .reused),
        Case(
            "conditional-etag-weak-respond", [fresh, ("ETag", "W/\"a\"")], second: [("If-None-Match", "W/\"a\"")],
            .reused),
        Case(
            "conditional-etag-strong-respond-multiple-first", [fresh, tag], second: [("If-None-Match", "\"a\", \"b\"")],
            .reused),
        Case(
            "conditional-etag-strong-respond-multiple-last", [fresh, tag], second: [("If-None-Match", "\"b\",  \"a\"")],
            .reused),
        Case(
            "conditional-etag-strong-respond-comma", [fresh, ("ETag", "\"a,b\"")],
            second: [("If-None-Match", "\"a,b\"")], .reused),
        Case(
            "conditional-etag-vary-headers", [fresh, tag, ("Vary", "Abc")], first: [("Abc", "1")],
            second: [("Abc", "2")], .validated),
        Case("conditional-lm-fresh", [fresh, modified], second: [("If-Modified-Since", "@-3600")], .reused),
        Case(
            "conditional-etag-precedence", [fresh, tag, modified],
            second: [("If-None-Match", "\"a\""), ("If-Modified-Since", "@-90000")], .reused),
    ]

    @Test(
        arguments: freshness + heuristic + statuses + responseDirectives + requestDirectives + selecting + validating)
    func secondRequest(row: Case) async throws {
        let now = HTTPDate.present.secondsSinceEpoch
        func dated(_ fields: [(String, String)]) -> [(String, String)] {
            fields.map { name, value in
                guard value.hasPrefix("@"), let seconds = Int64(value.dropFirst()) else { return (name, value) }
                return (name, HTTPDate(clamping: now + seconds).description)
            }
        }
        let response = dated(row.response)
        let world = CacheWorld { request in
            let isSame = request["If-None-Match"] != nil || request["If-Modified-Since"] != nil
            var reply = isSame ? LoopbackReply(status: 304) : LoopbackReply.text("body", status: row.status)
            reply.fields += response.map { .init($0.0, $0.1) }
            return reply
        }
        func send(_ fields: [(String, String)], _ path: String) async throws -> BufferedResponse {
            var request = try Request(method: row.method, url: world.server.url(path))
            for (name, value) in dated(fields) {
                request.fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
            }
            return try await world.client.send(request)
        }
        let first = try await send(row.first, row.path)
        world.clock.pass(row.pause)
        let second = try await send(row.second, row.secondPath)
        let last = world.server.receivedRequests.last
        let isConditional = last?["If-None-Match"] != nil || last?["If-Modified-Since"] != nil
        let outcome: Outcome =
            world.server.requestCount == 1 ? .reused : isConditional ? .validated : .fetched
        #expect(outcome == row.outcome)
        // Whatever happened: the same body, and an age if it came from the store.
        if second.status != .notModified {
            #expect(second.status.code == row.status && second.body == first.body)
        }
        if outcome == .reused { #expect(Int64(second.fields[.age] ?? "").map { $0 >= row.pause } == true) }
        if outcome != .fetched { #expect(second.fields[.date] != nil) }
    }

    // MARK: What a 304 changes

    @Test(arguments: ["Test-Header", "X-Foo", "Content-Type", "Content-Language", "Set-Cookie", "X-Frame-Options"])
    func update304(name: String) async throws {
        let world = CacheWorld { request in
            let isSame = request["If-None-Match"] != nil
            var reply = isSame ? LoopbackReply(status: 304) : LoopbackReply(status: 200, body: [.send("body")])
            reply.fields += [
                .init("ETag", "\"a\""), .init("Cache-Control", "max-age=60"), .init(name, isSame ? "new" : "old"),
            ]
            if !isSame { reply.fields.append(.init("Content-Length", "4")) }
            return reply
        }
        let field = try #require(HTTPField.Name(name))
        #expect(try await world.get().fields[field] == "old")
        world.clock.pass(61)
        #expect(try await world.get().fields[field] == "new")
        #expect(try await world.get("/", .onlyStored).fields[field] == "new")
    }

    @Test(arguments: [("Content-Length", "36"), ("Content-Encoding", "gzip"), ("Content-Range", "bytes 0-1/4")])
    func noUpdate304(name: String, value: String) async throws {
        let world = CacheWorld { request in
            let isSame = request["If-None-Match"] != nil
            var reply = isSame ? LoopbackReply(status: 304, fields: [.init(name, value)]) : .text("body")
            reply.fields += [.init("ETag", "\"a\""), .init("Cache-Control", "max-age=60")]
            return reply
        }
        try await world.get()
        world.clock.pass(61)
        let validated = try await world.get()
        #expect(validated.text() == "body" && validated.fields[.contentLength] == "4")
        #expect(validated.fields[.contentEncoding] == nil && validated.fields[.contentRange] == nil)
    }

    // MARK: Invalidation

    @Test(arguments: [
        ("POST", 200, true), ("PUT", 201, true), ("DELETE", 204, true), ("M-SEARCH", 200, true), ("POST", 303, true),
        ("POST", 500, false), ("PUT", 400, false), ("OPTIONS", 200, false),
    ])
    func invalidate(method: String, status: Int, isGone: Bool) async throws {
        let world = CacheWorld { request in
            guard request.method == "GET" else {
                var reply = LoopbackReply.text("", status: status)
                reply.fields += [.init("Location", "/l"), .init("Content-Location", "/c")]
                return reply
            }
            return .cacheable(["Cache-Control": "max-age=3600"], to: request)
        }
        for path in ["/", "/l", "/c"] { try await world.get(path) }
        var request = try Request(method: try #require(HTTPRequest.Method(method)), url: world.server.url())
        request.redirects = .never
        _ = try await world.client.send(request)
        #expect(world.cache.entries.count == (isGone ? 0 : 3))
    }

    // MARK: Stale after an error

    @Test(arguments: [
        ("max-age=1", false), ("max-age=1, stale-if-error=60", true),
        ("max-age=1, stale-if-error=60, must-revalidate", false),
        ("max-age=1, stale-if-error=5", false), ("max-age=1, stale-if-error=60, no-cache", false),
    ])
    func staleClose(control: String, isServed: Bool) async throws {
        let count = Mutex(0)
        let world = CacheWorld { request in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { return .cacheable(["Cache-Control": control, "ETag": "\"a\""], to: request) }
            var reply = LoopbackReply.text("")
            reply.interim = [.cut]
            return reply
        }
        try await world.get()
        world.clock.pass(20)
        let second = try? await world.get()
        #expect(second?.text() == (isServed ? "body" : nil))
        #expect(second?.cacheStatus?.detail == (isServed ? "stale-if-error" : nil))
    }
}
