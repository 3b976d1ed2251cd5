/// A property list as a tree: what Apple's systems keep settings and documents in.
public enum PropertyList: Sendable, Hashable {
    /// A string.
    case string(String)
    /// An integer from -2⁶³ to 2⁶³-1.
    case integer(Int64)
    /// An integer from 2⁶³ to 2⁶⁴-1; smaller ones are ``integer(_:)``.
    case unsignedInteger(UInt64)
    /// A floating-point number, infinities and NaN included.
    case real(Double)
    /// A truth value.
    case boolean(Bool)
    /// A moment. XML lists keep whole seconds, binary ones about microseconds.
    case date(Timestamp)
    /// Bytes.
    case data([UInt8])
    /// An array.
    case array([PropertyList])
    /// A dictionary; its order means nothing.
    case dictionary([String: PropertyList])
    /// A reference in a keyed archive. In XML, a dictionary with the one key `CF$UID`.
    case uid(UInt64)

    /// The string, if this is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The integer, if this is one that an `Int` holds.
    public var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }
    /// The elements, if this is an array.
    public var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
    /// The members, if this is a dictionary.
    public var dictionary: [String: PropertyList]? { if case .dictionary(let value) = self { value } else { nil } }
    /// The value of the member `name`, if this is a dictionary that has it.
    public subscript(name: String) -> PropertyList? { dictionary?[name] }
    /// The element at `index`, if this is an array that has it.
    public subscript(index: Int) -> PropertyList? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// How a list is written.
    public enum Format: Sendable, Hashable {
        /// XML text.
        case xml
        /// The binary format that begins with `bplist00`.
        case binary
    }

    /// Parses a property list, XML or binary, whichever the bytes are.
    ///
    /// - Throws: ``PropertyListError``.
    public init(
        parsing bytes: some Collection<UInt8>, limits: PropertyListLimits = .init()
    ) throws(PropertyListError) {
        let bytes = Array(bytes)
        if bytes.count > limits.maximumSize { throw .tooLarge(limit: limits.maximumSize) }
        if bytes.starts(with: "bplist".utf8) {
            var reader = try BinaryPropertyListReader(bytes, limits: limits)
            self = try reader.read()
        } else {
            self = try Self.parseXML(bytes, limits)
        }
    }

    /// The list in the given format. XML is indented by tabs and, like the binary form, has its keys in order.
    public func bytes(_ format: Format = .xml) -> [UInt8] {
        switch format {
        case .xml: XMLPropertyListWriter.bytes(self)
        case .binary: BinaryPropertyListWriter.bytes(self)
        }
    }
}

/// How large a property list may grow before it is refused.
public struct PropertyListLimits: Sendable, Hashable {
    /// How many bytes it may have (64 MiB).
    public var maximumSize: Int
    /// How many arrays and dictionaries may stand inside one another (256).
    public var maximumDepth: Int
    /// How many values it may have when written out (10,000,000). A binary list can name one value in many places,
    /// and so be enormous in few bytes.
    public var maximumValues: Int

    /// Makes limits; each has the default named at its property.
    public init(maximumSize: Int = 64 << 20, maximumDepth: Int = 256, maximumValues: Int = 10_000_000) {
        self.maximumSize = maximumSize
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }
}

/// Why a property list was refused.
public enum PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The XML is not well formed, or is no property list.
    case xml(XMLError)
    /// The binary list is cut off or contradicts itself; what, and at which byte.
    case binary(String, offset: Int)
    /// An array or dictionary contains itself; the byte where it stands.
    case cycle(offset: Int)
    /// More than ``PropertyListLimits/maximumDepth`` containers stand inside one another.
    case tooDeep(limit: Int)
    /// The list has more than ``PropertyListLimits/maximumSize`` bytes.
    case tooLarge(limit: Int)
    /// The list has more than ``PropertyListLimits/maximumValues`` values.
    case tooManyValues(limit: Int)

    /// One sentence.
    public var description: String {
        switch self {
        case .xml(let error): error.description
        case .binary(let problem, let offset): "binary property list error at byte \(offset): \(problem)"
        case .cycle(let offset): "binary property list error at byte \(offset): a container contains itself"
        case .tooDeep(let limit): "the property list nests more than \(limit) containers (maximumDepth)"
        case .tooLarge(let limit): "the property list is longer than \(limit) bytes (maximumSize)"
        case .tooManyValues(let limit): "the property list holds more than \(limit) values (maximumValues)"
        }
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// The stream's property list, XML or binary, at most `limits.maximumSize` bytes of it (64 MiB).
    ///
    /// - Throws: ``CollectingError``, ``PropertyListError``, and what the stream throws.
    public func propertyList(limits: PropertyListLimits = .init()) async throws -> PropertyList {
        try PropertyList(parsing: try await collect(upTo: limits.maximumSize), limits: limits)
    }
}
