public import HTTPTypes
internal import SockeyeBytes

/// The status line and the fields of a response (RFC 9112 sections 4 and 5).
public struct ResponseHead: Sendable, Hashable {
    /// The version of the peer.
    public var version: HTTPVersion
    /// The code, 100 to 999, with the reason phrase as received (empty if none).
    ///
    /// A phrase that is not UTF-8 is read as ISO 8859-1.
    public var status: HTTPResponse.Status
    private var storage: ResponseFields

    /// The fields in the order received. Names keep their spelling; values lose the white space around them.
    ///
    /// Received fields are checked with the head, but made into `HTTPFields` on first use.
    public var fields: HTTPFields {
        get { storage.fields }
        // Drops the storage's own reference, without which every change would copy all fields.
        _modify {
            var fields = storage.fields
            storage = Self.missing.storage
            defer { storage = ResponseFields(fields) }
            yield &fields
        }
    }

    /// A response head of the given parts.
    public init(version: HTTPVersion, status: HTTPResponse.Status, fields: HTTPFields) {
        self.version = version
        self.status = status
        storage = ResponseFields(fields)
    }

    /// A response head of fields and more of them, joined on first use.
    public init(version: HTTPVersion, status: HTTPResponse.Status, fields: HTTPFields, adding more: [HTTPField]) {
        self.version = version
        self.status = status
        storage = ResponseFields(fields, adding: more)
    }

    /// A response head as received.
    init(version: HTTPVersion, status: HTTPResponse.Status, lines: consuming FieldLines) {
        self.version = version
        self.status = status
        storage = ResponseFields(lines)
    }

    /// The values of the fields of this name, given in lowercase ASCII, as octets in order. Does not make received fields into
    /// `HTTPFields`.
    public func values(of name: StaticString) -> [[UInt8]] { storage.values(of: name) }

    /// The values of the fields of this name, given in lowercase ASCII, as one text (RFC 9110 section 5.3); `nil` without one. Does
    /// not make received fields into `HTTPFields`.
    package func text(of name: StaticString) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : String(decoding: Array(values.joined(separator: ", ".utf8)), as: UTF8.self)
    }

    /// The number of Content-Length: how long the body is, or, in the response to a HEAD and in a 304, how long a GET's would be (RFC
    /// 9110 section 8.6). `nil` without one, or if it isn't a single number.
    public var contentLength: Int64? {
        let lines = values(of: "content-length")
        return lines.count == 1 ? ASCII.decimalNumber(lines[0]) : nil
    }

    /// Whether any name, or possibly any value, contains `word`, given in lowercase ASCII; ignores case. Does not make
    /// received fields into `HTTPFields`.
    package func mentions(_ word: StaticString) -> Bool { storage.mentions(word) }

    /// The same head as the ecosystem's currency type.
    public var response: HTTPResponse { HTTPResponse(status: status, headerFields: fields) }

    /// The head of a response that has none (HTTP/0.9): status 0 and no fields.
    public static let missing = ResponseHead(
        version: .http10, status: HTTPResponse.Status(code: 0, reasonPhrase: ""), fields: HTTPFields())

    /// Whether the response had no head.
    package var isMissing: Bool { status.code == 0 }
}
