// Lesson 13: caching. How not to ask, and how to ask whether anything changed.
// Run it:  swift run --package-path Examples Lesson13        (and its exercise:  swift run Lesson13 --solution)

import CourseSupport
import Sockeye
import SockeyeTesting
import Synchronization

@main
enum Caching {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.server
    /// What the shop sells today; its number is the version.
    final class Shop: Sendable {
        let version = Atomic(1)
        var today: String { version.load(ordering: .relaxed) == 1 ? "red salmon" : "green trout" }
        var tag: String { "\"v\(version.load(ordering: .relaxed))\"" }
    }

    static func start(_ shop: Shop) async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            var reply = LoopbackReply.text(shop.today)
            switch request.path {
            case "/fish":
                if request["If-None-Match"] == shop.tag { reply = LoopbackReply(status: 304) }
                reply.fields += [.init("Cache-Control", "max-age=60"), .init("ETag", shop.tag)]
            case "/hello":
                let isFrench = request["Accept-Language"] == "fr"
                reply = .text(isFrench ? "bonjour" : "hello")
                reply.fields += [.init("Cache-Control", "max-age=60"), .init("Vary", "Accept-Language")]
            case "/account": reply.fields += [.init("Cache-Control", "no-store")]
            default: return nil
            }
            return reply
        }
    }
    // snippet.end

    static func lesson() async throws {
        let shop = Shop()
        let server = try await start(shop)
        var cache = SmallCache()
        let fish = server.url("/fish")

        // snippet.fresh
        Course.heading("fresh")
        for second in [0, 59] {
            cache.now = second
            print("\(second) s: \(try await cache.get(fish))")
        }
        // snippet.end

        // snippet.stale
        Course.heading("stale")
        cache.now = 60
        print("60 s: \(try await cache.get(fish))")
        shop.version.store(2, ordering: .relaxed)
        for second in [90, 120] {
            cache.now = second
            print("\(second) s: \(try await cache.get(fish))")
        }
        // snippet.end

        // snippet.vary
        Course.heading("one URL, two answers")
        for language in ["en", "fr", "en", "fr"] {
            print("\(language): \(try await cache.get(server.url("/hello"), [.acceptLanguage: language]))")
        }
        // snippet.end

        // snippet.never
        Course.heading("not to be kept")
        for _ in 1...2 { print(try await cache.get(server.url("/account"))) }
        // snippet.end

        try await library(server)
        await server.stop()
    }

    // snippet.library
    /// The same with the cache of the client.
    static func library(_ server: LoopbackServer) async throws {
        Course.heading("the same in the client")
        var configuration = HTTPClient.Configuration()
        configuration.cache = .memory()
        let client = HTTPClient(configuration: configuration)
        let requests: [(path: String, fields: HTTPFields)] = [
            ("/fish", [:]), ("/fish", [:]), ("/fish", [.cacheControl: "no-cache"]),
            ("/hello", [.acceptLanguage: "en"]), ("/hello", [.acceptLanguage: "fr"]), ("/account", [:]),
        ]
        for (path, fields) in requests {
            let reply = try await client.get(server.url(path), fields: fields)
            guard let status = reply.cacheStatus else { continue }
            let why = status.forward.map { "asked (\($0.rawValue)), answered with \(status.forwardStatus ?? 0)" }
            print("\(path) “\(reply.text())”: \(why ?? "from the cache")\(status.isStored ? ", kept" : "")")
        }
    }
    // snippet.end
}
