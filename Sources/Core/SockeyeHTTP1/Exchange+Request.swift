public import HTTPTypes

extension Exchange {
    /// Appends the request's head, with Content-Length, Transfer-Encoding and Expect as the framing requires.
    ///
    /// On an error nothing is appended, and the head may be tried again.
    ///
    /// - Throws: ``HTTP1Error/caller(_:)`` for anything that ``RequestHead/encode(into:)`` refuses, and for a field that
    ///   contradicts the framing.
    public mutating func encodeHead(into output: inout [UInt8]) throws(HTTP1Error) {
        let next: RequestPhase = bodyEncoder.isFinished ? .complete : expectsContinue ? .awaitingContinue : .body
        let encoded = try phases(after: .encodeHead(then: next), .encodeHead)
        let fields = try RequestFramingFields(request, framing: bodyFraming, expectsContinue: expectsContinue)
        try request.encode(into: &output) { fields.append(to: &$0) }
        requestSays = fields.connectionOptions
        phases = encoded
    }

    /// Stops waiting for `100 (Continue)`: the body may be sent. A no-op unless the request waits or was declined.
    ///
    /// A server need not answer an expectation, so don't wait for long (RFC 9110 section 10.1.1).
    public mutating func continueWithoutWaiting() {
        phases.advance(.continueWithoutWaiting)
    }

    /// Announces `count` bytes of the body, and appends the bytes that precede them on the wire.
    ///
    /// The caller then writes the bytes themselves, from wherever they are, and after them the output of
    /// `encodeBodySuffix(into:)`. With Content-Length nothing is appended: the bytes are counted.
    ///
    /// - Throws: ``HTTP1Error/caller(_:)`` for a negative count, for more than Content-Length announced, or out of order.
    ///   Nothing is counted then.
    package mutating func encodeBodyPrefix(count: Int64, into output: inout [UInt8]) throws(HTTP1Error) {
        _ = try phases(after: .encodeBody(isChunked: bodyFraming == .chunked), .encodeBody)
        try bodyEncoder.encodePrefix(count: count, into: &output)
        if bodyEncoder.isFinished { phases.advance(.bodyFinished) }
    }

    /// Appends the bytes that follow those announced last; none with Content-Length.
    package mutating func encodeBodySuffix(into output: inout [UInt8]) {
        bodyEncoder.encodeSuffix(into: &output)
    }

    /// Appends `bytes` with what precedes and follows them on the wire: for bodies small enough to copy.
    ///
    /// - Throws: as `encodeBodyPrefix(count:into:)`; nothing is appended then.
    public mutating func encodeBody(_ bytes: RawSpan, into output: inout [UInt8]) throws(HTTP1Error) {
        try encodeBodyPrefix(count: Int64(bytes.byteCount), into: &output)
        output.append(bytes, 0..<bytes.byteCount)
        encodeBodySuffix(into: &output)
    }

    /// Ends the body, and appends its end: the last chunk and the trailers, or nothing.
    ///
    /// With Content-Length it checks that all bytes were announced, and is optional.
    ///
    /// - Parameters:
    ///   - trailers: fields after a chunked body, except those that frame, route or describe it.
    ///   - output: the bytes to send; appended to.
    /// - Throws: ``HTTP1Error/caller(_:)`` for a body cut short, a field that can't be a trailer, or out of order;
    ///   nothing is appended then.
    public mutating func encodeEnd(trailers: HTTPFields = [:], into output: inout [UInt8]) throws(HTTP1Error) {
        let ended = try phases(after: .encodeEnd(isChunked: bodyFraming == .chunked), .encodeEnd)
        try bodyEncoder.encodeEnd(trailers: trailers, into: &output)
        phases = ended
    }

    /// Bytes that Content-Length announced and that are still to come; `nil` for other framings.
    package var remainingRequestBodyBytes: Int64? {
        if case .contentLength = bodyFraming { bodyEncoder.remaining } else { nil }
    }

    private func phases(
        after event: ExchangePhases.Event, _ call: HTTP1Error.CallerFault.Call
    ) throws(HTTP1Error) -> ExchangePhases {
        guard let next = phases.after(event) else { throw .caller(.calledOutOfOrder(call)) }
        return next
    }
}
