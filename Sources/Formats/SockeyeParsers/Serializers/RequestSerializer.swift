public import HTTPTypes

/// Turns a value into a request's body and the fields that describe it, or into its query.
///
/// ```swift
/// var request = HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/login")
/// let body = try FormRequestSerializer().serialize(["user": "张三"], into: &request)
/// ```
public protocol RequestSerializer<Input>: Sendable {
    /// The type that is serialized.
    associatedtype Input

    /// Sets the fields of `request` (Content-Type only if it is missing) and returns the body, if any.
    ///
    /// - Throws: whatever encoding the value throws.
    func serialize(_ input: Input, into request: inout HTTPRequest) throws -> [UInt8]?
}

extension HTTPRequest {
    /// Sets Content-Type, unless the caller already has.
    fileprivate mutating func describe(_ contentType: String) {
        if headerFields[.contentType] == nil { headerFields[.contentType] = contentType }
    }
}

/// Form fields: in the query for GET, HEAD and DELETE, whose bodies have no meaning (RFC 9110 section 9.3), in the body
/// for other methods.
public struct FormRequestSerializer: RequestSerializer {
    /// The methods whose fields go into the query.
    public var queryMethods: Set<HTTPRequest.Method>

    /// Makes a serializer.
    public init(queryMethods: Set<HTTPRequest.Method> = [.get, .head, .delete]) { self.queryMethods = queryMethods }

    /// Adds the fields to the request's query, or returns them as a body.
    public func serialize(_ form: FormFields, into request: inout HTTPRequest) -> [UInt8]? {
        guard queryMethods.contains(request.method) else {
            request.describe("application/x-www-form-urlencoded")
            return form.encodedBytes
        }
        if form.fields.isEmpty { return nil }
        let path = request.path ?? "/"
        // The query goes before the fragment, which is never sent.
        let end = path.firstIndex(of: "#") ?? path.endIndex
        let target = path[..<end]
        let query = target.firstIndex(of: "?").map { target[$0...].dropFirst() }
        let separator = query.map { $0.isEmpty || $0.hasSuffix("&") ? "" : "&" } ?? "?"
        request.path = target + separator + form.encoded + path[end...]
        return nil
    }
}

/// Serializes an `Encodable` value as JSON.
public struct JSONRequestSerializer<Input: Encodable>: RequestSerializer {
    /// How the value is encoded.
    public var encoder: JSONValueEncoder

    /// Makes a serializer.
    public init(_ type: Input.Type = Input.self, encoder: JSONValueEncoder = .init()) { self.encoder = encoder }

    /// Returns the value as a body of `application/json`.
    ///
    /// - Throws: as ``JSONValueEncoder/encode(_:)``.
    public func serialize(_ input: Input, into request: inout HTTPRequest) throws -> [UInt8]? {
        let body = try encoder.encode(input)
        request.describe("application/json")
        return body
    }
}

/// Serializes an `Encodable` value as a property list.
public struct PropertyListRequestSerializer<Input: Encodable>: RequestSerializer {
    /// How the value is encoded.
    public var encoder: PropertyListValueEncoder
    /// XML or binary.
    public var format: PropertyList.Format

    /// Makes a serializer.
    public init(
        _ type: Input.Type = Input.self, format: PropertyList.Format = .xml, encoder: PropertyListValueEncoder = .init()
    ) {
        self.encoder = encoder
        self.format = format
    }

    /// Returns the value as a body of `application/x-plist`.
    ///
    /// - Throws: as ``PropertyListValueEncoder/encode(_:format:)``.
    public func serialize(_ input: Input, into request: inout HTTPRequest) throws -> [UInt8]? {
        let body = try encoder.encode(input, format: format)
        request.describe("application/x-plist")
        return body
    }
}
