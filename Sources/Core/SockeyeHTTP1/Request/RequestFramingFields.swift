internal import HTTPTypes

/// The fields that announce a request's body, checked against the caller's own (RFC 9112 section 6).
struct RequestFramingFields: Sendable {
    private(set) var addsContentLength: Int64?
    private(set) var addsTransferEncoding = false
    private(set) var addsExpect = false
    /// What the caller's own fields say about the response and the connection.
    private(set) var connectionOptions: ConnectionOptions = []

    /// What a request's fields say that matters once it is sent: one byte instead of all the fields.
    struct ConnectionOptions: OptionSet, Sendable {
        let rawValue: UInt8
        /// Connection lists `close`.
        static let close = ConnectionOptions(rawValue: 1)
        /// Connection lists `keep-alive`.
        static let keepAlive = ConnectionOptions(rawValue: 2)
        /// Upgrade asks for another protocol.
        static let upgrade = ConnectionOptions(rawValue: 4)
    }

    /// Works out what to add.
    ///
    /// A field of the caller's that agrees with the framing is kept and not added again; one that contradicts it is
    /// refused, because the body would not be what the head announces.
    init(_ head: RequestHead, framing: RequestBodyFraming, expectsContinue: Bool) throws(HTTP1Error) {
        var expectsAlready = false
        var callers = FramingFields()
        var lengthFields = 0
        for field in head.fields {
            // By length first: comparing every name with all of these cost more than encoding it.
            let name = field.name.canonicalName
            let role: FieldRole
            switch name.utf8.count {
            case 6 where name == "expect":
                let asksToContinue = field.value.lowercased() == "100-continue"
                if expectsContinue, !asksToContinue { throw .caller(.conflictingField(name: field.name.rawName)) }
                expectsAlready = expectsAlready || asksToContinue
                continue
            case 7 where name == "upgrade":
                connectionOptions.insert(.upgrade)
                continue
            case 10 where name == "connection": role = .connection
            case 14 where name == "content-length":
                role = .contentLength
                lengthFields += field.value.utf8.contains(UInt8(ascii: ",")) ? 2 : 1
            case 17 where name == "transfer-encoding": role = .transferEncoding
            default: continue
            }
            let value = Array(field.value.utf8)
            callers.add(role, value.span.bytes, 0..<value.count, offset: 0)
        }
        if callers.saysClose { connectionOptions.insert(.close) }
        if callers.saysKeepAlive { connectionOptions.insert(.keepAlive) }
        if expectsContinue {
            // RFC 9110 section 10.1.1: no expectation without content, nor to a 1.0 server, which would ignore it.
            if framing == .none || framing == .contentLength(0) { throw .caller(.expectationWithoutBody) }
            if head.version == .http10 { throw .caller(.needsHTTP11(field: "Expect")) }
            addsExpect = !expectsAlready
        }
        try reconcileLength(framing, callers)
        // RFC 9110 section 8.6: one number, once; servers may refuse repeated ones, or read them differently.
        if lengthFields > 1 { throw .caller(.repeatedField(name: "Content-Length")) }
        try reconcileCoding(framing, callers, version: head.version)
    }

    private mutating func reconcileLength(
        _ framing: RequestBodyFraming, _ callers: FramingFields
    ) throws(HTTP1Error) {
        let length: Int64? =
            switch framing {
            case .none: 0
            case .contentLength(let count): count
            case .chunked: nil
            }
        if let length, length < 0 { throw .caller(.negativeLength(length)) }
        switch callers.contentLength {
        case .absent:
            if case .contentLength(let count) = framing { addsContentLength = count }
        // Without a body, `Content-Length: 0` is true too.
        case .length(let count) where count == length: break
        case .length, .malformed, .conflicting: throw .caller(.conflictingField(name: "Content-Length"))
        }
    }

    private mutating func reconcileCoding(
        _ framing: RequestBodyFraming, _ callers: FramingFields, version: HTTPVersion
    ) throws(HTTP1Error) {
        guard framing == .chunked else {
            if callers.hasTransferEncoding { throw .caller(.conflictingField(name: "Transfer-Encoding")) }
            return
        }
        // RFC 9112 section 6.1: not to be sent unless the server is known to handle HTTP/1.1.
        if version == .http10 { throw .caller(.needsHTTP11(field: "Transfer-Encoding")) }
        if callers.hasTransferEncoding {
            // RFC 9112 section 6.1: chunked once and last; codings before it are the caller's to apply.
            guard callers.transferEncodingFault == nil, !callers.isOdd, callers.transferCodings.last == "chunked" else {
                throw .caller(.conflictingField(name: "Transfer-Encoding"))
            }
        } else {
            addsTransferEncoding = true
        }
    }

    /// Appends the field lines to add.
    func append(to output: inout [UInt8]) {
        if let addsContentLength {
            output.append(contentsOf: "Content-Length: ".utf8)
            output.append(contentsOf: String(addsContentLength).utf8)
            output.appendLineEnd()
        }
        if addsTransferEncoding { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
        if addsExpect { output.append(contentsOf: "Expect: 100-continue\r\n".utf8) }
    }
}
