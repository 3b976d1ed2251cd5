internal import HTTPTypes
internal import SockeyeURL
internal import SockeyeHTTP1

/// The fields that a client adds to every request.
struct DefaultFields: Sendable {
    private let fields: HTTPFields
    /// An empty Host followed by the default fields: all the fields of a request without its own. Built once, since
    /// appending them one by one is expensive.
    private let withHost: HTTPFields?
    /// Whether any of them tells a cache what to do.
    let concernCaches: Bool

    init(_ fields: HTTPFields) {
        self.fields = fields
        concernCaches = fields.contains { Self.concerningCaches.contains($0.name.canonicalName) }
        var withHost: HTTPFields = [.hostField: ""]
        withHost.append(contentsOf: fields)
        self.withHost = fields.contains(.hostField) ? nil : withHost
    }

    private static let concerningCaches: Set<String> = [
        "cache-control", "pragma", "range", "if-range", "if-match", "if-none-match", "if-modified-since",
        "if-unmodified-since",
    ]

    /// The fields of `request` plus the defaults it lacks.
    fileprivate func joined(with request: Request) -> HTTPFields {
        let host = HTTPField(name: .hostField, value: request.url.authority)
        let omitsHost = request.layout?.omitsHost == true
        if request.fields.isEmpty, request.body.contentType == nil, !omitsHost, var fields = withHost {
            fields[fields.startIndex] = host
            return fields
        }
        var all: [HTTPField] = []
        all.reserveCapacity(request.fields.count + self.fields.count + 2)
        // RFC 9110 section 7.2: Host comes first. The caller's Host wins.
        if !omitsHost, !request.fields.contains(.hostField) { all.append(host) }
        for field in request.fields { all.append(field) }
        if let type = request.body.contentType, !request.fields.contains(.contentType) {
            all.append(HTTPField(name: .contentType, value: type))
        }
        for field in self.fields where !request.fields.contains(field.name) { all.append(field) }
        // On an empty list this appends every field, whatever its name. HTTPFields.append isn't specialized, and much
        // slower.
        var fields = HTTPFields()
        if let first = all.first { fields[fields: first.name] = all }
        return fields
    }
}

extension RequestHead {
    /// The head as sent: Host first, then the fields of `request`, then the client's defaults.
    init(_ request: Request, defaults: DefaultFields) {
        self.init(
            method: request.method, target: request.target ?? .origin(request.url.pathAndQuery),
            version: request.version, fields: defaults.joined(with: request), layout: request.layout)
    }
}

extension RequestBodyFraming {
    /// How the body of `request` is framed (RFC 9110 section 8.6).
    init(_ request: Request) {
        if let length = request.body.length {
            // A request without content sends no Content-Length, unless its method anticipates content.
            let announcesNothing =
                request.body.isNone
                && (!request.method.anticipatesContent || request.layout?.omitsEmptyLength == true)
            self = announcesNothing ? .none : .contentLength(length)
        } else if let length = request.announcedLength {
            self = .contentLength(length)
        } else {
            self = .chunked
        }
    }
}

extension Request {
    /// The caller's own Content-Length, to which a stream of unknown length is held instead of being sent in chunks: servers
    /// that read no chunks are told so. Trailers need chunks.
    fileprivate var announcedLength: Int64? {
        let values = fields[values: .contentLength]
        guard body.extras?.values.trailers == nil, let value = values.first, values.count == 1,
            value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(value)
    }
}

extension HTTPRequest.Method {
    /// RFC 9110 section 8.6: POST, PUT and PATCH without content send Content-Length: 0.
    fileprivate var anticipatesContent: Bool {
        self == .post || self == .put || self == .patch
    }
}
