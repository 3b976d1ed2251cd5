extension HTTP1Error.ServerFault {
    /// The clause that the response offends against, as `RFC 9112 section 4`.
    public var clause: String {
        switch self {
        case .closedBeforeResponse, .closedBeforeFinalResponse, .closedInHead, .closedInBody, .closedInChunkedBody:
            "RFC 9112 section 8"
        case .notHTTP, .unsupportedVersion: "RFC 9112 section 2.3"
        case .malformedStatusLine: "RFC 9112 section 4"
        case .illegalByte(.reasonPhrase, _): "RFC 9112 section 4"
        case .illegalByte(.chunkExtension, _): "RFC 9112 section 7.1.1"
        case .illegalByte(.fieldName, _), .emptyFieldName: "RFC 9110 section 5.1"
        case .illegalByte(.fieldValue, _): "RFC 9110 section 5.5"
        case .bareCarriageReturn, .blankBeforeFirstField: "RFC 9112 section 2.2"
        case .blankBeforeColon: "RFC 9112 section 5.1"
        case .malformedContentLength, .conflictingContentLengths: "RFC 9112 section 6.3"
        case .malformedTransferEncoding: "RFC 9112 section 6.1"
        case .malformedChunkSize, .chunkSizeTooLarge, .chunkNotTerminated: "RFC 9112 section 7.1"
        // What isn't bounded there, a client bounds.
        case .limitExceeded: "RFC 9110 section 17.5"
        case .unrequestedSwitch: "RFC 9110 section 15.2.2"
        }
    }
}
