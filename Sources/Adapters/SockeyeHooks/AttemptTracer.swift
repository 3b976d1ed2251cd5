#if Tracing
    internal import HTTPTypes
    internal import Instrumentation
    internal import ServiceContextModule
    public import SockeyeClient
    internal import SockeyeHTTP1
    internal import SockeyeIO
    internal import SockeyeURL
    internal import Synchronization
    public import Tracing

    /// A client span of swift-distributed-tracing for every attempt, by OpenTelemetry's conventions for HTTP; its context goes
    /// to the server, as `traceparent` or whatever the tracer uses.
    ///
    /// ```swift
    /// configuration.instruments.append(AttemptTracer())
    /// ```
    /// The parent is the `ServiceContext` of the task that performs the request. Attributes: `http.request.method`,
    /// `url.full` (without user and password, and without the query unless `showsQuery`), `server.address`, `server.port`,
    /// `network.protocol.version`, `network.peer.address`, `network.peer.port`, `http.response.status_code`, `error.type`.
    /// A status of 400 or more and a failure make the span an error. The convention's `http.request.resend_count` is missing:
    /// an attempt doesn't know how many there were before it.
    public struct AttemptTracer: AttemptInstrument {
        private let tracer: (any Tracer)?
        private let showsQuery: Bool

        /// Creates the instrument.
        ///
        /// - Parameters:
        ///   - tracer: `nil` for that of `InstrumentationSystem`.
        ///   - showsQuery: whether queries, which may hold tokens, are part of `url.full`.
        public init(_ tracer: (any Tracer)? = nil, showsQuery: Bool = false) {
            self.tracer = tracer
            self.showsQuery = showsQuery
        }

        /// Called by the client.
        public func begin(_ request: Request) -> AttemptReading {
            let tracer = tracer ?? InstrumentationSystem.tracer
            let known = Self.known(request.method)
            let span = tracer.startAnySpan(known ?? "HTTP", context: .current ?? .topLevel, ofKind: .client)
            span.attributes["http.request.method"] = known ?? "_OTHER"
            if known == nil { span.attributes["http.request.method_original"] = request.method.rawValue }
            span.attributes["url.full"] = url(request.url)
            span.attributes["server.address"] = request.url.hostForConnecting
            span.attributes["server.port"] = Int(request.url.effectivePort)
            var fields = HTTPFields()
            tracer.inject(span.context, into: &fields, using: FieldInjector())
            return AttemptReading(fields: fields, observer: Watch(span))
        }

        private func url(_ url: HTTPURL) -> String {
            let shown = url.withoutCredentials.withoutFragment
            return showsQuery || shown.query == nil ? shown.href : "\(shown.origin)\(shown.path)?REDACTED"
        }

        private static func known(_ method: HTTPRequest.Method) -> String? {
            switch method.rawValue {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT": method.rawValue
            default: nil
            }
        }

        /// Puts the tracer's values into fields; those that can't be sent are left out.
        private struct FieldInjector: Injector {
            func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
                guard let name = HTTPField.Name(key), HTTPField.isValidValue(value) else { return }
                fields[name] = value
            }
        }

        private final class Watch: ExchangeObserver {
            private let span: any Span
            private let hasEnded = Mutex(false)

            init(_ span: any Span) {
                self.span = span
            }

            deinit { end() }

            func observe(_ event: ClientEvent) {
                if let metrics = event[.measured] { end(metrics) }
            }

            private func end(_ metrics: AttemptMetrics? = nil) {
                let isFirst = hasEnded.withLock { hasEnded in
                    defer { hasEnded = true }
                    return !hasEnded
                }
                guard isFirst else { return }
                if let metrics { record(metrics) }
                span.end()
            }

            private func record(_ metrics: AttemptMetrics) {
                span.attributes["network.protocol.version"] = "1.1"
                if let peer = metrics.connection?.peerAddress {
                    span.attributes["network.peer.address"] = peer.host
                    if peer.family != .unix { span.attributes["network.peer.port"] = Int(peer.port) }
                }
                if let status = metrics.status {
                    span.attributes["http.response.status_code"] = status.code
                    if status.code >= 400 {
                        span.attributes["error.type"] = "\(status.code)"
                        span.setStatus(SpanStatus(code: .error))
                    }
                }
                if let failure = metrics.failure {
                    span.attributes["error.type"] = failure.phase.rawValue
                    span.setStatus(SpanStatus(code: .error, message: "\(failure)"))
                    span.recordError(failure)
                }
            }
        }
    }
#endif
