internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream
internal import SockeyeURL

extension HTTPClient {
    /// Answers the request from the cache, or fetches it and stores the response as it is read.
    func cached(
        _ request: Request, from start: Deadline, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        guard let cache = configuration.cache else {
            return try await retry(request, from: start, observer: observer)
        }
        let call = CacheCall(cache, request)
        guard call.isCacheable(request.coding ?? configuration.coding) else {
            return try await bypass(call, from: start, observer)
        }
        var mayShare = call.mayShare
        var isCollapsed = false
        while true {
            let records = cache.store.records(for: call.key)
            let plan = plan(call, records)
            switch plan {
            case .answer(let answer):
                guard let open = try hit(answer, call, isCollapsed: isCollapsed, observer) else { continue }
                if answer.validatesInBackground { validateInBackground(call) }
                return open
            case .notCached:
                throw HTTPClientError(.prepare, origin: request.url.origin, cause: .notCached)
            case .gatewayTimeout:
                return try respond(with: SyntheticResponse(status: .gatewayTimeout), to: request)
            case .forward, .validate:
                let ticket = CacheFlights.Ticket(ObjectIdentifier(self), request.fields)
                let joined = mayShare ? cache.flights.join(call.key, ticket) : nil
                if let joined, !joined.leads {
                    let outcome = try await wait(for: joined.flight, of: request, from: start)
                    isCollapsed = true
                    if outcome != .landed { mayShare = false }
                    continue
                }
                do throws(HTTPClientError) {
                    return try await fetch(call, plan, isCollapsed, joined?.flight, from: start, observer)
                } catch {
                    // Those who wait share the failure's news, not the failure: each tries for itself. After a
                    // cancellation one of them takes over.
                    joined?.flight.end(error.cause == .cancelled ? .landed : .unshared)
                    throw error
                }
            }
        }
    }

    /// Decides; without anything stored, without looking at what would be sent.
    private func plan(_ call: CacheCall, _ records: [CacheRecord]) -> CachePlan {
        if records.isEmpty, call.request.fields.isEmpty, call.request.cachePolicy == .useProtocolCachePolicy {
            return .forward(CacheStatus(forward: .uriMiss))
        }
        let fields = records.isEmpty ? call.request.fields : plannedHead(of: call.request).fields
        return CachePlan(for: call.described(by: fields), records, now: call.now)
    }

    /// Sends a request whose response isn't stored.
    private func bypass(
        _ call: CacheCall, from start: Deadline, _ observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        if call.request.cachePolicy.loadsNothing {
            throw HTTPClientError(.prepare, origin: call.request.url.origin, cause: .notCached)
        }
        let open = try await retry(call.outgoing, from: start, observer: observer)
        call.invalidate(after: open.response)
        let isOther = call.request.method != .get && call.request.method != .head
        open.note(CacheStatus(forward: isOther ? .method : .bypass), observer)
        return open
    }

    private func wait(
        for flight: CacheFlight, of request: Request, from start: Deadline
    ) async throws(HTTPClientError) -> CacheFlight.Outcome {
        let loop = configuration.eventLoop
        let total = Deadlines(request.timeouts ?? configuration.timeouts, startedAt: start).total
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

    private func fetch(
        _ call: CacheCall, _ plan: CachePlan, _ isCollapsed: Bool, _ flight: CacheFlight?, from start: Deadline,
        _ observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        switch plan {
        case .validate(let records, let conditions, let status):
            return try await validate(records, conditions, status, call, flight, from: start, observer)
        case .forward(var status):
            status.isCollapsed = isCollapsed
            let requestTime = call.now
            let open = try await retry(call.outgoing, from: start, observer: observer)
            return received(open, status, call, requestTime: requestTime, flight, observer)
        case .answer, .notCached, .gatewayTimeout:
            throw HTTPClientError(.prepare, origin: call.request.url.origin, cause: .notCached)
        }
    }

    /// A response of the server: begins to store it.
    private func received(
        _ open: consuming OpenResponse, _ status: CacheStatus, _ call: CacheCall, requestTime: Int64,
        _ flight: CacheFlight?, _ observer: (any ExchangeObserver)?
    ) -> OpenResponse {
        var status = status
        status.forwardStatus = open.response.status.code
        // The caller's own validators: what is stored may be freshened by the answer to them.
        if open.response.status == .notModified { freshen(by: open.response, call, requestTime: requestTime) }
        call.compare(open.response, requestTime: requestTime, now: call.now)
        if let tap = call.store(open.response, requestTime: requestTime, flight: flight) {
            open.response.body.reader.tap = tap
            status.isStored = true
            flight?.moved()
        } else {
            flight?.end(.unshared)
        }
        open.note(status, observer)
        return open
    }

    private func freshen(by response: Response, _ call: CacheCall, requestTime: Int64) {
        // Without a validator it may be about another version than the stored one.
        guard !Validators(response.fields).isEmpty else { return }
        let sent = response.body.reader.wire.codec.request.fields
        let records = call.cache.store.records(for: call.key).filter { $0.response.isSelected(by: sent) }
        for record in Revalidation.freshened(by: response.fields, of: records) {
            call.update(record, by: response.fields, requestTime: requestTime, now: call.now)
        }
    }

    /// Asks whether what is stored is still good.
    private func validate(
        _ records: [CacheRecord], _ conditions: HTTPFields, _ status: CacheStatus, _ call: CacheCall,
        _ flight: CacheFlight?, from start: Deadline, _ observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        var conditional = call.outgoing
        for field in conditions { conditional.fields[fields: field.name] = [field] }
        // A 304 is about the whole response; the range is cut from it here.
        let requestTime = call.now
        let open: OpenResponse
        do throws(HTTPClientError) {
            open = try await retry(conditional, from: start, observer: observer)
        } catch {
            guard error.party != .caller, let stale = try replacement(for: nil, records, call, status, observer) else {
                throw error
            }
            flight?.end(.unshared)
            return stale
        }
        if open.response.status == .notModified {
            let fields = open.response.fields
            try await open.discardBody()
            return try await notModified(
                fields, records, status, call, requestTime: requestTime, flight, from: start, observer)
        }
        if Revalidation.isError(open.response.status.code),
            let stale = try replacement(for: open.response.status.code, records, call, status, observer)
        {
            try? await open.discardBody()
            flight?.end(.unshared)
            return stale
        }
        return received(open, status, call, requestTime: requestTime, flight, observer)
    }

    /// A stale response instead of an error (RFC 5861 section 4).
    private func replacement(
        for code: Int?, _ records: [CacheRecord], _ call: CacheCall, _ status: CacheStatus,
        _ observer: (any ExchangeObserver)?
    ) throws(HTTPClientError) -> OpenResponse? {
        let planned = call.described(by: plannedHead(of: call.request).fields)
        for record in records {
            guard let answer = Revalidation.mayReplaceError(record, for: planned, now: call.now) else { continue }
            var status = status
            status.forwardStatus = code
            if let open = try hit(answer, call, status, observer) { return open }
        }
        return nil
    }

    private func notModified(
        _ fields: HTTPFields, _ records: [CacheRecord], _ status: CacheStatus, _ call: CacheCall,
        requestTime: Int64, _ flight: CacheFlight?, from start: Deadline, _ observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        let freshened = Revalidation.freshened(by: fields, of: records).map {
            call.update($0, by: fields, requestTime: requestTime, now: call.now)
        }
        let planned = call.described(by: plannedHead(of: call.request).fields)
        var status = status
        status.forwardStatus = 304
        if let first = freshened.first, let answer = Revalidation.answer(with: first, for: planned, now: call.now),
            let open = try hit(answer, call, status, observer)
        {
            flight?.end(.landed)
            return open
        }
        // Nothing stored fits the 304, or it is gone meanwhile: the whole response is needed.
        let again = call.now
        let open = try await retry(call.outgoing, from: start, observer: observer)
        return received(open, status, call, requestTime: again, flight, observer)
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
            while (try? await open.response.body.pull({ _ in })) == true {}
            try? await open.finish()
        }
    }

    // MARK: Answering

    /// Opens a stored response; `nil` if it is gone.
    private func hit(
        _ answer: CacheAnswer, _ call: CacheCall, isCollapsed: Bool, _ observer: (any ExchangeObserver)?
    ) throws(HTTPClientError) -> OpenResponse? {
        var status = CacheStatus(timeToLive: answer.freshness.timeToLive, detail: answer.detail)
        status.isCollapsed = isCollapsed
        return try hit(answer, call, status, observer)
    }

    private func hit(
        _ answer: CacheAnswer, _ call: CacheCall, _ status: CacheStatus, _ observer: (any ExchangeObserver)?
    ) throws(HTTPClientError) -> OpenResponse? {
        let request = call.request
        guard let body = call.cache.store.body(of: answer.record, now: call.now) else { return nil }
        var status = status
        if status.detail == nil { status.detail = answer.detail }
        status.timeToLive = answer.freshness.timeToLive
        let range = answer.positions
        let wireHead = answer.wireHead(length: range.upperBound - range.lowerBound)
        let transport = StoredTransport(head: wireHead, body: answer.isNotModified ? nil : body, range: range)
        let codec = Exchange(
            request: RequestHead(request, defaults: defaultFields), keepsRawHeads: configuration.keepsRawHeads,
            limits: configuration.limits.withRoom)
        guard let open = try open(transport, codec, for: request) else { return nil }
        if let observer, observer.wantsRawHeads { observer.observe(head: wireHead.span.bytes, isTrailer: false) }
        observer?.observe(.receivedHead(open.response.head, byteCount: 0))
        open.note(status, observer)
        return open
    }
}

extension OpenResponse {
    /// Keeps what the cache did, and reports it.
    fileprivate borrowing func note(_ status: CacheStatus, _ observer: (any ExchangeObserver)?) {
        response.body.reader.wire.log.cacheStatus = status
        observer?.observe(.cached(status))
    }
}

extension Limits {
    /// Room for the fields that a stored head has more than the one that arrived within the limits: Age and Date.
    fileprivate var withRoom: Limits {
        var limits = self
        limits.headBytes += 512
        limits.fieldCount += 8
        return limits
    }
}

extension CacheAnswer {
    /// The positions in the stored bytes.
    fileprivate var positions: Range<Int64> {
        if isNotModified { return 0..<0 }
        guard let range else { return 0..<record.bodyLength }
        let first = record.response.part?.first ?? 0
        let lower = max(0, range.lowerBound - first)
        return lower..<max(lower, min(record.bodyLength, range.upperBound + 1 - first))
    }

    /// The head as a server would send it.
    fileprivate func wireHead(length: Int64) -> [UInt8] {
        let status = status
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8
        for field in fields {
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            bytes += field.octets
            bytes += "\r\n".utf8
        }
        // A response to HEAD keeps the length that it announced, which isn't that of anything stored.
        if !record.response.isHead, !isNotModified, status.code != 204 { bytes += "Content-Length: \(length)\r\n".utf8 }
        return bytes + "\r\n".utf8
    }
}
