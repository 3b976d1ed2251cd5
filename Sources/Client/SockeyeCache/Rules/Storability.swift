package import HTTPTypes
internal import SockeyeFields

/// Whether a response may be stored, and what of it (RFC 9111 section 3).
package enum Storability {
    /// Why a response may not be stored.
    package enum Refusal: Error, Sendable, Hashable {
        /// Only responses to GET and HEAD are stored, and by some policies none.
        case request
        /// The request said `no-store`.
        case requestSaidNoStore
        /// The response said `no-store`.
        case responseSaidNoStore
        /// This status is about one request only, or its caching isn't known.
        case status(Int)
        /// Nothing says how long it is fresh, and its status implies nothing.
        case freshnessUnknown
        /// `Vary: *`: no other request matches.
        case variesByEverything
        /// A part without a strong validator or a whole length can't be combined with others.
        case loosePart
        /// It has transfer codings that aren't undone.
        case transferCoding
        /// Its body ends with the connection, so a cut would look whole.
        case endUnknown
        /// The store has no room, or can't be written.
        case storeFailed
    }

    /// What to store of a response that just arrived; `nil` if it may not be stored.
    ///
    /// - Parameters:
    ///   - status: the response's status.
    ///   - fields: the response's fields.
    ///   - request: the request that it answers.
    ///   - requestTime: when the request was sent, in seconds since 1970.
    ///   - responseTime: when this head arrived.
    package static func stored(
        status: HTTPResponse.Status, _ fields: HTTPFields, to request: CacheRequest, requestTime: Int64,
        responseTime: Int64
    ) -> StoredResponse? {
        try? checked(status: status, fields, to: request, requestTime: requestTime, responseTime: responseTime)
    }

    /// The same with the reason.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - fields: the fields of the response.
    ///   - request: the request.
    ///   - requestTime: when the request was sent, in seconds since 1970.
    ///   - responseTime: when this head arrived.
    ///   - stored: what is stored of the same URL, asked for if the response varies by fields that may be secret.
    package static func checked(
        status: HTTPResponse.Status, _ fields: HTTPFields, to request: CacheRequest, requestTime: Int64,
        responseTime: Int64, beside stored: @autoclosure () -> [CacheRecord] = []
    ) throws(Refusal) -> StoredResponse {
        let control = CacheControl(fields)
        guard request.isCacheable, request.policy != .onlyStored else { throw .request }
        if let refusal = refusal(status.code, control, request) { throw refusal }
        // Section 3: explicit freshness, `public`, `private`, or a status that is cacheable by default.
        guard
            control.isPublic || control.isPrivate || control.maxAge != nil || fields.contains(.expires)
                || Freshness.isHeuristicallyCacheable(status.code)
        else { throw .freshnessUnknown }
        let selecting = VaryRule.selecting(
            request.fields, by: fields, salt: VaryRule.salt(of: stored().lazy.map(\.response)))
        guard let varying = selecting else { throw .variesByEverything }
        var response = StoredResponse(
            status: status.code, reason: status.reasonPhrase, fields: keptFields(of: fields), varying: varying,
            requestTime: requestTime, responseTime: responseTime, isHead: request.method == .head)
        // A response to HEAD announces a length of which nothing is stored.
        if response.isHead { response.fields[fields: .contentLength] = fields[fields: .contentLength] }
        if status.code == 206 {
            guard let part = part(of: fields, request) else { throw .loosePart }
            response.part = part
        }
        return response
    }

    private static func refusal(_ status: Int, _ control: CacheControl, _ request: CacheRequest) -> Refusal? {
        // Only final responses; 304 is about another one.
        guard status >= 200, status != 304, status <= 599, !neverStored.contains(status) else {
            return .status(status)
        }
        if request.control.noStore { return .requestSaidNoStore }
        if isForbidden(by: control) { return .responseSaidNoStore }
        return control.mustUnderstand && !isUnderstood(status) ? .status(status) : nil
    }

    /// Whether the values of a response's Cache-Control alone forbid to store it.
    package static func isForbidden(byCacheControl values: [[UInt8]]) -> Bool {
        // The commonest spelling needs no parsing.
        values == [Array("no-store".utf8)] || isForbidden(by: CacheControl(values: values))
    }

    /// Section 5.2.2.3: `must-understand` lifts `no-store` for those who understand the status.
    private static func isForbidden(by control: CacheControl) -> Bool { control.noStore && !control.mustUnderstand }

    /// Statuses that are about this request's credentials, conditions, range or connection, by none of which a stored
    /// response is selected; and those that RFC 6585 forbids to store (428, 429, 431, 511).
    private static let neverStored: Set<Int> = [401, 407, 408, 412, 416, 417, 421, 425, 428, 429, 431, 511]

    /// The statuses whose caching this cache knows.
    private static func isUnderstood(_ status: Int) -> Bool {
        Freshness.isHeuristicallyCacheable(status) || [302, 303, 307].contains(status)
    }

    /// Section 3.3 and 3.4: a part is stored if it is one range with a strong validator, so that it can be combined.
    private static func part(of fields: HTTPFields, _ request: CacheRequest) -> StoredResponse.Part? {
        guard request.range != nil, Validators(fields).strongTag != nil,
            case .part(let first, let last, let complete?)? = fields[.contentRange].flatMap({
                ContentRange(parsing: $0)
            })
        else { return nil }
        return StoredResponse.Part(first: first, last: last, completeLength: complete)
    }

    /// The fields without those of the connection (section 3.1) and of what a proxy did.
    static func keptFields(of fields: HTTPFields) -> HTTPFields {
        let dropped = droppedNames(fields)
        guard fields.contains(where: { dropped.contains($0.name) }) else { return fields }
        var kept = HTTPFields()
        for field in fields where !dropped.contains(field.name) { kept.append(field) }
        return kept
    }

    private static func droppedNames(_ fields: HTTPFields) -> Set<HTTPField.Name> {
        var names = connectionNames
        for value in fields[values: .connection] {
            for name in value.split(separator: ",") {
                if let name = HTTPField.Name(name.filter { $0 != " " && $0 != "\t" }) { names.insert(name) }
            }
        }
        return names
    }

    private static let connectionNames: Set<HTTPField.Name> = {
        let names = [
            "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
            "Proxy-Authenticate", "Proxy-Authentication-Info", "Content-Length",
        ]
        return Set(names.compactMap { HTTPField.Name($0) })
    }()
}
