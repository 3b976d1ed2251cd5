/// How names in a document map to coding keys.
@nonexhaustive
public enum KeyStrategy: Sendable {
    /// They are equal.
    case useDefaultKeys
    /// `first_name` in the document is `firstName` in the type.
    case snakeCase
    /// Maps names in the document to coding keys, for example `["id": "ID"]`; others are equal.
    case renaming([String: String])
    /// Functions that map between the two: `toCodingKey` takes the document's name when decoding, `toDocument` the
    /// coding key's when encoding.
    case custom(toCodingKey: @Sendable (String) -> String, toDocument: @Sendable (String) -> String)

    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// The coding key for a name in the document.
    func codingKey(for name: String) -> String {
        switch self {
        case .useDefaultKeys: name
        case .snakeCase: camelCase(name)
        case .renaming(let names): names[name] ?? name
        case .custom(let toCodingKey, _): toCodingKey(name)
        }
    }

    /// The name in the document for a coding key.
    func documentName(for key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .snakeCase: underscored(key)
        // The smallest of several names for one key, so that the result doesn't depend on the dictionary's order.
        case .renaming(let names): names.filter { $0.value == key }.keys.min() ?? key
        case .custom(_, let toDocument): toDocument(key)
        }
    }
}

/// `first_name` as `firstName`; keeps underscores at either end.
private func camelCase(_ name: String) -> String {
    let core = name.drop { $0 == "_" }
    let leading = name.prefix(name.count - core.count)
    guard let last = core.lastIndex(where: { $0 != "_" }) else { return name }
    let trailing = core[core.index(after: last)...]
    let words = core[...last].split(separator: "_")
    guard let first = words.first, words.count > 1 else { return name }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return leading + first.lowercased() + rest.joined() + trailing
}

/// `firstName` as `first_name`, `myURLPath` as `my_url_path`.
private func underscored(_ key: String) -> String {
    let characters = Array(key)
    var name = ""
    for (index, character) in characters.enumerated() {
        if character.isUppercase, index > 0, characters[index - 1] != "_" {
            let followsSmall = !characters[index - 1].isUppercase
            let precedesSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if followsSmall || precedesSmall { name += "_" }
        }
        name += character.lowercased()
    }
    return name
}

/// A dictionary whose keys are data, so that key strategies don't apply.
protocol StringKeyedDictionary {}
extension Dictionary: StringKeyedDictionary where Key == String {}
