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
        self = try setting(value, at: path.steps[...], of: path)
    }

    private func setting(
        _ value: JSONValue, at steps: ArraySlice<JSONPath.Step>, of path: JSONPath
    ) throws(PathError) -> JSONValue {
        guard let step = steps.first else { return value }
        var copy = self
        switch step {
        case .member(let name):
            guard isNull || object != nil else { throw path.refused("'\(name)' is a member, but this is no object") }
            copy[name] = try (self[name] ?? .null).setting(value, at: steps.dropFirst(), of: path)
        case .element(let written):
            guard isNull || array != nil else { throw path.refused("[\(written)] is an element, but this is no array") }
            let count = array?.count ?? 0
            let index = written < 0 ? count + written : written
            guard (0...count).contains(index), written >= 0 || index < count else {
                throw path.refused("[\(written)] lies beyond the \(count) elements")
            }
            copy[index] = try (self[index] ?? .null).setting(value, at: steps.dropFirst(), of: path)
        case .all: throw path.refused("'*' can't be set")
        }
        return copy
    }
}

extension JSONPath {
    fileprivate func refused(_ message: String) -> PathError { PathError(message: message, offset: 0, path: text) }
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
