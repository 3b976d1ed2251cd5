public import FoundationEssentials
public import HTTPTypes
public import SockeyeClient
public import SockeyeTransfers
public import SockeyeURL

extension RequestBody {
    /// Bytes in memory.
    public static func data(_ data: Data) -> RequestBody { .bytes([UInt8](data)) }

    /// Encoded JSON, with the media type `application/json`.
    public static func json(_ data: Data) -> RequestBody { .json([UInt8](data)) }

    /// `value` encoded by Foundation, with the media type `application/json`.
    ///
    /// - Throws: what the encoder throws.
    public static func json(
        _ value: some Encodable, using encoder: JSONEncoder
    ) throws -> RequestBody {
        .json(try encoder.encode(value))
    }

    /// `value` encoded by Foundation, with the media type `application/x-plist`.
    ///
    /// - Throws: what the encoder throws.
    public static func propertyList(
        _ value: some Encodable, using encoder: PropertyListEncoder
    ) throws -> RequestBody {
        .data(try encoder.encode(value)).typed("application/x-plist")
    }

    /// The file at a file URL, or a range of it, read while it is sent; see ``file(path:offset:length:)``.
    ///
    /// - Throws: ``SockeyeFoundation/FileURLError``.
    public static func file(
        _ url: URL, offset: Int64 = 0, length: Int64? = nil
    ) throws(FileURLError) -> RequestBody {
        .file(path: try url.localPath(), offset: offset, length: length)
    }
}

extension Request {
    /// POST of bytes in memory.
    public static func post(
        _ url: some HTTPURLConvertible, data: Data, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try .post(url, body: .data(data), fields: fields)
    }

    /// POST of `value`, encoded as JSON by Foundation.
    public static func post(
        _ url: some HTTPURLConvertible, json value: some Encodable, using encoder: JSONEncoder, fields: HTTPFields = [:]
    ) throws -> Request {
        try .post(url, body: .json(value, using: encoder), fields: fields)
    }

    /// PUT of bytes in memory.
    public static func put(
        _ url: some HTTPURLConvertible, data: Data, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try .put(url, body: .data(data), fields: fields)
    }
}

extension RequestPerformer {
    /// Submits `value`, encoded as JSON by Foundation, to `url` (POST).
    ///
    /// - Throws: `HTTPClientError`, and what the encoder throws.
    public func post(
        _ url: some HTTPURLConvertible, json value: some Encodable, using encoder: JSONEncoder = JSONEncoder(),
        fields: HTTPFields = [:], headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws -> BufferedResponse {
        try await post(url, body: .json(value, using: encoder), fields: fields, headers: headers, timeout: timeout)
    }
}

extension BufferedResponse {
    /// The body.
    public var data: Data { Data(body) }

    /// Decodes the body's JSON text with Foundation's decoder.
    ///
    /// - Throws: what the decoder throws. The status isn't looked at.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, using decoder: JSONDecoder) throws -> Value {
        try decoder.decode(type, from: data)
    }

    /// Decodes the body's property list with Foundation's decoder.
    ///
    /// - Throws: what the decoder throws. The status isn't looked at.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: PropertyListDecoder
    ) throws -> Value {
        try decoder.decode(type, from: data)
    }
}

extension SyntheticResponse {
    /// A response with its body in memory.
    public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], data: Data) {
        self.init(status: status, fields: fields, body: [UInt8](data))
    }
}

extension MultipartPart {
    /// Bytes from memory, sent as a file if `fileName` is given.
    public static func data(
        _ name: String, _ data: Data, fileName: String? = nil, contentType: String? = nil
    ) -> MultipartPart {
        .bytes(name, [UInt8](data), fileName: fileName, contentType: contentType)
    }

    /// The file at a file URL, read while it is sent.
    ///
    /// - Throws: ``SockeyeFoundation/FileURLError``.
    public static func file(
        _ name: String, _ url: URL, fileName: String? = nil, contentType: String? = nil
    ) throws(FileURLError) -> MultipartPart {
        .file(name, path: try url.localPath(), fileName: fileName, contentType: contentType)
    }
}
