/// What becomes of `null`, which property lists don't have.
package enum NullRule: String, Sendable, Hashable, CaseIterable {
    /// It is an error.
    case refuse
    /// A member is left out; an element too, so that the ones behind it move up.
    case omit
    /// It becomes an empty string.
    case text
}

/// Why a JSON value is no property list.
package enum PropertyListConversionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A `null`, at this path, and it is refused.
    case null(path: String)
    /// A number that fits no `Double`, at this path.
    case number(String, path: String)

    /// One sentence.
    package var description: String {
        switch self {
        case .null(let path):
            "property lists have no null, and \(path.isEmpty ? "the value" : path) is one; omit it, or make it an empty string"
        case .number(let text, let path):
            "the number \(text)\(path.isEmpty ? "" : " at \(path)") is too large for a property list"
        }
    }
}

extension PropertyList {
    /// The list with the same values as a JSON text: numbers written without fraction and exponent become integers if they
    /// fit 64 bits, others reals.
    ///
    /// A list's dictionary compares keys as Swift does strings: of two members whose names are spellings of the same characters,
    /// which JSON tells apart, the last is kept.
    ///
    /// - Throws: ``PropertyListConversionError``, with the path of the value.
    package init(_ value: JSONValue, nulls: NullRule = .refuse) throws(PropertyListConversionError) {
        guard let list = try Self.converted(value, nulls, "") else {
            // The whole value is null, and there is nothing that it could be left out of.
            throw .null(path: "")
        }
        self = list
    }

    /// The number: an integer if its text is one that fits 64 bits, so that what a server writes as `1.0` stays a real;
    /// `nil` if it fits no `Double` either.
    init?(_ number: JSONNumber) {
        let text = number.text
        if let value = Int64(text) {
            self = .integer(value)
        } else if let value = UInt64(text) {
            self = .unsignedInteger(value)
        } else if let value = number.double {
            self = .real(value)
        } else {
            return nil
        }
    }

    /// `nil` for a null that is left out. The depth is bounded by that of the JSON text.
    private static func converted(
        _ value: JSONValue, _ nulls: NullRule, _ path: String
    ) throws(PropertyListConversionError) -> PropertyList? {
        switch value {
        case .null:
            switch nulls {
            case .refuse: throw .null(path: path)
            case .omit: return nil
            case .text: return .string("")
            }
        case .bool(let value): return .boolean(value)
        case .string(let value): return .string(value)
        case .number(let number):
            guard let number = PropertyList(number) else { throw .number(number.text, path: path) }
            return number
        case .array(let elements):
            var list: [PropertyList] = []
            list.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                if let element = try converted(element, nulls, "\(path)[\(index)]") { list.append(element) }
            }
            return .array(list)
        case .object(let object):
            var members: [String: PropertyList] = [:]
            for member in object.members {
                let place = path.isEmpty ? member.name : "\(path).\(member.name)"
                if let value = try converted(member.value, nulls, place) { members[member.name] = value }
            }
            return .dictionary(members)
        }
    }
}
