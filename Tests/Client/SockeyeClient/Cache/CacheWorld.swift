import HTTPTypes
import SockeyeCache
import SockeyeClient
import SockeyeFields
import SockeyeTesting
import Synchronization

/// A client with a cache before a server in memory, and a clock that moves when it is told to.
final class CacheWorld: Sendable {
    /// A clock that only the test moves.
    final class Clock: Sendable {
        private let start = HTTPDate.present.secondsSinceEpoch
        private let ahead = Mutex<Int64>(0)
        func pass(_ seconds: Int64) { ahead.withLock { $0 += seconds } }
        var now: Int64 { start + ahead.withLock { $0 } }
    }

    let clock = Clock()
    let server: MemoryServer
    let cache: HTTPCache
    let client: HTTPClient

    init(
        store: any CacheStore = MemoryCacheStore(), readOnLimit: Int64 = 64 * 1024,
        change: (inout HTTPClient.Configuration) -> Void = { _ in }, handler: @escaping LoopbackHandler
    ) {
        server = MemoryServer(handler: handler)
        cache = HTTPCache(store: store, readOnLimit: readOnLimit, clock: { [clock] in clock.now })
        client = HTTPClient(over: server) { [cache] configuration in
            configuration.cache = cache
            change(&configuration)
        }
    }

    /// A server that answers every request alike.
    convenience init(_ fields: [String: String], _ body: String = "body") {
        self.init { request in .cacheable(fields, body, to: request) }
    }

    @discardableResult
    func get(
        _ path: String = "/", _ policy: CachePolicy = .standard, _ fields: HTTPFields = [:]
    ) async throws -> BufferedResponse {
        var request = try Request.get(server.url(path), fields: fields)
        request.cachePolicy = policy
        return try await client.send(request)
    }
}

extension LoopbackReply {
    /// A text with these fields; a 304 if the request has its ETag or Last-Modified.
    static func cacheable(
        _ fields: [String: String], _ body: String = "body", status: Int = 200, to request: ReceivedRequest
    ) -> LoopbackReply {
        let isSame =
            (fields["ETag"].map { tag in request["If-None-Match"]?.contains(tag) == true } ?? false)
            || (fields["ETag"] == nil && fields["Last-Modified"] != nil
                && request["If-Modified-Since"] == fields["Last-Modified"])
        var reply = isSame ? LoopbackReply(status: 304) : .text(body, status: status)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { reply.fields.append(.init(name, value)) }
        return reply
    }
}
