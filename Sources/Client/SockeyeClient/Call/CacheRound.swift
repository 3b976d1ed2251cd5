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
        let key = cacheTerms.key(of: request, credential(for: request)?.credential, in: cache)
        var round = CacheRound(
            client: self, cache: cache, request: request, key: key, start: start, observer: observer)
        return try await round.run()
    }
}

/// One request and its cache: what is asked and stored, and what the cache did.
struct CacheRound {
    let client: HTTPClient
    let cache: HTTPCache
    let request: Request
    let key: CacheKey
    let start: Deadline
    let observer: Observers?
    /// The fetch that others may wait for, which this round must end.
    var flight: CacheFlight?
    var status = CacheStatus()
    /// When the request was sent, in seconds since 1970.
    var requestTime: Int64 = 0

    /// Seconds since 1970.
    var now: Int64 { cache.clock?() ?? HTTPDate.present.secondsSinceEpoch }

    mutating func run() async throws(HTTPClientError) -> OpenResponse {
        guard isCacheable else { return try await bypass() }
        var mayShare = mayShare
        while true {
            let now = now
            let plan = plan(now: now)
            let ticket = CacheFlights.Ticket(ObjectIdentifier(client), request.fields)
            if mayShare, plan.asksServer, let joined = cache.flights.join(key, ticket) {
                guard joined.leads else {
                    mayShare = try await wait(for: joined.flight) == .landed
                    status.isCollapsed = true
                    continue
                }
                flight = joined.flight
            }
            do throws(HTTPClientError) {
                switch plan {
                case .answer(let answer):
                    if let open = try hit(answer, now: now) {
                        if answer.validatesInBackground { validateInBackground() }
                        return open
                    }
                case .notCached:
                    throw HTTPClientError(.prepare, origin: request.url.origin, cause: .notCached)
                case .gatewayTimeout:
                    return try client.respond(
                        with: SyntheticResponse(status: .gatewayTimeout), to: request, telling: observer)
                case .forward(let reason):
                    note(forward: reason)
                    return try await forward()
                case .validate(let question):
                    note(forward: question.reason)
                    return try await validate(question)
                }
            } catch {
                // Waiting requests learn that it failed and then try for themselves. After a cancellation
                // one of them takes over.
                flight?.end(error.cause == .cancelled ? .landed : .unshared)
                throw error
            }
        }
    }

    /// Decides, by the fields as they would be sent, or by the caller's own if that makes no difference.
    private func plan(now: Int64) -> CachePlan {
        let records = cache.store.records(for: key)
        let isPlain = !client.defaultFields.concernCaches
        if records.isEmpty, saysNothing, isPlain { return .forward(.uriMiss) }
        let selects = !isPlain || !records.allSatisfy { $0.response.varying.isEmpty }
        return CachePlan(for: selects ? planned : described(by: request.fields), records, now: now)
    }

    /// The request as it would be sent.
    private var planned: CacheRequest { described(by: client.plannedHead(of: request).fields) }

    private mutating func note(forward reason: CacheStatus.Forward) {
        status.forward = reason
        observer?.tell(.cacheForwarded, reason)
    }

    /// Sends a request whose response isn't stored.
    private mutating func bypass() async throws(HTTPClientError) -> OpenResponse {
        if request.cachePolicy.loadsNothing {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .notCached)
        }
        note(forward: request.method != .get && request.method != .head ? .method : .bypass)
        let open = try await send(outgoing)
        let dropped = invalidate(after: open.response)
        if !dropped.isEmpty { observer?.tell(.cacheInvalidated, dropped) }
        noteStatus(of: open)
        return open
    }

    private func wait(for flight: CacheFlight) async throws(HTTPClientError) -> CacheFlight.Outcome {
        let loop = client.configuration.eventLoop
        let total = Deadlines(request.timeouts(or: client.configuration.timeouts), startedAt: start).total
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

    private mutating func send(_ request: Request) async throws(HTTPClientError) -> OpenResponse {
        requestTime = now
        return try await client.retry(request, from: start, observer: observer)
    }

    private mutating func forward() async throws(HTTPClientError) -> OpenResponse {
        received(try await send(outgoing))
    }

    /// A response of the server: begins to store it.
    private mutating func received(_ open: consuming OpenResponse) -> OpenResponse {
        status.forwardStatus = open.response.status.code
        // The caller's own validators: what is stored may be freshened by the answer to them. Without a validator it may be
        // about another version than the stored one.
        if open.response.status == .notModified, !Validators(open.response.fields).isEmpty {
            let (fields, sent) = (open.response.fields, open.response.sentFields)
            freshen(cache.store.records(for: key).filter { $0.response.isSelected(by: sent) }, by: fields, of: sent)
        }
        compare(open.response)
        do throws(Storability.Refusal) {
            open.response.body.reader.tap = try store(open.response)
            status.isStored = true
            if open.response.body.encodedByteCount == nil { flight?.begunWithoutEnd() }
            flight?.moved()
            observer?.tell(.responseStored, ())
        } catch {
            flight?.end(.unshared, isLasting: true)
            observer?.tell(.responseNotStored, error)
        }
        noteStatus(of: open)
        return open
    }

    /// Keeps and tells what the cache did.
    private func noteStatus(of open: borrowing OpenResponse) {
        open.response.body.reader.wire.log.cacheStatus = status
        observer?.tell(.cached, status)
    }

    /// Freshens the records that a 304 with these fields is about, and returns those that may still be kept.
    @discardableResult
    private func freshen(_ records: [CacheRecord], by fields: HTTPFields, of sent: HTTPFields) -> [CacheRecord] {
        Revalidation.freshened(by: fields, of: records).compactMap { update($0, by: fields, of: sent) }
    }

    /// Asks whether what is stored is still good.
    private mutating func validate(_ question: CacheQuestion) async throws(HTTPClientError) -> OpenResponse {
        var conditional = outgoing
        for field in question.conditions { conditional.fields[fields: field.name] = [field] }
        if let observer, observer.wantsReasons {
            conditional.note(question.conditions.map(\.name), from: "the cache")
            observer.tell(.cacheValidating, question.conditions.map(\.name.rawName))
        }
        let open: OpenResponse
        do throws(HTTPClientError) {
            open = try await send(conditional)
        } catch {
            guard error.party != .caller, let stale = try replacement(for: nil, question.records) else { throw error }
            flight?.end(.unshared)
            return stale
        }
        // A 304 to the caller's own conditions is the caller's. Another is about the whole response; the range is cut from it
        // here.
        if open.response.status == .notModified, !question.conditions.isEmpty {
            let (fields, sent) = (open.response.fields, open.response.sentFields)
            try await open.discardBody()
            return try await notModified(freshen(question.records, by: fields, of: sent))
        }
        if Revalidation.isError(open.response.status.code),
            let stale = try replacement(for: open.response.status.code, question.records)
        {
            try? await open.discardBody()
            flight?.end(.unshared)
            return stale
        }
        return received(open)
    }

    /// A stale response instead of an error (RFC 5861 section 4).
    private mutating func replacement(
        for code: Int?, _ records: [CacheRecord]
    ) throws(HTTPClientError) -> OpenResponse? {
        let (planned, now) = (planned, now)
        status.forwardStatus = code
        for record in records {
            guard let answer = Revalidation.mayReplaceError(record, for: planned, now: now) else { continue }
            if let open = try hit(answer, now: now) { return open }
        }
        return nil
    }

    /// What is stored was freshened by a 304.
    private mutating func notModified(_ freshened: [CacheRecord]) async throws(HTTPClientError) -> OpenResponse {
        if !freshened.isEmpty { observer?.tell(.cacheFreshened, freshened.count) }
        status.forwardStatus = 304
        let now = now
        if let first = freshened.first, let answer = Revalidation.answer(with: first, for: planned, now: now),
            let open = try hit(answer, now: now)
        {
            flight?.end(.landed)
            return open
        }
        // Nothing stored fits the 304, or it is gone meanwhile: the whole response is needed.
        return try await forward()
    }

    /// Validates a stale response that was just used (RFC 5861 section 3), once at a time.
    private func validateInBackground() {
        let ticket = CacheFlights.Ticket(ObjectIdentifier(client), [:])
        guard let joined = cache.flights.join(key.background, ticket), joined.leads else { return }
        var request = request
        request.cachePolicy = .revalidate
        Task.detached { [client, request] in
            defer { joined.flight.end(.landed) }
            guard let open = try? await client.cached(request, from: .now, observer: nil) else { return }
            try? await open.response.body.drain()
            try? await open.finish()
        }
    }
}
