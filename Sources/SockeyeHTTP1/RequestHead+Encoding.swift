internal import HTTPTypes

extension RequestHead {
    /// Appends the request line, the fields and the empty line, as they go on the wire.
    ///
    /// On an error nothing is appended.
    ///
    /// - Throws: ``HTTP1Error/illegalRequestByte(_:byte:offset:)``, ``HTTP1Error/emptyRequestPart(_:)``,
    ///   ``HTTP1Error/malformedTarget(form:offset:)``, ``HTTP1Error/targetUnfitForMethod(form:method:)``,
    ///   ``HTTP1Error/missingHost`` or ``HTTP1Error/repeatedHost``.
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
        try RequestBytes.checkToken(method.rawValue.utf8.span.bytes, as: .method)
        try RequestBytes.checkTarget(target)
        // RFC 9112 sections 3.2.3 and 3.2.4: CONNECT takes the authority form, and only it does; only OPTIONS may
        // ask for the server as a whole.
        switch target {
        case .authority where method == .connect, .asterisk where method == .options: break
        case .origin where method != .connect, .absolute where method != .connect: break
        case .authority: throw .targetUnfitForMethod(form: .authority, method: method.rawValue)
        case .asterisk: throw .targetUnfitForMethod(form: .asterisk, method: method.rawValue)
        case .origin: throw .targetUnfitForMethod(form: .origin, method: method.rawValue)
        case .absolute: throw .targetUnfitForMethod(form: .absolute, method: method.rawValue)
        }
        let methodBytes = method.rawValue.utf8.span.bytes
        let text = target.description
        let targetBytes = text.utf8.span.bytes
        output.append(addingCapacity: methodBytes.byteCount + targetBytes.byteCount + 12) { span in
            span.append(methodBytes)
            span.append(UInt8(ascii: " "))
            span.append(targetBytes)
            span.append((version == .http11 ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n").utf8.span.bytes)
        }
    }

    private func appendFields(to output: inout [UInt8]) throws(HTTP1Error) {
        var hosts = 0
        for field in fields {
            try field.append(to: &output)
            if field.name.rawName.utf8.count == 4, field.name.canonicalName == "host" { hosts += 1 }
        }
        // RFC 9112 section 3.2: one Host, no more; HTTP/1.0 may do without.
        if hosts > 1 { throw .repeatedHost }
        if hosts == 0, version == .http11 { throw .missingHost }
    }
}

extension HTTPField {
    /// Appends the field line, each byte checked; nothing when it throws.
    func append(to output: inout [UInt8]) throws(HTTP1Error) {
        let rawName = name.rawName
        let nameBytes = rawName.utf8.span.bytes
        try RequestBytes.checkToken(nameBytes, as: .fieldName)
        // SAFETY: the buffer is used within the closure only.
        try withUnsafeBytesOfValue { (value) throws(HTTP1Error) in
            let valueBytes = value.span.bytes
            try RequestBytes.checkFieldValue(valueBytes, name: rawName)
            output.append(addingCapacity: nameBytes.byteCount + valueBytes.byteCount + 4) { span in
                span.append(nameBytes)
                span.append(UInt8(ascii: ":"))
                span.append(UInt8(ascii: " "))
                span.append(valueBytes)
                span.append(UInt8(ascii: "\r"))
                span.append(UInt8(ascii: "\n"))
            }
        }
    }
}
