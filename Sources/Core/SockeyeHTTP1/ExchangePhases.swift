/// The phases of both messages of an exchange, and every transition between them.
///
/// ```
///   the request                                     the response
///   ───────────                                     ────────────
///      head                                            head ◀────┐ 1xx: .informational
///       │ encodeHead                                    │ └──────┘
///       ├──────────────┐ expectsContinue                │ .head
///       │              ▼                                ├─────────────────┬──────────────────┐
///       │       awaitingContinue                        ▼                 ▼                  ▼
///       │         │          │ a final head           body              (no body)     101, CONNECT 2xx
///       │  100 or │          ▼                          │ .bodyBytes …    │                  │
///       │  continue…  continueDeclined                  │                 │                  │
///       ▼         ▼     ┆ continueWithoutWaiting        ▼                 ▼                  ▼
///      body ◀─────┴─────┘                            complete ◀───────────┘               tunnel
///       │ encodeBodyPrefix … Suffix …                   (.end)                            (.tunnel)
///       ▼ encodeEnd, or Content-Length reached
///    complete
/// ```
/// Any error of the server's leads from head or body to failed.
@usableFromInline
struct ExchangePhases: Sendable, Hashable {
    @usableFromInline private(set) var request = Exchange.RequestPhase.head
    @usableFromInline private(set) var response = Exchange.ResponsePhase.head

    /// What the caller asks for, or what has happened.
    enum Event: Sendable, Hashable {
        /// Encode the head, which leads to this phase of the body.
        case encodeHead(then: Exchange.RequestPhase)
        case continueWithoutWaiting
        case encodeBody(isChunked: Bool)
        /// Content-Length was reached.
        case bodyFinished
        case encodeEnd(isChunked: Bool)
        /// Read received bytes, or the end of them.
        case receive
        /// 100 (Continue) was received.
        case received100
        case receivedFinalHead
        case receivedEnd
        case tunnelOpened
        case failed
    }

    /// The phases after `event`; `nil` if it is out of order.
    func after(_ event: Event) -> ExchangePhases? {
        switch (event, request, response) {
        case (.encodeHead(let next), .head, _): with(next)
        // Nothing else can happen before the head is encoded.
        case (_, .head, _): nil

        case (.continueWithoutWaiting, .awaitingContinue, _), (.continueWithoutWaiting, .continueDeclined, _):
            with(.body)
        case (.encodeBody, .body, _): self
        // A complete body of known length still reports by how much it is exceeded.
        case (.encodeBody(isChunked: false), .complete, _): self
        case (.bodyFinished, .body, _), (.bodyFinished, .complete, _): with(.complete)
        case (.encodeEnd, .body, _), (.encodeEnd(isChunked: false), .complete, _): with(.complete)

        case (.receive, _, .head), (.receive, _, .body): self
        case (.received100, .awaitingContinue, .head): with(.body)
        case (.receivedFinalHead, .awaitingContinue, .head): with(.continueDeclined, .body)
        case (.receivedFinalHead, _, .head): with(request, .body)
        case (.receivedEnd, _, .body): with(request, .complete)
        case (.tunnelOpened, _, .body): with(request, .tunnel)
        case (.failed, _, .head), (.failed, _, .body): with(request, .failed)
        default: nil
        }
    }

    /// Moves on, unless `event` is out of order.
    mutating func advance(_ event: Event) {
        if let next = after(event) { self = next }
    }

    private func with(_ request: Exchange.RequestPhase, _ response: Exchange.ResponsePhase? = nil) -> ExchangePhases {
        ExchangePhases(request: request, response: response ?? self.response)
    }
}

extension Exchange {
    /// The phase of a request; see `ExchangePhases`.
    @nonexhaustive
    public enum RequestPhase: Sendable, Hashable {
        /// The head is to be encoded.
        case head
        /// The body waits for 100, a final response, or ``Exchange/continueWithoutWaiting()``.
        case awaitingContinue
        /// A final response came instead of 100: the body is not wanted. Sending it anyway (after
        /// ``Exchange/continueWithoutWaiting()``) keeps the connection usable.
        case continueDeclined
        /// The body is to be encoded.
        case body
        /// Everything is encoded.
        case complete
    }

    /// The phase of a response; see `ExchangePhases`.
    @nonexhaustive
    public enum ResponsePhase: Sendable, Hashable {
        /// The final head is still to come, perhaps after interim responses.
        case head
        /// The head was received; the body, or its end, is next.
        case body
        /// The end was reported.
        case complete
        /// The connection no longer speaks HTTP: everything after the head belongs to the tunnel.
        case tunnel
        /// An error was thrown, and will be again.
        case failed
    }
}
