internal import HTTPTypes
public import SockeyeClient
internal import SockeyeIO
internal import SockeyeParsers
internal import SockeyeURL
internal import Synchronization

/// Records a run: what went over the wire, when, on which connection, and why.
///
/// ```swift
/// let transcript = Transcript()
/// configuration.instruments.append(transcript)
/// …
/// let page = transcript.page()                               // a page to look at
/// let har = transcript.archive()                             // HAR 1.2
/// ```
/// As an instrument, it sees every attempt of every client that has it, also concurrent ones. Events of a whole call rather than of
/// one attempt (redirects, retries, the cache, the failure) come from an observer, ``beginCall(_:)``.
///
/// Secrets are masked immediately; bodies are kept up to a limit, and beyond it only counted. While a
/// transcript is kept, all bytes pass through the process, even where the kernel could have moved them (`splice(2)`).
public final class Transcript: AttemptInstrument {
    /// How much is kept.
    public struct Limits: Sendable, Hashable {
        /// The bytes of one body in one direction; 1 MiB, so that the page stays responsive.
        public var bodyBytes = 1 << 20
        /// The bytes in all; 64 MiB, since the page holds them again as text.
        public var totalBytes = 64 << 20
        /// The attempts; beyond 10,000 they are only counted.
        public var attempts = 10_000
        /// The pieces and the events of one attempt; beyond 2,000, pieces are merged and events dropped.
        public var pieces = 2_000

        /// The default limits, given at each property.
        public init() {}
    }

    struct State {
        var record: Record
        var keptBytes = 0
        var connections: [String: Int] = [:]
        /// The unfinished attempts, by call.
        var openAttempts: [Int: Int] = [:]
    }

    /// The current task's call.
    @TaskLocal static var call: Int?

    let limits: Limits
    let mask: SecretMask?
    let started: Deadline
    let state: Mutex<State>

    /// A transcript that starts now.
    ///
    /// - Parameters:
    ///   - limits: how much is kept.
    ///   - keepsSecrets: whether credentials and cookies are kept unmasked.
    public init(limits: Limits = Limits(), keepsSecrets: Bool = false) {
        self.limits = limits
        mask = keepsSecrets ? nil : SecretMask()
        started = .now
        state = Mutex(State(record: Record(started: .present, isMasked: !keepsSecrets)))
    }

    /// The record so far.
    package var record: Record { state.withLock { $0.record } }

    /// Starts an attempt; called by the client.
    public func begin(_ request: Request) -> AttemptReading {
        AttemptReading(observer: beginAttempt(.exchange, request, in: Self.call))
    }

    /// Starts a call. Pass the result to the client as its observer, or forward the call's events to it, and perform the request
    /// within ``Call/run(_:)``, which assigns its attempts to this call.
    public func beginCall(_ title: String) -> Call {
        let time = now
        let id = state.withLock { state in
            let id = state.record.calls.count
            if id < limits.attempts {
                state.record.calls.append(CallRecord(id: id, title: mask?.masked(text: title) ?? title, start: time))
            } else {
                state.record.droppedCalls += 1
            }
            return id
        }
        return Call(self, id)
    }

    /// Microseconds since the transcript began.
    var now: Int { microseconds(.now) }

    func microseconds(_ moment: Deadline) -> Int {
        moment.duration(since: started).microsecondCount
    }

    func beginAttempt(_ kind: AttemptRecord.Kind, _ request: Request?, in call: Int?) -> AttemptObserver? {
        let time = now
        return state.withLock { state in
            guard state.record.attempts.count < limits.attempts else {
                state.record.droppedAttempts += 1
                return nil
            }
            let id = state.record.attempts.count
            var attempt = AttemptRecord(id: id, call: call, kind: kind, start: time)
            if let request {
                attempt.method = request.method.rawValue
                attempt.url = mask?.masked(text: request.url.withoutCredentials.href) ?? request.url.href
            }
            state.record.attempts.append(attempt)
            if let call, kind == .exchange { state.openAttempts[call, default: 0] += 1 }
            return AttemptObserver(self, id)
        }
    }
}
