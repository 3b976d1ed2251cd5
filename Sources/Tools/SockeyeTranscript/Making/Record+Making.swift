package import SockeyeClient
package import SockeyeIO
package import SockeyeParsers
internal import SockeyeRecording

// Makes records from exchanges observed elsewhere, such as by a proxy.

extension Transcript.Record {
    /// A record of these attempts and connections.
    ///
    /// - Parameters:
    ///   - started: the beginning of the record, from which all its times count.
    ///   - attempts: the attempts, in the order in which they began.
    ///   - connections: the connections that the attempts used.
    ///   - masksSecrets: whether to mask secrets in the heads, see ``SecretMask``.
    package init(
        started: Timestamp, attempts: [Transcript.AttemptRecord], connections: [Transcript.ConnectionRecord] = [],
        masksSecrets: Bool = true
    ) {
        self.init(started: started, isMasked: masksSecrets)
        self.attempts = masksSecrets ? attempts.map(\.masked) : attempts
        self.connections = connections
    }
}

extension Transcript.AttemptRecord {
    /// An attempt from its parts.
    ///
    /// - Parameters:
    ///   - id: its unique number.
    ///   - kind: an exchange, or another use of the connection.
    ///   - method: the request's method.
    ///   - url: the request's URL.
    ///   - time: its beginning, end and phases.
    ///   - outcome: its connection, and its status or failure.
    ///   - pieces: the bytes on the wire, in order; bodies with their framing.
    ///   - events: its events.
    package init(
        id: Int, kind: Kind = .exchange, method: String, url: String, time: Transcript.Times,
        outcome: Transcript.Outcome, pieces: [Transcript.Piece], events: [Transcript.Event] = []
    ) {
        self.init(id: id, call: nil, kind: kind, start: time.start)
        (self.method, self.url, self.time, self.outcome, self.events) = (method, url, time, outcome, events)
        wire = Transcript.Wire(pieces)
    }

    fileprivate var masked: Transcript.AttemptRecord {
        var attempt = self
        attempt.wire.mask()
        attempt.url = SecretMask().masked(text: url)
        return attempt
    }
}

extension Transcript.Wire {
    fileprivate init(_ pieces: [Transcript.Piece]) {
        self.pieces = pieces
        var scanner: ChunkScanner?
        for piece in pieces {
            switch piece.kind {
            case .sentBody:
                sentBodyBytes += Int64(piece.count)
                keptSent += piece.bytes.count
            case .receivedHead:
                scanner = ChunkScanner(after: piece.bytes)
            case .receivedBody:
                receivedBodyBytes += Int64(piece.count)
                keptReceived += piece.bytes.count
                if let found = scanner?.scan(piece.bytes) { chunks += found }
            case .sentHead, .receivedTrailers, .sentTLS, .receivedTLS: break
            }
        }
    }

    fileprivate mutating func mask() {
        var (sent, received) = (TrailerMask(), TrailerMask())
        for index in pieces.indices {
            let bytes = pieces[index].bytes
            switch pieces[index].kind {
            case .sentHead:
                sent.begin(bytes)
                pieces[index].bytes = SecretMask().masked(head: bytes)
            case .receivedHead:
                received.begin(bytes)
                pieces[index].bytes = SecretMask().masked(head: bytes)
            case .receivedTrailers: pieces[index].bytes = SecretMask().masked(head: bytes)
            case .sentBody: pieces[index].bytes = sent.masked(bytes)
            case .receivedBody: pieces[index].bytes = received.masked(bytes)
            case .sentTLS, .receivedTLS: break
            }
        }
    }
}

extension Transcript.Times {
    /// The times of an attempt, with the phases derived from its timings.
    ///
    /// - Parameters:
    ///   - start: when the attempt began, in microseconds.
    ///   - end: when it ended; `nil` if it hasn't.
    ///   - timings: the client's measurements.
    ///   - base: the moment from which all times of the record count.
    package init(start: Int, end: Int?, timings: Timings? = nil, since base: Deadline) {
        self.init(start: start)
        self.end = end
        guard let timings, let end else { return }
        phases = Transcript.phases(of: timings, until: end) { $0.duration(since: base).microsecondCount }
    }
}

extension Transcript.Outcome {
    /// The outcome of an attempt.
    ///
    /// - Parameters:
    ///   - connection: the `id` of its connection.
    ///   - isReused: whether an earlier attempt used that connection.
    ///   - status: the response's status code.
    ///   - failure: why it failed.
    package init(connection: Int? = nil, isReused: Bool = false, status: Int? = nil, failure: String? = nil) {
        (self.connection, self.isReused, self.status, self.failure) = (connection, isReused, status, failure)
    }
}

extension Transcript.Piece {
    /// Bytes that went over the wire.
    ///
    /// - Parameters:
    ///   - kind: the part of a message.
    ///   - time: the time in microseconds.
    ///   - bytes: the bytes that were kept.
    ///   - count: the number of all bytes, if not all were kept.
    package init(_ kind: Kind, at time: Int, _ bytes: [UInt8], count: Int? = nil) {
        self.init(kind: kind, time: time, name: nil, bytes: bytes, count: max(count ?? bytes.count, bytes.count))
    }
}

extension Transcript.Event {
    /// An event in words.
    ///
    /// - Parameters:
    ///   - name: its name, such as `connected`.
    ///   - time: when it happened, in microseconds.
    ///   - text: what happened, as a sentence.
    ///   - clause: the one that rules it, as `RFC 9110 §7.6.1`.
    ///   - link: where the clause can be read.
    package init(_ name: String, at time: Int, _ text: String, clause: String? = nil, link: String? = nil) {
        self.init(time: time, name: name, text: text, clause: clause, link: link)
    }
}

extension Transcript.ConnectionRecord {
    /// A connection.
    ///
    /// - Parameters:
    ///   - id: its unique number.
    ///   - name: the requested host and port.
    ///   - local: the local address.
    ///   - peer: the peer's address.
    ///   - opened: when it was opened, in microseconds.
    package init(id: Int, name: String, local: String?, peer: String?, opened: Int) {
        self.init(
            id: id, number: UInt64(clamping: id), name: name, local: local, peer: peer, opened: opened, closed: nil)
    }
}
