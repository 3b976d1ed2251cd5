public import SockeyeClient
public import SockeyeIO
public import SockeyeParsers
internal import SockeyeRecording

// Records of exchanges that others had, made by who saw them: a proxy, say.

extension Transcript.Record {
    /// A record of these attempts and connections.
    ///
    /// - Parameters:
    ///   - started: when the record begins; all its times count from then.
    ///   - attempts: in the order in which they began.
    ///   - connections: those that the attempts used.
    ///   - masksSecrets: whether to mask secrets in the heads, see ``SecretMask``.
    public init(
        started: Timestamp, attempts: [Transcript.AttemptRecord], connections: [Transcript.ConnectionRecord] = [],
        masksSecrets: Bool = true
    ) {
        self.init(started: started, isMasked: masksSecrets)
        self.attempts = masksSecrets ? attempts.map(\.masked) : attempts
        self.connections = connections
    }
}

extension Transcript.AttemptRecord {
    /// An attempt of these parts.
    ///
    /// - Parameters:
    ///   - id: its number, another one for each.
    ///   - kind: an exchange, or what else used the connection.
    ///   - method: the method that was sent.
    ///   - url: the URL that was asked for.
    ///   - time: when it began and ended, and its phases.
    ///   - outcome: its connection, its status or its failure.
    ///   - pieces: what went over the wire, in order; bodies with their framing.
    ///   - events: what was told meanwhile.
    public init(
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
    /// The times of an attempt, with the phases that these timings tell.
    ///
    /// - Parameters:
    ///   - start: when the attempt began, in microseconds.
    ///   - end: when it ended; `nil` if it hasn't.
    ///   - timings: what the client measured.
    ///   - base: the moment from which all times of the record count.
    public init(start: Int, end: Int?, timings: Timings? = nil, since base: Deadline) {
        self.init(start: start)
        self.end = end
        guard let timings, let end else { return }
        phases = Transcript.phases(of: timings, until: end) { $0.duration(since: base).microsecondCount }
    }
}

extension Transcript.Outcome {
    /// How an attempt went.
    ///
    /// - Parameters:
    ///   - connection: the `id` of its connection.
    ///   - isReused: whether another attempt used that connection before.
    ///   - status: the response's status code.
    ///   - failure: why there is no response.
    public init(connection: Int? = nil, isReused: Bool = false, status: Int? = nil, failure: String? = nil) {
        (self.connection, self.isReused, self.status, self.failure) = (connection, isReused, status, failure)
    }
}

extension Transcript.Piece {
    /// Bytes that went over the wire.
    ///
    /// - Parameters:
    ///   - kind: which part of a message they are.
    ///   - time: when they passed, in microseconds.
    ///   - bytes: those that were kept.
    ///   - count: how many there were, if not all were kept.
    public init(_ kind: Kind, at time: Int, _ bytes: [UInt8], count: Int? = nil) {
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
    public init(_ name: String, at time: Int, _ text: String, clause: String? = nil, link: String? = nil) {
        self.init(time: time, name: name, text: text, clause: clause, link: link)
    }
}

extension Transcript.ConnectionRecord {
    /// A connection.
    ///
    /// - Parameters:
    ///   - id: its number, another one for each.
    ///   - name: the host and port that were asked for.
    ///   - local: this end's address.
    ///   - peer: the other end's address.
    ///   - opened: when it was opened, in microseconds.
    public init(id: Int, name: String, local: String?, peer: String?, opened: Int) {
        self.init(
            id: id, number: UInt64(clamping: id), name: name, local: local, peer: peer, opened: opened, closed: nil)
    }
}
