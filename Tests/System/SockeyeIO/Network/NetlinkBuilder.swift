/// Messages as the kernel sends them, for tables.
enum Netlink {
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        #if _endian(little)
            return bytes
        #else
            return bytes.reversed()
        #endif
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        padded(number(value.count + 4, 2) + number(type, 2) + value)
    }

    static func message(_ type: Int, flags: Int = 0, sequence: Int = 0, _ body: [UInt8]) -> [UInt8] {
        padded(
            number(16 + body.count, 4) + number(type, 2) + number(flags, 2) + number(sequence, 4) + number(0, 4) + body)
    }

    static func link(
        _ index: Int, _ name: String, hardware: Int = 1, flags: Int = 0x41, kind: String = "", type: Int = 16,
        family: Int = 0
    ) -> [UInt8] {
        let kind = kind.isEmpty ? [] : attribute(18 | 0x8000, attribute(1, Array(kind.utf8) + [0]))
        return message(
            type,
            number(family, 2) + number(hardware, 2) + number(index, 4) + number(flags, 4) + number(0, 4)
                + attribute(3, Array(name.utf8) + [0]) + kind + attribute(4, number(1500, 4)))
    }

    static func address(_ index: Int, _ bytes: [UInt8], _ prefix: Int, flags: Int = 0x80, type: Int = 20) -> [UInt8] {
        message(
            type,
            [bytes.count == 4 ? 2 : 10, UInt8(prefix), UInt8(flags), 0] + number(index, 4)
                + attribute(1, bytes) + (bytes.count == 4 ? attribute(2, bytes) : []))
    }

    static func route(
        _ index: Int?, _ destination: [UInt8], _ prefix: Int, gateway: [UInt8] = [], metric: Int = 0, table: Int = 254,
        kind: UInt8 = 1, flags: Int = 0, size: Int = 4, type: Int = 24, messageFlags: Int = 0, more: [UInt8] = []
    ) -> [UInt8] {
        var body: [UInt8] = [size == 4 ? 2 : 10, UInt8(prefix), 0, 0, table > 255 ? 0 : UInt8(table), 3, 0, kind]
        body += number(flags, 4) + attribute(15, number(table, 4))
        if !destination.isEmpty { body += attribute(1, destination) }
        if !gateway.isEmpty { body += attribute(5, gateway) }
        if metric != 0 { body += attribute(6, number(metric, 4)) }
        if let index { body += attribute(4, number(index, 4)) }
        return message(type, flags: messageFlags, body + more)
    }

    static func hop(_ index: Int, _ gateway: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let attributes = attribute(5, gateway)
        return number(8 + attributes.count, 2) + [flags, 0] + number(index, 4) + attributes
    }

    static func done(of sequence: Int = 0, flags: Int = 2) -> [UInt8] {
        message(3, flags: flags, sequence: sequence, number(0, 4))
    }
}
