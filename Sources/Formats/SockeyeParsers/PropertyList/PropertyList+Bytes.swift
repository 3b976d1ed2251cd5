extension PropertyList {
    /// Parses a property list, detecting whether it is XML or binary.
    ///
    /// - Throws: ``PropertyListError``.
    public init(
        parsing bytes: some Collection<UInt8>, limits: PropertyListLimits = .init()
    ) throws(PropertyListError) {
        let bytes = Array(bytes)
        if bytes.count > limits.sizeLimit { throw .tooLarge(limit: limits.sizeLimit) }
        if bytes.starts(with: "bplist".utf8) {
            var reader = try BinaryPropertyListReader(bytes, limits: limits)
            self = try reader.read()
        } else {
            self = try Self.parseXML(bytes, limits)
        }
    }

    /// The list in the given format. XML is indented with tabs; both formats sort their keys.
    ///
    /// XML can't hold everything that a binary list can: control characters other than tabs and line ends become U+FFFD, by which
    /// two keys may become one, and dates lose their fraction and what exceeds the years 0 to 9999.
    public func bytes(_ format: Format = .xml) -> [UInt8] {
        switch format {
        case .xml: XMLPropertyListWriter.bytes(self)
        case .binary: BinaryPropertyListWriter.bytes(self)
        }
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Reads the stream's property list, XML or binary, of at most `limits.sizeLimit` bytes (64 MiB).
    ///
    /// - Throws: ``CollectingError``, ``PropertyListError``, and the stream's errors.
    public func propertyList(limits: PropertyListLimits = .init()) async throws -> PropertyList {
        try PropertyList(parsing: try await collect(upTo: limits.sizeLimit), limits: limits)
    }
}
