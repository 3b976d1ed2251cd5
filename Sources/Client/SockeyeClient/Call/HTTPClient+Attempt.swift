internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS
internal import SockeyeURL

extension HTTPClient {
    /// Sends one request to one URL, a second time only if that is safe.
    func attempt(
        _ request: Request, from start: Deadline, observer: Observers?, after last: HeldResponse? = nil
    ) async throws(HTTPClientError) -> OpenResponse {
        let plan = plan(request, from: start, observer)
        plan.last = last
        while true {
            if plan.framing == .chunked, pool.oldServers.contains(plan.origin) {
                throw HTTPClientError(
                    .prepare, origin: plan.origin.description,
                    cause: .http(.caller(.needsHTTP11(field: "Transfer-Encoding"))))
            }
            let wire = try await connect(plan, observer)
            do throws(HTTPClientError) {
                let open = try await exchange(plan, over: wire)
                guard plan.mayDropExpectation(after: open.response) else { return open }
                plan.dropExpectation()
                wire.observer?.tell(.expectation, .dropped)
                try await open.discardBody()
            } catch {
                try plan.prepareSecondTry(after: error, over: wire)
            }
        }
    }

    /// Where the request goes, and as what.
    @inline(never)
    func plan(_ request: Request, from start: Deadline, _ observer: Observers?) -> AttemptPlan {
        let route = configuration.route(to: request.url, needsTunnel: request.switchesProtocols)
        let origin = origin(of: request, through: route)
        var head = plannedHead(of: request)
        if let route, !route.isTunnel { head.address(request.url, atProxyWith: configuration.proxies) }
        let framing = RequestBodyFraming(request)
        head.arrange(framing, expectsContinue: request.expectsContinue)
        if let observer, observer.wantsReasons { tellRoute(route, for: request, observer) }
        if origin.hidesIdentity { observer?.tell(.identityWithheld, origin.host) }
        let deadlines = Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start)
        return AttemptPlan(request, to: origin, head, framing, deadlines)
    }

    /// Gets a connection for a try, and everything ready to send the request over it.
    private func connect(_ plan: AttemptPlan, _ observer: Observers?) async throws(HTTPClientError) -> Wire {
        // Don't spend a connection on a cancelled request.
        if Task.isCancelled { throw HTTPClientError(.pool, origin: plan.origin.description, cause: .cancelled) }
        var (head, observer) = (plan.head, observer)
        if !configuration.instruments.isEmpty { observer = instrument(&head, for: plan.request, observer) }
        let (connection, timings) = try await connection(
            to: plan.origin, for: plan.request, mustBeNew: plan.isSecondTry, plan.deadlines, observer, after: plan.last)
        return wire(head, plan, over: connection, timings, observer)
    }

    @inline(never)
    private func wire(
        _ head: consuming RequestHead, _ plan: AttemptPlan, over connection: Connection, _ timings: Timings,
        _ observer: Observers?
    ) -> Wire {
        if let observer, observer.wantsReasons {
            tellFields(
                of: head, plannedAs: plan.head, for: plan.request, expectsContinue: plan.expectsContinue, observer)
        }
        let exchange = exchange(head, plan, keepsRawHeads: observer?.wantsRawHeads == true)
        return Wire(exchange, over: connection, plan.deadlines, timings, observer)
    }

    /// The codec's exchange for a try.
    func exchange(_ head: consuming RequestHead, _ plan: AttemptPlan, keepsRawHeads: Bool = false) -> Exchange {
        Exchange(
            request: head, bodyFraming: plan.framing, expectsContinue: plan.expectsContinue,
            acceptsBodyWithoutHead: configuration.compatibility.acceptsHTTP09,
            ignoresContentLength: configuration.compatibility.ignoresContentLength,
            keepsRawHeads: configuration.compatibility.keepsRawHeads || keepsRawHeads, limits: configuration.limits)
    }

    /// The jar, if its policy and the request allow cookies at the request's URL.
    func jar(for request: Request) -> CookieJar? {
        guard let jar = configuration.cookies, request.usesCookies,
            configuration.cookiePolicy.allows(request.url, firstParty: request.leftOrigin?.first ?? request.url)
        else { return nil }
        return jar
    }

    /// Adds the fields of the instruments to the head, and returns an observer that tells them too.
    private func instrument(
        _ head: inout RequestHead, for request: Request, _ observer: Observers?
    ) -> Observers? {
        var observers: [any ExchangeObserver] = []
        for instrument in configuration.instruments {
            let reading = instrument.begin(request)
            var names: Set<HTTPField.Name> = []
            for name in reading.fields.lazy.map(\.name) where names.insert(name).inserted {
                head.fields[fields: name] = reading.fields[fields: name]
            }
            if let observer = reading.observer { observers.append(observer) }
        }
        return Observers.joining(observer, observers)
    }

    private func origin(of request: Request, through route: ProxyRoute?) -> Origin {
        Origin(
            request.url, through: route,
            hidesIdentity: request.withholdsIdentity && configuration.tls.identity != nil,
            isLoggedIn: request.mayLogIn || request.hasToken)
    }

    /// A connection for the request: an idle one, or one that the pool opens or hands over.
    ///
    /// - Parameter last: the response whose connection it needs, if that is still good.
    func connection(
        to origin: Origin, for request: Request, mustBeNew: Bool, _ deadlines: Deadlines,
        _ observer: Observers?, after last: HeldResponse? = nil
    ) async throws(HTTPClientError) -> (Connection, Timings) {
        let timings = Timings(started: .now)
        guard let place = pool.underWay.begin(request, at: timings.started) else {
            let error = HTTPClientError(.pool, origin: origin.description, cause: .clientClosed)
            Self.measure(request, timings, error, observer)
            throw error
        }
        if let connection = last?.handOver(to: observer) { return (started(connection, place), timings) }
        // Most requests find an idle connection and need not wait.
        let mayBeSentAgain = request.method.isIdempotent && request.body.isReplayable
        if !mustBeNew, let idle = pool.takeIdle(origin, mayBeSentAgain: mayBeSentAgain, observer: observer) {
            return (started(idle, place), timings)
        }
        do throws(HTTPClientError) {
            let (connection, opened) = try await pool.underWay.run(place, on: eventLoop) {
                [pool] () async throws(HTTPClientError) -> (Connection, Timings) in
                var timings = timings
                do throws(HTTPClientError) {
                    let connection = try await pool.checkOut(
                        origin, mustBeNew: mustBeNew, deadlines: deadlines, timings: &timings, observer: observer)
                    return (connection, timings)
                } catch {
                    Self.measure(request, timings, error, observer)
                    throw error
                }
            }
            // Not in the task, which may be done before its handle is noted.
            return (started(connection, place), opened)
        } catch {
            // Cancelled from outside, whatever it ran into.
            guard pool.underWay.end(place) else {
                throw HTTPClientError(error.phase, origin: origin.description, cause: .cancelled)
            }
            throw error
        }
    }

    /// Reports an attempt that got no connection.
    @inline(never)
    private static func measure(
        _ request: Request, _ timings: Timings, _ error: HTTPClientError, _ observer: Observers?
    ) {
        observer?.tell(.measured, AttemptMetrics(request, timings: timings, failure: error))
    }

    /// The connection, now used by the request noted at that place.
    private func started(_ connection: Connection, _ place: RequestPlace) -> Connection {
        connection.useCount += 1
        connection.place = place
        pool.underWay.attach(connection, to: place)
        return connection
    }

    /// Sends the request and receives the response's head.
    private func exchange(_ plan: AttemptPlan, over wire: Wire) async throws(HTTPClientError) -> OpenResponse {
        let reader = ResponseReader(wire, limit: receiveLimit)
        let lease = Lease(reader, of: plan.request.url, from: pool)
        do throws(HTTPClientError) {
            let head = try await reader.exchangeHeads(sending: plan.request.body, configuration.continueTimeout)
            pool.oldServers.note(head.version, from: plan.origin)
            return OpenResponse(try response(with: head, reader, to: plan.request), lease)
        } catch {
            wire.showRawHead()
            lease.giveBack(after: error)
            throw error
        }
    }

    @inline(never)
    private func response(
        with head: ResponseHead, _ reader: ResponseReader, to request: Request
    ) throws(HTTPClientError) -> Response {
        remember(head, of: request, over: reader.wire)
        try reader.chooseForm(of: head, request.coding ?? configuration.coding)
        if let observer = reader.wire.observer, observer.wantsReasons { reader.tellCodings(of: head, observer) }
        return Response(head, url: request.url, reader: reader)
    }

    /// Keeps what the response says for later requests: cookies, and that the host requires TLS.
    @inline(never)
    private func remember(_ head: ResponseHead, of request: Request, over wire: Wire) {
        let explains = wire.observer?.wantsReasons == true
        let (cookies, transport) = atRecordedTime {
            (
                jar(for: request)?.receive(
                    head.fields, from: request.url.asked(of: request.fields), explains: explains),
                configuration.strictTransportSecurity?.receive(
                    head.fields, from: request.url, wire.connection.details.tls)
            )
        }
        for (name, result) in cookies ?? [] {
            switch result {
            case .success(let cookie): wire.observer?.tell(.cookieStored, (cookie.name, cookie.domain))
            case .failure(let refusal): wire.observer?.tell(.cookieRefused, (name, refusal))
            }
        }
        if let transport { wire.observer?.tell(.strictTransport, transport) }
    }

    /// Makes a response from an interceptor's or the cache's answer, read by the same codec as any other.
    ///
    /// - Parameter observer: is told of its head.
    func respond(
        with answer: SyntheticResponse, to request: Request, from start: Deadline = .now,
        telling observer: Observers? = nil
    ) throws(HTTPClientError) -> OpenResponse {
        // RFC 9110 section 15: three digits, and an interim response is no answer.
        guard 200...999 ~= answer.status.code else {
            throw HTTPClientError(
                .firstByte, origin: request.url.origin,
                cause: .interceptor("its response has the status \(answer.status.code), which is no final one"))
        }
        let codec = Exchange(
            request: RequestHead(request, defaults: defaultFields),
            keepsRawHeads: configuration.compatibility.keepsRawHeads || observer?.wantsRawHeads == true,
            limits: configuration.limits)
        guard let open = try open(answer.transport, codec, for: request, from: start) else {
            throw HTTPClientError(
                .firstByte, origin: request.url.origin, cause: .interceptor("its response has no head"))
        }
        if let observer {
            observer.observe(open.response.rawHead.span.bytes, of: .receivedHead)
            observer.tell(.receivedHead, (open.response.head, 0))
        }
        return open
    }

    /// Opens a response that `transport` holds already, without a connection; `nil` if it has no final head.
    func open(
        _ transport: any Transport, _ codec: consuming Exchange, for request: Request, from start: Deadline = .now
    ) throws(HTTPClientError) -> OpenResponse? {
        let origin = Origin(request.url)
        let connection = Connection(
            origin: origin, transport: transport,
            details: ConnectionDetails(number: 0, host: origin.host, port: origin.port))
        let wire = Wire(
            codec, over: connection, Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start),
            Timings(started: .now), nil)
        let reader = ResponseReader(wire)
        let lease = Lease(reader, of: request.url, from: nil)
        guard let head = try reader.headOfAnswer() else { return nil }
        try reader.chooseForm(of: head, request.coding ?? configuration.coding)
        return OpenResponse(Response(head, url: request.url, reader: reader), lease)
    }

    /// Waits before a retry, at most until the end of the whole request. It counts as under way, so it can be cancelled: from
    /// before `tell` is called, which says that there will be one.
    func pause(
        _ wait: Duration, _ request: Request, until end: Deadline, _ tell: () -> Void
    ) async throws(HTTPClientError) {
        let (loop, origin) = (configuration.eventLoop, request.url.origin)
        guard let place = pool.underWay.begin(request, at: .now) else {
            throw HTTPClientError(.prepare, origin: origin, cause: .clientClosed)
        }
        tell()
        var isOver = true
        do throws(HTTPClientError) {
            try await pool.underWay.run(place, on: loop) { () async throws(HTTPClientError) in
                do throws(IOError) {
                    try await loop.sleep(until: min(.after(wait), end))
                } catch {
                    throw HTTPClientError(.prepare, origin: origin, cause: .cancelled)
                }
            }
        } catch {
            isOver = false
        }
        guard pool.underWay.end(place), isOver else {
            throw HTTPClientError(.prepare, origin: origin, cause: .cancelled)
        }
    }
}
