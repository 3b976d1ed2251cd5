internal import HTTPTypes
package import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream
internal import SockeyeTLS

extension HTTPClient {
    /// The head that would go on the wire for `request`, without framing fields, and the URL it would go to.
    package func plannedHead(of request: Request) throws(HTTPURLError) -> (head: RequestHead, url: HTTPURL) {
        let url = try request.url.get()
        var head = RequestHead(request, url: url, defaults: defaultFields)
        head.fields.ask(for: request.coding ?? configuration.coding)
        head.fields.addCookies(of: configuration.cookies, for: url)
        return (head, url)
    }

    /// One request to one URL, tried a second time only when that is safe.
    func attempt(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Void
    ) async throws {
        let timings = Timings(started: .now)
        let deadlines = Deadlines(request.timeouts ?? configuration.timeouts, startedAt: start)
        let route = configuration.proxies.route(to: url)
        let hidesIdentity = request.leftOrigin.map { !$0.showsIdentity(at: url) } ?? false
        let origin = Origin(url, through: route, hidesIdentity: hidesIdentity && configuration.tls.identity != nil)
        var head = RequestHead(request, url: url, defaults: defaultFields)
        head.fields.ask(for: request.coding ?? configuration.coding)
        head.fields.addCookies(of: configuration.cookies, for: url)
        if let route, !route.isTunnel { head.address(url, atProxyWith: configuration.proxies) }
        var isSecondTry = false
        var expectsContinue = request.expectsContinue
        while true {
            // Neither an idle connection nor a new one is worth spending on a request that nobody waits for.
            if Task.isCancelled { throw HTTPClientError(.pool, origin: origin.description, cause: .cancelled) }
            var timings = timings
            let connection: Connection
            if !isSecondTry, let idle = pool.takeIdle(origin, for: request, observer: observer) {
                connection = idle
            } else {
                do throws(HTTPClientError) {
                    connection = try await pool.checkOut(
                        origin, mustBeNew: isSecondTry, deadlines: deadlines, timings: &timings, observer: observer)
                } catch {
                    observer?.observe(.measured(AttemptMetrics(request, url: url, timings: timings, failure: error)))
                    throw error
                }
            }
            connection.useCount += 1
            let exchange = ActiveExchange(
                Exchange(
                    request: head, bodyFraming: RequestBodyFraming(request),
                    expectsContinue: expectsContinue, acceptsBodyWithoutHead: configuration.acceptsHTTP09,
                    ignoresContentLength: configuration.ignoresContentLength, limits: configuration.limits),
                on: connection, deadlines: deadlines, timings: timings, observer: observer)
            exchange.receiveLimit = receiveLimit
            await withTaskCancellationHandler {
                await run(exchange, request, url: url, handler)
            } onCancel: {
                connection.stream.interrupt()
            }
            finish(exchange)
            if let observer { tell(observer, of: exchange, url) }
            switch exchange.outcome {
            case .answered: return
            case .handlerFailed(let error):
                throw error
            case .expectationFailed:
                expectsContinue = false
                head.fields[.expect] = nil
            case .failed(let error):
                let retry = RetryOnce(
                    isSecondTry: isSecondTry, wasReused: connection.useCount > 1,
                    hasReceived: exchange.hasReceived, requestBytesSent: exchange.requestBytesSent,
                    isIdempotent: request.method.isIdempotent, isReplayable: request.body.isReplayable)
                guard retry.isAllowed(after: error) else { throw error }
                observer?.observe(.retrying(error))
                isSecondTry = true
            }
        }
    }

    private func tell(_ observer: any ExchangeObserver, of exchange: ActiveExchange, _ url: HTTPURL) {
        let failure: HTTPClientError? = if case .failed(let error) = exchange.outcome { error } else { nil }
        observer.observe(
            .measured(AttemptMetrics(exchange, url: url, status: exchange.status, failure: failure)))
    }

    /// Sends, receives the head, and lets the handler have the rest; what came of it is the exchange's `outcome`.
    private func run(
        _ exchange: ActiveExchange, _ request: Request, url: HTTPURL, _ handler: (Response) async throws -> Void
    ) async {
        let head: ResponseHead
        do throws(HTTPClientError) {
            head = try await exchange.sendAndReceiveHead(request.body, continueTimeout: configuration.continueTimeout)
        } catch {
            exchange.outcome = .failed(error)
            return
        }
        exchange.status = head.status
        configuration.cookies?.receive(head.fields, from: url)
        configuration.strictTransportSecurity?.receive(head.fields, from: url, exchange.connection.details.tls)
        do {
            exchange.decoder = try exchange.makeDecoder(for: head, request.coding ?? configuration.coding)
            let response = Response(head, url: url, exchange: exchange)
            if head.status == .expectationFailed, exchange.codec.expectsContinue,
                request.body.isReplayable || !exchange.isBodyBegun
            {
                try await response.discardBody()
                exchange.outcome = .expectationFailed
                return
            }
            try await handler(response)
        } catch {
            exchange.outcome = .handlerFailed(error)
        }
    }

    /// Gives the connection back, or closes it when something is unread or unsaid.
    private func finish(_ exchange: ActiveExchange) {
        exchange.isOver = true
        exchange.drainWhatIsThere()
        let connection = exchange.connection
        let reason = exchange.closeReason
        exchange.observer?.observe(.finished(connection.details, closing: reason))
        if reason == nil {
            pool.checkIn(connection)
        } else {
            pool.discard(connection)
        }
    }
}

extension ActiveExchange {
    /// Reads the rest of a body that nobody read, as far as it is here already: the connection is worth that much.
    fileprivate func drainWhatIsThere() {
        guard codec.responsePhase == .body, !isComplete, failure == nil else { return }
        // Two reads: one for the leftover, one for the kernel's buffer. More would be receiving for nobody.
        for _ in 0..<2 where !isComplete {
            guard (try? readNow { _ in }) == true else { return }
        }
    }

    /// Why the connection cannot carry another request; `nil` when it can.
    fileprivate var closeReason: CloseReason? {
        // Interrupted for good: who used it next would be told of a cancellation that was not his.
        if stream.isInterrupted { return .responseUnfinished }
        // The request itself was refused before a byte of it was sent: the connection knows nothing of it.
        if codec.requestPhase == .head { return nil }
        if case .mustClose(let reason) = codec.connectionDisposition { return reason }
        if isRequestCut { return .requestBodyUnfinished }
        if !isComplete || failure != nil { return .responseUnfinished }
        // Bytes that nobody asked for would be taken for the next answer.
        return connection.leftover.isEmpty ? nil : .protocolError
    }
}

/// Whether a request may be sent again although it was sent before: the retry-once rule, as a pure decision.
///
/// A server may close an idle connection at the very moment when a request is sent on it. Nobody is at fault, so the
/// request is sent once more on a new connection, if that can do no harm (RFC 9110 section 9.2.2, RFC 9112 9.3.1).
package struct RetryOnce: Sendable, Hashable {
    package var isSecondTry: Bool
    /// The connection carried a request before.
    package var wasReused: Bool
    /// A byte of the response came.
    package var hasReceived: Bool
    package var requestBytesSent: Int64
    package var isIdempotent: Bool
    package var isReplayable: Bool

    package init(
        isSecondTry: Bool, wasReused: Bool, hasReceived: Bool, requestBytesSent: Int64, isIdempotent: Bool,
        isReplayable: Bool
    ) {
        self.isSecondTry = isSecondTry
        self.wasReused = wasReused
        self.hasReceived = hasReceived
        self.requestBytesSent = requestBytesSent
        self.isIdempotent = isIdempotent
        self.isReplayable = isReplayable
    }

    /// Whether to try again after `error`.
    package func isAllowed(after error: HTTPClientError) -> Bool {
        guard !isSecondTry, wasReused, !hasReceived, isReplayable else { return false }
        guard requestBytesSent == 0 || isIdempotent else { return false }
        return switch error.cause {
        // `.closed` is what TLS says when the server's close_notify was there before the request.
        case .network(.system), .network(.closed), .http(.closedBeforeResponse), .tls(.truncated), .tls(.system): true
        default: false
        }
    }
}
