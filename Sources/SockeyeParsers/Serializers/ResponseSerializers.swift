public import HTTPTypes

/// A JSON body as a `Decodable` value; ``JSONValue`` for the tree.
public struct JSONResponseSerializer<Output: Decodable>: ResponseSerializer {
    /// Which responses are taken: JSON's media types.
    public var check: ResponseCheck
    /// How the value is decoded.
    public var decoder: JSONValueDecoder
    /// The most bytes that are read (64 MiB).
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
    /// - Throws: ``JSONError``, `DecodingError`, and what the stream and the type throw.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> Output
    where Body.Element: Collection<UInt8> {
        try await body.decode(Output.self, upTo: limit, using: decoder)
    }
}

/// An XML body as a document.
public struct XMLResponseSerializer: ResponseSerializer {
    /// Which responses are taken: XML's media types.
    public var check: ResponseCheck
    /// The bounds on documents.
    public var limits: XMLLimits
    /// The most bytes that are read (64 MiB).
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

    /// Builds the document as it arrives. Content-Type's charset outweighs the document's (RFC 7303 section 3).
    ///
    /// - Throws: ``XMLError``, and what the stream throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> XMLDocument
    where Body.Element: Collection<UInt8> {
        let name = response.headerFields[.contentType].flatMap(charsetParameter(of:))
        return try await body.xml(upTo: limit, limits: limits, encoding: name.flatMap { Charset($0) })
    }
}

/// A property-list body, XML or binary.
public struct PropertyListResponseSerializer: ResponseSerializer {
    /// Which responses are taken: the media types in use for property lists.
    public var check: ResponseCheck
    /// The bounds on lists.
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
    /// - Throws: ``CollectingError``, ``PropertyListError``, and what the stream throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> PropertyList
    where Body.Element: Collection<UInt8> {
        try await body.propertyList(limits: limits)
    }
}

/// Any body as text, in the charset that it names.
public struct TextResponseSerializer: ResponseSerializer {
    /// Which responses are taken: any with an acceptable status.
    public var check: ResponseCheck
    /// The most bytes that are read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(check: ResponseCheck = .init(), limit: Int = 64 << 20) {
        self.check = check
        self.limit = limit
    }

    /// Reads the text, and says where bytes were invalid.
    ///
    /// - Throws: ``CollectingError``, ``TextError``, and what the stream throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> DecodedText
    where Body.Element: Collection<UInt8> {
        try DecodedText(try await body.collect(upTo: limit), contentType: response.headerFields[.contentType])
    }
}

/// Any body as its bytes.
public struct RawResponseSerializer: ResponseSerializer {
    /// Which responses are taken: any with an acceptable status.
    public var check: ResponseCheck
    /// The most bytes that are read (64 MiB).
    public var limit: Int

    /// Makes a serializer.
    public init(check: ResponseCheck = .init(), limit: Int = 64 << 20) {
        self.check = check
        self.limit = limit
    }

    /// Collects the bytes.
    ///
    /// - Throws: ``CollectingError``, and what the stream throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> [UInt8]
    where Body.Element: Collection<UInt8> {
        try await body.collect(upTo: limit)
    }
}
