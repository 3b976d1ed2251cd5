internal import SockeyeBytes

/// A media type with its parameters, such as `text/html; charset=utf-8` (RFC 9110 section 8.3.1).
public struct MediaType: Sendable, Hashable {
    /// The part before the slash, in lowercase.
    public let type: String
    /// The part after the slash, in lowercase.
    public let subtype: String
    /// The parameters in the order given.
    public let parameters: [FieldParameter]

    /// Makes a media type; `nil` if `type` or `subtype` isn't a token.
    public init?(type: String, subtype: String, parameters: [FieldParameter] = []) {
        guard !type.isEmpty, type.utf8.allSatisfy(Grammar.isTokenByte),
            !subtype.isEmpty, subtype.utf8.allSatisfy(Grammar.isTokenByte)
        else { return nil }
        self.type = FieldParameter.asciiLowercased(type)
        self.subtype = FieldParameter.asciiLowercased(subtype)
        self.parameters = parameters
    }

    /// Parses a field value; `nil` if it is malformed.
    ///
    /// By the RFC's grammar, white space around `=` is an error, and empty parameters (`;;`) are skipped.
    public init?(parsing text: String) {
        var scanner = FieldScanner(text)
        guard let type = scanner.token(), scanner.take(UInt8(ascii: "/")), let subtype = scanner.token(),
            let parameters = scanner.parameters()
        else { return nil }
        self.init(type: type, subtype: subtype, parameters: parameters)
    }

    /// `type/subtype` without parameters, for comparison.
    public var essence: String { "\(type)/\(subtype)" }

    /// The charset in lowercase; charset names are case-insensitive (RFC 9110 section 8.3.2).
    public var charset: String? { self["charset"].map(FieldParameter.asciiLowercased) }

    /// The value of the first parameter of that name, ignoring case.
    public subscript(name: String) -> String? {
        parameters.value(of: FieldParameter.asciiLowercased(name))
    }
}

extension MediaType: CustomStringConvertible {
    /// The field value without parameters that can't be sent because they contain a control.
    public var description: String {
        parameters.compactMap(\.serialized).reduce(essence) { "\($0); \($1)" }
    }
}
