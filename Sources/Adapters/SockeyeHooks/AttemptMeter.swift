#if Metrics
    internal import HTTPTypes
    public import Metrics
    public import SockeyeClient
    internal import SockeyeIO
    internal import SockeyeURL
    internal import Synchronization

    /// Counters and timers of swift-metrics for every attempt of a client, by origin and phase.
    ///
    /// ```swift
    /// configuration.instruments.append(AttemptMeter())
    /// ```
    /// | label | kind | dimensions |
    /// |---|---|---|
    /// | `http.client.attempts` | counter | `origin`, `method`, `status` (`2xx` …, or `error`) |
    /// | `http.client.errors` | counter | `origin`, `phase` |
    /// | `http.client.request.bytes`, `http.client.response.bytes` | counter | `origin` |
    /// | `http.client.connections` | counter of new ones | `origin` |
    /// | `http.client.duration` | timer | `origin` |
    /// | `http.client.phase` | timer | `origin`, `phase`: the names of `PhaseDurations` |
    ///
    /// Servers named by users or redirects can be any number: beyond `originLimit` all others count as `other`. Methods that
    /// RFC 9110 doesn't know count as `other` too.
    public final class AttemptMeter: AttemptInstrument {
        private let factory: (any MetricsFactory)?
        private let originLimit: Int
        private let origins = Mutex<Set<String>>([])

        /// Creates a meter.
        ///
        /// - Parameters:
        ///   - factory: where the figures go; `nil` for that of `MetricsSystem`.
        ///   - originLimit: how many origins have figures of their own.
        public init(factory: (any MetricsFactory)? = nil, originLimit: Int = 100) {
            self.factory = factory
            self.originLimit = originLimit
        }

        /// Called by the client.
        public func begin(_ request: Request) -> AttemptReading {
            AttemptReading(observer: Watch(meter: self))
        }

        private struct Watch: ExchangeObserver {
            let meter: AttemptMeter

            func observe(_ event: ClientEvent) {
                if let metrics = event[.measured] { meter.record(metrics) }
            }
        }

        private func record(_ metrics: AttemptMetrics) {
            let origin = ("origin", known(metrics.url.origin))
            let status = metrics.failure == nil ? metrics.status.map { "\($0.code / 100)xx" } : nil
            count("attempts", 1, [origin, ("method", metrics.knownMethod), ("status", status ?? "error")])
            if let failure = metrics.failure { count("errors", 1, [origin, ("phase", failure.phase.rawValue)]) }
            count("request.bytes", metrics.requestBytes, [origin])
            count("response.bytes", metrics.responseBytes, [origin])
            if metrics.connection != nil, !metrics.isConnectionReused { count("connections", 1, [origin]) }
            time("duration", metrics.durations.total, [origin])
            for (phase, start, end) in metrics.timings.phases {
                time("phase", end.duration(since: start), [origin, ("phase", phase)])
            }
        }

        private func known(_ origin: String) -> String {
            origins.withLock { origins in
                if origins.contains(origin) { return origin }
                guard origins.count < originLimit else { return "other" }
                origins.insert(origin)
                return origin
            }
        }

        private var used: any MetricsFactory { factory ?? MetricsSystem.factory }

        private func count(_ name: String, _ amount: Int64, _ dimensions: [(String, String)]) {
            guard amount > 0 else { return }
            Counter(label: "http.client.\(name)", dimensions: dimensions, factory: used).increment(by: amount)
        }

        private func time(_ name: String, _ duration: Duration, _ dimensions: [(String, String)]) {
            let nanoseconds = Int64(min(duration / .nanoseconds(1), 9e18))
            Timer(label: "http.client.\(name)", dimensions: dimensions, factory: used).recordNanoseconds(nanoseconds)
        }
    }

    extension AttemptMetrics {
        fileprivate var knownMethod: String {
            switch method.rawValue {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT": method.rawValue
            default: "other"
            }
        }
    }
#endif
