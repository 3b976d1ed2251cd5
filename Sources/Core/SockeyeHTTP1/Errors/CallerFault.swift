internal import SockeyeBytes

extension HTTP1Error {
    /// What is wrong with a request. Offsets count from the start of the part that they are in.
    @nonexhaustive
    public enum CallerFault: Equatable, Sendable {
        /// A byte that this part of a request may not contain.
        case illegalByte(Part, byte: UInt8, offset: Int)
        /// A part of the request that may not be empty is.
        case emptyPart(Part)
        /// The target does not have the shape that its form demands (RFC 9112 section 3.2).
        case malformedTarget(form: TargetForm, offset: Int)
        /// The form of the target does not suit the method: authority is for CONNECT, asterisk for OPTIONS.
        case targetUnfitForMethod(form: TargetForm, method: String)
        /// HTTP/1.1 needs a Host field (RFC 9112 section 3.2).
        case missingHost
        /// There may be only one Host field (RFC 9112 section 3.2).
        case repeatedHost
        /// The caller repeats a field that a request may have only once.
        case repeatedField(name: String)
        /// A field of the caller's contradicts the framing of the body.
        case conflictingField(name: String)
        /// HTTP/1.0 has neither the chunked coding nor 100-continue; this is the field that would ask for it.
        case needsHTTP11(field: String)
        /// 100-continue without a body has nothing to wait for (RFC 9110 section 10.1.1).
        case expectationWithoutBody
        /// A negative length.
        case negativeLength(Int64)
        /// More body bytes than Content-Length announced.
        case bodyTooLong(declared: Int64, excess: Int64)
        /// The body ended before Content-Length was reached.
        case bodyTooShort(declared: Int64, missing: Int64)
        /// A field that trailers may not contain (RFC 9110 section 6.5.1), or a trailer of a body that isn't chunked.
        case forbiddenTrailer(name: String)
        /// A call that does not fit the phase of the exchange.
        case calledOutOfOrder(Call)

        /// A part of a request.
        @nonexhaustive
        public enum Part: Equatable, Sendable {
            /// The method.
            case method
            /// The target.
            case target
            /// The name of a field.
            case fieldName
            /// The value of the field of this name.
            case fieldValue(name: String)
        }

        /// The form of a ``RequestTarget``. Closed: RFC 9112 section 3.2 has no others.
        public enum TargetForm: String, Equatable, Sendable {
            /// A path and query, as in most requests.
            case origin
            /// A whole URL, as to a proxy.
            case absolute
            /// Host and port, as for CONNECT.
            case authority
            /// `*`, as for OPTIONS.
            case asterisk
        }

        /// A call to ``Exchange``.
        @nonexhaustive
        public enum Call: String, Equatable, Sendable {
            /// ``Exchange/encodeHead(into:)``
            case encodeHead
            /// ``Exchange/encodeBody(_:into:)`` or `encodeBodyPrefix(count:into:)`.
            case encodeBody
            /// `encodeBodySuffix(into:)`
            case encodeBodySuffix
            /// ``Exchange/encodeEnd(trailers:into:)``
            case encodeEnd
            /// ``Exchange/receive(_:)``
            case receive
            /// `skipBodyBytes(_:)`
            case skipBodyBytes
        }
    }
}

extension HTTP1Error.CallerFault: CustomStringConvertible {
    /// One line: what is wrong and what to do about it. Safe to print.
    public var description: String {
        switch self {
        case .illegalByte(let part, let byte, let offset):
            "\(part) may not contain \(byte.shown) (at offset \(offset)); encode or remove it"
        case .emptyPart(let part): "\(part) is empty"
        case .malformedTarget(let form, let offset):
            "the request target is not in \(form.rawValue) form (at offset \(offset)); \(form.advice)"
        case .targetUnfitForMethod(let form, let method):
            "a \(method) request cannot have a target in \(form.rawValue) form; authority form is for CONNECT, which "
                + "accepts no other, and asterisk form for OPTIONS"
        case .missingHost: "the request has no Host field; HTTP/1.1 needs exactly one"
        case .repeatedHost: "the request has several Host fields; send exactly one"
        case .repeatedField(let name):
            "the request has several \(name) fields; send one, or leave it to the client"
        case .conflictingField(let name):
            "the request's \(name) field contradicts how its body is sent; remove the field"
        case .needsHTTP11(let field):
            "the request needs \(field), which HTTP/1.0, asked for or spoken by the server, does not have; "
                + "send a body of known length, without an expectation"
        case .expectationWithoutBody:
            "the request expects 100-continue but has no body; remove the expectation"
        case .negativeLength(let length): "a body cannot be \(length) bytes long"
        case .bodyTooLong(let declared, let excess):
            "the request body is \(excess) bytes longer than its Content-Length of \(declared)"
        case .bodyTooShort(let declared, let missing):
            "the request body ended \(missing) bytes short of its Content-Length of \(declared)"
        case .forbiddenTrailer(let name):
            "\(name) cannot be a trailer field of this request; send it in the head"
        case .calledOutOfOrder(let call): "\(call.rawValue) is not allowed in the current phase of the exchange"
        }
    }
}

extension HTTP1Error.CallerFault.Part: CustomStringConvertible {
    /// The part's name within a sentence.
    public var description: String {
        switch self {
        case .method: "the request method"
        case .target: "the request target"
        case .fieldName: "the name of a request field"
        // An unchecked name may itself be unfit to print.
        case .fieldValue(let name):
            name.utf8.allSatisfy(Grammar.isTokenByte) ? "the request field \(name)" : "a request field"
        }
    }
}

extension HTTP1Error.CallerFault.TargetForm {
    fileprivate var advice: String {
        switch self {
        case .origin: "begin it with a slash"
        case .absolute: "begin it with a scheme and a colon"
        case .authority: "write host:port"
        case .asterisk: "write *"
        }
    }
}
