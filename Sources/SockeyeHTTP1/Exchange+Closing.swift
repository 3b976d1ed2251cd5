extension Exchange {
    /// Takes note that the peer closed: nothing more will come.
    ///
    /// - Returns: ``Event/end(trailers:)`` when the close is what ends the body, or when the response was complete but
    ///   for the news of it; ``Event/tunnel`` likewise.
    /// - Throws: ``HTTP1Error/closedBeforeResponse``, ``HTTP1Error/closedBeforeFinalResponse(offset:)``,
    ///   ``HTTP1Error/closedInHead(offset:)``, ``HTTP1Error/closedInBody(received:missing:offset:)``,
    ///   ``HTTP1Error/closedInChunkedBody(received:missing:offset:)``: a cut is never a short success. Over TLS the caller
    ///   must not call this for a close without `close_notify` while ``responseBodyLength`` is
    ///   ``ResponseBodyLength/untilClose``: that is a cut too, which only TLS can see.
    public mutating func receiveEnd() throws(HTTP1Error) -> Event {
        let error: HTTP1Error
        switch responsePhase {
        case .head where requestPhase == .head:
            throw .calledOutOfOrder(.receive)
        case .head:
            if headParser.hasBegun {
                error = .closedInHead(offset: responseOffset)
            } else if informationalResponses > 0 {
                error = .closedBeforeFinalResponse(offset: responseOffset)
            } else {
                error = .closedBeforeResponse
            }
        case .body:
            if opensTunnel {
                responsePhase = .tunnel
                return .tunnel
            }
            switch responseBodyLength {
            case .known where remainingBodyBytes > 0:
                error = .closedInBody(
                    received: receivedBodyBytes, missing: remainingBodyBytes, offset: responseOffset
                )
            case .chunked:
                error = .closedInChunkedBody(
                    received: receivedBodyBytes, missing: chunkedDecoder.remainingInChunk, offset: responseOffset
                )
            case nil, .some(.none), .known, .untilClose:
                responsePhase = .complete
                return .end(trailers: nil)
            }
        case .complete, .tunnel, .failed:
            throw failure ?? .calledOutOfOrder(.receive)
        }
        failure = error
        responsePhase = .failed
        throw error
    }

    /// Body bytes that come next on the wire as they are, without any framing in between: what may be moved around
    /// the codec, with `splice(2)` for instance, and then told to ``skipBodyBytes(_:)``.
    ///
    /// What is left of a body of known length, or of the open chunk; `Int64.max` for a body until close; `nil` when no
    /// such bytes are next.
    public var rawBodyRemaining: Int64? {
        guard responsePhase == .body, !opensTunnel else { return nil }
        let remaining: Int64
        switch responseBodyLength {
        case nil, .some(.none): remaining = 0
        case .known: remaining = remainingBodyBytes
        case .chunked: remaining = chunkedDecoder.remainingInChunk
        case .untilClose: remaining = .max - receivedBodyBytes
        }
        return remaining > 0 ? remaining : nil
    }

    /// Takes note that `count` bytes of the body went another way.
    ///
    /// - Throws: ``HTTP1Error/calledOutOfOrder(_:)`` when `count` is negative or above ``rawBodyRemaining``; nothing is
    ///   counted then.
    public mutating func skipBodyBytes(_ count: Int64) throws(HTTP1Error) {
        if count == 0 { return }
        guard count > 0, count <= rawBodyRemaining ?? 0 else { throw .calledOutOfOrder(.skipBodyBytes) }
        // No transfer gets this far; the bound keeps every later sum of offsets within Int64.
        let (offset, overflow) = responseOffset.addingReportingOverflow(count)
        if overflow || offset > 1 << 62 { throw .calledOutOfOrder(.skipBodyBytes) }
        switch responseBodyLength {
        case .known: remainingBodyBytes -= count
        case .chunked: chunkedDecoder.skip(count)
        case nil, .some(.none), .untilClose: break
        }
        responseOffset = offset
        receivedBodyBytes += count
    }

    /// The transfer codings still around the body as it is delivered, in the order applied, in small letters: chunked
    /// is taken off, anything else (`gzip`) is the caller's to undo from the last to the first.
    public var transferCodings: [String] {
        guard let codings = finalHead?.framing.transferCodings else { return [] }
        switch responseBodyLength {
        case .chunked: return codings.dropLast()
        case .untilClose: return codings
        case nil, .some(.none), .known: return []
        }
    }

    /// Whether the connection may carry another request, as things stand now (RFC 9112 section 9.3).
    ///
    /// It may become reusable later: when the response ends, or the rest of the request's body is sent.
    public var connectionDisposition: ConnectionDisposition {
        closeReason.map(ConnectionDisposition.mustClose) ?? .reusable
    }

    private var closeReason: CloseReason? {
        switch responsePhase {
        case .failed: return .protocolError
        case .tunnel: return .protocolSwitched
        case .head: return .responseUnfinished
        case .body where opensTunnel: return .protocolSwitched
        case .body, .complete: break
        }
        guard let finalHead else { return .responseUnfinished }
        let framing = finalHead.framing
        if let reason = framingReason(finalHead) { return reason }
        // RFC 9112 section 9.3: `close` wins; 1.1 persists; 1.0 persists if it says keep-alive.
        if framing.saysClose { return .responseAskedToClose }
        if requestSays.contains(.close) { return .requestAskedToClose }
        if request.version == .http10, !requestSays.contains(.keepAlive) { return .requestAskedToClose }
        let persistsByDefault = finalHead.version == .http11 && request.version == .http11
        if !persistsByDefault, !framing.saysKeepAlive { return .noKeepAlive }
        if responsePhase != .complete { return .responseUnfinished }
        return requestPhase == .complete ? nil : .requestBodyUnfinished
    }

    /// A reason that lies in how the response was framed.
    private func framingReason(_ head: FinalHead) -> CloseReason? {
        if responseBodyLength == .untilClose { return .framedByClose }
        let framing = head.framing
        if framing.hasTransferEncoding {
            // RFC 9112 section 6.3, step 3.
            if case .absent = framing.contentLength {} else { return .transferEncodingWithContentLength }
            // RFC 9112 section 6.1: in an HTTP/1.0 message the framing is to be treated as faulty.
            if head.version == .http10 { return .transferEncodingInHTTP10 }
        }
        if head.status == 204 {
            // RFC 9112 section 6.1 and RFC 9110 section 8.6: neither field in a 204; a zero length harms nobody.
            if framing.hasTransferEncoding { return .bodilessStatusAnnouncedBody }
            switch framing.contentLength {
            case .absent, .length(0): break
            case .length, .malformed, .conflicting: return .bodilessStatusAnnouncedBody
            }
        }
        return nil
    }
}
