internal import SockeyeEncodings

//   "bplist00"  objects …                offset table            trailer (32 bytes)
//   ┌────────┬─────────────────────────┬───────────────────────┬─────────────────────────────────────────────────┐
//   │ 8      │ marker, then contents   │ one offset per object │ 6 unused, offset size, reference size, count,   │
//   │        │                         │                       │ top object, offset of the table (8 bytes each)  │
//   └────────┴─────────────────────────┴───────────────────────┴─────────────────────────────────────────────────┘
//   Objects refer to each other by number. All numbers are big-endian.

/// Parses a binary property list. Checks every offset, count and reference before following it.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    private let tableOffset: Int

    /// What an object holds when expanded.
    private struct Size {
        /// The values, including itself.
        var values = 1
        /// The bytes of text and data.
        var bytes = 0
        /// How deep containers are nested, itself included; 0 for a scalar.
        var depth = 0
    }

    /// Objects read so far.
    private var known: [Int: (value: PropertyList, size: Size)] = [:]
    /// The containers being read.
    private var open: Set<Int> = []

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        self.bytes = bytes
        self.limits = limits
        guard bytes.count >= 8 + 1 + 1 + 32 else { throw .binary("the file is too short", offset: bytes.count) }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw .binary("a size in the trailer is not between 1 and 8", offset: trailer + 6)
        }
        func number(at offset: Int) throws(PropertyListError) -> Int {
            var value: UInt64 = 0
            for byte in bytes[offset..<offset + 8] { value = value << 8 | UInt64(byte) }
            // No number in the file can exceed the file's size.
            guard value <= UInt64(bytes.count) else {
                throw .binary("a number in the trailer is out of range", offset: offset)
            }
            return Int(value)
        }
        objectCount = try number(at: trailer + 8)
        topObject = try number(at: trailer + 16)
        tableOffset = try number(at: trailer + 24)
        guard topObject < objectCount else { throw .binary("the top object does not exist", offset: trailer + 16) }
        guard tableOffset >= 8, tableOffset + objectCount * offsetSize <= trailer else {
            throw .binary("the offset table is out of range", offset: trailer + 24)
        }
    }

    mutating func read() throws(PropertyListError) -> PropertyList { try object(topObject, depth: 0).value }

    /// A big-endian number of up to 16 bytes; all but the last eight must be zero.
    private func number(at offset: Int, size: Int) throws(PropertyListError) -> UInt64 {
        guard offset >= 0, size <= tableOffset - offset || offset >= tableOffset else {
            throw .binary("a number is cut off", offset: offset)
        }
        var value: UInt64 = 0
        for (index, byte) in bytes[offset..<offset + size].enumerated() {
            if size - index > 8, byte != 0 { throw .binary("an integer has more than 64 bits", offset: offset) }
            value = value << 8 | UInt64(byte)
        }
        return value
    }

    private func offset(of reference: Int) throws(PropertyListError) -> Int {
        guard reference < objectCount else { throw .binary("object \(reference) does not exist", offset: tableOffset) }
        let place = tableOffset + reference * offsetSize
        let offset = try number(at: place, size: offsetSize)
        guard offset >= 8, offset < UInt64(tableOffset) else {
            throw .binary("the offset of object \(reference) is out of range", offset: place)
        }
        return Int(offset)
    }

    private mutating func object(
        _ reference: Int, depth: Int
    ) throws(PropertyListError) -> (value: PropertyList, size: Size) {
        if let known = known[reference] {
            // It was read less deep: by such references a list could be as deep as it has objects.
            try check(depth: depth, known.size.depth)
            return known
        }
        let start = try offset(of: reference)
        let kind = bytes[start] >> 4
        let result: (value: PropertyList, size: Size)
        if kind == 0xA || kind == 0xC || kind == 0xD {
            try check(depth: depth, 1)
            guard open.insert(reference).inserted else { throw .cycle(offset: start) }
            result = try container(at: start, isDictionary: kind == 0xD, depth: depth)
            open.remove(reference)
        } else {
            let value = try scalar(at: start)
            result = (value, Size(bytes: value.byteCount))
        }
        try check(result.size)
        known[reference] = result
        return result
    }

    /// Checks containers `inner` deep, inside `depth` others.
    private func check(depth: Int, _ inner: Int) throws(PropertyListError) {
        if inner > limits.depthLimit - depth { throw .tooDeep(limit: limits.depthLimit) }
    }

    private func check(_ size: Size) throws(PropertyListError) {
        if size.values > limits.valueLimit { throw .tooManyValues(limit: limits.valueLimit) }
        if size.bytes > limits.expandedLimit { throw .tooLarge(limit: limits.expandedLimit) }
    }

    /// Counts one more reference to an object, before anything is done with what it refers to.
    private func add(_ part: Size, to size: inout Size) throws(PropertyListError) {
        let (values, bytes) = (
            size.values.addingReportingOverflow(part.values), size.bytes.addingReportingOverflow(part.bytes)
        )
        size = Size(
            values: values.overflow ? .max : values.partialValue, bytes: bytes.overflow ? .max : bytes.partialValue,
            depth: max(size.depth, part.depth + 1))
        try check(size)
    }

    /// The count in a marker's low half or in the integer after it, and where the contents begin.
    private func count(at start: Int) throws(PropertyListError) -> (count: Int, contents: Int) {
        let low = Int(bytes[start] & 0x0F)
        if low != 0x0F { return (low, start + 1) }
        guard start + 1 < tableOffset, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0x0F <= 3 else {
            throw .binary("a count is missing", offset: start + 1)
        }
        let size = 1 << Int(bytes[start + 1] & 0x0F)
        let count = try number(at: start + 2, size: size)
        guard count <= UInt64(bytes.count) else { throw .binary("a count is out of range", offset: start + 2) }
        return (Int(count), start + 2 + size)
    }

    /// Returns `count` units of `size` bytes at `start`, if present. `count` must not exceed the file's size.
    private func slice(_ start: Int, _ count: Int, size: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard start <= tableOffset, count <= (tableOffset - start) / size else {
            throw .binary("the contents are cut off", offset: start)
        }
        return bytes[start..<start + count * size]
    }

    private mutating func container(
        at start: Int, isDictionary: Bool, depth: Int
    ) throws(PropertyListError) -> (value: PropertyList, size: Size) {
        let (count, contents) = try count(at: start)
        _ = try slice(contents, isDictionary ? 2 * count : count, size: referenceSize)
        var size = Size(depth: 1)
        var elements: [PropertyList] = []
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
            let valueIndex = isDictionary ? count + index : index
            let place = contents + valueIndex * referenceSize
            let element = try object(try reference(at: place), depth: depth + 1)
            try add(element.size, to: &size)
            if isDictionary {
                let keyPlace = contents + index * referenceSize
                let name = try object(try reference(at: keyPlace), depth: depth + 1)
                guard case .string(let key) = name.value else {
                    throw .binary("a dictionary's key is not a string", offset: keyPlace)
                }
                // A key is hashed whole each time.
                try add(Size(values: 0, bytes: name.size.bytes), to: &size)
                members[key] = element.value
            } else {
                elements.append(element.value)
            }
        }
        return (isDictionary ? .dictionary(members) : .array(elements), size)
    }

    private func reference(at place: Int) throws(PropertyListError) -> Int {
        let reference = try number(at: place, size: referenceSize)
        guard reference < UInt64(objectCount) else {
            throw .binary("object \(reference) does not exist", offset: place)
        }
        return Int(reference)
    }

    private func scalar(at start: Int) throws(PropertyListError) -> PropertyList {
        let low = bytes[start] & 0x0F
        switch bytes[start] >> 4 {
        case 0x0 where low == 0x8: return .boolean(false)
        case 0x0 where low == 0x9: return .boolean(true)
        case 0x1 where low <= 4:
            let size = 1 << Int(low)
            _ = try slice(start + 1, size, size: 1)
            let value = try number(at: start + 1, size: size)
            // Only eight-byte integers are signed.
            if size == 8 { return .integer(Int64(bitPattern: value)) }
            return Int64(exactly: value).map(PropertyList.integer) ?? .unsignedInteger(value)
        case 0x2 where low == 2 || low == 3:
            let size = 1 << Int(low)
            _ = try slice(start + 1, size, size: 1)
            let bits = try number(at: start + 1, size: size)
            return .real(
                size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 0x3 where low == 3:
            _ = try slice(start + 1, 8, size: 1)
            let seconds = Double(bitPattern: try number(at: start + 1, size: 8))
            guard let date = Timestamp(secondsSince1970: seconds + Double(Timestamp.from1970To2001)) else {
                throw .binary("a date is out of range", offset: start)
            }
            return .date(date)
        case 0x4:
            let (count, contents) = try count(at: start)
            return .data(Array(try slice(contents, count, size: 1)))
        case 0x5:
            let (count, contents) = try count(at: start)
            let text = try slice(contents, count, size: 1)
            guard text.allSatisfy({ $0 < 0x80 }) else {
                throw .binary("a string marked as ASCII has other bytes", offset: contents)
            }
            return .string(String(decoding: text, as: UTF8.self))
        case 0x6:
            let (count, contents) = try count(at: start)
            let units = try slice(contents, count, size: 2)
            let decoded = TextEncoding.utf16(isBigEndian: true).decodeMarking(Array(units))
            guard decoded.firstInvalid == nil else {
                throw .binary("a string is not valid UTF-16", offset: contents)
            }
            return .string(decoded.text)
        case 0x8:
            let size = Int(low) + 1
            _ = try slice(start + 1, size, size: 1)
            return .uid(try number(at: start + 1, size: size))
        default: throw .binary("unknown marker 0x\(String(bytes[start], radix: 16))", offset: start)
        }
    }
}

extension PropertyList {
    /// The bytes of a text or of data.
    fileprivate var byteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        default: 0
        }
    }
}
