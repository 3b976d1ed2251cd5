extension HTTP1Error: CustomStringConvertible {
    /// Who broke the rule.
    public enum Party: Sendable, Hashable {
        /// The caller of the codec.
        case local
        /// The peer.
        case remote
    }

    /// Whose fault it is.
    public var party: Party {
        switch self {
        case .illegalRequestByte, .emptyRequestPart, .malformedTarget, .targetUnfitForMethod, .missingHost,
            .repeatedHost, .repeatedField, .conflictingField, .needsHTTP11, .expectationWithoutBody, .negativeLength,
            .bodyTooLong,
            .bodyTooShort, .forbiddenRequestTrailer, .calledOutOfOrder:
            .local
        default:
            .remote
        }
    }

    /// Where: in the part of the request named, or in the response from its first byte; `nil` when no byte is to blame.
    public var offset: Int64? {
        switch self {
        case .illegalRequestByte(_, _, let offset), .malformedTarget(_, let offset):
            Int64(offset)
        case .closedBeforeFinalResponse(let offset), .closedInHead(let offset), .closedInBody(_, _, let offset),
            .closedInChunkedBody(_, _, let offset), .notHTTP(_, let offset), .unsupportedVersion(_, let offset),
            .malformedStatusLine(_, let offset), .illegalByte(_, _, let offset), .bareCarriageReturn(let offset),
            .blankBeforeColon(let offset), .blankBeforeFirstField(let offset), .emptyFieldName(let offset),
            .malformedContentLength(let offset), .conflictingContentLengths(let offset),
            .malformedTransferEncoding(let offset), .malformedChunkSize(_, let offset), .chunkSizeTooLarge(let offset),
            .chunkNotTerminated(_, let offset), .limitExceeded(_, _, let offset),
            .unrequestedSwitch(let offset):
            offset
        case .closedBeforeResponse:
            0
        case .emptyRequestPart, .targetUnfitForMethod, .missingHost, .repeatedHost, .repeatedField, .conflictingField,
            .needsHTTP11,
            .expectationWithoutBody, .negativeLength, .bodyTooLong, .bodyTooShort, .forbiddenRequestTrailer,
            .calledOutOfOrder:
            nil
        }
    }

    /// One line: what happened, where, and what to do about it where something can be done. Safe to print: bytes of
    /// the peer appear as hexadecimal numbers or as checked tokens.
    public var description: String {
        party == .local ? localDescription : remoteDescription
    }

    private var localDescription: String {
        switch self {
        case .illegalRequestByte(let part, let byte, let offset):
            "\(part) may not hold \(Self.name(byte)) (at offset \(offset)); encode or remove it"
        case .emptyRequestPart(let part):
            "\(part) is empty"
        case .malformedTarget(let form, let offset):
            "the request target is not in \(form.rawValue) form (at offset \(offset)); \(form.advice)"
        case .targetUnfitForMethod(let form, let method):
            "a \(method) request cannot have a target in \(form.rawValue) form; authority form is for CONNECT, which "
                + "takes no other, and asterisk form for OPTIONS"
        case .missingHost:
            "the request has no Host field; HTTP/1.1 needs exactly one"
        case .repeatedHost:
            "the request has several Host fields; send exactly one"
        case .repeatedField(let name):
            "the request has \(name) more than once; give it once, or leave it to the client"
        case .conflictingField(let name):
            "the request's own \(name) field contradicts how its body is sent; leave the field out"
        case .needsHTTP11(let field):
            "the request needs \(field), which HTTP/1.0 does not have; send it as HTTP/1.1"
        case .expectationWithoutBody:
            "the request expects 100-continue but has no body; leave the expectation out"
        case .negativeLength(let length):
            "a body cannot be \(length) bytes long"
        case .bodyTooLong(let declared, let excess):
            "the request body is \(excess) bytes longer than its Content-Length of \(declared)"
        case .bodyTooShort(let declared, let missing):
            "the request body ended \(missing) bytes short of its Content-Length of \(declared)"
        case .forbiddenRequestTrailer(let name):
            "\(name) cannot be a trailer field of this request; send it in the head"
        case .calledOutOfOrder(let call):
            "\(call.rawValue) does not fit the phase that the exchange is in"
        default:
            ""
        }
    }

    private var remoteDescription: String {
        switch self {
        case .closedBeforeResponse:
            "the peer closed the connection before it sent any response"
        case .closedBeforeFinalResponse(let offset):
            "the peer closed the connection after interim responses (at offset \(offset)); the final one is missing"
        case .closedInHead(let offset):
            "the peer closed the connection within the response head (at offset \(offset))"
        case .closedInBody(let received, let missing, _):
            "the peer closed the connection after \(received) body bytes; \(missing) are missing"
        case .closedInChunkedBody(let received, let missing, _):
            missing > 0
                ? "the peer closed the connection within a chunk, after \(received) body bytes; \(missing) are missing in "
                    + "that chunk alone"
                : "the peer closed the connection before the last chunk, after \(received) body bytes"
        case .notHTTP(let byte, let offset):
            "the reply is not HTTP/1 (\(Self.name(byte)) at offset \(offset)); check the port, and whether it speaks TLS"
        case .unsupportedVersion(let major, let offset):
            "the reply is HTTP/\(major) (at offset \(offset)), which was not asked for; only HTTP/1 is understood"
        case .malformedStatusLine(let byte, let offset):
            "the status line is malformed: \(Self.name(byte)) at offset \(offset)"
        case .illegalByte(let part, let byte, let offset):
            "\(part) of the response holds \(Self.name(byte)) (at offset \(offset))"
        case .bareCarriageReturn(let offset):
            "a carriage return without its line feed stands in the response (at offset \(offset))"
        case .blankBeforeColon(let offset):
            "a blank stands before the colon of a response field (at offset \(offset))"
        case .blankBeforeFirstField(let offset):
            "the first response field begins with a blank (at offset \(offset))"
        case .emptyFieldName(let offset):
            "a response field has no name (at offset \(offset))"
        case .malformedContentLength(let offset):
            "the response's Content-Length is not a plain decimal number below 2^63 (at offset \(offset))"
        case .conflictingContentLengths(let offset):
            "the response has several Content-Lengths that differ (at offset \(offset))"
        case .malformedTransferEncoding(let offset):
            "the response's Transfer-Encoding is malformed (at offset \(offset))"
        case .malformedChunkSize(let byte, let offset):
            "a chunk size is malformed: \(Self.name(byte)) at offset \(offset)"
        case .chunkSizeTooLarge(let offset):
            "a chunk size does not fit 63 bits (at offset \(offset))"
        case .chunkNotTerminated(let byte, let offset):
            "a chunk is not followed by CR LF but by \(Self.name(byte)) (at offset \(offset))"
        case .limitExceeded(let limit, let maximum, let offset):
            "the response exceeds Limits.\(limit.rawValue), which is \(maximum) (at offset \(offset))"
        case .unrequestedSwitch(let offset):
            "the peer switched protocols (before offset \(offset)) although the request asked for no upgrade"
        default:
            ""
        }
    }

    /// A byte, safe to print.
    private static func name(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        let number = "byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
        switch byte {
        case 0x00: return number + " (NUL)"
        case 0x09: return number + " (tab)"
        case 0x0A: return number + " (line feed)"
        case 0x0D: return number + " (carriage return)"
        case 0x20: return number + " (space)"
        case 0x21...0x7E: return number + " ('\(Character(Unicode.Scalar(byte)))')"
        default: return number
        }
    }
}

extension HTTP1Error.RequestPart: CustomStringConvertible {
    /// The part's name within a sentence.
    public var description: String {
        switch self {
        case .method: "the request method"
        case .target: "the request target"
        case .fieldName: "the name of a request field"
        case .fieldValue(let name):
            // A name that was never checked could itself hold what must not be printed.
            name.utf8.allSatisfy(Grammar.isTokenByte) ? "the request field \(name)" : "a request field"
        }
    }
}

extension HTTP1Error.ResponsePart: CustomStringConvertible {
    /// The part's name within a sentence.
    public var description: String {
        switch self {
        case .reasonPhrase: "the reason phrase"
        case .fieldName: "a field name"
        case .fieldValue: "a field value"
        case .chunkExtension: "a chunk extension"
        }
    }
}

extension HTTP1Error.TargetForm {
    fileprivate var advice: String {
        switch self {
        case .origin: "begin it with a slash"
        case .absolute: "begin it with a scheme and a colon"
        case .authority: "write host:port"
        case .asterisk: "write *"
        }
    }
}
