public import SockeyeClient
internal import SockeyeHTTP1
internal import Synchronization

extension Transcript {
    /// A call under way: tells the transcript what concerns the whole of it.
    ///
    /// As an observer it takes the events that belong to no attempt, and answers that came without one, such as the cache's.
    public final class Call: ExchangeObserver {
        private let transcript: Transcript
        private let id: Int
        /// The answer that came without an attempt, if any.
        private let stored = Mutex<AttemptObserver?>(nil)

        init(_ transcript: Transcript, _ id: Int) {
            (self.transcript, self.id) = (transcript, id)
        }

        /// Does the work; attempts begun within it are this call's.
        public func run<Value>(_ work: () async throws -> Value) async rethrows -> Value {
            try await Transcript.$call.withValue(id) { try await work() }
        }

        /// Ends the call, with the reason if it failed. Only the first time counts.
        public func end(failure: String? = nil) {
            let time = transcript.now
            transcript.state.withLock { state in
                guard state.record.calls.indices.contains(id), state.record.calls[id].end == nil else { return }
                state.record.calls[id].end = time
                state.record.calls[id].failure = failure.map(transcript.masked)
                state.endStored(of: id, at: time)
            }
        }

        /// What happens between attempts, whether or not others are under way.
        private static let wholeCall: Set = [
            "retryPlanned", "redirectFollowed", "secretsWithheld", "upgradedToTLS", "cacheAnswered", "cached",
            "methodCapitalized",
        ]
        /// What an exchange without an attempt may begin with.
        private static let beginnings: Set = [
            "resolving", "addressesChosen", "connecting", "addressRace", "receivedHead",
        ]

        /// Takes an event. While an attempt is under way, its own observer gets what is about it.
        public func observe(_ event: ClientEvent) {
            if event[.ended] != nil {
                stored.withLock { $0 = nil }
            } else if Self.wholeCall.contains(event.name) {
                note(event)
            } else if !event.isReason {
                lone(begins: Self.beginnings.contains(event.name))?.observe(event)
            } else if transcript.state.withLock({ $0.openAttempts[id] ?? 0 }) == 0 {
                note(event)
            }
        }

        private func note(_ event: ClientEvent) {
            guard let event = Event(event, at: transcript.now).map(transcript.masked) else { return }
            transcript.state.withLock { state in
                guard state.record.calls.indices.contains(id),
                    state.record.calls[id].events.count < transcript.limits.pieces
                else { return }
                state.record.calls[id].events.append(event)
            }
        }

        /// The observer of the answer or connection that comes now, if it comes without an attempt: while one is under way,
        /// its own observer gets the same events.
        private func lone(begins: Bool, anew: Bool = false) -> AttemptObserver? {
            stored.withLock { stored in
                guard transcript.state.withLock({ $0.openAttempts[id] ?? 0 }) == 0 else {
                    stored = nil
                    return nil
                }
                if anew || begins && stored == nil { stored = transcript.beginAttempt(.aside, nil, in: id) }
                return stored
            }
        }

        /// The bytes and heads of an answer from the cache come only here.
        public var interests: ClientEvent.Interests { [.bytes, .rawHeads, .reasons] }

        /// Takes bytes of an answer without an attempt. Its head comes just before the event.
        public func observe(_ bytes: RawSpan, of part: WirePart) {
            switch part {
            case .receivedBody: lone(begins: false)?.observe(bytes, of: part)
            case .receivedHead, .receivedTrailers:
                lone(begins: true, anew: part == .receivedHead)?.observe(bytes, of: part)
            default: break
            }
        }
    }
}

extension Transcript.State {
    /// Ends the answers without an attempt, which nobody measures.
    fileprivate mutating func endStored(of call: Int, at time: Int) {
        // They are in the order of their beginning.
        for index in record.attempts.indices.reversed() {
            if record.attempts[index].time.start < record.calls[call].start { break }
            guard record.attempts[index].call == call, record.attempts[index].time.end == nil else { continue }
            record.attempts[index].time.end = time
        }
        openAttempts[call] = nil
    }
}
