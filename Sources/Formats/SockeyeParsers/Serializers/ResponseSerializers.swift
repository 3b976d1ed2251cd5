public import HTTPTypes
internal import SockeyeEncodings
internal import SockeyeFields

/// Reads a JSON body as a `Decodable` value; use ``JSONValue`` for the tree.
public struct JSONResponseSerializer<Output: Decodable>: ResponseSerializer {
    /// Which responses are accepted: JSON's media types.
    public var check: ResponseCheck
    /// How the value is decoded.
    public var decoder: JSONValueDecoder
    /// The maximum bytes to read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(
        _ type: Output.Type = Output.self,
        check: ResponseCheck = .init(mediaTypes: ["application/json", "text/json", "text/javascript", "+json"]),
        decoder: JSONValueDecoder = .init(), limit: Int = 64 << 20
    ) {
        self.check = check
        self.decoder = decoder
        self.limit = limit
    }

    /// Decodes the body as it arrives.
    ///
    /// - Throws: ``JSONError``, `DecodingError`, and whatever the stream and the type throw.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> Output
    where Body.Element: Collection<UInt8> {
        try await body.decode(Output.self, upTo: limit, using: decoder)
    }
}

/// Reads an XML body as a document.
public struct XMLResponseSerializer: ResponseSerializer {
    /// Which responses are accepted: XML's media types.
    public var check: ResponseCheck
    /// The limits on documents.
    public var limits: XMLLimits
    /// The maximum bytes to read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(
        check: ResponseCheck = .init(mediaTypes: ["application/xml", "text/xml", "+xml"]), limits: XMLLimits = .init(),
        limit: Int = 64 << 20
    ) {
        self.check = check
        self.limits = limits
        self.limit = limit
    }

    /// Builds the document as it arrives. Content-Type's charset overrides the document's (RFC 7303 section 3).
    ///
    /// - Throws: ``XMLError``, and the stream's errors.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> XMLDocument
    where Body.Element: Collection<UInt8> {
        let name = response.headerFields[.contentType].flatMap(MediaType.charset(ofContentType:))
        return try await body.xml(upTo: limit, limits: limits, encoding: name.flatMap(TextEncoding.init(label:)))
    }
}

/// Reads a property-list body, XML or binary.
public struct PropertyListResponseSerializer: ResponseSerializer {
    /// Which responses are accepted: the media types in use for property lists.
    public var check: ResponseCheck
    /// The limits on lists.
    public var limits: PropertyListLimits

    /// Makes a serializer.
    public init(
        check: ResponseCheck = .init(mediaTypes: [
            "application/x-plist", "application/x-apple-plist", "application/x-apple-binary-plist",
            "application/x-bplist", "application/xml", "text/xml",
        ]),
        limits: PropertyListLimits = .init()
    ) {
        self.check = check
        self.limits = limits
    }

    /// Reads the list.
    ///
    /// - Throws: ``CollectingError``, ``PropertyListError``, and the stream's errors.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> PropertyList
    where Body.Element: Collection<UInt8> {
        try await body.propertyList(limits: limits)
    }
}

/// Reads any body as text, in its declared charset.
public struct TextResponseSerializer: ResponseSerializer {
    /// Which responses are accepted: any with an acceptable status.
    public var check: ResponseCheck
    /// The maximum bytes to read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(check: ResponseCheck = .init(), limit: Int = 64 << 20) {
        self.check = check
        self.limit = limit
    }

    /// Reads the text, and records where bytes were invalid.
    ///
    /// - Throws: ``CollectingError``, ``TextError``, and the stream's errors.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> DecodedText
    where Body.Element: Collection<UInt8> {
        try DecodedText(try await body.collect(upTo: limit), contentType: response.headerFields[.contentType])
    }
}

/// Reads any body as bytes.
public struct RawResponseSerializer: ResponseSerializer {
    /// Which responses are accepted: any with an acceptable status.
    public var check: ResponseCheck
    /// The maximum bytes to read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(check: ResponseCheck = .init(), limit: Int = 64 << 20) {
        self.check = check
        self.limit = limit
    }

    /// Collects the bytes.
    ///
    /// - Throws: ``CollectingError``, and the stream's errors.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> [UInt8]
    where Body.Element: Collection<UInt8> {
        try await body.collect(upTo: limit)
    }
}
