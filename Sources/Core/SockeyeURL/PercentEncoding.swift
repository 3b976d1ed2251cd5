internal import SockeyeBytes

/// A set of bytes to encode as `%XX`; the sets of the URL Standard, section 1.3.
///
/// Every set contains the bytes from 0x80 up (UTF-8 outside ASCII) and the C0 controls with DEL; they differ in the
/// visible ASCII. Those for parts of URLs don't contain `%`, so that encoded text stays as it is.
package struct PercentEncodeSet: Sendable, Hashable {
    /// One bit for each byte below 0x40.
    private let low: UInt64
    /// One bit for each byte in 0x40...0x7F.
    private let high: UInt64

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Every byte except ASCII letters, digits and those of `others`.
    private init(allButAlphanumericAnd others: StaticString) {
        var keep = PercentEncodeSet(low: 0, high: 0)
        for byte in UInt8.min...0x7F where PercentEncodeSet.isAlphanumeric(byte) {
            keep = keep.inserting(byte)
        }
        keep = keep.adding(others)
        self.init(low: ~keep.low, high: ~keep.high)
    }

    /// C0 controls, DEL and everything outside ASCII.
    package static let c0Control = PercentEncodeSet(low: 0xFFFF_FFFF, high: 1 << 63)
    /// For `#fragment`.
    package static let fragment = c0Control.adding(" \"<>`")
    /// For `?query` of a scheme that isn't special.
    package static let query = c0Control.adding(" \"#<>")
    /// For `?query` of http, https, ws and wss, which also encode `'`.
    package static let specialQuery = query.adding("'")
    /// For path segments.
    package static let path = query.adding("?^`{}")
    /// For user name and password.
    package static let userinfo = path.adding("/:;=@[\\]|")
    /// The set of `encodeURIComponent`: leaves letters, digits and `-_.!~*'()`.
    package static let component = userinfo.adding("$%&+,")
    /// For `application/x-www-form-urlencoded`: leaves letters, digits and `*-._`.
    package static let formURLEncoded = PercentEncodeSet(allButAlphanumericAnd: "*-._")
    /// Everything except the unreserved characters of RFC 3986 section 2.3, letters, digits and `-._~`: safe in any part of
    /// any URL. curl's `--data-urlencode` and OAuth use this set.
    package static let allButUnreserved = PercentEncodeSet(allButAlphanumericAnd: "-._~")

    /// Whether `byte` is encoded as `%XX`.
    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return true }
        return ((byte < 0x40 ? low : high) >> UInt64(byte & 0x3F)) & 1 == 1
    }

    private func inserting(_ byte: UInt8) -> PercentEncodeSet {
        let bit: UInt64 = 1 << UInt64(byte & 0x3F)
        return byte < 0x40
            ? PercentEncodeSet(low: low | bit, high: high) : PercentEncodeSet(low: low, high: high | bit)
    }

    private func adding(_ characters: StaticString) -> PercentEncodeSet {
        var set = self
        for byte in characters.description.utf8 {
            set = set.inserting(byte)
        }
        return set
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return ASCII.decimalDigit(byte) != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    }
}

/// Percent-encoding and -decoding of bytes and of UTF-8 text (URL Standard section 1.3, RFC 3986 section 2.1).
package enum PercentEncoding {
    /// `text` with the UTF-8 bytes that are in `set` encoded as `%XX`, in uppercase.
    package static func encode(_ text: String, _ set: PercentEncodeSet) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        append(text.utf8, set, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The bytes of `text` with each `%XX` decoded.
    ///
    /// A `%` that two hexadecimal digits don't follow stays a `%`. The result need not be UTF-8.
    package static func decode(_ text: String) -> [UInt8] {
        decode(Array(text.utf8)[...])
    }

    @inline(__always)
    static func append(_ bytes: some Sequence<UInt8>, _ set: PercentEncodeSet, to output: inout [UInt8]) {
        for byte in bytes { append(byte, set, to: &output) }
    }

    @inline(__always)
    static func append(_ byte: UInt8, _ set: PercentEncodeSet, to output: inout [UInt8]) {
        guard set.contains(byte) else {
            output.append(byte)
            return
        }
        output.append(UInt8(ascii: "%"))
        let digits = ASCII.hexadecimal(byte, inCapitals: true)
        output.append(digits.high)
        output.append(digits.low)
    }

    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] { ASCII.percentDecoded(bytes) }
}
