internal import HTTPTypes
internal import SockeyeCache
public import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO
public import SockeyeParsers
internal import SockeyeURL

/// Server-sent events, from a stream that reconnects by itself. Made by ``SockeyeClient/HTTPClient/events(_:fields:options:observer:)``.
///
/// Nothing is read while nobody asks for an event, so a slow reader slows the server down. Each iteration is a stream of its
/// own; leaving the loop closes the connection.
public struct EventStream: AsyncSequence, Sendable {
    let client: HTTPClient
    let request: Result<Request, HTTPClientError>
    let options: EventStreamOptions
    let observer: (any ExchangeObserver)?

    /// The request that the first connection sends, as `HTTPClient.plannedOctets(of:)` can show it.
    ///
    /// - Throws: `.invalidURL` if the stream was made of a text that isn't a URL.
    public var firstRequest: Request {
        get throws(HTTPClientError) { try EventFeed(self).request() }
    }

    /// Connects when the first event is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: EventFeed(self))
    }

    /// Yields the events in order.
    public struct Iterator: AsyncIteratorProtocol {
        let feed: EventFeed

        /// The next event; `nil` once the server has answered 204: it wants no more connections.
        ///
        /// - Throws: `EventStreamError`, after which there are no more.
        public mutating func next() async throws(EventStreamError) -> ServerSentEvent? {
            try await feed.next()
        }

        /// The same.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(EventStreamError) -> ServerSentEvent? {
            try await feed.next()
        }

        /// The ID of the last event, with which another stream can go on later (`EventStreamOptions.lastEventID`).
        public var lastEventID: String { feed.reconnection.lastEventID }
    }
}

/// One iteration: carries out what `Reconnection` decides.
final class EventFeed {
    /// An open response, and the parser of its body.
    private struct Connection {
        let held: HeldResponse
        var pieces: ResponseBody.Iterator
        var parser: ServerSentEventParser
    }

    private(set) var reconnection: Reconnection
    private let stream: EventStream
    private let timeouts: Timeouts
    /// When the total time is over.
    private let end: Deadline
    private var connection: Connection?
    private var ready: [ServerSentEvent] = []
    /// The events before it are taken.
    private var first = 0
    /// What is wrong with the stream, behind the events that are ready.
    private var failure: EventStreamError?
    private var isOver = false

    init(_ stream: EventStream) {
        self.stream = stream
        var options = stream.options
        var timeouts = stream.client.configuration.timeouts
        if case .success(let request) = stream.request {
            timeouts = request.timeouts(or: timeouts)
            if options.lastEventID.isEmpty { options.lastEventID = request.fields[.lastEventID] ?? "" }
        }
        if let silence = options.silenceLimit { timeouts.idle = silence }
        // Events come when something happens.
        timeouts.minimumSpeed = nil
        self.timeouts = timeouts
        end = timeouts.total.map { .after($0) } ?? .never
        reconnection = Reconnection(options)
    }

    deinit {
        close()
    }

    func next() async throws(EventStreamError) -> ServerSentEvent? {
        while true {
            if let event = takeEvent() { return event }
            if isOver { return nil }
            do throws(EventStreamError) {
                if let failure { throw failure }
                if connection == nil {
                    try await connect()
                } else {
                    try await read()
                }
            } catch {
                finish()
                throw error
            }
        }
    }

    private func takeEvent() -> ServerSentEvent? {
        if first == ready.count {
            ready.removeAll(keepingCapacity: true)
            first = 0
            // Blocks without data have IDs too.
            if let connection { reconnection.note(lastEventID: connection.parser.lastEventID) }
            return nil
        }
        defer { first += 1 }
        reconnection.note(lastEventID: ready[first].lastEventID)
        return ready[first]
    }

    private func connect() async throws(EventStreamError) {
        let held: HeldResponse
        do throws(HTTPClientError) {
            held = try await stream.client.hold(try request(), observer: stream.observer)
        } catch {
            return try await follow(
                reconnection.failed(error.naming(totalTime: timeouts.total), chance: .random(in: 0..<1)))
        }
        let fields = held.response.fields
        let step = reconnection.answered(
            status: held.response.status.code, contentType: fields[.contentType],
            coding: held.response.remainingCodings.last, retryAfter: fields[.retryAfter], now: .present,
            chance: .random(in: 0..<1))
        guard step == .read else {
            held.end()
            return try await follow(step)
        }
        connection = Connection(
            held: held, pieces: held.response.body.makeAsyncIterator(),
            parser: ServerSentEventParser(
                limit: stream.options.eventLimit, lastEventID: reconnection.lastEventID))
    }

    func request() throws(HTTPClientError) -> Request {
        var request = try stream.request.get()
        reconnection.apply(to: &request.fields)
        request.note([.accept, .cacheControl, .lastEventID], from: "the event stream")
        request.timeouts = timeouts
        // The total is the stream's, not each connection's.
        if end != .never { request.timeouts?.total = end.duration(since: .now) }
        // A stored stream is over, and this one is repeated by rules of its own.
        request.cachePolicy = .reloadEverywhere
        request.retry = .never
        return request
    }

    private func read() async throws(EventStreamError) {
        guard var pieces = connection?.pieces else { return }
        let piece: [UInt8]?
        do throws(HTTPClientError) {
            piece = try await pieces.next()
        } catch {
            close()
            return try await follow(
                reconnection.failed(error.naming(totalTime: timeouts.total), chance: .random(in: 0..<1)))
        }
        guard let piece else {
            close()
            return try await follow(reconnection.ended(chance: .random(in: 0..<1)))
        }
        connection?.pieces = pieces
        reconnection.receivedBytes()
        do throws(TextError) {
            // In place: a copy of the parser would copy a long line again with each piece of it.
            try connection?.parser.parse(piece, into: &ready)
        } catch {
            failure = .malformed(error)
            return
        }
        if let time = connection?.parser.reconnectionTime { reconnection.note(reconnectionTime: time) }
    }

    private func follow(_ step: Reconnection.Step) async throws(EventStreamError) {
        switch step {
        case .read: break
        case .finish: finish()
        case .fail(let error): throw error
        case .wait(let wait, let reason):
            stream.observer?.observe(ClientEvent(.retryPlanned, (reason, wait, nil, false)))
            let moment = Deadline.after(wait)
            do throws(IOError) {
                try await stream.client.eventLoop.sleep(until: min(moment, end))
            } catch {
                throw .failed(failure(.cancelled))
            }
            if moment >= end { throw .failed(failure(.timedOut(.total, after: timeouts.total ?? .zero))) }
        }
    }

    private func failure(_ cause: HTTPClientError.Cause) -> HTTPClientError {
        HTTPClientError(.firstByte, origin: (try? stream.request.get())?.url.origin, cause: cause)
    }

    private func close() {
        connection?.held.end()
        connection = nil
    }

    private func finish() {
        if isOver { return }
        isOver = true
        close()
        stream.observer?.observe(ClientEvent(.ended, ()))
    }
}
