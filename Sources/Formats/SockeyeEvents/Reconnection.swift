internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS

/// Decides what a stream of events does next (WHATWG HTML, section 9.2.3). Without I/O.
///
/// ```
///             200, text/event-stream          ended, cut, silent
///  connecting ─────────────────────→ open ───────────────────────┐
///   ↑    │ 429, 5xx, refused, timed out …                        ↓
///   │    ├───────────────────────────────────────────────────→ waiting ── too many failures ─→ failed
///   │    ├ 204 ───→ over                                         │
///   │    └ 404, another type, a bad certificate … ─→ failed      │
///   └────────────────────────────────────────────────────────────┘
/// ```
struct Reconnection: Sendable {
    /// What to do after an answer, an end or an error.
    enum Step: Sendable, Equatable {
        /// Read the body.
        case read
        /// Connect again after this time.
        case wait(Duration, because: RetryReason)
        /// The server wants no more connections.
        case finish
        case fail(EventStreamError)
    }

    /// The longest wait that a server can ask for: a number that it got wrong must not end the stream in silence.
    static let longestWish = Duration.seconds(24 * 60 * 60)
    /// The shortest wait, as in Firefox: with `retry: 0`, a server that ends each stream at once would be called in a loop.
    static let shortestWait = Duration.milliseconds(500)

    /// The ID of the last event that was dispatched; empty if none.
    private(set) var lastEventID: String
    /// Failures in a row.
    private(set) var failures = 0
    private var reconnectionTime: Duration
    private var hasOpened = false
    private let options: EventStreamOptions

    init(_ options: EventStreamOptions) {
        self.options = options
        lastEventID = options.lastEventID
        reconnectionTime = options.reconnectionTime
    }

    /// The fields of the next request: what is accepted, no stored answer, and where to go on.
    func apply(to fields: inout HTTPFields) {
        fields[.accept] = "text/event-stream"
        fields[.cacheControl] = "no-store"
        fields[.lastEventID] = Self.isSendable(lastEventID) ? lastEventID : nil
    }

    /// RFC 9110 section 5.5: a field can't carry control characters, and spaces at its ends would be lost. Such an ID isn't
    /// sent, nor an empty one (WHATWG HTML, section 9.2.3).
    private static func isSendable(_ id: String) -> Bool {
        let bytes = id.utf8
        guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20 else { return false }
        return bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }

    // MARK: What happens

    /// The head of an answer came.
    ///
    /// - Parameters:
    ///   - coding: the content coding that the body still has, if any.
    ///   - chance: a random number from 0 to 1, for the jitter.
    mutating func answered(
        status: Int, contentType: String?, coding: String? = nil, retryAfter: String?, now: HTTPDate, chance: Double
    ) -> Step {
        switch status {
        case 200:
            guard let contentType, MediaType(essenceOf: contentType)?.essence == "text/event-stream" else {
                return .fail(.notEvents(contentType: contentType))
            }
            // Its octets would be read as lines without a meaning, and the stream seem empty.
            if let coding { return .fail(.coded(coding)) }
            hasOpened = true
            return .read
        // "Clients will reconnect if the connection is closed; a client can be told to stop reconnecting using the HTTP
        // 204 No Content response code."
        case 204: return .finish
        default:
            // The standard ends the stream at any other status; those that say themselves that they pass, it may outlive.
            guard RetryPolicy().statuses.contains(status) else { return .fail(.refused(status: status)) }
            let wish = retryAfter.flatMap { RetryAfter(parsing: $0, now: now)?.delay(from: now) }
            return failed(
                .refused(status: status), because: .status(status, retryAfter: retryAfter),
                atLeast: wish.map { min(.seconds($0), Self.longestWish) } ?? .zero, chance: chance)
        }
    }

    /// Bytes of the stream came: it works.
    mutating func receivedBytes() {
        failures = 0
    }

    /// An event was dispatched, or only its ID.
    mutating func note(lastEventID: String) {
        self.lastEventID = lastEventID
    }

    /// The stream set the wait before reconnecting, in milliseconds.
    mutating func note(reconnectionTime milliseconds: Int) {
        reconnectionTime = min(.milliseconds(milliseconds), Self.longestWish)
    }

    /// The stream ended in order.
    func ended(chance: Double) -> Step {
        .wait(jittered(max(reconnectionTime, Self.shortestWait), chance), because: .status(200, retryAfter: nil))
    }

    /// The request failed, or the stream broke.
    mutating func failed(_ error: HTTPClientError, chance: Double) -> Step {
        guard isPassing(error) else { return .fail(.failed(error)) }
        return failed(.failed(error), because: .failure(error), atLeast: .zero, chance: chance)
    }

    // MARK: Rules

    private mutating func failed(
        _ error: EventStreamError, because reason: RetryReason, atLeast wish: Duration, chance: Double
    ) -> Step {
        failures = min(failures, .max - 1) + 1
        if failures >= options.failureLimit { return .fail(error) }
        return .wait(max(backOff(chance), wish), because: reason)
    }

    /// The wait after failures in a row: doubled each time, but never shorter than the server wants it.
    private func backOff(_ chance: Double) -> Duration {
        var wait = max(reconnectionTime, Self.shortestWait)
        // Step by step, so that nothing overflows.
        for _ in 1..<max(1, failures) where wait < options.waitLimit { wait *= 2 }
        return jittered(max(reconnectionTime, min(wait, options.waitLimit)), chance)
    }

    private func jittered(_ wait: Duration, _ chance: Double) -> Duration {
        // In this order of the arguments NaN becomes the limit.
        wait * (1 + min(1, max(0, options.jitter)) * min(1, max(0, chance)))
    }

    /// Whether the error may not happen again.
    private func isPassing(_ error: HTTPClientError) -> Bool {
        switch error.cause {
        case .cancelled, .clientClosed, .calledOnEventLoop, .bodyOutOfScope, .timedOut(.total, _): return false
        // The way was there before, so it may come back: a laptop that wakes up has no resolver for a while.
        case .network(.unknownHost(_, _, _)), .proxy(.unknownHost(_)): if hasOpened { return true }
        case .proxy(.tunnelRefused(let status)): return RetryPolicy().statuses.contains(status)
        case .http(.server(let fault, _)): return hasOpened || Self.isCut(fault)
        default: break
        }
        // The stream was open: whatever broke it, the next one may be whole.
        if error.phase == .receive { return true }
        let situation = RetryPolicy.Situation(
            method: .get, isBodyReplayable: true, attemptsMade: 1, elapsed: .zero, now: HTTPDate(clamping: 0))
        return RetryPolicy(attempts: .max).delay(after: .failure(error), situation, chance: 0) != nil
    }

    /// Whether the server only broke off. What isn't HTTP never becomes so: it is another server, or another port.
    private static func isCut(_ fault: HTTP1Error.ServerFault) -> Bool {
        switch fault {
        case .closedBeforeResponse, .closedBeforeFinalResponse, .closedInHead, .closedInBody, .closedInChunkedBody: true
        default: false
        }
    }
}

extension HTTPField.Name {
    /// Last-Event-ID (WHATWG HTML, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .ifMatch  // a token, so the fallback is never used
}
