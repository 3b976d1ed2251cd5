internal import HTTPTypes

extension HTTPRequest.Method {
    /// RFC 9110 section 9.2.2: sending it twice has the effect of sending it once, so a lost request may be repeated.
    var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }
}

extension HTTPRequest.Method {
    private static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    /// The well-known method that this one spells in lowercase; `nil` for any other.
    ///
    /// Methods are case-sensitive (RFC 9110 section 9.1): a server refuses `get`, and nobody means it.
    var capitalized: HTTPRequest.Method? {
        guard rawValue.utf8.contains(where: { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
        let name = rawValue.uppercased()
        return Self.known.first { $0.rawValue == name }
    }
}

extension HTTPField.Name {
    /// Host. HTTPTypes offers it only as `authority`, but in HTTP/1.1 it is an ordinary field.
    static let hostField = HTTPField.Name("Host") ?? .accept  // "Host" is a token, so the fallback is never used
}
