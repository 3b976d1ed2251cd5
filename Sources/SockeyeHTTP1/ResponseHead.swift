public import HTTPTypes

/// The status line and the fields of a response (RFC 9112 sections 4 and 5).
public struct ResponseHead: Sendable, Hashable {
    /// The version of the peer; a minor version above 1 is told as 1.1.
    public var version: HTTPVersion
    /// The code, 100 to 999, with the reason phrase as received (empty when there was none).
    ///
    /// A phrase that is not UTF-8 is read as ISO 8859-1.
    public var status: HTTPResponse.Status
    private var storage: FieldStorage

    /// The fields in the order received. Names keep their spelling; values have lost the blanks around them.
    ///
    /// Those of a response that was received are checked with the head, and made into `HTTPFields` when first asked for.
    public var fields: HTTPFields {
        get { storage.fields }
        _modify { yield &storage.fields }
    }

    /// A response head of the given parts.
    public init(version: HTTPVersion, status: HTTPResponse.Status, fields: HTTPFields) {
        self.version = version
        self.status = status
        storage = .given(fields)
    }

    /// A response head as received.
    init(version: HTTPVersion, status: HTTPResponse.Status, lines: consuming FieldLines) {
        self.version = version
        self.status = status
        storage = lines.count > 0 ? .received(ReceivedFields(lines)) : .given(HTTPFields())
    }

    /// Whether `word`, in small ASCII letters, stands in any name, or for all that is known in any value; the case does
    /// not count. Fields that were not asked for yet are not made for this.
    package func mentions(_ word: StaticString) -> Bool { storage.mentions(word) }

    /// The same head as the currency type of the ecosystem.
    public var response: HTTPResponse {
        HTTPResponse(status: status, headerFields: fields)
    }

    /// What stands for the head of a response that has none (HTTP/0.9): the status 0 and no fields.
    public static let missing = ResponseHead(
        version: .http10, status: HTTPResponse.Status(code: 0, reasonPhrase: ""), fields: HTTPFields())

    /// Whether it stands for a head that was never there.
    public var isMissing: Bool { status.code == 0 }
}
