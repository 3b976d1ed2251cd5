internal import SockeyeBytes
package import HTTPTypes
internal import SockeyeDigest
internal import SockeyeFields

/// Which request fields select a response (RFC 9111 section 4.1).
enum VaryRule {
    /// The fields that Vary names, in lowercase and in order; `nil` for `*`, which nothing matches.
    static func names(in fields: HTTPFields) -> [String]? {
        var names: Set<String> = []
        for value in fields[values: .vary] {
            for name in value.split(separator: ",") {
                let name = name.filter { $0 != " " && $0 != "\t" }.lowercased()
                if name == "*" { return nil }
                if !name.isEmpty { names.insert(name) }
            }
        }
        return names.sorted()
    }

    /// The field that selects a coded response even where Vary doesn't name it: servers that code on the fly often forget to (nginx
    /// without `gzip_vary`), and who didn't ask for a coding couldn't read it.
    private static let coding = "accept-encoding"

    /// The fields of `request` that select a response with these fields; `nil` for `Vary: *`.
    ///
    /// - Parameter salt: that of other responses of the same URL, so that equal values have equal digests.
    static func selecting(
        _ request: HTTPFields, by response: HTTPFields, salt: @autoclosure () -> [UInt8]? = nil
    ) -> [VaryingField]? {
        let isCoded = response.contains(.contentEncoding)
        guard isCoded || response.contains(.vary) else { return [] }
        guard var names = names(in: response) else { return nil }
        if isCoded, !names.contains(coding) { names = (names + [coding]).sorted() }
        let salt =
            names.allSatisfy(isOpen) ? [] : salt() ?? (0..<saltLength).map { _ in UInt8.random(in: .min ... .max) }
        var selecting: [VaryingField] = []
        for name in names {
            var kept = value(of: name, in: request)
            if !isOpen(name), let value = kept {
                // Without the digest nothing is stored.
                guard let digest = digest(of: value, salt) else { return nil }
                kept = digest
            }
            selecting.append(VaryingField(name: name, value: kept))
        }
        return selecting
    }

    /// What is kept of a value that may be secret: the salt, and the HMAC under it.
    private static func digest(of value: [UInt8], _ salt: [UInt8]) -> [UInt8]? {
        (try? Digest.hmac(.sha256, key: salt, of: value)).map { salt + $0.bytes }
    }

    private static let saltLength = 16

    /// The salt of the first response that has one.
    static func salt(of responses: some Sequence<StoredResponse>) -> [UInt8]? {
        for response in responses {
            for field in response.varying where !isOpen(field.name) {
                if let value = field.value { return Array(value.prefix(saltLength)) }
            }
        }
        return nil
    }

    /// Whether everybody may know the values of a field: those of content negotiation, which most Vary fields name. What an
    /// index on disk keeps of others, such as Authorization and Cookie, doesn't tell them.
    private static func isOpen(_ name: String) -> Bool { name.hasPrefix("accept") || name == "origin" }

    private static func matches(_ field: VaryingField, _ request: HTTPFields) -> Bool {
        let value = value(of: field.name, in: request)
        guard !isOpen(field.name), let value, let known = field.value else { return value == field.value }
        return digest(of: value, Array(known.prefix(saltLength))) == known
    }

    static func matches(_ response: StoredResponse, _ request: HTTPFields) -> Bool {
        response.varying.allSatisfy { matches($0, request) }
            && (!isCoded(response) || response.varying.contains { $0.name == coding })
    }

    /// Whether only a request for its coding can read it.
    static func isCoded(_ response: StoredResponse) -> Bool { response.fields.contains(.contentEncoding) }

    /// The value in the normal form that section 4.1 allows: fields of one name combined, white space around commas removed,
    /// and for the fields of content negotiation, whose values ignore case, lowercase.
    private static func value(of name: String, in fields: HTTPFields) -> [UInt8]? {
        guard let field = HTTPField.Name(name), fields.contains(field) else { return nil }
        let ignoresCase = name.hasPrefix("accept")
        var normal: [UInt8] = []
        for octets in fields[octets: field] {
            for member in octets.split(separator: UInt8(ascii: ",")) {
                let trimmed = member.trimming()
                if trimmed.isEmpty { continue }
                if !normal.isEmpty { normal.append(UInt8(ascii: ",")) }
                normal += ignoresCase ? trimmed.map(ASCII.lowercased) : Array(trimmed)
            }
        }
        return normal
    }
}

extension StoredResponse {
    /// Whether a request with these fields selects it (RFC 9111 section 4.1).
    package func isSelected(by request: HTTPFields) -> Bool { VaryRule.matches(self, request) }
}
