internal import SockeyeBytes

/// The checks that every byte of a request passes before it is sent.
enum RequestBytes {
    /// Checks a token (RFC 9110 section 5.6.2): not empty, and no byte that would end it early.
    @inline(__always)
    static func checkToken(_ bytes: RawSpan, as part: HTTP1Error.CallerFault.Part) throws(HTTP1Error) {
        if bytes.byteCount == 0 { throw .caller(.emptyPart(part)) }
        let end = bytes.endOfTokenBytes(from: 0, to: bytes.byteCount)
        if end < bytes.byteCount { throw .caller(.illegalByte(part, byte: bytes.byte(at: end), offset: end)) }
    }

    /// Checks a field value (RFC 9110 section 5.5): no CR, LF, NUL or other control except tab.
    @inline(__always)
    static func checkFieldValue(_ bytes: RawSpan, name: String) throws(HTTP1Error) {
        let end = bytes.endOfFieldValueBytes(from: 0, to: bytes.byteCount)
        if end < bytes.byteCount {
            throw .caller(.illegalByte(.fieldValue(name: name), byte: bytes.byte(at: end), offset: end))
        }
    }

    /// Checks a target: visible ASCII without `#`, in the shape of its form (RFC 9112 section 3.2).
    ///
    /// Characters that RFC 3986 does not list, such as `|` or `{`, pass: browsers send them, and they cannot break
    /// the request line.
    ///
    /// - Parameter isFree: whether any form will do.
    static func checkTarget(_ target: RequestTarget, isFree: Bool) throws(HTTP1Error) {
        if case .asterisk = target { return }
        let text = target.description.utf8
        if text.isEmpty { throw .caller(.emptyPart(.target)) }
        var offset = 0
        for byte in text {
            if !(0x21...0x7E).contains(byte) || byte == UInt8(ascii: "#") {
                throw .caller(.illegalByte(.target, byte: byte, offset: offset))
            }
            offset += 1
        }
        if isFree { return }
        let fault: Int? =
            switch target {
            case .origin: text.first == UInt8(ascii: "/") ? nil : 0
            case .absolute: faultOfAbsoluteForm(text)
            case .authority: faultOfAuthorityForm(text)
            case .asterisk: nil
            }
        if let fault { throw .caller(.malformedTarget(form: target.form, offset: fault)) }
    }

    /// Checks a target that is octets: nothing that would end it (RFC 9112 section 3), and no other control.
    static func checkTarget(octets: [UInt8]) throws(HTTP1Error) {
        if octets.isEmpty { throw .caller(.emptyPart(.target)) }
        if let offset = octets.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw .caller(.illegalByte(.target, byte: octets[offset], offset: offset))
        }
    }

    /// The offset at which a URL fails to begin with a scheme and a colon (RFC 3986 section 3.1), if any.
    private static func faultOfAbsoluteForm(_ bytes: String.UTF8View) -> Int? {
        for (offset, byte) in bytes.enumerated() {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isLaterByte = ASCII.decimalDigit(byte) != nil || "+-.".utf8.contains(byte)
            if byte == UInt8(ascii: ":"), offset > 0 { return nil }
            guard isLetter || offset > 0 && isLaterByte else { return offset }
        }
        return bytes.count
    }

    /// The offset at which an authority fails to be host, colon and port (RFC 9112 section 3.2.3), if any.
    private static func faultOfAuthorityForm(_ bytes: String.UTF8View) -> Int? {
        var portStart: Int?
        var isBracketed = false
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "["): isBracketed = true
            case UInt8(ascii: "]"): isBracketed = false
            case UInt8(ascii: ":") where !isBracketed && portStart == nil: portStart = offset + 1
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "\\"): return offset
            default: if portStart != nil, ASCII.decimalDigit(byte) == nil { return offset }
            }
        }
        // A colon after at least one byte of host, and at least one digit after it.
        guard let portStart, portStart > 1, portStart < bytes.count else { return bytes.count }
        return nil
    }
}
