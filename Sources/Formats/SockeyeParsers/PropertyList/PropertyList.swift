/// A property list as a tree: Apple's format for settings and documents.
/// Closed: Apple's three forms of property lists have no other values.
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
    @nonexhaustive
    public enum Format: Sendable, Hashable {
        /// XML text.
        case xml
        /// The binary format that begins with `bplist00`.
        case binary
    }
}
