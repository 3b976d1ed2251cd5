#if Logging && Metrics && Tracing && ServiceLifecycle
    import HTTPTypes
    import InMemoryTracing
    import Logging
    import Metrics
    import MetricsTestKit
    import ServiceLifecycle
    import SockeyeClient
    import SockeyeHooks
    import SockeyeTesting
    import SockeyeURL
    import Synchronization
    import TestSupport
    import Testing
    import Tracing

    /// The hooks for the packages that Swift servers use, each with its package's own test kit.
    @Suite(.timeLimit(.minutes(1)))
    struct HookTests {
        /// `/a` leads to `/b?secret`, which answers 200; `/500` fails, and everything else is 404.
        private func server() async throws -> LoopbackServer {
            try await LoopbackServer.start { request in
                switch request.path {
                case "/a":
                    LoopbackReply(
                        status: 302, fields: [.init("Location", "/b?token=secret"), .init("Content-Length", "0")])
                case "/b": .text("hello")
                case "/500": LoopbackReply(status: 500, fields: [.init("Content-Length", "0")])
                default: LoopbackReply(status: 404, fields: [.init("Content-Length", "0")])
                }
            }
        }

        private func client(_ instrument: any AttemptInstrument) -> HTTPClient {
            var configuration = HTTPClient.Configuration()
            configuration.instruments = [instrument]
            return HTTPClient(configuration: configuration)
        }

        // MARK: Logging

        private final class Lines: Sendable {
            struct Line {
                var level: Logger.Level
                var message: String
                var metadata: Logger.Metadata
            }
            let all = Mutex<[Line]>([])
        }

        private struct Keeping: LogHandler {
            let lines: Lines
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.debug
            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }
            func log(event: LogEvent) {
                lines.all.withLock {
                    $0.append(.init(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:]))
                }
            }
        }

        @Test func eachAttemptIsALine() async throws {
            let server = try await server()
            let lines = Lines()
            let client = client(AttemptLogger(Logger(label: "http") { _ in Keeping(lines: lines) }))
            var request = try Request.get("http://user:hidden@\(server.authority)/a", fields: [.cookie: "c=hidden"])
            request.label = "pages"
            #expect(try await client.send(request).status == .ok)
            _ = try await client.get(server.url("/500"))
            await #expect(throws: HTTPClientError.self) { try await client.get("http://127.0.0.1:\(refusedPort)/") }
            let all = lines.all.withLock { $0 }
            #expect(all.map(\.level) == [.debug, .debug, .warning, .warning])
            #expect(all.map { $0.metadata["http.response.status_code"] } == ["302", "200", "500", nil])
            #expect(all.map { $0.metadata["url.path"] } == ["/a", "/b", "/500", "/"])
            #expect(all.map { $0.metadata["connection_reused"] } == ["false", "true", "true", "false"])
            #expect(all.map { $0.metadata["label"] } == ["pages", "pages", nil, nil])
            #expect(all.last?.metadata["error.type"] == "connect")
            #expect(all[0].message.hasPrefix("GET http://\(server.authority)/a 302 in "))
            // No secret of the URL or the fields.
            #expect(!all.contains { "\($0)".contains("hidden") || "\($0)".contains("secret") })
            await server.stop()
        }

        // MARK: Metrics

        @Test func attemptsAreCounted() async throws {
            let server = try await server()
            let metrics = TestMetrics()
            let client = client(AttemptMeter(factory: metrics))
            for path in ["/a", "/500", "/x"] { _ = try await client.get(server.url(path)) }
            let origin = ("origin", "http://\(server.authority)")
            for (status, count) in [("2xx", 1), ("3xx", 1), ("4xx", 1), ("5xx", 1)] as [(String, Int64)] {
                let counter = try metrics.expectCounter(
                    "http.client.attempts", [origin, ("method", "GET"), ("status", status)])
                #expect(counter.totalValue == count, "\(status)")
            }
            #expect(try metrics.expectCounter("http.client.connections", [origin]).totalValue == 1)
            #expect(try metrics.expectTimer("http.client.duration", [origin]).values.count == 4)
            #expect(try metrics.expectTimer("http.client.phase", [origin, ("phase", "awaiting")]).values.count == 4)
            #expect(try metrics.expectTimer("http.client.phase", [origin, ("phase", "connecting")]).values.count == 1)
            let refused = "127.0.0.1:\(refusedPort)"
            await #expect(throws: HTTPClientError.self) { try await client.get("http://\(refused)/") }
            let errors = [("origin", "http://\(refused)"), ("phase", "connect")]
            #expect(try metrics.expectCounter("http.client.errors", errors).totalValue == 1)
            await server.stop()
        }

        @Test func originsAreLimited() async throws {
            let servers = [try await server(), try await server()]
            let metrics = TestMetrics()
            let client = client(AttemptMeter(factory: metrics, originLimit: 1))
            for server in servers { _ = try await client.get(server.url("/b")) }
            #expect(try metrics.expectCounter("http.client.connections", [("origin", "other")]).totalValue == 1)
            for server in servers { await server.stop() }
        }

        // MARK: Tracing

        @Test func attemptsAreSpans() async throws {
            let server = try await server()
            let tracer = InMemoryTracer()
            let client = client(AttemptTracer(tracer))
            let status = try await tracer.withSpan("parent") { _ in
                try await client.get("http://user:hidden@\(server.authority)/a").status
            }
            #expect(status == .ok)
            _ = try await client.send(Request(method: #require(HTTPRequest.Method("PURGE")), url: server.url("/x")))
            let spans = tracer.finishedSpans
            // The children end before their parent.
            #expect(spans.map(\.operationName) == ["GET", "GET", "parent", "HTTP"])
            #expect(spans.prefix(2).allSatisfy { $0.parentSpanID == spans[2].spanID && $0.kind == .client })
            #expect(tracer.activeSpans.isEmpty)
            let attributes = spans.map(\.attributes)
            #expect(attributes[0].get("http.response.status_code") == .int64(302))
            #expect(attributes[1].get("url.full") == .string("http://\(server.authority)/b?REDACTED"))
            #expect(attributes[0].get("url.full") == .string("http://\(server.authority)/a"))
            #expect(attributes[0].get("server.port") == .int64(Int64(server.port)))
            #expect(attributes[0].get("network.peer.address") == .string("127.0.0.1"))
            #expect(attributes[3].get("http.request.method") == .string("_OTHER"))
            #expect(attributes[3].get("error.type") == .string("404") && spans[3].status?.code == .error)
            // The server got each span's context.
            let sent = server.receivedRequests.map { $0["in-memory-span-id"] }
            #expect(sent == [spans[0].spanID, spans[1].spanID, spans[3].spanID])
            await server.stop()
        }

        @Test func aFailedAttemptIsAnErrorSpan() async throws {
            let tracer = InMemoryTracer()
            let client = client(AttemptTracer(tracer))
            await #expect(throws: HTTPClientError.self) { try await client.get("http://127.0.0.1:\(refusedPort)/") }
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.status?.code == .error && span.errors.count == 1)
            #expect(span.attributes.get("error.type") == .string("connect"))
        }

        // MARK: ServiceLifecycle

        @Test func aGracefulShutdownLetsRequestsFinish() async throws {
            let gate = Gate()
            let server = try await LoopbackServer.start(
                script: [.awaitRequest, .pause(until: gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
            let client = HTTPClient()
            let group = ServiceGroup(services: [HTTPClientService(client)], logger: Logger(label: "test"))
            let running = Task { try await group.run() }
            let request = Task { try await client.get(server.url("/")).text() }
            _ = try await server.waitForRequests(1)
            await group.triggerGracefulShutdown()
            // New requests are refused, the running one goes on.
            try await eventually {
                do {
                    _ = try await client.get("http://127.0.0.1:\(refusedPort)/")
                    return false
                } catch let error as HTTPClientError {
                    return error.cause == .clientClosed
                }
            }
            gate.open()
            #expect(try await request.value == "ok")
            try await running.value
            await server.stop()
        }

        @Test func cancellingTheGroupCancelsRequests() async throws {
            let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
            let client = HTTPClient()
            let group = ServiceGroup(services: [HTTPClientService(client)], logger: Logger(label: "test"))
            let running = Task { try await group.run() }
            let request = Task { try await client.get(server.url("/")) }
            _ = try await server.waitForRequests(1)
            running.cancel()
            await #expect(throws: HTTPClientError.self) { try await request.value }
            _ = await running.result
            #expect(client.requestsUnderWay.isEmpty)
            await server.stop()
        }
    }
#endif
