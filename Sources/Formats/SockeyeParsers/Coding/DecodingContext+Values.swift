extension DecodingContext {
    func bool(at index: UInt32) throws -> Bool {
        if convertsScalars, let value = try converted(Bool.self, at: index) { return value }
        switch arena[index].kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(Bool.self, at: index)
        }
    }

    @inline(__always)
    func string(at index: UInt32) throws -> String {
        let node = arena[index]
        guard node.kind == .string || readsNumbersAsStrings && node.kind == .number else {
            throw mismatch(String.self, at: index)
        }
        return arena.string(of: node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at index: UInt32) throws -> Integer {
        if convertsScalars, let value = try converted(type, at: index) { return value }
        return try plainInteger(type, at: index)
    }

    /// An integer, whatever conversions there are.
    private func plainInteger<Integer: FixedWidthInteger>(_ type: Integer.Type, at index: UInt32) throws -> Integer {
        let node = arena[index]
        let value: Integer?
        switch node.kind {
        case .number: value = DecimalText.integer(arena.window(of: node), as: type)
        case .signed: value = Integer(exactly: Int64(bitPattern: node.payload))
        case .unsigned: value = Integer(exactly: node.payload)
        case .double: value = Integer(exactly: Double(bitPattern: node.payload))
        case .float: value = Integer(exactly: Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.payload))))
        default: throw mismatch(type, at: index)
        }
        guard let value else {
            throw corrupted("the number \(numberDescription(node)) does not fit \(type)", at: index)
        }
        return value
    }

    func double(at index: UInt32) throws -> Double {
        let node = arena[index]
        switch node.kind {
        case .number:
            guard let value = DecimalText.double(arena.window(of: node)) else {
                throw corrupted("the number \(arena.string(of: node)) does not fit Double", at: index)
            }
            return value
        case .signed: return Double(Int64(bitPattern: node.payload))
        case .unsigned: return Double(node.payload)
        case .double: return Double(bitPattern: node.payload)
        case .float: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.payload)))
        default: throw mismatch(Double.self, at: index)
        }
    }

    func float(at index: UInt32) throws -> Float {
        if convertsScalars, let value = try converted(Float.self, at: index) { return value }
        let node = arena[index]
        // Going through Double would round twice.
        let value = node.kind == .number ? Float(arena.string(of: node)) : Float(try double(at: index))
        guard let value, value.isFinite || node.kind != .number else {
            throw node.kind == .number
                ? corrupted("the number \(arena.string(of: node)) does not fit Float", at: index)
                : mismatch(Float.self, at: index)
        }
        return value
    }

    func isNull(at index: UInt32) -> Bool { arena[index].kind == .null }

    private func numberDescription(_ node: ValueNode) -> String {
        switch node.kind {
        case .number: arena.string(of: node)
        case .signed: String(Int64(bitPattern: node.payload))
        case .unsigned: String(node.payload)
        case .double: Double(bitPattern: node.payload).description
        default: Float(bitPattern: UInt32(truncatingIfNeeded: node.payload)).description
        }
    }

    func timestamp(at index: UInt32) throws -> Timestamp {
        let node = arena[index]
        if node.kind == .date { return arena.timestamp(of: node) }
        let value: Timestamp?
        switch timestamps {
        case .iso8601: value = Timestamp(try string(at: index))
        case .secondsSince1970: value = Timestamp(secondsSince1970: try double(at: index))
        case .millisecondsSince1970:
            // A whole number is exact, its thousandth as a Double isn't.
            if let whole = try? plainInteger(Int64.self, at: index) {
                value = Timestamp(millisecondsSince1970: whole)
            } else {
                value = Timestamp(secondsSince1970: try double(at: index) / 1000)
            }
        case .secondsSince2001:
            value = Timestamp(secondsSince1970: try double(at: index) + Double(Timestamp.from1970To2001))
        }
        guard let value else { throw corrupted("not a date in the format \(timestamps)", at: index) }
        return value
    }

    /// Decodes any type: well-known ones directly, arrays of scalars in one loop, others through `Decodable`.
    func decode<Value: Decodable>(_ type: Value.Type, at index: UInt32) throws -> Value {
        if conversions != nil, let value = try converted(type, at: index) { return value }
        // Types that need no decoder of their own. Otherwise every element of `[Double]` would cost a call through two
        // witness tables.
        let identity = ObjectIdentifier(type)
        let kind = arena[index].kind
        if identity == known.json { return identical(arena.jsonValue(at: index)) }
        if identity == known.timestamp { return identical(try timestamp(at: index)) }
        if kind == .array {
            if identity == known.strings { return identical(try array(at: index) { try string(at: $0) }) }
            if identity == known.doubles { return identical(try array(at: index) { try double(at: $0) }) }
            if identity == known.integers {
                return identical(try array(at: index) { try integer(Int.self, at: $0) })
            }
            if let list = lists.list(type) { return try decode(list, at: index) }
        } else if kind == .data, identity == known.bytes {
            return identical(arena.data(of: arena[index]))
        } else if identity == known.string {
            return identical(try string(at: index))
        }
        let keepsKeys = hasKeyStrategy && type is any StringKeyedDictionary.Type
        return try Value(from: ArenaDecoder(context: self, index: index, keepsKeys: keepsKeys))
    }

    /// Decodes an array, known to be `Value`, in one loop.
    private func decode<Value, List: DecodableList>(_ list: List.Type, at index: UInt32) throws -> Value {
        identical(try list.decode(from: self, at: index))
    }

    /// The value by the type's conversion; `nil` if it has none, or if that is what asks.
    ///
    /// Kept apart because this cast would make the caller look up the metadata of `Value?` at every call.
    @inline(never)
    private func converted<Value>(_ type: Value.Type, at index: UInt32) throws -> Value? {
        guard let conversion = conversions?.decoder(for: type), !activeConversions.contains(type, at: index) else {
            return nil
        }
        activeConversions.begin(type, at: index)
        defer { activeConversions.end() }
        let converted = try conversion(ArenaDecoder(context: self, index: index))
        guard let value = converted as? Value else { throw mismatch(Value.self, at: index) }
        return value
    }

    @inline(__always)
    func array<Element>(at index: UInt32, _ element: (UInt32) throws -> Element) throws -> [Element] {
        let node = arena[index]
        guard node.kind == .array else { throw mismatch([Any].self, at: index) }
        var elements: [Element] = []
        guard node.length > 0 else { return elements }
        elements.reserveCapacity(Int(node.length))
        var child = node.firstChild
        repeat {
            elements.append(try element(child))
            child = arena[child].next
        } while child != 0
        return elements
    }
}
