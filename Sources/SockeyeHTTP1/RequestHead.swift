public import HTTPTypes

/// The request line and the fields of a request (RFC 9112 sections 3 and 5).
///
/// Everything is checked when it is encoded, byte by byte: what a caller passes cannot break out of its place.
/// The `HTTPField` initialisers turn CR, LF and NUL in a value into spaces without a word; to have them refused,
/// make fields of outside data with ``HTTPTypes/HTTPField/init(checkedName:value:)``.
public struct RequestHead: Sendable, Hashable {
    /// The method, any token.
    public var method: HTTPRequest.Method
    /// What is asked for.
    public var target: RequestTarget
    /// The version announced.
    public var version: HTTPVersion
    /// The fields, sent in this order; one of them must be Host (``hostName``).
    public var fields: HTTPFields

    /// A request head of the given parts. Nothing is checked yet.
    public init(
        method: HTTPRequest.Method = .get,
        target: RequestTarget,
        version: HTTPVersion = .http11,
        fields: HTTPFields
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
    }
}

extension HTTPField {
    /// A field of outside data, refused rather than altered.
    ///
    /// - Parameters:
    ///   - name: a token (RFC 9110 section 5.1).
    ///   - value: visible characters, spaces and tabs (RFC 9110 section 5.5); blanks around it are dropped.
    /// - Throws: ``HTTP1Error/illegalRequestByte(_:byte:offset:)`` with the place of the first byte that may not be
    ///   there, or ``HTTP1Error/emptyRequestPart(_:)`` for an empty name.
    public init(checkedName name: String, value: String) throws(HTTP1Error) {
        try RequestBytes.checkToken(name.utf8.span.bytes, as: .fieldName)
        try RequestBytes.checkFieldValue(value.utf8.span.bytes, name: name)
        guard let name = HTTPField.Name(name) else { throw .emptyRequestPart(.fieldName) }
        self.init(name: name, value: value)
    }

    /// A field of outside data that need not be text, refused rather than altered; see ``init(checkedName:value:)``.
    public init(checkedName name: String, octets: [UInt8]) throws(HTTP1Error) {
        try RequestBytes.checkToken(name.utf8.span.bytes, as: .fieldName)
        try RequestBytes.checkFieldValue(octets.span.bytes, name: name)
        guard let name = HTTPField.Name(name) else { throw .emptyRequestPart(.fieldName) }
        self.init(name: name, value: octets)
    }
}
