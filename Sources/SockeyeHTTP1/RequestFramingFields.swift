internal import HTTPTypes

/// The fields that announce a request's body, checked against those the caller wrote (RFC 9112 section 6).
struct RequestFramingFields: Sendable {
    private(set) var addsContentLength: Int64?
    private(set) var addsTransferEncoding = false
    private(set) var addsExpect = false
    /// What the caller's own fields say about the connection.
    private(set) var callers = FramingFields()
    /// Whether the caller asked for another protocol.
    private(set) var asksForUpgrade = false

    /// Works out what to add.
    ///
    /// A field of the caller's that says the same as the framing stays and is not added again; one that says
    /// otherwise is refused, because the body would not be what the head announces.
    init(_ head: RequestHead, framing: RequestBodyFraming, expectsContinue: Bool) throws(HTTP1Error) {
        var expectsAlready = false
        for field in head.fields where Self.mayMatter(field.name.rawName.utf8.count) {
            let role: FieldRole
            switch field.name.canonicalName {
            case "content-length": role = .contentLength
            case "transfer-encoding": role = .transferEncoding
            case "connection": role = .connection
            case "upgrade":
                asksForUpgrade = true
                continue
            case "expect":
                let asksToContinue = field.value.lowercased() == "100-continue"
                if expectsContinue, !asksToContinue { throw .conflictingField(name: field.name.rawName) }
                expectsAlready = expectsAlready || asksToContinue
                continue
            default: continue
            }
            let value = Array(field.value.utf8)
            callers.add(role, value.span.bytes, 0..<value.count, offset: 0)
        }
        if expectsContinue {
            // RFC 9110 section 10.1.1: no expectation without content, and none that a 1.0 server would ignore.
            if framing == .none || framing == .contentLength(0) { throw .expectationWithoutBody }
            if head.version == .http10 { throw .needsHTTP11(field: "Expect") }
            addsExpect = !expectsAlready
        }
        try reconcileLength(framing)
        try reconcileCoding(framing, version: head.version)
    }

    /// Whether a name of this length is expect, upgrade, connection, content-length or transfer-encoding, perhaps.
    private static func mayMatter(_ nameLength: Int) -> Bool {
        switch nameLength {
        case 6, 7, 10, 14, 17: true
        default: false
        }
    }

    private mutating func reconcileLength(_ framing: RequestBodyFraming) throws(HTTP1Error) {
        let length: Int64?
        switch framing {
        case .none: length = 0
        case .contentLength(let count): length = count
        case .chunked: length = nil
        }
        if let length, length < 0 { throw .negativeLength(length) }
        switch callers.contentLength {
        case .absent:
            if case .contentLength(let count) = framing { addsContentLength = count }
        // Without a body, `Content-Length: 0` is true too.
        case .length(let count) where count == length: break
        case .length, .faulty: throw .conflictingField(name: "Content-Length")
        }
    }

    private mutating func reconcileCoding(_ framing: RequestBodyFraming, version: HTTPVersion) throws(HTTP1Error) {
        guard framing == .chunked else {
            if callers.hasTransferEncoding { throw .conflictingField(name: "Transfer-Encoding") }
            return
        }
        // RFC 9112 section 6.1: not to be sent unless the server is known to handle HTTP/1.1.
        if version == .http10 { throw .needsHTTP11(field: "Transfer-Encoding") }
        if callers.hasTransferEncoding {
            // RFC 9112 section 6.1: chunked once and last; codings before it are the caller's own work.
            guard callers.transferEncodingFault == nil, callers.transferCodings.last == "chunked" else {
                throw .conflictingField(name: "Transfer-Encoding")
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
            output.append(contentsOf: "\r\n".utf8)
        }
        if addsTransferEncoding { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
        if addsExpect { output.append(contentsOf: "Expect: 100-continue\r\n".utf8) }
    }
}
