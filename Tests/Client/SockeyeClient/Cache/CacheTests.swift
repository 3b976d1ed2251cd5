import HTTPTypes
import SockeyeCache
import SockeyeTesting
import SockeyeURL
import Synchronization
import TestSupport
import Testing

@testable import SockeyeClient

/// The cache between the caller and the network.
struct CacheTests {
    @Test func freshResponseIsReused() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        let first = try await world.get()
        world.clock.pass(59)
        let second = try await world.get()
        #expect(world.server.requestCount == 1)
        #expect(second.body == first.body && second.body == Array("body".utf8))
        #expect(first.cacheStatus?.description == "sockeye; fwd=uri-miss; fwd-status=200; stored")
        #expect(second.cacheStatus?.isHit == true)
        #expect([0, 1].contains(second.cacheStatus?.timeToLive))
        #expect(Int(second.fields[.age] ?? "").map { (59...60).contains($0) } == true)
        #expect(second.fields[values: .contentLength] == ["4"])
    }

    @Test(arguments: [
        ["ETag": "\"1\"", "Cache-Control": "max-age=60"],
        ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control": "max-age=60"],
    ])
    func staleResponseIsValidated(fields: [String: String]) async throws {
        let world = CacheWorld(fields)
        try await world.get()
        world.clock.pass(61)
        let validated = try await world.get()
        #expect(validated.status == .ok && validated.text() == "body")
        #expect(validated.cacheStatus?.forward == .stale && validated.cacheStatus?.forwardStatus == 304)
        #expect(world.server.requestCount == 2)
        // The 304 made it fresh again. Its Date is the system's, 61 s behind, so nearly all of that has gone.
        let again = try await world.get("/", .onlyStored)
        #expect(again.text() == "body")
        #expect(world.server.requestCount == 2)
    }

    @Test func changedResponseReplacesTheOld() async throws {
        let count = Mutex(0)
        let world = CacheWorld { request in
            let number = count.withLock { number in
                number += 1
                return number
            }
            return .cacheable(["ETag": "\"\(number)\"", "Cache-Control": "max-age=60"], "\(number)", to: request)
        }
        #expect(try await world.get().text() == "1")
        world.clock.pass(61)
        #expect(try await world.get().text() == "2")
        #expect(world.cache.entries.count == 1)
    }

    // MARK: The policies, by what goes on the wire

    @Test(arguments: CachePolicy.allCases)
    func policyDecidesWhatGoesOut(policy: CachePolicy) async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60"])
        if policy == .onlyStored {
            let error = try await failure { try await world.get("/", policy) }
            #expect(error.cause == .notCached)
            #expect(world.server.requestCount == 0)
        }
        try await world.get()
        world.clock.pass(1000)
        try await world.get("/", policy)
        let request = world.server.receivedRequests.last
        switch policy {
        case .standard:
            #expect(world.server.requestCount == 2)
            #expect(request?["If-None-Match"] == "\"1\"" && request?["Cache-Control"] == nil)
        case .reload:
            #expect(world.server.requestCount == 2)
            #expect(request?["If-None-Match"] == nil && request?["Cache-Control"] == nil)
        case .reloadEverywhere:
            #expect(world.server.requestCount == 2)
            #expect(request?["If-None-Match"] == nil && request?["Cache-Control"] == "no-cache")
            #expect(request?["Pragma"] == "no-cache")
        case .preferStored, .onlyStored:
            #expect(world.server.requestCount == 1)
        case .revalidate:
            #expect(world.server.requestCount == 2)
            #expect(request?["If-None-Match"] == "\"1\"" && request?["Cache-Control"] == "max-age=0")
        }
    }

    @Test func allSevenNamesCompile() {
        let names: [CachePolicy] = [
            .standard, .reload, .reload,
            .reloadEverywhere, .preferStored, .onlyStored,
            .revalidate,
        ]
        #expect(Set(names).count == 6)
    }

    // MARK: Never stored

    @Test(arguments: [["Cache-Control": "no-store"], ["Vary": "*", "Cache-Control": "max-age=60"]])
    func thisIsNotStored(fields: [String: String]) async throws {
        let world = CacheWorld(fields)
        try await world.get()
        let second = try await world.get()
        #expect(world.server.requestCount == 2)
        #expect(second.cacheStatus?.isStored == false)
        #expect(world.cache.entries.isEmpty)
    }

    /// What is about this request's range or credentials never answers a request without them.
    @Test(arguments: [(416, "Range", "bytes=200-"), (401, "X-User", "me"), (412, "If-Match", "\"2\"")])
    func answersToTheRequestsOwnFieldsAreNotStored(status: Int, name: String, value: String) async throws {
        let world = CacheWorld { request in
            var reply = LoopbackReply.text("body", status: request[name] == nil ? 200 : status)
            reply.fields.append(.init("Cache-Control", "max-age=60"))
            return reply
        }
        let field = try #require(HTTPField.Name(name))
        let special = try await world.get("/", .standard, [field: value])
        #expect(special.status.code == status && special.cacheStatus?.isStored == false)
        #expect(try await world.get().status == .ok)
    }

    /// Stored under either's URL, one host's response could be taken for the other's.
    @Test func anotherHostsResponseIsNotStored() async throws {
        let world = CacheWorld { request in
            .cacheable(["Cache-Control": "max-age=60"], request["Host"] ?? "", to: request)
        }
        let other = try await world.get("/", .standard, [.hostField: "other.test"])
        #expect(other.text() == "other.test" && other.cacheStatus?.forward == .bypass)
        #expect(try await world.get().text() == "server.test")
        #expect(try await world.get("/", .standard, [.hostField: "other.test"]).text() == "other.test")
    }

    @Test func cutBodyIsNotStored() async throws {
        let script = Script([
            .forEachRequest([
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nabc"), .cut,
            ])
        ])
        let server = MemoryServer(script: script)
        let cache = HTTPCache.memory()
        let client = HTTPClient(over: server) { $0.cache = cache }
        _ = try await failure { try await client.get(server.url()) }
        #expect(cache.entries.isEmpty && cache.size == 0)
    }

    @Test func otherMethodsAreNotStoredAndInvalidate() async throws {
        let world = CacheWorld { request in
            if request.method == "POST" {
                var reply = LoopbackReply.text("done")
                reply.fields.append(.init("Content-Location", "/other"))
                reply.fields.append(.init("Location", "http://elsewhere.test/third"))
                return reply
            }
            return .cacheable(["Cache-Control": "max-age=60"], to: request)
        }
        for path in ["/", "/other", "/third"] { try await world.get(path) }
        #expect(world.cache.entries.count == 3)
        let reply = try await world.client.post(world.server.url("/"), body: .bytes(Array("x".utf8)))
        #expect(reply.cacheStatus?.forward == .method)
        // The target and what Content-Location names are gone; what isn't of the origin stays.
        #expect(world.cache.entries.map(\.key.url) == [world.server.url("/third")])
    }

    // MARK: Selecting

    @Test func varyKeepsResponsesApart() async throws {
        let world = CacheWorld { request in
            let language = request["Accept-Language"] ?? "none"
            return .cacheable(["Vary": "Accept-Language", "Cache-Control": "max-age=60"], language, to: request)
        }
        for language in ["de", "en", "fr"] {
            #expect(try await world.get("/", .standard, [.acceptLanguage: language]).text() == language)
        }
        for language in ["fr", "de", "EN"] {
            let reply = try await world.get("/", .standard, [.acceptLanguage: language])
            #expect(reply.text() == language.lowercased() && reply.cacheStatus?.isHit == true)
        }
        #expect(world.server.requestCount == 3)
        #expect(try await world.get().cacheStatus?.forward == .varyMiss)
    }

    @Test func redirectsAreCachedHopByHop() async throws {
        let world = CacheWorld { request in
            guard request.target == "/old" else {
                return .cacheable(["Cache-Control": "max-age=60"], "new", to: request)
            }
            var reply = LoopbackReply.text("moved", status: 301)
            reply.fields += [.init("Location", "/new"), .init("Cache-Control", "max-age=600")]
            return reply
        }
        for _ in 0..<3 {
            let reply = try await world.get("/old")
            #expect(reply.text() == "new" && reply.history.count == 1)
        }
        #expect(world.server.requestCount == 2)
        world.clock.pass(61)
        try await world.get("/old")
        #expect(world.server.receivedRequests.map(\.target) == ["/old", "/new", "/new"])
    }

    @Test func headIsAnsweredByGetAndFreshensIt() async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60"])
        try await world.get()
        let head = try await world.client.head(world.server.url())
        #expect(head.cacheStatus?.isHit == true && head.body.isEmpty && head.fields[.contentLength] == "4")
        #expect(world.server.requestCount == 1)
    }

    @Test func rangeIsCutFromACompleteResponse() async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60"])
        try await world.get()
        let part = try await world.get("/", .standard, [.range: "bytes=1-2"])
        #expect(part.status == .partialContent && part.text() == "od")
        #expect(part.fields[.contentRange] == "bytes 1-2/4")
        #expect(world.server.requestCount == 1)
    }

    @Test func partsAreCombined() async throws {
        let world = CacheWorld { request in
            guard let range = request["Range"]?.dropFirst("bytes=".count).split(separator: "-").compactMap({ Int($0) }),
                range.count == 2
            else { return .text("0123456789") }
            var reply = LoopbackReply.text(
                String("0123456789".dropFirst(range[0]).prefix(range[1] - range[0] + 1)), status: 206)
            reply.fields += [
                .init("Content-Range", "bytes \(range[0])-\(range[1])/10"), .init("ETag", "\"1\""),
                .init("Cache-Control", "max-age=60"),
            ]
            return reply
        }
        try await world.get("/", .standard, [.range: "bytes=0-4"])
        #expect(try await world.get("/", .standard, [.range: "bytes=2-3"]).text() == "23")
        try await world.get("/", .standard, [.range: "bytes=4-9"])
        let whole = try await world.get()
        #expect(whole.text() == "0123456789" && whole.status == .ok && whole.cacheStatus?.isHit == true)
        #expect(world.server.requestCount == 2)
        #expect(world.cache.entries.count == 1)
    }

    @Test func callersConditionIsAnsweredFromTheCache() async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60"])
        try await world.get()
        let same = try await world.get("/", .standard, [.ifNoneMatch: "\"0\", W/\"1\""])
        #expect(same.status == .notModified && same.body.isEmpty && same.cacheStatus?.isHit == true)
        let other = try await world.get("/", .standard, [.ifNoneMatch: "\"2\""])
        #expect(other.status == .ok && other.text() == "body")
        #expect(world.server.requestCount == 1)
    }

    // MARK: Stale

    @Test func staleResponseReplacesAnError() async throws {
        let isDown = Mutex(false)
        let world = CacheWorld { request in
            if isDown.withLock({ $0 }) { return .text("down", status: 503) }
            return .cacheable(["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-if-error=600"], to: request)
        }
        try await world.get()
        isDown.withLock { $0 = true }
        world.clock.pass(120)
        let stale = try await world.get()
        #expect(stale.text() == "body" && stale.cacheStatus?.forwardStatus == 503)
        #expect(stale.cacheStatus?.detail == "stale-if-error")
        world.clock.pass(600)
        #expect(try await world.get().status == .serviceUnavailable)
    }

    /// RFC 5861 section 4 asks for no validator; the caller's own conditions change nothing.
    @Test(arguments: [[:], [.ifNoneMatch: "\"x\""]] as [HTTPFields])
    func staleResponseWithoutValidatorReplacesAnError(_ fields: HTTPFields) async throws {
        let isDown = Mutex(false)
        let world = CacheWorld { request in
            if isDown.withLock({ $0 }) { return .text("down", status: 503) }
            return .cacheable(["Cache-Control": "max-age=60, stale-if-error=600"], to: request)
        }
        try await world.get()
        isDown.withLock { $0 = true }
        world.clock.pass(120)
        let stale = try await world.get("/", .standard, fields)
        #expect(stale.text() == "body" && stale.cacheStatus?.detail == "stale-if-error")
        #expect(world.server.receivedRequests.last?["If-None-Match"] == fields[.ifNoneMatch])
    }

    @Test func varyOfA304Counts() async throws {
        let world = CacheWorld { request in
            let isSecond = request["If-None-Match"] != nil
            let more = isSecond ? ["Vary": "X-Lang"] : [:]
            let language = request["X-Lang"] ?? ""
            return .cacheable(
                ["ETag": "\"\(language)\"", "Cache-Control": "max-age=60"].merging(more) { $1 }, language, to: request)
        }
        let language = try #require(HTTPField.Name("X-Lang"))
        try await world.get("/", .standard, [language: "de"])
        world.clock.pass(120)
        #expect(try await world.get("/", .standard, [language: "de"]).text() == "de")
        let english = try await world.get("/", .standard, [language: "en"])
        #expect(english.text() == "en")
        #expect(try await world.get("/", .standard, [language: "de"]).cacheStatus?.isHit == true)
    }

    /// RFC 9111 section 4.3.5 is about responses that the HEAD's could have been; a stored error isn't one.
    @Test func headDoesNotFreshenAnError() async throws {
        let isThere = Mutex(false)
        let world = CacheWorld { request in
            let isThere = isThere.withLock { $0 }
            return .cacheable(
                ["Cache-Control": "max-age=\(isThere ? 600 : 60)"], status: isThere ? 200 : 404, to: request)
        }
        #expect(try await world.get().status == .notFound)
        isThere.withLock { $0 = true }
        world.clock.pass(120)
        _ = try await world.client.send(Request(method: .head, url: world.server.url()))
        let now = try await world.get()
        #expect(now.status == .ok && now.text() == "body")
    }

    @Test func validationsCanBeWaitedFor() async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-while-revalidate=600"])
        try await world.get()
        world.clock.pass(120)
        try await world.get()
        await world.cache.finishValidations(within: .seconds(60))
        #expect(world.server.requestCount == 2)
        #expect(try await world.get().cacheStatus?.detail == nil)
    }

    /// A wait whose time is up before it begins ends at once.
    @Test func validationsAreNotWaitedForWithoutTime() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let world = CacheWorld { request in
            if count.withLock({
                $0 += 1; return $0
            }) > 1 {
                try? await gate.wait()
            }
            return .cacheable(
                ["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-while-revalidate=600"], to: request)
        }
        try await world.get()
        world.clock.pass(120)
        try await world.get()
        for _ in 0..<100 { await world.cache.finishValidations(within: .zero) }
        gate.open()
    }

    @Test func staleResponseIsUsedWhileItIsRevalidated() async throws {
        let world = CacheWorld(["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-while-revalidate=600"])
        try await world.get()
        world.clock.pass(120)
        let stale = try await world.get()
        #expect(stale.cacheStatus?.isHit == true && stale.cacheStatus?.detail == "stale-while-revalidate")
        try await world.server.waitForRequests(2)
        #expect(world.server.receivedRequests.last?["If-None-Match"] == "\"1\"")
    }

    @Test func onlyIfCachedIsA504() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        let miss = try await world.get("/", .standard, [.cacheControl: "only-if-cached"])
        #expect(miss.status == .gatewayTimeout && world.server.requestCount == 0)
    }

    // MARK: Streaming

    @Test(arguments: [(0, true), (64, true), (1, false)])
    func handlerThatStopsEarlyNeverTearsAnEntry(limit: Int64, isStored: Bool) async throws {
        let length = limit == 0 ? 4 : 32
        let world = CacheWorld(readOnLimit: limit) { request in
            .cacheable(["Cache-Control": "max-age=60"], String(repeating: "x", count: length), to: request)
        }
        try await world.client.perform(try .get(world.server.url())) { response in
            if limit == 0 { _ = try await response.body.collect(limit: 100) }
        }
        #expect(world.cache.entries.count == (isStored ? 1 : 0))
        if isStored { #expect(try await world.get("/", .onlyStored).body.count == length) }
    }

    @Test func decodedBodyIsStoredAsItCame() async throws {
        let world = CacheWorld(
            change: { $0.coding = CodingOptions(contentCodings: [.gzip]) },
            handler: { request in
                var reply = LoopbackReply.bytes(Self.gzipped)
                reply.fields += [.init("Content-Encoding", "gzip"), .init("Cache-Control", "max-age=60")]
                return reply
            })
        #expect(try await world.get().text() == "hello")
        let hit = try await world.get()
        #expect(hit.text() == "hello" && hit.cacheStatus?.isHit == true)
    }

    /// What the handler leaves is read for the cache, and decoded to see that it can be.
    @Test(arguments: [true, false]) func restThatCannotBeDecodedIsNotStored(isSound: Bool) async throws {
        let world = CacheWorld(
            change: { $0.coding = CodingOptions(contentCodings: [.gzip]) },
            handler: { request in
                var bytes = Self.gzipped
                if !isSound { bytes[bytes.count - 6] ^= 1 }
                var reply = LoopbackReply.bytes(bytes)
                reply.fields += [.init("Content-Encoding", "gzip"), .init("Cache-Control", "max-age=60")]
                return reply
            })
        try await world.client.perform(try .get(world.server.url())) { _ in }
        #expect(world.cache.entries.count == (isSound ? 1 : 0))
    }

    /// "hello" by gzip.
    private static let gzipped: [UInt8] = [
        0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0,
        0, 0,
    ]

    // MARK: Many at once

    @Test func equalRequestsShareOneFetch() async throws {
        let gate = Gate()
        let world = CacheWorld { request in
            try? await gate.wait()
            return .cacheable(["Cache-Control": "max-age=60"], to: request)
        }
        try await withThrowingTaskGroup(of: BufferedResponse.self) { group in
            for _ in 0..<64 { group.addTask { try await world.get() } }
            // All but the first wait for it.
            try await world.server.waitForRequests(1)
            gate.open()
            for try await reply in group { #expect(reply.text() == "body") }
        }
        #expect(world.server.requestCount == 1)
    }

    @Test func cancelledLeaderIsReplaced() async throws {
        let gate = Gate()
        let world = CacheWorld { request in
            try? await gate.wait()
            return .cacheable(["Cache-Control": "max-age=60"], to: request)
        }
        let leader = Task { try await world.get() }
        try await world.server.waitForRequests(1)
        let followers = (0..<8).map { _ in Task { try await world.get() } }
        leader.cancel()
        gate.open()
        for follower in followers { #expect(try await follower.value.text() == "body") }
        #expect(world.server.requestCount <= 2)
    }

    /// 64 equal requests, any half of them cancelled: each ends its own way, and the rest share one fetch, or a second one
    /// if the first was cancelled.
    @Test(arguments: [0, 1]) func eachIsCancelledByItself(remainder: Int) async throws {
        let gate = Gate()
        let world = CacheWorld { request in
            try? await gate.wait()
            return .cacheable(["Cache-Control": "max-age=60"], to: request)
        }
        let leader = Task { try await world.get() }
        try await world.server.waitForRequests(1)
        let all = [leader] + (1..<64).map { _ in Task { try await world.get() } }
        for (number, task) in all.enumerated() where number % 2 == remainder { task.cancel() }
        for (number, task) in all.enumerated() where number % 2 == remainder {
            let error = try await failure { try await task.value }
            #expect(error.cause == .cancelled, "\(number)")
        }
        gate.open()
        for (number, task) in all.enumerated() where number % 2 != remainder {
            #expect(try await task.value.text() == "body", "\(number)")
        }
        #expect(world.server.requestCount <= 2)
    }

    @Test func observerSeesWhatIsReadOfAHit() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        try await world.get()
        let observations = Observations()
        _ = try await world.client.send(try .get(world.server.url()), observer: observations)
        #expect(observations.events.contains { $0[.receivedBody] == 4 })
        #expect(!observations.names.contains { $0.hasPrefix("connection") })
    }

    @Test func requestWithinAnEqualOnesHandlerDoesNotWaitForEver() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"], String(repeating: "x", count: 100_000))
        let inner = try await world.client.perform(try .get(world.server.url())) { _ in try await world.get() }
        #expect(inner.body.count == 100_000)
    }

    /// A feed that never ends is no reason to wait for ever, though it could be stored.
    @Test(.timeLimit(.minutes(1))) func endlessResponseIsNotWaitedFor() async throws {
        let cache = HTTPCache.memory()
        let ticket = CacheFlights.Ticket(ObjectIdentifier(cache), [:])
        let flight = try #require(cache.flights.join(cache.key(of: try HTTPURL("http://h/feed")), ticket)).flight
        flight.begunWithoutEnd()
        // In each pause more has come.
        #expect(await flight.wait({ flight.moved() }, unless: { false }) == .gaveUp)
        flight.end(.unshared)
    }

    @Test func uncacheableResponsesAreFetchedSideBySide() async throws {
        let world = CacheWorld(["Cache-Control": "no-store"])
        try await withThrowingTaskGroup(of: BufferedResponse.self) { group in
            for _ in 0..<16 { group.addTask { try await world.get() } }
            for try await reply in group { #expect(reply.text() == "body") }
        }
        #expect(world.server.requestCount == 16)
    }

    @Test func partitionsDoNotSeeEachOther() async throws {
        let world = CacheWorld(["Cache-Control": "max-age=60"])
        let other = HTTPClient(over: world.server) { $0.cache = world.cache.partitioned(by: "b") }
        try await world.get()
        #expect(try await other.get(world.server.url()).cacheStatus?.forward == .uriMiss)
        #expect(world.cache.entries.count == 1 && other.configuration.cache?.entries.count == 1)
    }
}
