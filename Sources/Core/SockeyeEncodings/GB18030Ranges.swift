/// The four-byte codes of gb18030, which cover the rest of Unicode.
enum GB18030Ranges {
    private static func pointer(_ code: [UInt8]) -> Int {
        ((Int(code[0]) - 0x81) * 10 + Int(code[1]) - 0x30) * 1260 + (Int(code[2]) - 0x81) * 10 + Int(code[3]) - 0x30
    }

    static func scalar(_ code: [UInt8]) -> UInt32? {
        let pointer = pointer(code)
        // Section 5, "index gb18030 ranges code point": beyond the basic plane the codes are in order.
        if pointer > 39419 && pointer < 189_000 || pointer > 1_237_575 { return nil }
        if pointer == 7457 { return 0xE7C7 }
        if pointer >= 189_000 { return UInt32(0x10000 + pointer - 189_000) }
        let found = Converter(from: "GB18030", to: "UTF-32LE")?.scalars(code) ?? []
        return found.count == 1 ? found[0] : nil
    }

    static func code(_ scalar: UInt32) -> [UInt8]? {
        var pointer = 7457
        if scalar >= 0x10000 {
            pointer = 189_000 + Int(scalar) - 0x10000
        } else if scalar != 0xE7C7 {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar >> (8 * UInt32($0))) }
            guard let code = Converter(from: "UTF-32LE", to: "GB18030")?.convert(bytes), code.count == 4 else {
                return nil
            }
            return code
        }
        return [
            UInt8(truncatingIfNeeded: pointer / 12600 + 0x81), UInt8(truncatingIfNeeded: pointer / 1260 % 10 + 0x30),
            UInt8(truncatingIfNeeded: pointer / 10 % 126 + 0x81), UInt8(truncatingIfNeeded: pointer % 10 + 0x30),
        ]
    }

    /// The two bytes of characters for private use that have real ones since GB 18030-2022: still written, no longer read
    /// (section 10.2.2).
    static func formerCode(_ scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0xE78D...0xE793: [0xA6, UInt8(truncatingIfNeeded: scalar - 0xE78D + 0xD9)]
        case 0xE794...0xE795: [0xA6, UInt8(truncatingIfNeeded: scalar - 0xE794 + 0xEC)]
        case 0xE796: [0xA6, 0xF3]
        case 0xE81E: [0xFE, 0x59]
        case 0xE826: [0xFE, 0x61]
        case 0xE82B...0xE82C: [0xFE, UInt8(truncatingIfNeeded: scalar - 0xE82B + 0x66)]
        case 0xE832: [0xFE, 0x6D]
        case 0xE843: [0xFE, 0x7E]
        case 0xE854: [0xFE, 0x90]
        case 0xE864: [0xFE, 0xA0]
        default: nil
        }
    }
}
