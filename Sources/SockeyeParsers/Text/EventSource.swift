public import HTTPTypes

/// The client's side of server-sent events: what to ask for, when to come back, and from where.
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
    /// The ID of the last event that was received; empty if none had one.
    public var lastEventID: String
    /// How long to wait before connecting again; the server may set it (3 s).
    public var reconnectionTime: Duration
    /// The longest that the waiting grows to after failures in a row (60 s).
    public var longestWait: Duration
    /// How many failures in a row end the run (unlimited).
    public var maximumFailures: Int
    /// The most bytes that a line or an event may have (16 MiB).
    public var limit: Int

    /// A source that begins after the event with the given ID, or at the server's choice.
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

    /// The fields of the next request: what is accepted, no cache, and where to go on.
    public var requestFields: HTTPFields {
        var fields = HTTPFields()
        fields[.accept] = "text/event-stream"
        fields[.cacheControl] = "no-store"
        // An ID with CR, LF or NUL cannot come from the parser; others may not break out of the field either.
        if !lastEventID.isEmpty, !lastEventID.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }),
            let name = HTTPField.Name("Last-Event-ID")
        {
            fields[name] = lastEventID
        }
        return fields
    }

    /// Notes what an event says about going on.
    public mutating func note(_ event: ServerSentEvent) {
        lastEventID = event.lastEventID
        if let milliseconds = event.reconnectionTime { reconnectionTime = .milliseconds(milliseconds) }
    }

    /// What a response means for the stream.
    public enum Verdict: Sendable, Hashable {
        /// Read its body.
        case open
        /// The server wants no more connections (204), or this is no event stream.
        case stop
        /// A passing trouble; come back later.
        case retry
    }

    /// The verdict on a response, by its status and Content-Type (WHATWG HTML, section 9.2.3). Statuses that pass by
    /// themselves (500, 502, 503, 504, 429) are a reason to come back.
    public static func verdict(status: HTTPResponse.Status, contentType: String?) -> Verdict {
        if [429, 500, 502, 503, 504].contains(status.code) { return .retry }
        guard status.code == 200, let contentType else { return .stop }
        let type = contentType.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return type.lowercased() == "text/event-stream" ? .open : .stop
    }

    /// How long to wait after so many failures in a row: twice as long each time.
    public func wait(afterFailures failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), 16)
        return min(reconnectionTime * (1 << doublings), max(longestWait, reconnectionTime))
    }

    /// Connects, delivers events, and connects again whenever the stream ends or fails, until the server answers that
    /// it is enough (``Verdict/stop``), `onEvent` throws, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - connect: sends a request with the given fields and returns the response's head and body.
    ///   - onEvent: gets each event.
    /// - Throws: what `onEvent` throws, `CancellationError`, and the last failure when there were too many.
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
