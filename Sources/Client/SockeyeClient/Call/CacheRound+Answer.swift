internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

extension CacheRound {
    /// Answers with what is stored: nothing is sent, parsed or waited for. `nil` if its body is gone.
    mutating func hit(_ answer: CacheAnswer, now: Int64) throws(HTTPClientError) -> OpenResponse? {
        guard let body = cache.store.body(of: answer.record, now: now) else { return nil }
        status.detail = answer.detail
        status.timeToLive = answer.freshness.timeToLive
        observer?.tell(.cacheAnswered, status)
        let head = answer.head
        let hasBody = request.method != .head && answer.mayHaveBody
        let showsHead = observer?.wantsRawHeads == true
        // The head as a server would send it.
        let rawHead =
            client.configuration.compatibility.keepsRawHeads || showsHead ? head.status.head(with: head.fields) : []
        let target = RequestTarget.origin(request.url.pathAndQuery)
        let origin = Origin(request.url)
        let wire = Wire(
            Exchange(
                answering: RequestHead(method: request.method, target: target, fields: request.fields), with: head,
                length: hasBody ? .known(Int64(answer.positions.count)) : .none, rawHead: rawHead),
            over: Connection(
                origin: origin, transport: StoredTransport(body, answer.positions),
                details: ConnectionDetails(number: 0, host: origin.host, port: origin.port)),
            Deadlines(request.timeouts(or: client.configuration.timeouts), startedAt: start), Timings(started: start),
            Observers.of(observer.map(StoredBodyObserver.init)))
        wire.log.status = head.status
        wire.log.hasReceived = true
        wire.log.timings.firstByte = wire.now
        wire.log.cacheStatus = status
        let reader = ResponseReader(wire)
        let lease = Lease(reader, of: request.url, from: nil)
        if answer.isCoded { try reader.chooseForm(of: head, request.coding ?? client.configuration.coding) }
        if showsHead { observer?.observe(rawHead.span.bytes, of: .receivedHead) }
        observer?.tell(.receivedHead, (head, 0))
        return OpenResponse(Response(head, url: request.url, reader: reader), lease)
    }
}

/// Passes on what is read of a stored body: nothing else happens on its connection.
private struct StoredBodyObserver: ExchangeObserver {
    let observer: Observers

    var interests: ClientEvent.Interests { observer.interests.intersection(.bytes) }

    func observe(_ event: ClientEvent) {
        if event[.receivedBody] != nil { observer.observe(event) }
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        if part == .receivedBody { observer.observe(bytes, of: part) }
    }
}

extension CacheAnswer {
    fileprivate var head: ResponseHead {
        var added = addedFields
        // RFC 9112 section 6.3, step 1. A response to HEAD keeps the length that it announced, which isn't that of anything
        // stored.
        if !record.response.isHead, mayHaveBody {
            added.append(HTTPField(name: .contentLength, value: "\(positions.count)"))
        }
        return ResponseHead(version: .http11, status: status, fields: keptFields, adding: added)
    }

    fileprivate var mayHaveBody: Bool { !isNotModified && status != .noContent }

    /// The positions in the stored bytes.
    fileprivate var positions: Range<Int64> {
        if isNotModified { return 0..<0 }
        guard let range else { return 0..<record.bodyLength }
        let first = record.response.part?.first ?? 0
        let lower = max(0, range.lowerBound - first)
        return lower..<max(lower, min(record.bodyLength, range.upperBound + 1 - first))
    }
}
