internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeURL

extension HTTPClient {
    /// Answers the request from the cache, or fetches it and stores the response as it is read.
    func cached(
        _ request: Request, from start: Deadline, observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        guard let cache = configuration.cache else {
            return try await retry(request, from: start, observer: observer)
        }
        let call = CacheCall(cache, request, cacheTerms)
        guard call.isCacheable(configuration) else {
            return try await bypass(call, from: start, observer)
        }
        var mayShare = call.mayShare
        var status = CacheStatus()
        while true {
            let now = call.now
            let plan = plan(call, cache.store.records(for: call.key), now: now)
            var flight: CacheFlight?
            if mayShare, plan.asksServer,
                let joined = cache.flights.join(call.key, CacheFlights.Ticket(ObjectIdentifier(self), request.fields))
            {
                guard joined.leads else {
                    mayShare = try await wait(for: joined.flight, of: request, from: start) == .landed
                    status.isCollapsed = true
                    continue
                }
                flight = joined.flight
            }
            do throws(HTTPClientError) {
                switch plan {
                case .answer(let answer):
                    if let open = try hit(answer, call, status, from: start, now: now, observer) {
                        if answer.validatesInBackground { validateInBackground(call) }
                        return open
                    }
                case .notCached:
                    throw HTTPClientError(.prepare, origin: request.url.origin, cause: .notCached)
                case .gatewayTimeout:
                    return try respond(with: SyntheticResponse(status: .gatewayTimeout), to: request, telling: observer)
                case .forward(let reason):
                    status.forward = reason
                    observer?.tell(.cacheForwarded, reason)
                    return try await forward(call, status, flight, from: start, observer)
                case .validate(let question):
                    status.forward = question.reason
                    observer?.tell(.cacheForwarded, question.reason)
                    return try await validate(question, status, call, flight, from: start, observer)
                }
            } catch {
                // Those who wait share the failure's news, not the failure: each tries for itself. After a cancellation
                // one of them takes over.
                flight?.end(error.cause == .cancelled ? .landed : .unshared)
                throw error
            }
        }
    }

    /// Decides.
    private func plan(_ call: CacheCall, _ records: [CacheRecord], now: Int64) -> CachePlan {
        if records.isEmpty, call.isPlain, !defaultFields.concernCaches { return .forward(.uriMiss) }
        return CachePlan(for: call.described(by: selectingFields(of: call.request, records)), records, now: now)
    }

    /// The fields by which stored responses are selected: as they would be sent, or the caller's own if that makes no
    /// difference.
    private func selectingFields(of request: Request, _ records: [CacheRecord]) -> HTTPFields {
        let isPlain = !defaultFields.concernCaches && records.allSatisfy { $0.response.varying.isEmpty }
        return isPlain ? request.fields : plannedHead(of: request).fields
    }

    /// Sends a request whose response isn't stored.
    private func bypass(
        _ call: CacheCall, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        if call.request.cachePolicy.loadsNothing {
            throw HTTPClientError(.prepare, origin: call.request.url.origin, cause: .notCached)
        }
        let isOther = call.request.method != .get && call.request.method != .head
        let reason = isOther ? CacheStatus.Forward.method : .bypass
        observer?.tell(.cacheForwarded, reason)
        let open = try await retry(call.outgoing, from: start, observer: observer)
        let dropped = call.invalidate(after: open.response)
        if !dropped.isEmpty { observer?.tell(.cacheInvalidated, dropped) }
        open.note(CacheStatus(forward: reason))
        observer?.tell(.cached, CacheStatus(forward: reason))
        return open
    }

    private func wait(
        for flight: CacheFlight, of request: Request, from start: Deadline
    ) async throws(HTTPClientError) -> CacheFlight.Outcome {
        let loop = configuration.eventLoop
        let total = Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start).total
        let outcome = await flight.wait {
            // A fetch that stands still for this long may wait for us.
            try? await loop.sleep(until: min(total, .after(.milliseconds(250))))
        } unless: {
            // The request's own attempt then fails with its clock's name.
            total <= .now
        }
        if Task.isCancelled { throw HTTPClientError(.pool, origin: request.url.origin, cause: .cancelled) }
        return outcome
    }

    // MARK: Fetching

    private func forward(
        _ call: CacheCall, _ status: CacheStatus, _ flight: CacheFlight?, from start: Deadline,
        _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        let requestTime = call.now
        let open = try await retry(call.outgoing, from: start, observer: observer)
        return received(open, status, call, requestTime: requestTime, flight, observer)
    }

    /// A response of the server: begins to store it.
    private func received(
        _ open: consuming OpenResponse, _ status: CacheStatus, _ call: CacheCall, requestTime: Int64,
        _ flight: CacheFlight?, _ observer: Observers?
    ) -> OpenResponse {
        var status = status
        status.forwardStatus = open.response.status.code
        // The caller's own validators: what is stored may be freshened by the answer to them.
        if open.response.status == .notModified { freshen(by: open.response, call, requestTime: requestTime) }
        call.compare(open.response, requestTime: requestTime, now: call.now)
        do throws(Storability.Refusal) {
            let tap = try call.store(open.response, requestTime: requestTime, flight: flight)
            open.response.body.reader.tap = tap
            status.isStored = true
            flight?.moved()
            observer?.tell(.responseStored, ())
        } catch {
            flight?.end(.unshared, isLasting: true)
            observer?.tell(.responseNotStored, error)
        }
        open.note(status)
        observer?.tell(.cached, status)
        return open
    }

    private func freshen(by response: Response, _ call: CacheCall, requestTime: Int64) {
        // Without a validator it may be about another version than the stored one.
        guard !Validators(response.fields).isEmpty else { return }
        let sent = response.body.reader.wire.codec.request.fields
        let records = call.cache.store.records(for: call.key).filter { $0.response.isSelected(by: sent) }
        for record in Revalidation.freshened(by: response.fields, of: records) {
            call.update(record, by: response.fields, of: sent, requestTime: requestTime, now: call.now)
        }
    }

    /// Asks whether what is stored is still good.
    private func validate(
        _ question: CacheQuestion, _ status: CacheStatus, _ call: CacheCall, _ flight: CacheFlight?,
        from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        var conditional = call.outgoing
        for field in question.conditions { conditional.fields[fields: field.name] = [field] }
        if let observer, observer.wantsReasons {
            conditional.note(question.conditions.map(\.name), from: "the cache")
            observer.tell(.cacheValidating, question.conditions.map(\.name.rawName))
        }
        // A 304 is about the whole response; the range is cut from it here.
        let requestTime = call.now
        let open: OpenResponse
        do throws(HTTPClientError) {
            open = try await retry(conditional, from: start, observer: observer)
        } catch {
            guard error.party != .caller,
                let stale = try replacement(for: nil, question.records, call, status, from: start, observer)
            else { throw error }
            flight?.end(.unshared)
            return stale
        }
        // A 304 to the caller's own conditions is the caller's.
        if open.response.status == .notModified, !question.conditions.isEmpty {
            let (fields, sent) = (open.response.fields, open.response.body.reader.wire.codec.request.fields)
            try await open.discardBody()
            return try await notModified(
                fields, to: sent, question.records, status, call, requestTime: requestTime, flight, from: start,
                observer)
        }
        if Revalidation.isError(open.response.status.code),
            let stale = try replacement(
                for: open.response.status.code, question.records, call, status, from: start, observer)
        {
            try? await open.discardBody()
            flight?.end(.unshared)
            return stale
        }
        return received(open, status, call, requestTime: requestTime, flight, observer)
    }

    /// A stale response instead of an error (RFC 5861 section 4).
    private func replacement(
        for code: Int?, _ records: [CacheRecord], _ call: CacheCall, _ status: CacheStatus, from start: Deadline,
        _ observer: Observers?
    ) throws(HTTPClientError) -> OpenResponse? {
        let (planned, now) = (call.described(by: plannedHead(of: call.request).fields), call.now)
        for record in records {
            guard let answer = Revalidation.mayReplaceError(record, for: planned, now: now) else { continue }
            var status = status
            status.forwardStatus = code
            if let open = try hit(answer, call, status, from: start, now: now, observer) { return open }
        }
        return nil
    }

    private func notModified(
        _ fields: HTTPFields, to sent: HTTPFields, _ records: [CacheRecord], _ status: CacheStatus, _ call: CacheCall,
        requestTime: Int64, _ flight: CacheFlight?, from start: Deadline, _ observer: Observers?
    ) async throws(HTTPClientError) -> OpenResponse {
        let now = call.now
        let freshened = Revalidation.freshened(by: fields, of: records).compactMap {
            call.update($0, by: fields, of: sent, requestTime: requestTime, now: now)
        }
        if !freshened.isEmpty { observer?.tell(.cacheFreshened, freshened.count) }
        let planned = call.described(by: plannedHead(of: call.request).fields)
        var status = status
        status.forwardStatus = 304
        if let first = freshened.first, let answer = Revalidation.answer(with: first, for: planned, now: now),
            let open = try hit(answer, call, status, from: start, now: now, observer)
        {
            flight?.end(.landed)
            return open
        }
        // Nothing stored fits the 304, or it is gone meanwhile: the whole response is needed.
        return try await forward(call, status, flight, from: start, observer)
    }

    /// Validates a stale response that was just used (RFC 5861 section 3), once at a time.
    private func validateInBackground(_ call: CacheCall) {
        let key = call.key.background
        guard let joined = call.cache.flights.join(key, CacheFlights.Ticket(ObjectIdentifier(self), [:])), joined.leads
        else { return }
        var request = call.request
        request.cachePolicy = .reloadRevalidatingCacheData
        Task.detached { [request] in
            defer { joined.flight.end(.landed) }
            guard let open = try? await self.cached(request, from: .now, observer: nil) else { return }
            try? await open.response.body.drain()
            try? await open.finish()
        }
    }

    // MARK: Answering

    /// Opens a stored response; `nil` if it is gone.
    private func hit(
        _ answer: CacheAnswer, _ call: CacheCall, _ status: CacheStatus, from start: Deadline, now: Int64,
        _ observer: Observers?
    ) throws(HTTPClientError) -> OpenResponse? {
        guard let body = call.cache.store.body(of: answer.record, now: now) else { return nil }
        var status = status
        status.detail = answer.detail
        status.timeToLive = answer.freshness.timeToLive
        let stored = StoredAnswer(answer, body, to: call.request.method)
        observer?.tell(.cacheAnswered, status)
        let open = try open(stored, for: call.request, from: start, observer)
        open.note(status)
        return open
    }
}

extension OpenResponse {
    /// Keeps what the cache did.
    fileprivate borrowing func note(_ status: CacheStatus) {
        response.body.reader.wire.log.cacheStatus = status
    }
}
