public import HTTPTypes
public import SockeyeClient
public import SockeyeURL

extension HTTPClient {
    /// Server-sent events (WHATWG HTML, section 9.2), from a stream that reconnects by itself.
    ///
    /// ```swift
    /// import SockeyeEvents
    ///
    /// for try await event in client.events("https://example.com/prices") {
    ///     print(event.type, event.data)
    /// }
    /// ```
    ///
    /// Whenever the stream ends, breaks or falls silent, it waits a little and asks the server to go on after the last event
    /// (`Last-Event-ID`). The wait is what the server wishes (`retry:`), doubled with each failure in a row, with a random
    /// part. Refused connections, timeouts and the statuses 408, 429, 500, 502, 503 and 504 count as passing; any other
    /// answer than `text/event-stream` ends the stream with an error, and 204 ends it without one.
    ///
    /// The request goes the way of every other: redirects, credentials, cookies, proxies, interceptors.
    public func events(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:], options: EventStreamOptions = EventStreamOptions(),
        observer: (any ExchangeObserver)? = nil
    ) -> EventStream {
        let request: Result<Request, HTTPClientError>
        do throws(HTTPClientError) {
            request = .success(try .get(resolve(url), fields: fields))
        } catch {
            request = .failure(error)
        }
        return EventStream(client: self, request: request, options: options, observer: observer)
    }

    /// Server-sent events that a request of one's own asks for: with a credential, a body, timeouts and so on.
    ///
    /// - Parameters:
    ///   - request: sent again for each connection, so its body must be replayable. Its `total` timeout ends the
    ///     stream, its `idle` timeout a connection that is silent.
    ///   - options: when to reconnect, and the limits.
    ///   - observer: gets the events of every connection, and `waitingToRetry` between them; with the status 200 if the
    ///     stream ended in order.
    public func events(
        _ request: Request, options: EventStreamOptions = EventStreamOptions(),
        observer: (any ExchangeObserver)? = nil
    ) -> EventStream {
        EventStream(client: self, request: .success(request), options: options, observer: observer)
    }
}
