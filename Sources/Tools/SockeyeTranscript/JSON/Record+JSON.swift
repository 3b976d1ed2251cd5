internal import SockeyeDigest
package import SockeyeParsers
internal import SockeyeRecording

extension Transcript.Record {
    /// The record as the page reads it (`docs/Transcripts.md`).
    ///
    /// - Parameters:
    ///   - attempts: the indices of the attempts to include, with their calls and connections; by default all.
    ///   - most: how many attempts a live page keeps; by default all.
    package func json(attempts: Range<Int>? = nil, keeping most: Int? = nil) -> JSONValue {
        let range = (attempts ?? self.attempts.indices).clamped(to: self.attempts.indices)
        let told = self.attempts[range]
        let isWhole = range == self.attempts.indices
        let calls = Set(told.compactMap(\.call))
        let connections = Set(told.compactMap(\.outcome.connection))
        return .members([
            "sockeye": 1,
            "started": .string(started.description),
            "calls": .array(self.calls.filter { isWhole || calls.contains($0.id) }.map(\.json)),
            "connections": .array(self.connections.filter { isWhole || connections.contains($0.id) }.map(\.json)),
            "attempts": .array(told.map(\.json)),
            "most": most.map { .integer($0) },
            "dropped": droppedAttempts > 0 ? .integer(droppedAttempts) : nil,
        ])
    }
}

extension Transcript.CallRecord {
    fileprivate var json: JSONValue {
        .members([
            "id": .integer(id), "title": .string(title), "start": .integer(start), "end": end.map { .integer($0) },
            "failure": failure.map { .string($0) }, "events": .array(events.map(\.json)),
        ])
    }
}

extension Transcript.ConnectionRecord {
    fileprivate var json: JSONValue {
        .members([
            "id": .integer(id), "number": .integer(number), "name": .string(name), "local": local.map { .string($0) },
            "peer": peer.map { .string($0) }, "opened": .integer(opened), "closed": closed.map { .integer($0) },
            "tls": security.isEmpty
                ? nil : .array(security.map { .array([.string($0.name), .string($0.value)]) }),
        ])
    }
}

extension Transcript.AttemptRecord {
    fileprivate var json: JSONValue {
        .members([
            "id": .integer(id), "call": call.map { .integer($0) }, "kind": .string(kind.rawValue),
            "method": .string(method), "url": .string(url),
            "start": .integer(time.start), "end": time.end.map { .integer($0) },
            "phases": .array(
                time.phases.map { .array([.string($0.name), .integer($0.start), .integer($0.end)]) }),
            "connection": outcome.connection.map { .integer($0) }, "reused": .bool(outcome.isReused),
            "status": outcome.status.map { .integer($0) }, "closing": outcome.closing.map { .string($0) },
            "cache": outcome.cacheStatus.map { .string($0) }, "failure": outcome.failure.map { .string($0) },
            "sent": .integer(wire.sentBodyBytes), "received": .integer(wire.receivedBodyBytes),
            "wire": .array(wire.pieces.map(\.json)),
            "chunks": .array(
                wire.chunks.map { .array([.integer($0.offset), .integer($0.lineBytes), .integer($0.size)]) }),
            "events": .array(events.map(\.json)),
        ])
    }
}

extension Transcript.Piece {
    fileprivate var json: JSONValue {
        .members([
            "kind": .string(kind.rawValue), "t": .integer(time), "name": name.map { .string($0) },
            "count": .integer(count), "bytes": .string(Base64.encode(bytes)),
        ])
    }
}

extension Transcript.Event {
    fileprivate var json: JSONValue {
        .members([
            "t": .integer(time), "name": .string(name), "text": .string(text), "clause": clause.map { .string($0) },
            "link": link.map { .string($0) },
        ])
    }
}
