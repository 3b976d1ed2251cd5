public import SockeyeFields

extension BufferedBody {
    /// Decodes the body's JSON text, whatever its status and Content-Type are.
    ///
    /// ```swift
    /// let user = try await client.get("https://example.com/user").json(User.self)
    /// ```
    ///
    /// - Throws: ``SockeyeParsers/JSONError`` if the body is no JSON, `DecodingError` if it doesn't fit the type, and what the type throws.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONValueDecoder = .init()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The same as ``json(_:using:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONValueDecoder = .init()
    ) throws -> Value {
        try json(type, using: decoder)
    }
}

extension JSONBody {
    /// `value` as JSON, with the media type `application/json`.
    ///
    /// ```swift
    /// try await client.post("https://example.com/users", body: .json(user))
    /// ```
    ///
    /// - Throws: as ``SockeyeParsers/JSONValueEncoder/encode(_:)``.
    public static func json(_ value: some Encodable, using encoder: JSONValueEncoder = .init()) throws -> Self {
        .json(try encoder.encode(value))
    }

    /// The same as ``json(_:using:)``.
    public init(json value: some Encodable, using encoder: JSONValueEncoder = .init()) throws {
        self = try .json(value, using: encoder)
    }
}
