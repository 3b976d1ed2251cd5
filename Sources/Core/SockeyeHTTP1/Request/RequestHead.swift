public import HTTPTypes

/// The request line and the fields of a request (RFC 9112 sections 3 and 5).
///
/// Every byte is checked when the head is encoded: nothing that a caller passes can break out of its place. The
/// `HTTPField` initializers silently turn CR, LF and NUL in a value into spaces; to have them refused, make fields of
/// outside data with `HTTPField.init(checkedName:value:)`.
public struct RequestHead: Sendable, Hashable {
    /// The method, any token.
    public var method: HTTPRequest.Method
    /// What is asked for.
    public var target: RequestTarget
    /// The version announced.
    public var version: HTTPVersion
    /// The fields, sent in this order; one of them must be Host.
    public var fields: HTTPFields
    /// How the fields are ordered and spelled; `nil` for as they are.
    package var layout: RequestLayout?

    /// A request head of the given parts. Nothing is checked yet.
    ///
    /// - Parameters:
    ///   - method: any token.
    ///   - target: what is asked for.
    ///   - host: the value of Host, which is sent first (RFC 9110 section 7.2); `nil` if it is among the fields.
    ///   - version: the one to announce.
    ///   - fields: the others, in order.
    public init(
        method: HTTPRequest.Method = .get, target: RequestTarget, host: String? = nil, version: HTTPVersion = .http11,
        fields: HTTPFields = [:]
    ) {
        self.init(method: method, target: target, version: version, fields: fields, layout: nil)
        guard let host, let name = HTTPField.Name("Host") else { return }
        self.fields = [name: host]
        self.fields.append(contentsOf: fields)
    }

    /// The same with its fields ordered and spelled as `layout` says.
    package init(
        method: HTTPRequest.Method = .get,
        target: RequestTarget,
        version: HTTPVersion = .http11,
        fields: HTTPFields,
        layout: RequestLayout?
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.layout = layout
    }

    /// Appends the request line, the fields and the empty line, as they go on the wire.
    ///
    /// - Throws: ``HTTP1Error/caller(_:)`` for a byte, target or Host field that can't be sent; nothing is appended then.
    public func encode(into output: inout [UInt8]) throws(HTTP1Error) {
        try encode(into: &output, adding: { _ in })
    }

    /// Encodes the head with more fields, already checked, after the caller's own.
    func encode(into output: inout [UInt8], adding addFields: (inout [UInt8]) -> Void) throws(HTTP1Error) {
        let start = output.count
        // Enough for most heads; a longer one grows the array as usual.
        output.reserveCapacity(start + 128 + 64 * fields.count)
        do {
            try appendRequestLine(to: &output)
            try appendFields(to: &output)
        } catch {
            output.removeLast(output.count - start)
            throw error
        }
        addFields(&output)
        output.appendLineEnd()
    }

    private func appendRequestLine(to output: inout [UInt8]) throws(HTTP1Error) {
        let methodBytes = method.rawValue.utf8.span.bytes
        try RequestBytes.checkToken(methodBytes, as: .method)
        if let octets = layout?.target {
            try RequestBytes.checkTarget(octets: octets)
        } else {
            try RequestBytes.checkTarget(target, isFree: layout?.hasFreeTarget == true)
        }
        // RFC 9112 sections 3.2.3 and 3.2.4: CONNECT takes the authority form, and only it does; only OPTIONS may
        // ask for the server as a whole.
        switch target {
        case .authority where method == .connect, .asterisk where method == .options: break
        case .origin where method != .connect, .absolute where method != .connect: break
        default: throw .caller(.targetUnfitForMethod(form: target.form, method: method.rawValue))
        }
        if let octets = layout?.target {
            output += method.rawValue.utf8
            output.append(UInt8(ascii: " "))
            output += octets
            output += version == .http11 ? " HTTP/1.1\r\n".utf8 : " HTTP/1.0\r\n".utf8
            return
        }
        let text = target.description
        let targetBytes = text.utf8.span.bytes
        // Outside the closure, which would copy the head.
        let isHTTP11 = version == .http11
        output.append(addingCapacity: methodBytes.byteCount + targetBytes.byteCount + 12) { span in
            span.append(methodBytes)
            span.append(UInt8(ascii: " "))
            span.append(targetBytes)
            span.append((isHTTP11 ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n").utf8.span.bytes)
        }
    }

    private func appendFields(to output: inout [UInt8]) throws(HTTP1Error) {
        var hosts = 0
        for field in fields {
            if let layout, let line = layout.line(for: field) {
                try RequestBytes.checkFieldValue(line.span.bytes, name: field.name.rawName)
                output += line
                output.appendLineEnd()
            } else {
                try field.append(to: &output)
            }
            if field.name.rawName.utf8.count == 4, field.name.canonicalName == "host" { hosts += 1 }
        }
        // RFC 9112 section 3.2: one Host, no more; HTTP/1.0 may do without.
        if hosts > 1 { throw .caller(.repeatedHost) }
        if hosts == 0, version == .http11, layout?.omitsHost != true { throw .caller(.missingHost) }
    }
}
