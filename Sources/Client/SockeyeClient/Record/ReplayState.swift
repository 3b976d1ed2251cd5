internal import SockeyeRecording

extension Replay {
    /// What of a recording hasn't come yet, and whose turn it is.
    struct State {
        /// What comes from outside, in order.
        var inbound: [Arrival] = []
        /// The next of them.
        var next = 0
        /// Those that came before their turn.
        var early = Set<Int>()
        var lines: [Int: Line] = [:]
        /// Connections that weren't asked for yet, by origin.
        var unopened: [String: [Int]] = [:]
        var chances: [String: [[UInt8]]] = [:]
        var lastTime: UInt64 = 0
        var isExhausted = false
        var divergence: String?
        /// Counts deliveries, to notice when none happens.
        var deliveries = 0

        init(of recording: Recording) {
            var (secured, deeds, sent) = (Set<Int>(), 0, [Int: Int]())
            for entry in recording.entries {
                if entry.kind == .secured, let number = entry.connection { secured.insert(number) }
                // Once TLS is there, a message that is sent goes with the bytes.
                let isOutbound =
                    entry.isOfWriting
                    || entry.kind == .message && entry.number("sent") == 1 && secured.contains(entry.connection ?? -1)
                if entry.kind.isFromOutside, !isOutbound {
                    inbound.append(
                        Arrival(entry: entry, deeds: deeds, sent: sent[entry.connection ?? -1, default: 0]))
                } else {
                    deeds += 1
                }
                if isOutbound, let number = entry.connection { lines[number]?.outbound.append(entry) }
                if entry.kind == .chance {
                    chances[entry.text("purpose") ?? "", default: []].append(entry.bytes("bytes") ?? [])
                }
                guard let number = entry.connection else { continue }
                switch entry.kind {
                case .open:
                    lines[number] = Line()
                    unopened[entry.text("origin") ?? "", default: []].append(number)
                case .sent:
                    lines[number]?.outbound.append(entry)
                    sent[number, default: 0] += entry.bytes("bytes")?.count ?? 0
                case .quiet: lines[number]?.quiet.append(entry.text("is") == "yes")
                default: break
                }
            }
        }
    }

    /// Something that comes from outside.
    struct Arrival {
        let entry: RecordingEntry
        /// How many things the client had done before it.
        let deeds: Int
        /// How many bytes had been sent on its connection before it.
        let sent: Int
    }

    /// What a recording holds of one connection, as far as it isn't used up.
    struct Line {
        var arrived: [RecordingEntry] = []
        /// What was sent, and how sending failed.
        var outbound: [RecordingEntry] = []
        var quiet: [Bool] = []
        /// How many bytes were sent on it.
        var sent = 0
        /// Whether each arrival waits for what had been sent before it. An HTTP client asks before it reads; after `101` the
        /// task that receives would take the peer's replies, and its end, before anything was said.
        var takesTurns = false
        var waiter: CheckedContinuation<Void, Never>?
        var isClosed = false
        var isNudged = false
        var isInterrupted = false
    }
}

extension Replay.State {
    /// The next entry and its connection, passing over those of connections that are closed.
    mutating func peek() -> (RecordingEntry, Int?)? {
        while next < inbound.count {
            let entry = inbound[next].entry
            guard !early.contains(next) else {
                next += 1
                continue
            }
            guard let number = entry.connection else { return (entry, nil) }
            if lines[number]?.isClosed == false { return (entry, number) }
            next += 1
        }
        return nil
    }

    /// How many things the client had done before the next entry.
    var deedsBeforeNext: Int? { next < inbound.count ? inbound[next].deeds : nil }

    /// Whether the next entry, which is of that connection, may come now.
    func isDue(on number: Int) -> Bool {
        guard let line = lines[number], line.takesTurns, next < inbound.count else { return true }
        return line.sent >= inbound[next].sent
    }

    mutating func take() {
        if next < inbound.count { lastTime = max(lastTime, inbound[next].entry.time) }
        next += 1
    }

    mutating func deliver(_ entry: RecordingEntry, to number: Int) -> CheckedContinuation<Void, Never>? {
        deliveries += 1
        lines[number]?.arrived.append(entry)
        return lines[number]?.takeWaiter()
    }
}

extension Replay.Line {
    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}

extension RecordingEntry {
    /// Whether it is about sending.
    var isOfWriting: Bool { kind == .failed && (text("step") == "write" || text("step") == "wait-write") }
}
