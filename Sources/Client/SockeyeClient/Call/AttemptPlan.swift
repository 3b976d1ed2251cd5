internal import HTTPTypes
internal import SockeyeHTTP1

/// What the tries of one request to one URL have in common, and what the first of them changed for the second.
///
/// A class: in the frame of the task, which every request has while it waits, each part would be there several times.
final class AttemptPlan {
    let request: Request
    /// Where the request goes.
    let origin: Origin
    let framing: RequestBodyFraming
    let deadlines: Deadlines
    /// The response whose connection the first try needs.
    var last: HeldResponse?
    private(set) var head: RequestHead
    private(set) var expectsContinue: Bool
    private(set) var isSecondTry = false

    init(
        _ request: Request, to origin: Origin, _ head: consuming RequestHead, _ framing: RequestBodyFraming,
        _ deadlines: Deadlines
    ) {
        (self.request, self.origin, self.framing, self.deadlines) = (request, origin, framing, deadlines)
        self.head = head
        expectsContinue = request.expectsContinue
    }

    /// RFC 9110 section 15.5.18: after 417 the same request may succeed without the expectation.
    func mayDropExpectation(after response: Response) -> Bool {
        response.status == .expectationFailed && response.body.reader.wire.codec.expectsContinue
            && (request.body.isReplayable || !response.isRequestBodyBegun)
    }

    func dropExpectation() {
        expectsContinue = false
        head.fields[.expect] = nil
    }

    /// Prepares the second try.
    ///
    /// - Throws: `error`, with which the try over `wire` failed, if another one isn't safe.
    func prepareSecondTry(after error: HTTPClientError, over wire: Wire) throws(HTTPClientError) {
        let observer = wire.observer
        let retry = RetryOnce(
            isSecondTry: isSecondTry, wasReused: wire.connection.isReused, hasReceived: wire.log.hasReceived,
            requestBytesSent: wire.log.requestBytes, isIdempotent: request.method.isIdempotent,
            isReplayable: request.body.isReplayable)
        if let refusal = retry.refusal(afterLostConnection: error.isLostConnection) {
            // `.notLost` is the normal case, and isn't reported.
            if refusal != .notLost { observer?.tell(.noSecondTry, refusal) }
            throw error
        }
        observer?.tell(.secondTry, error)
        isSecondTry = true
    }
}
