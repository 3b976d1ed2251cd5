#if Logging
    internal import HTTPTypes
    public import Logging
    public import SockeyeClient
    internal import SockeyeURL

    /// One line of swift-log for every attempt of a client, when it has ended.
    ///
    /// ```swift
    /// configuration.instruments.append(AttemptLogger(Logger(label: "http")))
    /// ```
    /// An answered attempt is logged at `.debug`, one with a status of 500 or more and a failed one at `.warning`, a cancelled
    /// one at `.debug`. The line has no secrets: neither fields, bodies and queries, nor a URL's user and password.
    ///
    /// Metadata, with the names of OpenTelemetry where it has some: `http.request.method`, `server.address`, `server.port`,
    /// `url.scheme`, `url.path`, `http.response.status_code`, `error.type`, `duration_ms`, `request_bytes`, `response_bytes`,
    /// `connection`, `connection_reused`, `label`.
    public struct AttemptLogger: AttemptInstrument {
        private let logger: Logger
        private let level: @Sendable (AttemptMetrics) -> Logger.Level

        /// Logs to `logger`.
        ///
        /// - Parameters:
        ///   - logger: gets a line for each attempt.
        ///   - level: the level of an attempt's line; ``standardLevel(of:)`` by default.
        public init(
            _ logger: Logger, level: @escaping @Sendable (AttemptMetrics) -> Logger.Level = AttemptLogger.standardLevel
        ) {
            self.logger = logger
            self.level = level
        }

        /// The level of an attempt's line by default.
        @Sendable public static func standardLevel(of metrics: AttemptMetrics) -> Logger.Level {
            if let failure = metrics.failure { return failure.cause == .cancelled ? .debug : .warning }
            return (metrics.status?.code ?? 0) >= 500 ? .warning : .debug
        }

        /// Called by the client.
        public func begin(_ request: Request) -> AttemptReading {
            AttemptReading(observer: Watch(logger: logger, label: request.label, level: level))
        }

        private struct Watch: ExchangeObserver {
            let logger: Logger
            let label: String?
            let level: @Sendable (AttemptMetrics) -> Logger.Level

            func observe(_ event: ClientEvent) {
                guard let metrics = event[.measured] else { return }
                let level = level(metrics)
                guard level >= logger.logLevel else { return }
                logger.log(level: level, "\(metrics.sentence)", metadata: metadata(of: metrics))
            }

            private func metadata(of metrics: AttemptMetrics) -> Logger.Metadata {
                var metadata: Logger.Metadata = [
                    "http.request.method": "\(metrics.method.rawValue)", "server.address": "\(metrics.url.host)",
                    "server.port": "\(metrics.url.effectivePort)", "url.scheme": "\(metrics.url.scheme)",
                    "url.path": "\(metrics.url.path)", "duration_ms": "\(metrics.milliseconds)",
                    "request_bytes": "\(metrics.requestBytes)", "response_bytes": "\(metrics.responseBytes)",
                    "connection_reused": "\(metrics.isConnectionReused)",
                ]
                if let status = metrics.status { metadata["http.response.status_code"] = "\(status.code)" }
                if let connection = metrics.connection { metadata["connection"] = "\(connection.number)" }
                if let failure = metrics.failure { metadata["error.type"] = "\(failure.phase.rawValue)" }
                if let label { metadata["label"] = "\(label)" }
                return metadata
            }
        }
    }

    extension AttemptMetrics {
        fileprivate var milliseconds: Int64 { Int64(durations.total / .milliseconds(1)) }

        /// Such as `GET http://example.com/a 200 in 12 ms`.
        fileprivate var sentence: String {
            let what = "\(method.rawValue) \(url.origin)\(url.path)"
            if let failure { return "\(what) failed: \(failure)" }
            return "\(what) \(status.map { String($0.code) } ?? "-") in \(milliseconds) ms"
        }
    }
#endif
