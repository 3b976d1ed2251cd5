extension JSONValue {
    /// The value of the member `name`, if this is an object that has one.
    ///
    /// Setting it on anything but an object makes this an object with that one member; setting `nil` removes the member, from
    /// an object alone (`.null` is a value).
    ///
    /// ```swift
    /// value["videos"][0]["name"] = "a"     // makes what is missing on the way
    /// ```
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            var members = object ?? JSONObject()
            if object == nil, newValue == nil { return }
            // Otherwise the members would be copied: this value still holds them.
            self = .null
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The element at `index`, if this is an array that has one.
    ///
    /// Setting the element after the last appends it; on anything but an array, element 0 makes this an array. Setting `nil`
    /// removes the element. An index further out changes nothing; ``set(_:at:)`` throws then.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array, array.indices.contains(index) else { return nil }
            return array[index]
        }
        set {
            var elements = array ?? []
            guard index >= 0, index < elements.count || index == elements.count && newValue != nil else { return }
            self = .null
            if index == elements.count {
                if let newValue { elements.append(newValue) }
            } else if let newValue {
                elements[index] = newValue
            } else {
                elements.remove(at: index)
            }
            self = .array(elements)
        }
    }

    /// Sets the value at a path, such as `a[0].b`; what is missing or `null` on the way becomes an object or an array.
    ///
    /// - Throws: ``PathError`` if the path has `*`, an index lies beyond the element after the last, or a name or index meets a
    ///   value of another kind. Nothing is changed then.
    public mutating func set(_ value: JSONValue, at path: JSONPath) throws(PathError) {
        self = try setting(value, at: 0, of: path)
    }

    private func setting(
        _ value: JSONValue, at position: Int, of path: JSONPath
    ) throws(PathError) -> JSONValue {
        guard position < path.steps.count else { return value }
        func refused(_ message: String) -> PathError { path.refused(at: position, for: .set, message) }
        var copy = self
        switch path.steps[position] {
        case .member(let name):
            guard isNull || object != nil else {
                throw refused("\(path.before(position)) is \(kindName), which has no members")
            }
            copy[name] = try (self[name] ?? .null).setting(value, at: position + 1, of: path)
        case .element(let written):
            guard isNull || array != nil else {
                throw refused("\(path.before(position)) is \(kindName), which has no elements")
            }
            let count = array?.count ?? 0
            let index = written < 0 ? count + written : written
            guard (0...count).contains(index), written >= 0 || index < count else {
                throw refused("\(path.before(position)) has \(count) elements, and one can be added after the last")
            }
            copy[index] = try (self[index] ?? .null).setting(value, at: position + 1, of: path)
        case .all: throw refused("'*' stands for many values")
        }
        return copy
    }

    /// What this is, for messages.
    private var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue? {
    /// The member `name` of the value, if there is one; as ``JSONValue/subscript(_:)-(String)``, so that paths can be chained
    /// without `?`. Setting it makes a missing value an object.
    public subscript(name: String) -> JSONValue? {
        get { self?[name] }
        set {
            var value = self ?? .null
            if self == nil, newValue == nil { return }
            self = nil
            value[name] = newValue
            self = value
        }
    }

    /// The element at `index` of the value, if there is one; setting element 0 makes a missing value an array.
    public subscript(index: Int) -> JSONValue? {
        get { self?[index] }
        set {
            var value = self ?? .null
            if self == nil, newValue == nil || index != 0 { return }
            self = nil
            value[index] = newValue
            self = value
        }
    }
}
