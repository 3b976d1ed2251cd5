public import HTTPTypes

/// The client's side of server-sent events: what to request, when to reconnect, and where to resume.
///
/// ```swift
/// var source = EventSource()
/// try await source.run { fields in
///     try await client.perform(HTTPRequest(…, headerFields: fields))      // answers with its status and body
/// } onEvent: { event in
///     print(event.data)
/// }
/// ```
public struct EventSource: Sendable {
    /// The ID of the last event received; empty if there was none.
    public var lastEventID: String
    /// The wait before reconnecting; the server may change it (default 3 s).
    public var reconnectionTime: Duration
    /// The maximum wait after repeated failures (60 s).
    public var longestWait: Duration
    /// The number of failures in a row that ends the run (default unlimited).
    public var maximumFailures: Int
    /// The maximum bytes of a line or an event (16 MiB).
    public var limit: Int

    /// Makes a source that resumes after the event with the given ID, or starts where the server chooses.
    public init(
        lastEventID: String = "", reconnectionTime: Duration = .seconds(3), longestWait: Duration = .seconds(60),
        maximumFailures: Int = .max, limit: Int = 16 << 20
    ) {
        self.lastEventID = lastEventID
        self.reconnectionTime = reconnectionTime
        self.longestWait = longestWait
        self.maximumFailures = maximumFailures
        self.limit = limit
    }

    /// The fields of the next request: the accepted type, no caching, and where to resume.
    public var requestFields: HTTPFields {
        var fields = HTTPFields()
        fields[.accept] = "text/event-stream"
        fields[.cacheControl] = "no-store"
        // The parser never yields an ID with CR, LF or NUL; one from elsewhere must not break out of the field.
        if !lastEventID.isEmpty, !lastEventID.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }),
            let name = HTTPField.Name("Last-Event-ID")
        {
            fields[name] = lastEventID
        }
        return fields
    }

    /// Records the event's ID and reconnection time for the next connection.
    public mutating func note(_ event: ServerSentEvent) {
        lastEventID = event.lastEventID
        if let milliseconds = event.reconnectionTime { reconnectionTime = .milliseconds(milliseconds) }
    }

    /// What a response means for the stream.
    public enum Verdict: Sendable, Hashable {
        /// Read its body.
        case open
        /// The server wants no more connections (204), or this isn't an event stream.
        case stop
        /// A temporary failure; reconnect later.
        case retry
    }

    /// The verdict on a response, by its status and Content-Type (WHATWG HTML, section 9.2.3). Temporary statuses (500,
    /// 502, 503, 504, 429) lead to a retry.
    public static func verdict(status: HTTPResponse.Status, contentType: String?) -> Verdict {
        if [429, 500, 502, 503, 504].contains(status.code) { return .retry }
        guard status.code == 200, let contentType else { return .stop }
        let type = contentType.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return type.lowercased() == "text/event-stream" ? .open : .stop
    }

    /// The wait after this many failures in a row; doubles each time.
    public func wait(afterFailures failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), 16)
        return min(reconnectionTime * (1 << doublings), max(longestWait, reconnectionTime))
    }

    /// Connects, delivers events, and reconnects whenever the stream ends or fails, until a response says to stop
    /// (``Verdict/stop``), `onEvent` throws, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - connect: sends a request with the given fields and returns the response's head and body.
    ///   - onEvent: receives each event.
    /// - Throws: whatever `onEvent` throws, `CancellationError`, and the last failure if there were too many.
    public mutating func run<Body: AsyncSequence>(
        connect: (HTTPFields) async throws -> (response: HTTPResponse, body: Body),
        onEvent: (ServerSentEvent) async throws -> Void
    ) async throws where Body.Element: Collection<UInt8> {
        var failures = 0
        while true {
            var handlerFailure: (any Error)?
            do {
                let (response, body) = try await connect(requestFields)
                switch Self.verdict(status: response.status, contentType: response.headerFields[.contentType]) {
                case .stop: return
                case .retry: failures += 1
                case .open:
                    for try await event in body.serverSentEvents(limit: limit, lastEventID: lastEventID) {
                        failures = 0
                        note(event)
                        do {
                            try await onEvent(event)
                        } catch {
                            handlerFailure = error
                            throw error
                        }
                    }
                }
            } catch {
                if let handlerFailure { throw handlerFailure }
                if error is CancellationError { throw error }
                failures += 1
                if failures >= maximumFailures { throw error }
            }
            if failures >= maximumFailures { return }
            try await Task.sleep(for: wait(afterFailures: failures))
        }
    }
}
