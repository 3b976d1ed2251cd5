internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO

// The whole path of a request. Each layer gets an open response from the one below and decides, with a pure policy,
// whether to return it. Only `perform` knows the handler.
//
//   perform ─→ intercept ─→ follow ─→ cache ─→ retry ─→ authenticate ─→ attempt
//
// The cache is below redirects, so that each hop is stored and found by itself.
//
// Work that only some requests need is in separate functions that aren't inlined: every variable of an async function
// is part of its task while it waits. Inlined, they would nearly triple the memory of each request.
extension HTTPClient {
    /// Performs `request` and calls `handler` with the response as soon as its head has arrived.
    ///
    /// The connection is leased until the handler returns; then it goes back to the pool, or is closed if the body
    /// wasn't read to its end. Redirects are followed according to the request's or the configuration's `redirects`;
    /// the handler gets the last response, with the redirects before it in `history`.
    ///
    /// A server may answer while the request's body is still being sent: the handler then reads the response at the
    /// same time, and `perform` returns when both are done.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - observer: gets the events of the request.
    ///   - handler: runs on the caller's executor; its errors are rethrown.
    /// - Returns: what `handler` returned.
    /// - Throws: `HTTPClientError`, or what `handler` threw.
    @inlinable
    public func perform<Value>(
        _ request: Request, observer: (any ExchangeObserver)? = nil,
        _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        // Only this part is generic and inlinable: the layers don't depend on `Value`, which saves a request the lookup
        // of six generic types and the copies through them.
        defer { observer?.observe(ClientEvent(.ended, ())) }
        let open = try await intercept(request, observer: observer)
        let value: Value
        do {
            value = try await handler(open.response)
        } catch {
            open.giveBack()
            throw error
        }
        try await open.finish()
        return value
    }

    /// Passes the request through the interceptors, again whenever one asks for it.
    @usableFromInline
    func intercept(
        _ request: Request, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        let observer = Observers.of(observer)
        if configuration.interceptors.isEmpty { return try await follow(request, from: .now, observer: observer) }
        return try await passInterceptors(request, observer)
    }

    private func passInterceptors(
        _ request: Request, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        var chain = InterceptorChain(configuration.interceptors)
        // The total time is that of all rounds.
        let start = Deadline.now
        var request = request
        while true {
            var pass = InterceptorChain.Pass(request: request)
            do throws(HTTPClientError) {
                try await chain.prepare(&pass)
                let open = try await answer(pass, from: start, observer)
                guard let again = try await chain.receive(open.response, on: pass) else { return open }
                try await open.discardBody()
                request = again
            } catch {
                await chain.failed(error, on: pass)
                throw error
            }
        }
    }

    private func answer(
        _ pass: InterceptorChain.Pass, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        if let answer = pass.answer { return try respond(with: answer, to: pass.request, from: start) }
        return try await follow(pass.request, from: start, observer: observer)
    }

    /// Follows redirects.
    func follow(
        _ request: Request, from start: Deadline, observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        let request = try prepared(request, observer)
        let open =
            configuration.cache == nil
            ? try await retry(request, from: start, observer: observer)
            : try await cached(request, from: start, observer: observer)
        if open.response.status.kind != .redirection { return open }
        return try await followOn(open, to: request, from: start, observer)
    }

    /// Follows a redirect, and those after it.
    private func followOn(
        _ first: consuming OpenResponse, to request: Request, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        var open = first
        var (request, history) = (request, [RedirectHop]())
        let policy = request.redirects ?? configuration.redirects
        for count in 0... {
            guard open.response.status.kind == .redirection,
                let step = try await step(after: open.response, to: request, policy, count, observer)
            else { break }
            let next = request.redirected(step, by: policy)
            history.append(open.response, request, step, next)
            try await open.discardBody()
            observeLast(of: history, request, step, policy, observer)
            request = next
            if policy.sendsReferer, observer?.wantsReasons == true { request.note([.referer], from: "the redirect") }
            request = upgraded(request, observer)
            open =
                configuration.cache == nil
                ? try await retry(request, from: start, observer: observer)
                : try await cached(request, from: start, observer: observer)
        }
        if !history.isEmpty { open.response.history = history }
        return open
    }

    /// Repeats the request according to the retry policy.
    func retry(
        _ request: Request, from start: Deadline, observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        if (request.retry ?? configuration.retry).attempts > 1 {
            return try await retryInRounds(request, from: start, observer)
        }
        return try await authenticate(request, from: start, observer: observer)
    }

    private func retryInRounds(
        _ request: Request, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        let end = Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start).total
        let rounds = RetryRounds(request.retry ?? configuration.retry, request, until: end, configuration.randomSource)
        while true {
            let reason: RetryReason
            let plan: (delay: Duration, isServersWish: Bool)
            do throws(HTTPClientError) {
                let open = try await authenticate(request, from: start, observer: observer)
                reason = RetryReason.status(open.response.status.code, retryAfter: open.response.fields[.retryAfter])
                guard let next = atRecordedTime({ rounds.plan(after: reason, observer) }) else { return open }
                plan = next
                try? await open.discardBody()
            } catch {
                reason = .failure(error)
                guard let next = atRecordedTime({ rounds.plan(after: reason, observer) }) else { throw error }
                plan = next
            }
            try await pause(plan.delay, request, until: end) {
                observer?.tell(.retryPlanned, (reason, plan.delay, rounds.made, plan.isServersWish))
            }
        }
    }

    /// Answers the challenges of the server and the proxy, if there is a credential.
    func authenticate(
        _ request: Request, from start: Deadline, observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        if let login = try login(for: request, from: start) {
            return try await answerChallenges(with: login, request, from: start, observer)
        }
        let open = try await attempt(request, from: start, observer: observer)
        if open.response.status.isChallenge {
            observer?.tell(.challengeUnanswered, (open.response.status.code, .noCredential))
        }
        return open
    }

    private func answerChallenges(
        with login: Login, _ request: Request, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        var last: HeldResponse?
        while true {
            try await login.prepare(request)
            var signed = try atRecordedTime { () throws(HTTPClientError) in
                try login.signed(
                    request, remembering: request.digestMemories ?? digestMemories, configuration.randomSource)
            }
            if let observer, observer.wantsReasons { tellCredentials(of: &signed, before: request, observer) }
            let open = try await attempt(signed, from: start, observer: observer, after: last)
            let canAnswer = try await login.canAnswer(open.response, to: request)
            if let observer { login.tellVerdict(on: open.response.status, observer) }
            guard canAnswer else { return open }
            if login.isBound {
                try? await open.response.body.discard()
                last = HeldResponse(open)
            } else {
                last = nil
                try await open.discardBody()
            }
        }
    }
}
