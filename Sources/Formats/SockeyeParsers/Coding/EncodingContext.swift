/// State that all encoders of one document share.
final class EncodingContext {
    let arena: ValueArena
    let keys: KeyStrategy
    let hasKeyStrategy: Bool
    let timestamps: TimestampFormat
    /// Whether the format has its own dates and data.
    let isPropertyList: Bool
    let conversions: ValueConversions?
    let convertsScalars: Bool
    let userInfo: [CodingUserInfoKey: any Sendable]
    let known = WellKnownTypes()
    fileprivate var nestedMembers: [NestedPlace: UInt32] = [:]
    var activeConversions = ActiveConversions()

    fileprivate struct NestedPlace: Hashable {
        let object: UInt32
        let name: String.UTF8ViewKey
    }

    init(
        arena: ValueArena, keys: KeyStrategy, timestamps: TimestampFormat, isPropertyList: Bool,
        conversions: ValueConversions, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(EncodingError) {
        try conversions.checkEncoding()
        self.arena = arena
        self.keys = keys
        hasKeyStrategy = !keys.isDefault
        self.timestamps = timestamps
        self.isPropertyList = isPropertyList
        self.conversions = conversions.isEmpty ? nil : conversions
        convertsScalars = conversions.holdScalars
        self.userInfo = userInfo
    }
}

extension EncodingContext {
    /// Makes the node a container, unless it already is one of this kind: a type may request its container twice, as a
    /// class and its superclass do.
    func makeContainer(_ kind: ValueNode.Kind, at index: UInt32) {
        guard arena[index].kind != kind else { return }
        arena[index].kind = kind
        arena[index].payload = 0
        arena[index].length = 0
    }

    /// The member for a nested container: the one of an earlier request for a container of that name, if any, to which it
    /// then adds.
    func nestedMember(_ name: String, of object: UInt32) -> UInt32 {
        let place = NestedPlace(object: object, name: String.UTF8ViewKey(name))
        if let known = nestedMembers[place] { return known }
        let member = addMember(name, to: object)
        nestedMembers[place] = member
        return member
    }

    @inline(__always)
    func addMember(_ name: String, to object: UInt32) -> UInt32 {
        let index = arena.addChild(of: object)
        if hasKeyStrategy, !arena[object].keepsKeys {
            arena.setKey(keys.documentName(for: name), at: index)
        } else {
            arena.setKey(name, at: index)
        }
        return index
    }

    @inline(__always)
    func setBool(_ value: Bool, at index: UInt32) throws {
        if convertsScalars, try convert(value, at: index) { return }
        arena[index].kind = value ? .yes : .no
    }

    @inline(__always)
    func setString(_ value: String, at index: UInt32) { setText(value, .string, at: index) }

    @inline(__always)
    private func setText(_ value: String, _ kind: ValueNode.Kind, at index: UInt32) {
        let offset = arena.endOffset
        arena.bytes.append(value)
        arena[index].kind = kind
        arena[index].payload = UInt64(UInt32(truncatingIfNeeded: offset))
        arena[index].length = UInt32(truncatingIfNeeded: arena.endOffset - offset)
    }

    @inline(__always)
    func setInteger<Integer: FixedWidthInteger & Encodable>(_ value: Integer, at index: UInt32) throws {
        if convertsScalars, try convert(value, at: index) { return }
        if Integer.bitWidth > 64, Int64(exactly: value) == nil, UInt64(exactly: value) == nil {
            // A real would be near it, not equal.
            if isPropertyList { throw unfit(value, "property lists have no integers beyond 64 bits", at: index) }
            setText(String(value), .number, at: index)
            return
        }
        if Integer.isSigned, Integer.bitWidth <= 64 || value < 0 {
            arena[index].kind = .signed
            arena[index].payload = UInt64(bitPattern: Int64(truncatingIfNeeded: value))
        } else {
            arena[index].kind = .unsigned
            arena[index].payload = UInt64(truncatingIfNeeded: value)
        }
    }

    func setDouble(_ value: Double, at index: UInt32) throws {
        try refuseNonFinite(value, value.isFinite, at: index)
        arena[index].kind = .double
        arena[index].payload = value.bitPattern
    }

    func setFloat(_ value: Float, at index: UInt32) throws {
        if convertsScalars, try convert(value, at: index) { return }
        try refuseNonFinite(value, value.isFinite, at: index)
        arena[index].kind = .float
        arena[index].payload = UInt64(value.bitPattern)
    }

    private func refuseNonFinite(_ value: Any, _ isFinite: Bool, at index: UInt32) throws {
        // Property lists have infinities and NaN, JSON doesn't (RFC 8259 section 6).
        guard !isFinite, !isPropertyList else { return }
        throw unfit(value, "JSON cannot represent \(value)", at: index)
    }

    private func unfit(_ value: Any, _ message: String, at index: UInt32) -> EncodingError {
        .invalidValue(value, .init(codingPath: arena.codingPath(of: index), debugDescription: message))
    }

    func setTimestamp(_ value: Timestamp, at index: UInt32) throws {
        if isPropertyList {
            arena.setTimestamp(value, at: index)
            return
        }
        switch timestamps {
        case .iso8601:
            guard Timestamp.writable.contains(value.seconds) else {
                throw unfit(value, "RFC 3339 cannot write the year of \(value)", at: index)
            }
            setString(value.description, at: index)
        case .secondsSince1970: try setDouble(value.secondsSince1970, at: index)
        case .millisecondsSince1970:
            let milliseconds = (Double(value.nanoseconds) / 1_000_000).rounded()
            try setDouble(Double(value.seconds) * 1000 + milliseconds, at: index)
        case .secondsSince2001:
            let since2001 = Timestamp(
                seconds: value.seconds &- Timestamp.from1970To2001, nanoseconds: value.nanoseconds)
            try setDouble(since2001.secondsSince1970, at: index)
        }
    }
}
