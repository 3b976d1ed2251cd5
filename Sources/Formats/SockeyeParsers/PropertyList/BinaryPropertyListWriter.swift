/// Writes a property list in the binary format; see the reader for the layout. Writes equal scalars once.
struct BinaryPropertyListWriter {
    /// What to write for an object: a scalar, or references to the objects inside.
    private enum Object {
        case scalar(PropertyList)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private var objects: [Object] = []
    private var scalars: [Scalar: Int] = [:]

    /// What is written once: a scalar that equals another one in what is written of it. Swift's own equality differs: it
    /// holds for spellings of the same characters and for both zeros, and for no NaN.
    private enum Scalar: Hashable {
        case string(String.UTF8ViewKey)
        case real(UInt64)
        case other(PropertyList)

        init(_ list: PropertyList) {
            switch list {
            case .string(let text): self = .string(String.UTF8ViewKey(text))
            case .real(let number): self = .real(number.bitPattern)
            default: self = .other(list)
            }
        }
    }

    static func bytes(_ list: PropertyList) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        _ = writer.collect(list)
        return writer.written()
    }

    /// Numbers the list and everything in it; returns the list's own number.
    private mutating func collect(_ list: PropertyList) -> Int {
        let number = objects.count
        switch list {
        case .array(let elements):
            objects.append(.array([]))
            objects[number] = .array(elements.map { collect($0) })
        case .dictionary(let members):
            objects.append(.array([]))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let keys = sorted.map { collect(.string($0.key)) }
            objects[number] = .dictionary(keys: keys, values: sorted.map { collect($0.value) })
        default:
            let scalar = Scalar(list)
            if let known = scalars[scalar] { return known }
            objects.append(.scalar(list))
            scalars[scalar] = number
        }
        return number
    }

    private func written() -> [UInt8] {
        var output = Array("bplist00".utf8)
        var offsets: [Int] = []
        let referenceSize = Self.bytesNeeded(for: objects.count)
        for object in objects {
            offsets.append(output.count)
            switch object {
            case .scalar(let value): Self.append(value, to: &output)
            case .array(let references):
                Self.append(marker: 0xA0, count: references.count, to: &output)
                for reference in references { Self.append(reference, size: referenceSize, to: &output) }
            case .dictionary(let keys, let values):
                Self.append(marker: 0xD0, count: keys.count, to: &output)
                for reference in keys + values { Self.append(reference, size: referenceSize, to: &output) }
            }
        }
        let tableOffset = output.count
        let offsetSize = Self.bytesNeeded(for: tableOffset)
        for offset in offsets { Self.append(offset, size: offsetSize, to: &output) }
        output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, tableOffset] { Self.append(number, size: 8, to: &output) }
        return output
    }

    private static func bytesNeeded(for number: Int) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }

    private static func append(_ number: some FixedWidthInteger, size: Int, to output: inout [UInt8]) {
        for place in (0..<size).reversed() { output.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    private static func append(marker: UInt8, count: Int, to output: inout [UInt8]) {
        if count < 15 {
            output.append(marker | UInt8(count))
        } else {
            output.append(marker | 0x0F)
            appendInteger(UInt64(count), to: &output)
        }
    }

    private static func appendInteger(_ value: UInt64, to output: inout [UInt8]) {
        let power = value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFF_FFFF ? 2 : 3
        output.append(0x10 | UInt8(power))
        append(value, size: 1 << power, to: &output)
    }

    private static func append(_ value: PropertyList, to output: inout [UInt8]) {
        switch value {
        case .boolean(let value): output.append(value ? 0x09 : 0x08)
        case .integer(let value) where value >= 0: appendInteger(UInt64(value), to: &output)
        case .integer(let value):
            output.append(0x13)
            append(value, size: 8, to: &output)
        case .unsignedInteger(let value):
            // Eight bytes would be read as a negative number.
            output.append(0x14)
            append(UInt64(0), size: 8, to: &output)
            append(value, size: 8, to: &output)
        case .real(let value):
            output.append(0x23)
            append(value.bitPattern, size: 8, to: &output)
        case .date(let value):
            output.append(0x33)
            let seconds = Double(value.seconds &- Timestamp.from1970To2001) + Double(value.nanoseconds) / 1e9
            append(seconds.bitPattern, size: 8, to: &output)
        case .data(let value):
            append(marker: 0x40, count: value.count, to: &output)
            output += value
        case .string(let value):
            if value.utf8.allSatisfy({ $0 < 0x80 }) {
                append(marker: 0x50, count: value.utf8.count, to: &output)
                output += value.utf8
            } else {
                append(marker: 0x60, count: value.utf16.count, to: &output)
                for unit in value.utf16 { append(unit, size: 2, to: &output) }
            }
        case .uid(let value):
            let size = bytesNeeded(for: value <= 0xFFFF_FFFF ? Int(value) : .max)
            output.append(0x80 | UInt8(size - 1))
            append(value, size: size, to: &output)
        case .array, .dictionary: break
        }
    }
}
