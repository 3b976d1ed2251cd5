internal import HTTPTypes
internal import SockeyeHTTP1

extension RequestHead {
    /// The head that goes on the wire for `request`: Host first, then its own fields, then the client's defaults.
    init(_ request: Request, url: HTTPURL, defaults: HTTPFields) {
        var fields = HTTPFields()
        fields.reserveCapacity(request.fields.count + defaults.count + 1)
        // RFC 9110 section 7.2: Host comes first, since it decides what the rest means. A Host of the caller's wins.
        if !request.fields.contains(.hostField) { fields.append(HTTPField(name: .hostField, value: url.authority)) }
        fields.append(contentsOf: request.fields)
        if let type = request.body.contentType, !request.fields.contains(.contentType) {
            fields.append(HTTPField(name: .contentType, value: type))
        }
        for field in defaults where !request.fields.contains(field.name) { fields.append(field) }
        self.init(
            method: request.method, target: request.target ?? .origin(url.pathAndQuery), version: request.version,
            fields: fields)
    }
}

extension RequestBodyFraming {
    /// How the body of `request` is framed (RFC 9110 section 8.6).
    init(_ request: Request) {
        if let length = request.body.length {
            // A request without content sends no Content-Length, unless its method is one that means to send some.
            let announcesNothing = request.body.isNone && !request.method.anticipatesContent
            self = announcesNothing ? .none : .contentLength(length)
        } else {
            self = .chunked
        }
    }
}

extension HTTPRequest.Method {
    /// RFC 9110 section 8.6: a client that sends POST, PUT or PATCH without content says so with Content-Length: 0.
    fileprivate var anticipatesContent: Bool {
        self == .post || self == .put || self == .patch
    }

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
