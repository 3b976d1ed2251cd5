/// One challenge of a WWW-Authenticate or Proxy-Authenticate field (RFC 9110 section 11.3).
public struct Challenge: Sendable, Hashable {
    /// The scheme in small letters, such as `basic`, `digest`, `negotiate`.
    public let scheme: String
    /// The single token that some schemes carry instead of parameters, such as Negotiate.
    public let token68: String?
    /// The parameters in the order given; no name comes twice.
    public let parameters: [FieldParameter]

    /// The protection space that the server names (RFC 9110 section 11.5).
    public var realm: String? { self["realm"] }

    /// The value of that parameter, its name in capitals or not.
    public subscript(name: String) -> String? {
        parameters.value(of: FieldParameter.asciiLowercased(name))
    }

    /// The same as octets: what is hashed or sent back, where text would have lost what isn't UTF-8.
    public func octets(of name: String) -> [UInt8]? {
        parameters.octets(of: FieldParameter.asciiLowercased(name))
    }

    /// Reads all challenges of one field value, in order; `nil` when any part of it is malformed.
    ///
    /// Challenges and their parameters are both separated by commas: what has a `=` behind its first token is a
    /// parameter, anything else begins a challenge (RFC 9110 section 11.6.1). Empty elements are passed over.
    public static func list(parsing text: String) -> [Challenge]? {
        list(parsing: Array(text.utf8))
    }

    /// The same for a field value that need not be text.
    public static func list(parsing octets: [UInt8]) -> [Challenge]? {
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
    /// Skips commas and white space; `false` when there was no comma.
    @discardableResult
    mutating func skipSeparators() -> Bool {
        let skipped = takeWhile { $0 == UInt8(ascii: ",") || Grammar.isOptionalWhiteSpace($0) }
        return skipped.contains(UInt8(ascii: ","))
    }

    /// A challenge and the separators behind it, up to the next challenge or the end.
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

    /// A token68 that takes up its whole element, with the separators behind it.
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

    /// Whether a comma or the end comes next; moves past the separators if so.
    private mutating func isAtElementEnd() -> Bool {
        skipSeparators() || isAtEnd
    }

    /// Whether `token BWS "="` comes next.
    private func startsWithParameter() -> Bool {
        var ahead = self
        guard ahead.token() != nil else { return false }
        ahead.skipWhiteSpace()
        return ahead.take(UInt8(ascii: "="))
    }
}
