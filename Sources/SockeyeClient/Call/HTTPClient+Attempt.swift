internal import HTTPTypes
public import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream
internal import SockeyeTLS
internal import SockeyeURL

extension HTTPClient {
    /// Sends one request to one URL, a second time only if that is safe.
    func attempt(
        _ request: Request, from start: Deadline, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        let deadlines = Deadlines(request.timeouts ?? configuration.timeouts, startedAt: start)
        let route = configuration.proxies.route(to: request.url, needsTunnel: request.switchesProtocols)
        let origin = origin(of: request, through: route)
        var head = plannedHead(of: request)
        if let route, !route.isTunnel { head.address(request.url, atProxyWith: configuration.proxies) }
        head.arrange(RequestBodyFraming(request), expectsContinue: request.expectsContinue)
        var (isSecondTry, expectsContinue) = (false, request.expectsContinue)
        while true {
            // Don't spend a connection on a cancelled request.
            if Task.isCancelled { throw HTTPClientError(.pool, origin: origin.description, cause: .cancelled) }
            let (connection, timings) = try await connection(
                to: origin, for: request, mustBeNew: isSecondTry, deadlines, observer)
            let wire = Wire(
                Exchange(
                    request: head, bodyFraming: RequestBodyFraming(request), expectsContinue: expectsContinue,
                    acceptsBodyWithoutHead: configuration.acceptsHTTP09,
                    ignoresContentLength: configuration.ignoresContentLength,
                    keepsRawHeads: configuration.keepsRawHeads || observer?.wantsRawHeads == true,
                    limits: configuration.limits),
                over: connection, deadlines, timings, observer)
            do throws(HTTPClientError) {
                let open = try await exchange(request, over: wire)
                guard request.mayDropExpectation(after: open.response) else { return open }
                expectsContinue = false
                head.fields[.expect] = nil
                try await open.discardBody()
            } catch {
                let retry = RetryOnce(
                    isSecondTry: isSecondTry, wasReused: connection.isReused, hasReceived: wire.log.hasReceived,
                    requestBytesSent: wire.log.requestBytes, isIdempotent: request.method.isIdempotent,
                    isReplayable: request.body.isReplayable)
                guard retry.isAllowed(afterLostConnection: error.isLostConnection) else { throw error }
                observer?.observe(.retrying(error))
                isSecondTry = true
            }
        }
    }

    /// The head that would be sent for `request`, without framing fields.
    public func plannedHead(of request: Request) -> RequestHead {
        var head = RequestHead(request, defaults: defaultFields)
        head.fields.ask(for: request.coding ?? configuration.coding)
        head.fields.addCookies(of: configuration.cookies, for: request.url)
        return head
    }

    private func origin(of request: Request, through route: ProxyRoute?) -> Origin {
        let hidesIdentity = request.leftOrigin.map { !$0.showsIdentity(at: request.url) } ?? false
        return Origin(
            request.url, through: route, hidesIdentity: hidesIdentity && configuration.tls.identity != nil)
    }

    /// A connection for the request: an idle one, or one that the pool opens or hands over.
    private func connection(
        to origin: Origin, for request: Request, mustBeNew: Bool, _ deadlines: Deadlines,
        _ observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> (Connection, Timings) {
        var timings = Timings(started: .now)
        // Most requests find an idle connection and need not wait.
        let mayBeSentAgain = request.method.isIdempotent && request.body.isReplayable
        if !mustBeNew, let idle = pool.takeIdle(origin, mayBeSentAgain: mayBeSentAgain, observer: observer) {
            idle.useCount += 1
            return (idle, timings)
        }
        do throws(HTTPClientError) {
            let connection = try await pool.checkOut(
                origin, mustBeNew: mustBeNew, deadlines: deadlines, timings: &timings, observer: observer)
            connection.useCount += 1
            return (connection, timings)
        } catch {
            observer?.observe(.measured(AttemptMetrics(request, timings: timings, failure: error)))
            throw error
        }
    }

    /// Sends the request and receives the response's head.
    private func exchange(
        _ request: Request, over wire: Wire
    ) async throws(HTTPClientError) -> OpenResponse {
        let reader = ResponseReader(wire, limit: receiveLimit)
        let lease = Lease(reader, of: request.url, from: pool)
        do throws(HTTPClientError) {
            let head = try await reader.exchangeHeads(sending: request.body, configuration.continueTimeout)
            configuration.cookies?.receive(head.fields, from: request.url.asked(of: request.fields))
            configuration.strictTransportSecurity?.receive(
                head.fields, from: request.url, wire.connection.details.tls)
            try reader.chooseForm(of: head, request.coding ?? configuration.coding)
            return OpenResponse(Response(head, url: request.url, reader: reader), lease)
        } catch {
            wire.showRawHead()
            lease.giveBack(after: error)
            throw error
        }
    }

    /// Makes a response from an interceptor's answer, read by the same codec as any other.
    func respond(with answer: SyntheticResponse, to request: Request) throws(HTTPClientError) -> OpenResponse {
        let origin = Origin(request.url)
        let connection = Connection(
            origin: origin, transport: answer.transport,
            details: ConnectionDetails(number: 0, host: origin.host, port: origin.port))
        let wire = Wire(
            Exchange(request: RequestHead(request, defaults: defaultFields), limits: configuration.limits),
            over: connection, Deadlines(request.timeouts ?? configuration.timeouts, startedAt: .now),
            Timings(started: .now), nil)
        let reader = ResponseReader(wire)
        let lease = Lease(reader, of: request.url, from: nil)
        guard let head = try reader.headOfAnswer() else {
            throw HTTPClientError(
                .wait, origin: request.url.origin, cause: .interceptor("its response has an interim status"))
        }
        try reader.chooseForm(of: head, request.coding ?? configuration.coding)
        return OpenResponse(Response(head, url: request.url, reader: reader), lease)
    }

    /// Waits before a retry, at most until the end of the whole request.
    func pause(_ wait: Duration, _ request: Request, until end: Deadline) async throws(HTTPClientError) {
        do throws(IOError) {
            try await configuration.eventLoop.sleep(until: min(.after(wait), end))
        } catch {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .cancelled)
        }
    }
}

extension Request {
    /// RFC 9110 section 15.5.18: after 417 the same request may succeed without the expectation.
    fileprivate func mayDropExpectation(after response: Response) -> Bool {
        response.status == .expectationFailed && response.body.reader.wire.codec.expectsContinue
            && (body.isReplayable || !response.isRequestBodyBegun)
    }
}
