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

extension HTTPField.Name {
    /// Host. HTTPTypes offers it only as `authority`, but in HTTP/1.1 it is an ordinary field.
    static let hostField = HTTPField.Name("Host") ?? .accept  // "Host" is a token, so the fallback is never used
}
