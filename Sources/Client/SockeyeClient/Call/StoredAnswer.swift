internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// A stored response as it answers one request: its head, and where its body comes from.
struct StoredAnswer {
    let head: ResponseHead
    /// `.none` or `.known`.
    let length: ResponseBodyLength
    let transport: StoredTransport
    /// Whether the body has content codings.
    let isCoded: Bool

    init(_ answer: CacheAnswer, _ body: any CacheBody, to method: HTTPRequest.Method) {
        let (status, positions) = (answer.status, answer.positions)
        var added = answer.addedFields
        // RFC 9112 section 6.3, step 1. A response to HEAD keeps the length that it announced, which isn't that of anything
        // stored.
        if !answer.record.response.isHead, !answer.isNotModified, status != .noContent {
            added.append(HTTPField(name: .contentLength, value: "\(positions.count)"))
        }
        head = ResponseHead(version: .http11, status: status, fields: answer.keptFields, adding: added)
        isCoded = answer.isCoded
        let hasBody = method != .head && !answer.isNotModified && status != .noContent
        length = hasBody ? .known(Int64(positions.count)) : .none
        transport = StoredTransport(body, positions)
    }

    /// The head as a server would send it.
    var wireHead: [UInt8] { head.status.head(with: head.fields) }
}

extension HTTPClient {
    /// Opens a stored response: nothing is sent, parsed or waited for.
    func open(
        _ answer: StoredAnswer, for request: Request, from start: Deadline, _ observer: Observers?
    ) throws(HTTPClientError) -> OpenResponse {
        let showsHead = observer?.wantsRawHeads == true
        let rawHead = configuration.compatibility.keepsRawHeads || showsHead ? answer.wireHead : []
        let target = RequestTarget.origin(request.url.pathAndQuery)
        let origin = Origin(request.url)
        let wire = Wire(
            Exchange(
                answering: RequestHead(method: request.method, target: target, fields: request.fields),
                with: answer.head, length: answer.length, rawHead: rawHead),
            over: Connection(
                origin: origin, transport: answer.transport,
                details: ConnectionDetails(number: 0, host: origin.host, port: origin.port)),
            Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start), Timings(started: start),
            Observers.of(observer.map(StoredBodyObserver.init)))
        wire.log.status = answer.head.status
        wire.log.hasReceived = true
        wire.log.timings.firstByte = wire.now
        let reader = ResponseReader(wire)
        let lease = Lease(reader, of: request.url, from: nil)
        if answer.isCoded { try reader.chooseForm(of: answer.head, request.coding ?? configuration.coding) }
        if showsHead { observer?.observe(rawHead.span.bytes, of: .receivedHead) }
        observer?.tell(.receivedHead, (answer.head, 0))
        return OpenResponse(Response(answer.head, url: request.url, reader: reader), lease)
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
    /// The positions in the stored bytes.
    fileprivate var positions: Range<Int64> {
        if isNotModified { return 0..<0 }
        guard let range else { return 0..<record.bodyLength }
        let first = record.response.part?.first ?? 0
        let lower = max(0, range.lowerBound - first)
        return lower..<max(lower, min(record.bodyLength, range.upperBound + 1 - first))
    }
}
