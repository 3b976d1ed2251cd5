internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeParsers
internal import SockeyeTranscript

/// Exchanges as a transcript's record, for the page and the HTTP archive.
enum LiveRecord {
    /// - Parameter masksSecrets: whether to mask secrets; use it for files that others will see.
    static func record(of exchanges: [InspectedExchange], _ log: InspectLog, masksSecrets: Bool) -> Transcript.Record {
        var connections: [Transcript.ConnectionRecord] = []
        var known: Set<UInt64> = []
        for exchange in exchanges {
            guard let details = exchange.track.connection, known.insert(details.number).inserted else { continue }
            connections.append(
                Transcript.ConnectionRecord(
                    id: Int(clamping: details.number), name: "\(details.host):\(details.port)",
                    local: details.localAddress.map { "\($0)" }, peer: details.peerAddress.map { "\($0)" },
                    opened: exchange.track.start))
        }
        return Transcript.Record(
            started: log.started, attempts: exchanges.map { attempt($0, log) }, connections: connections,
            masksSecrets: masksSecrets)
    }

    private static func attempt(_ exchange: InspectedExchange, _ log: InspectLog) -> Transcript.AttemptRecord {
        let track = exchange.track
        // Neither the page nor the archive shows a tunnel's bytes or what isn't HTTP.
        let isAside = [.tunnel, .opened].contains(exchange.kind) || track.isUnreadable
        return Transcript.AttemptRecord(
            id: exchange.id, kind: isAside ? .aside : .exchange, method: exchange.method, url: exchange.url,
            time: Transcript.Times(start: track.start, end: track.end, timings: track.timings, since: log.base),
            outcome: Transcript.Outcome(
                connection: track.connection.map { Int(clamping: $0.number) }, isReused: track.isReused,
                status: exchange.status, failure: exchange.failure),
            pieces: pieces(exchange.sent, .sentHead, .sentBody, isWhole: track.end != nil)
                + pieces(exchange.received, .receivedHead, .receivedBody, isWhole: track.end != nil),
            events: track.events)
    }

    /// The bodies of an unfinished exchange are only counted: otherwise each update would repeat them.
    private static func pieces(
        _ message: InspectedExchange.Message, _ head: Transcript.Piece.Kind, _ body: Transcript.Piece.Kind,
        isWhole: Bool
    ) -> [Transcript.Piece] {
        var pieces: [Transcript.Piece] = []
        if message.headLength > 0 {
            pieces.append(.init(head, at: message.moments.head, message.head, count: message.headLength))
        }
        let count = Int(clamping: max(message.wireBytes, message.bodyBytes))
        if count > 0 { pieces.append(.init(body, at: message.moments.body, isWhole ? message.body : [], count: count)) }
        return pieces
    }
}
