internal import HTTPTypes

extension HTTPRequest.Method {
    /// RFC 9110 section 9.2.2: doing it twice has the effect of doing it once, so a lost request may be repeated.
    var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }
}

extension HTTPField.Name {
    /// Host. HTTPTypes offers it only as `authority`, yet on the wire of HTTP/1.1 it is a field like others.
    static let hostField = HTTPField.Name("Host") ?? .accept  // the name is a token, so the other is never taken
}
