public import HTTPTypes

extension Exchange {
    /// Appends the request's head, with Content-Length, Transfer-Encoding and Expect as the framing demands.
    ///
    /// On an error nothing is appended, and the head may be tried again.
    ///
    /// - Throws: what ``RequestHead/encode(into:)`` throws; ``HTTP1Error/conflictingField(name:)`` when a field of the
    ///   caller's says other than the framing; ``HTTP1Error/needsHTTP11(field:)``,
    ///   ``HTTP1Error/expectationWithoutBody``, ``HTTP1Error/negativeLength(_:)``.
    public mutating func encodeHead(into output: inout [UInt8]) throws(HTTP1Error) {
        guard requestPhase == .head else { throw .calledOutOfOrder(.encodeHead) }
        let fields = try RequestFramingFields(request, framing: bodyFraming, expectsContinue: expectsContinue)
        try request.encode(into: &output) { fields.append(to: &$0) }
        requestSays = fields.sayings
        requestPhase = bodyEncoder.isComplete ? .complete : expectsContinue ? .awaitingContinue : .body
    }

    /// Stops waiting for `100 (Continue)`: the body may be sent.
    ///
    /// A server need not answer an expectation, so nobody should wait for long (RFC 9110 section 10.1.1). Without
    /// effect unless the request waits, or was declined.
    public mutating func continueWithoutWaiting() {
        if requestPhase == .awaitingContinue || requestPhase == .continueDeclined { requestPhase = .body }
    }

    /// Announces `count` bytes of the body, and appends what goes on the wire before them.
    ///
    /// The caller then writes the bytes themselves, from wherever they are (`sendfile` included), and after them
    /// what ``encodeBodySuffix(into:)`` gives. With Content-Length nothing is appended: the bytes are counted.
    ///
    /// - Throws: ``HTTP1Error/bodyTooLong(declared:excess:)`` for more than Content-Length announced,
    ///   ``HTTP1Error/negativeLength(_:)``, ``HTTP1Error/calledOutOfOrder(_:)``. Nothing is counted then.
    public mutating func encodeBodyPrefix(count: Int64, into output: inout [UInt8]) throws(HTTP1Error) {
        // A complete body of known length still says by how much it is exceeded.
        guard requestPhase == .body || requestPhase == .complete && bodyFraming != .chunked else {
            throw .calledOutOfOrder(.encodeBody)
        }
        try bodyEncoder.encodePrefix(count: count, into: &output)
        if bodyEncoder.isComplete { requestPhase = .complete }
    }

    /// Appends what goes on the wire after the bytes announced last; nothing with Content-Length.
    public mutating func encodeBodySuffix(into output: inout [UInt8]) {
        bodyEncoder.encodeSuffix(into: &output)
    }

    /// Appends `bytes` with what goes before and after them: for bodies small enough to copy.
    ///
    /// - Throws: as ``encodeBodyPrefix(count:into:)``; nothing is appended then.
    public mutating func encodeBody(_ bytes: RawSpan, into output: inout [UInt8]) throws(HTTP1Error) {
        try encodeBodyPrefix(count: Int64(bytes.byteCount), into: &output)
        output.append(bytes, 0..<bytes.byteCount)
        encodeBodySuffix(into: &output)
    }

    /// Ends the body, and appends what goes on the wire for it: the last chunk and the trailers, or nothing.
    ///
    /// With Content-Length it checks that all bytes were announced; calling it there is good practice but not needed.
    ///
    /// - Parameter trailers: fields after a chunked body; none that frame, route or describe it.
    /// - Throws: ``HTTP1Error/bodyTooShort(declared:missing:)``, ``HTTP1Error/forbiddenRequestTrailer(name:)``,
    ///   ``HTTP1Error/illegalRequestByte(_:byte:offset:)``, ``HTTP1Error/calledOutOfOrder(_:)``; nothing is appended then.
    public mutating func encodeEnd(trailers: HTTPFields = [:], into output: inout [UInt8]) throws(HTTP1Error) {
        guard requestPhase == .body || requestPhase == .complete && bodyFraming != .chunked else {
            throw .calledOutOfOrder(.encodeEnd)
        }
        try bodyEncoder.encodeEnd(trailers: trailers, into: &output)
        requestPhase = .complete
    }

    /// Bytes that Content-Length announced and that were not yet told; `nil` for other framings.
    public var remainingRequestBodyBytes: Int64? {
        if case .contentLength = bodyFraming { bodyEncoder.remaining } else { nil }
    }
}
