import Testing

@testable import SockeyeHTTP1

/// The whole table of phases: every phase of both messages with every event.
@Suite("Exchange phases")
struct ExchangePhasesTests {
    typealias Event = ExchangePhases.Event

    static let requestPhases: [Exchange.RequestPhase] = [.head, .awaitingContinue, .continueDeclined, .body, .complete]
    static let responsePhases: [Exchange.ResponsePhase] = [.head, .body, .complete, .tunnel, .failed]

    /// The request's next phase, by the phases in the order above, whatever the response's phase; `-` means refused.
    static let requestTable: [(Event, String)] = [
        (.encodeHead(then: .body), "body - - - -"),
        (.encodeHead(then: .awaitingContinue), "awaitingContinue - - - -"),
        (.encodeHead(then: .complete), "complete - - - -"),
        (.continueWithoutWaiting, "- body body - -"),
        (.encodeBody(isChunked: true), "- - - body -"),
        (.encodeBody(isChunked: false), "- - - body complete"),
        (.bodyFinished, "- - - complete complete"),
        (.encodeEnd(isChunked: true), "- - - complete -"),
        (.encodeEnd(isChunked: false), "- - - complete complete"),
    ]

    /// The response's next phase, by the phases in the order above, once the request's head is encoded.
    static let responseTable: [(Event, String)] = [
        (.receive, "head body - - -"),
        (.receivedFinalHead, "body - - - -"),
        (.receivedEnd, "- complete - - -"),
        (.tunnelOpened, "- tunnel - - -"),
        (.failed, "failed failed - - -"),
    ]

    private func next(_ request: Exchange.RequestPhase, _ response: Exchange.ResponsePhase, _ event: Event) -> String {
        guard let next = ExchangePhases(request: request, response: response).after(event) else { return "-" }
        return "\(next.request) \(next.response)"
    }

    @Test("The caller's events move the request and leave the response", arguments: requestTable)
    func request(event: Event, row: String) {
        for (phase, expected) in zip(Self.requestPhases, row.split(separator: " ")) {
            for response in Self.responsePhases {
                let wanted = expected == "-" ? "-" : "\(expected) \(response)"
                #expect(next(phase, response, event) == wanted, "\(event) in \(phase), \(response)")
            }
        }
    }

    @Test(
        "The server's events move the response, and a final head declines a body that waits", arguments: responseTable)
    func response(event: Event, row: String) {
        for (phase, expected) in zip(Self.responsePhases, row.split(separator: " ")) {
            #expect(next(.head, phase, event) == "-", "nothing is received before the request's head is encoded")
            for request in Self.requestPhases.dropFirst() {
                let declines = event == .receivedFinalHead && request == .awaitingContinue
                let wanted = expected == "-" ? "-" : "\(declines ? .continueDeclined : request) \(expected)"
                #expect(next(request, phase, event) == wanted, "\(event) in \(request), \(phase)")
            }
        }
    }

    @Test("100 (Continue) releases a body that waits, and nothing else")
    func received100() {
        for request in Self.requestPhases {
            for response in Self.responsePhases {
                let wanted = request == .awaitingContinue && response == .head ? "body head" : "-"
                #expect(next(request, response, .received100) == wanted, "in \(request), \(response)")
            }
        }
    }

    @Test("An event out of order leaves the phases as they are")
    func advance() {
        var phases = ExchangePhases()
        phases.advance(.receivedEnd)
        #expect(phases == ExchangePhases())
        phases.advance(.encodeHead(then: .body))
        #expect(phases == ExchangePhases(request: .body))
    }
}
