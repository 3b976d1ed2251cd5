internal import SockeyeBytes

/// What readers of bodies need to know, whatever else a sender got wrong.
extension MediaType {
    /// Parses the type of a Content-Type; what follows a semicolon may be anything. `nil` if the type itself is malformed.
    package init?(essenceOf contentType: String) {
        self.init(parsing: String(contentType.prefix { $0 != ";" }))
    }

    /// The `charset` parameter of a Content-Type (RFC 9110 sections 5.6.6 and 8.3.1), unquoted; the first counts. `nil` if there is
    /// none, or an empty one.
    ///
    /// Parameters that ``init(parsing:)`` refuses are skipped, and white space around `=` is too.
    public static func charset(ofContentType contentType: String) -> String? {
        var rest = contentType.utf8.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: Grammar.isOptionalWhiteSpace)
            var value: [UInt8] = []
            if rest.popFirst(if: "\"") {
                while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                    value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
                }
                rest = rest.drop { $0 != UInt8(ascii: ";") }
            } else {
                value = Array(rest.prefix { $0 != UInt8(ascii: ";") })
                rest = rest.dropFirst(value.count)
                while let last = value.last, Grammar.isOptionalWhiteSpace(last) { value.removeLast() }
            }
            let key = String(decoding: name.filter { !Grammar.isOptionalWhiteSpace($0) }, as: UTF8.self)
            if key.lowercased() == "charset" { return value.isEmpty ? nil : String(decoding: value, as: UTF8.self) }
        }
        return nil
    }
}

extension Substring.UTF8View {
    fileprivate mutating func popFirst(if wanted: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: wanted) else { return false }
        removeFirst()
        return true
    }
}
