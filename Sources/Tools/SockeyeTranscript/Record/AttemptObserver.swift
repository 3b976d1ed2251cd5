internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeRecording
internal import SockeyeTLS
internal import Synchronization

/// Writes what one attempt tells into the transcript.
final class AttemptObserver: ExchangeObserver {
    private let transcript: Transcript
    private let id: Int

    init(_ transcript: Transcript, _ id: Int) {
        (self.transcript, self.id) = (transcript, id)
    }

    var interests: ClientEvent.Interests { [.bytes, .rawHeads, .tls, .reasons] }

    func observe(_ event: ClientEvent) {
        let time = transcript.now
        transcript.state.withLock { state in
            guard state.record.attempts.indices.contains(id) else { return }
            state.take(event, of: id, at: time, transcript)
        }
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        switch part {
        case .sentHead: keep(bytes, .sentHead)
        case .sentBody: keep(bytes, .sentBody)
        case .receivedHead: keep(bytes, .receivedHead)
        case .receivedBody: keep(bytes, .receivedBody)
        case .receivedTrailers: keep(bytes, .receivedTrailers)
        case .tls(let message):
            // The headers of records say nothing that the messages don't.
            guard let name = message.name, !name.hasPrefix("TLS app data") else { return }
            keep(bytes, message.isSent ? .sentTLS : .receivedTLS, name: "\(message.versionName), \(name)")
        default: break
        }
    }

    private func keep(_ bytes: RawSpan, _ kind: Transcript.Piece.Kind, name: String? = nil) {
        if bytes.byteCount == 0 { return }
        let time = transcript.now
        // SAFETY: the bytes are copied before the span can end.
        let copy = bytes.withUnsafeBytes { Array($0) }
        transcript.state.withLock { state in
            guard state.record.attempts.indices.contains(id) else { return }
            state.keep(copy, kind, name: name, of: id, at: time, transcript)
        }
    }
}

extension Transcript.State {
    /// Keeps bytes as far as the limits allow, and counts the rest.
    fileprivate mutating func keep(
        _ bytes: [UInt8], _ kind: Transcript.Piece.Kind, name: String?, of id: Int, at time: Int,
        _ transcript: Transcript
    ) {
        let limits = transcript.limits
        var room = max(0, limits.totalBytes - keptBytes)
        var wire = Transcript.Wire()
        swap(&wire, &record.attempts[id].wire)
        var shown = bytes
        switch kind {
        case .sentHead, .receivedHead, .receivedTrailers:
            shown = transcript.mask?.masked(head: bytes) ?? bytes
            if kind == .sentHead, transcript.mask != nil { wire.sentTrailers.begin(bytes) }
            // A CONNECT or an interim response has no body; what was scanned before it isn't this one's.
            if kind == .receivedHead { (wire.scanner, wire.trailers) = (nil, SecretScanner(.fields)) }
        case .sentBody:
            wire.sentBodyBytes += Int64(bytes.count)
            if transcript.mask != nil { shown = wire.sentTrailers.masked(bytes) }
            room = min(room, limits.bodyBytes - wire.keptSent)
            wire.keptSent += max(0, min(room, bytes.count))
        case .receivedBody:
            wire.receivedBodyBytes += Int64(bytes.count)
            room = min(room, limits.bodyBytes - wire.keptReceived)
            wire.keptReceived += max(0, min(room, bytes.count))
            if let start = wire.scanner?.offset, let chunks = wire.scanner?.scan(bytes) {
                wire.chunks += chunks.prefix(max(0, limits.pieces - wire.chunks.count))
                // The trailers are among these bytes too.
                if let mask = transcript.mask, let end = wire.scanner?.end {
                    shown = mask.masked(bytes, from: Int(clamping: end - start), in: &wire.trailers)
                }
            }
        case .sentTLS, .receivedTLS: break
        }
        shown = Array(shown.prefix(max(0, room)))
        keptBytes += shown.count
        if let place = wire.place(for: kind, limits) {
            wire.pieces[place].bytes += shown
            wire.pieces[place].count += bytes.count
        } else {
            wire.pieces.append(
                Transcript.Piece(kind: kind, time: time, name: name, bytes: shown, count: bytes.count))
        }
        swap(&wire, &record.attempts[id].wire)
    }

    fileprivate mutating func take(_ event: ClientEvent, of id: Int, at time: Int, _ transcript: Transcript) {
        let hasRoom = record.attempts[id].events.count < transcript.limits.pieces
        if hasRoom, let known = Transcript.Event(event, at: time) {
            record.attempts[id].events.append(transcript.masked(known))
        }
        let (reused, closed) = (event[.connectionReused], event[.connectionClosed])
        if let details = event[.addressRace]?.connection ?? reused {
            record.attempts[id].outcome.isReused = reused != nil
            record.attempts[id].outcome.connection = connection(details, at: time, isReused: reused != nil)
        } else if let details = event[.tlsNegotiated] {
            if let index = record.attempts[id].outcome.connection {
                record.connections[index].security = Transcript.describe(details)
            }
        } else if let (head, _) = event[.receivedHead] {
            record.attempts[id].outcome.status = head.status.code
            let codings = head.fields[.transferEncoding]?.lowercased() ?? ""
            record.attempts[id].wire.scanner = codings.hasSuffix("chunked") ? ChunkScanner() : nil
        } else if let details = event[.connectionKept] ?? closed?.connection {
            let index = connection(details, at: time, isReused: true)
            record.attempts[id].outcome.connection = index
            record.attempts[id].outcome.closing = closed.map { "closed: \($0.reason)" } ?? "kept"
            if closed != nil { record.connections[index].closed = time }
        } else if let metrics = event[.measured] {
            end(id, metrics, at: time, transcript)
        }
    }

    /// The place of a connection, which is noted if it is new.
    private mutating func connection(_ details: ConnectionDetails, at time: Int, isReused: Bool) -> Int {
        let (local, peer) = (details.localAddress.map { "\($0)" }, details.peerAddress.map { "\($0)" })
        // Numbers are a client's own, and a run may have several.
        let key = "\(details.number) \(details.host) \(details.port) \(local ?? "") \(peer ?? "")"
        if let index = connections[key] {
            if record.connections[index].security.isEmpty, let tls = details.tls {
                record.connections[index].security = Transcript.describe(tls)
            }
            return index
        }
        let index = record.connections.count
        connections[key] = index
        record.connections.append(
            Transcript.ConnectionRecord(
                id: index, number: details.number, name: "\(details.host):\(details.port)", local: local, peer: peer,
                opened: time, security: details.tls.map(Transcript.describe) ?? []))
        return index
    }

    private mutating func end(_ id: Int, _ metrics: AttemptMetrics, at time: Int, _ transcript: Transcript) {
        record.attempts[id].time.end = time
        record.attempts[id].time.phases = Transcript.phases(
            of: metrics.timings, until: time, isUnresolved: metrics.failure?.phase == .resolve
        ) { transcript.microseconds($0) }
        record.attempts[id].outcome.failure = metrics.failure.map { transcript.masked("\($0)") }
        if let status = metrics.cacheStatus { record.attempts[id].outcome.cacheStatus = "\(status)" }
        guard record.attempts[id].kind == .exchange, let call = record.attempts[id].call else { return }
        openAttempts[call] = max(0, (openAttempts[call] ?? 0) - 1)
    }
}

extension Transcript.Wire {
    /// The piece that takes what else comes of a kind, once there are too many of their own. What was kept of a body has no
    /// holes so: its pieces stay in order, if not among those of the other direction.
    fileprivate func place(for kind: Transcript.Piece.Kind, _ limits: Transcript.Limits) -> Int? {
        if pieces.count < limits.pieces { return nil }
        if let last = pieces.indices.last, pieces[last].kind == kind { return last }
        return pieces.count / 2 < limits.pieces ? nil : pieces.lastIndex { $0.kind == kind }
    }
}
