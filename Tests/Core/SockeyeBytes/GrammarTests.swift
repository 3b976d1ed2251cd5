import SockeyeBytes
import Testing

@Suite("Grammar")
struct GrammarTests {
    @Test(
        "A decimal number has digits and nothing else",
        arguments: [
            ("0", 0), ("007", 7), ("9223372036854775807", Int64.max), ("9223372036854775808", nil), ("", nil),
            ("+1", nil), ("-1", nil), (" 1", nil), ("1 ", nil), ("0x10", nil), ("1,1", nil), ("１", nil),
        ] as [(String, Int64?)]
    )
    func decimalNumber(text: String, expected: Int64?) {
        #expect(ASCII.decimalNumber(text.utf8) == expected)
    }

    @Test("Field values may hold tab, visible ASCII and opaque bytes, and no control")
    func fieldValueBytes() {
        for byte in UInt8.min...UInt8.max {
            let allowed = byte == 0x09 || (0x20...0x7E).contains(byte) || byte >= 0x80
            #expect(Grammar.isFieldValueByte(byte) == allowed, "byte \(byte)")
        }
    }
}
