internal import SockeyeBytes

/// One challenge of a WWW-Authenticate or Proxy-Authenticate field (RFC 9110 section 11.3).
package struct Challenge: Sendable, Hashable {
    /// The scheme in lowercase, such as `basic`, `digest`, `negotiate`.
    package let scheme: String
    /// The single token that some schemes, such as Negotiate, have instead of parameters.
    package let token68: String?
    /// The parameters in the order given; no name occurs twice.
    package let parameters: [FieldParameter]

    /// The name of the protection space (RFC 9110 section 11.5).
    package var realm: String? { self["realm"] }

    /// The value of the parameter of that name, ignoring case.
    package subscript(name: String) -> String? {
        parameters.value(of: FieldParameter.asciiLowercased(name))
    }

    /// The same as octets, for hashing or sending back: text would lose anything that isn't UTF-8.
    package func octets(of name: String) -> [UInt8]? {
        parameters.octets(of: FieldParameter.asciiLowercased(name))
    }

    /// Parses all challenges of one field value, in order; `nil` if any part of it is malformed.
    ///
    /// Commas separate both challenges and their parameters: an element whose first token is followed by `=` is a
    /// parameter, any other begins a challenge (RFC 9110 section 11.6.1). Empty elements are skipped.
    package static func list(parsing text: String) -> [Challenge]? {
        list(parsing: Array(text.utf8))
    }

    /// The same for a field value that need not be text.
    package static func list(parsing octets: [UInt8]) -> [Challenge]? {
        var scanner = FieldScanner(octets)
        var challenges: [Challenge] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            guard let challenge = scanner.challenge() else { return nil }
            challenges.append(challenge)
        }
        return challenges.isEmpty ? nil : challenges
    }
}

extension FieldScanner {
    /// Skips commas and white space; returns whether there was a comma.
    @discardableResult
    mutating func skipSeparators() -> Bool {
        let skipped = takeWhile { $0 == UInt8(ascii: ",") || Grammar.isOptionalWhiteSpace($0) }
        return skipped.contains(UInt8(ascii: ","))
    }

    /// A challenge and the separators after it, up to the next challenge or the end.
    fileprivate mutating func challenge() -> Challenge? {
        guard let scheme = token().map(FieldParameter.asciiLowercased) else { return nil }
        guard take(UInt8(ascii: " ")) else {
            return isAtElementEnd() ? Challenge(scheme: scheme, token68: nil, parameters: []) : nil
        }
        _ = takeWhile { $0 == UInt8(ascii: " ") }
        if let token68 = token68() {
            return Challenge(scheme: scheme, token68: token68, parameters: [])
        }
        if isAtElementEnd(), isAtEnd || !startsWithParameter() {
            return Challenge(scheme: scheme, token68: nil, parameters: [])
        }
        var parameters: [FieldParameter] = []
        repeat {
            guard let parameter = parameter(allowingWhiteSpace: true), isAtElementEnd() else { return nil }
            parameters.append(parameter)
        } while startsWithParameter()
        return parameters.hasDuplicates ? nil : Challenge(scheme: scheme, token68: nil, parameters: parameters)
    }

    /// A token68 that fills its whole element, with the separators after it.
    private mutating func token68() -> String? {
        let start = position
        let letters = takeWhile { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
                UInt8(ascii: "/"):
                true
            default: false
            }
        }
        _ = takeWhile { $0 == UInt8(ascii: "=") }
        let end = position
        guard !letters.isEmpty, isAtElementEnd() else {
            position = start
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Whether a comma or the end is next; skips the separators if so.
    private mutating func isAtElementEnd() -> Bool {
        skipSeparators() || isAtEnd
    }

    /// Whether `token BWS "="` is next.
    private func startsWithParameter() -> Bool {
        var ahead = self
        guard ahead.token() != nil else { return false }
        ahead.skipWhiteSpace()
        return ahead.take(UInt8(ascii: "="))
    }
}
