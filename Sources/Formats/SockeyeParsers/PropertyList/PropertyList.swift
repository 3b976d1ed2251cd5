/// A property list as a tree: Apple's format for settings and documents.
public enum PropertyList: Sendable, Hashable {
    /// A string.
    case string(String)
    /// An integer from -2⁶³ to 2⁶³-1.
    case integer(Int64)
    /// An integer from 2⁶³ to 2⁶⁴-1; smaller ones are ``integer(_:)``.
    case unsignedInteger(UInt64)
    /// A floating-point number, including infinities and NaN.
    case real(Double)
    /// A Boolean.
    case boolean(Bool)
    /// A moment. XML lists keep whole seconds, binary ones about microseconds.
    case date(Timestamp)
    /// Bytes.
    case data([UInt8])
    /// An array.
    case array([PropertyList])
    /// A dictionary, without a significant order.
    case dictionary([String: PropertyList])
    /// A reference in a keyed archive. In XML, a dictionary with the single key `CF$UID`.
    case uid(UInt64)

    /// The string, if this is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The integer, if this is one and fits `Int`.
    public var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }
    /// The elements, if this is an array.
    public var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
    /// The members, if this is a dictionary.
    public var dictionary: [String: PropertyList]? { if case .dictionary(let value) = self { value } else { nil } }
    /// The value of the member `name`, if this is a dictionary that has one.
    public subscript(name: String) -> PropertyList? { dictionary?[name] }
    /// The element at `index`, if this is an array that has one.
    public subscript(index: Int) -> PropertyList? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The format of a list.
    public enum Format: Sendable, Hashable {
        /// XML text.
        case xml
        /// The binary format that begins with `bplist00`.
        case binary
    }

    /// Parses a property list, detecting whether it is XML or binary.
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

/// The size limits of a property list.
public struct PropertyListLimits: Sendable, Hashable {
    /// The maximum bytes (64 MiB).
    public var maximumSize: Int
    /// The maximum nesting of arrays and dictionaries (256).
    public var maximumDepth: Int
    /// The maximum number of values when fully expanded (10,000,000). A binary list can reference one value in many
    /// places, so a few bytes can expand enormously.
    public var maximumValues: Int
    /// The maximum bytes of text and data when fully expanded (256 MiB), for the same reason: each reference counts.
    public var maximumExpandedSize = 256 << 20

    /// Makes limits; the defaults are given at each property, which is also where to set the expanded size.
    public init(maximumSize: Int = 64 << 20, maximumDepth: Int = 256, maximumValues: Int = 10_000_000) {
        self.maximumSize = maximumSize
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }
}

/// Why a property list was refused.
public enum PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The XML is not well-formed, or isn't a property list.
    case xml(XMLError)
    /// The binary list is cut off or inconsistent: what is wrong, and at which byte.
    case binary(String, offset: Int)
    /// An array or dictionary contains itself; the byte where it begins.
    case cycle(offset: Int)
    /// Containers are nested more than ``PropertyListLimits/maximumDepth`` deep.
    case tooDeep(limit: Int)
    /// The list has more than ``PropertyListLimits/maximumSize`` bytes, or more text and data than
    /// ``PropertyListLimits/maximumExpandedSize``.
    case tooLarge(limit: Int)
    /// The list has more than ``PropertyListLimits/maximumValues`` values.
    case tooManyValues(limit: Int)

    /// One sentence.
    public var description: String {
        switch self {
        case .xml(let error): error.description
        case .binary(let problem, let offset): "binary property list error at byte \(offset): \(problem)"
        case .cycle(let offset): "binary property list error at byte \(offset): a container contains itself"
        case .tooDeep(let limit): "arrays and dictionaries are nested more than \(limit) deep (maximumDepth)"
        case .tooLarge(let limit): "the property list is longer than \(limit) bytes (maximumSize, maximumExpandedSize)"
        case .tooManyValues(let limit): "the property list holds more than \(limit) values (maximumValues)"
        }
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Reads the stream's property list, XML or binary, of at most `limits.maximumSize` bytes (64 MiB).
    ///
    /// - Throws: ``CollectingError``, ``PropertyListError``, and the stream's errors.
    public func propertyList(limits: PropertyListLimits = .init()) async throws -> PropertyList {
        try PropertyList(parsing: try await collect(upTo: limits.maximumSize), limits: limits)
    }
}
