extension DecodingContext {
    func bool(at index: UInt32) throws -> Bool {
        switch arena[index].kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(Bool.self, at: index)
        }
    }

    @inline(__always)
    func string(at index: UInt32) throws -> String {
        let node = arena[index]
        guard node.kind == .string else { throw mismatch(String.self, at: index) }
        return arena.string(of: node)
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at index: UInt32) throws -> Integer {
        let node = arena[index]
        let value: Integer?
        switch node.kind {
        case .number: value = numberText(node) { DecimalText.integer($0, as: type) }
        case .signed: value = Integer(exactly: Int64(bitPattern: node.payload))
        case .unsigned: value = Integer(exactly: node.payload)
        case .double: value = Integer(exactly: Double(bitPattern: node.payload))
        case .float: value = Integer(exactly: Float(bitPattern: UInt32(truncatingIfNeeded: node.payload)))
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
            guard let value = numberText(node, DecimalText.double) else {
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
        let node = arena[index]
        // Through Double it would be rounded twice.
        let value = node.kind == .number ? Float(arena.string(of: node)) : Float(try double(at: index))
        guard let value, value.isFinite || node.kind != .number else {
            throw node.kind == .number
                ? corrupted("the number \(arena.string(of: node)) does not fit Float", at: index)
                : mismatch(Float.self, at: index)
        }
        return value
    }

    func isNull(at index: UInt32) -> Bool { arena[index].kind == .null }

    @inline(__always)
    private func numberText<Value>(_ node: ValueNode, _ convert: (Span<UInt8>) -> Value?) -> Value? {
        let window = arena.window(of: node)
        return convert(window.text(from: 0, to: window.count, isASCII: true).span)
    }

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
        case .millisecondsSince1970: value = Timestamp(secondsSince1970: try double(at: index) / 1000)
        case .secondsSince2001:
            value = Timestamp(secondsSince1970: try double(at: index) + Double(Timestamp.from1970To2001))
        }
        guard let value else { throw corrupted("no date in the format \(timestamps)", at: index) }
        return value
    }

    /// Decodes any type: the ones this module knows directly, arrays of scalars in one go, others by their own means.
    func decode<Value: Decodable>(_ type: Value.Type, at index: UInt32) throws -> Value {
        if let conversion = conversions?.decoder(for: type) {
            let converted = try conversion(ArenaDecoder(context: self, index: index))
            guard let value = converted as? Value else { throw mismatch(type, at: index) }
            return value
        }
        if hasKeyStrategy, type is any StringKeyedDictionary.Type { arena[index].keepsKeys = true }
        if let value = try wellKnown(type, at: index) { return value }
        return try Value(from: ArenaDecoder(context: self, index: index))
    }

    /// Types that need no decoder of their own. An element of `[Double]` would otherwise cost a call through two
    /// witness tables (measured: 5 × as long for the whole array).
    @inline(__always)
    private func wellKnown<Value: Decodable>(_ type: Value.Type, at index: UInt32) throws -> Value? {
        if type == String.self { return try string(at: index) as? Value }
        if type == Double.self { return try double(at: index) as? Value }
        if type == Int.self { return try integer(Int.self, at: index) as? Value }
        if type == [String].self { return try array(at: index, string(at:)) as? Value }
        if type == [Double].self { return try array(at: index, double(at:)) as? Value }
        if type == [Int].self { return try array(at: index) { try integer(Int.self, at: $0) } as? Value }
        if type == [UInt8].self, arena[index].kind == .data { return arena.data(of: arena[index]) as? Value }
        if type == Timestamp.self { return try timestamp(at: index) as? Value }
        if type == JSONValue.self { return arena.jsonValue(at: index) as? Value }
        return nil
    }

    @inline(__always)
    private func array<Element>(at index: UInt32, _ element: (UInt32) throws -> Element) throws -> [Element] {
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
