public import HTTPTypes

extension HTTPField {
    /// A field of outside data, refused rather than altered.
    ///
    /// - Parameters:
    ///   - name: a token (RFC 9110 section 5.1).
    ///   - value: visible characters, spaces and tabs (RFC 9110 section 5.5); white space around it is dropped.
    /// - Throws: ``HTTP1Error/caller(_:)`` with the offset of the first illegal byte, or for an empty name.
    public init(checkedName name: String, value: String) throws(HTTP1Error) {
        let checked = try HTTPField.Name(checked: name)
        try RequestBytes.checkFieldValue(value.utf8.span.bytes, name: name)
        self.init(name: checked, value: value)
    }

    /// The same for a value that need not be text.
    package init(checkedName name: String, octets: [UInt8]) throws(HTTP1Error) {
        let checked = try HTTPField.Name(checked: name)
        try RequestBytes.checkFieldValue(octets.span.bytes, name: name)
        self.init(name: checked, value: octets)
    }

    /// Appends the field line after checking each byte; appends nothing if it throws.
    func append(to output: inout [UInt8]) throws(HTTP1Error) {
        let rawName = name.rawName
        let nameBytes = rawName.utf8.span.bytes
        try RequestBytes.checkToken(nameBytes, as: .fieldName)
        // SAFETY: the bytes are copied before the closure returns, which is how long HTTPTypes keeps them valid.
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

extension HTTPField.Name {
    fileprivate init(checked name: String) throws(HTTP1Error) {
        try RequestBytes.checkToken(name.utf8.span.bytes, as: .fieldName)
        guard let name = HTTPField.Name(name) else { throw .caller(.emptyPart(.fieldName)) }
        self = name
    }
}
