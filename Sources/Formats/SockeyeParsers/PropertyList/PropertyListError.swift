/// Why a property list was refused.
@nonexhaustive
public enum PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The XML is not well-formed, or isn't a property list.
    case xml(XMLError)
    /// The binary list is cut off or inconsistent: what is wrong, and at which byte.
    case binary(String, offset: Int)
    /// An array or dictionary contains itself; the byte where it begins.
    case cycle(offset: Int)
    /// Containers are nested more than ``PropertyListLimits/depthLimit`` deep.
    case tooDeep(limit: Int)
    /// The list has more than ``PropertyListLimits/sizeLimit`` bytes, or more text and data than
    /// ``PropertyListLimits/expandedLimit``.
    case tooLarge(limit: Int)
    /// The list has more than ``PropertyListLimits/valueLimit`` values.
    case tooManyValues(limit: Int)

    /// One sentence.
    public var description: String {
        switch self {
        case .xml(let error): error.description
        case .binary(let problem, let offset): "binary property list error at byte \(offset): \(problem)"
        case .cycle(let offset): "binary property list error at byte \(offset): a container contains itself"
        case .tooDeep(let limit): "arrays and dictionaries are nested more than \(limit) deep (depthLimit)"
        case .tooLarge(let limit): "the property list is longer than \(limit) bytes (sizeLimit, expandedLimit)"
        case .tooManyValues(let limit): "the property list holds more than \(limit) values (valueLimit)"
        }
    }
}
