import SockeyeBytes
import Testing

@Suite struct ASCIITests {
    private static let all = UInt8.min...UInt8.max

    @Test func digitsOfEveryByte() {
        for byte in Self.all {
            let character = Character(Unicode.Scalar(byte))
            let isASCII = byte < 0x80
            #expect(ASCII.decimalDigit(byte) == (isASCII ? character.wholeNumberValue.map { UInt8($0) } : nil))
            #expect(ASCII.hexadecimalDigit(byte) == (isASCII ? character.hexDigitValue.map { UInt8($0) } : nil))
            #expect(ASCII.lowercased(byte) == (isASCII ? character.lowercased().utf8.first : byte))
        }
    }

    @Test func everyByteIsWrittenAndReadBack() {
        for byte in Self.all {
            for inCapitals in [false, true] {
                let (high, low) = ASCII.hexadecimal(byte, inCapitals: inCapitals)
                let digits = String(decoding: [high, low], as: UTF8.self)
                #expect(UInt8(digits, radix: 16) == byte)
                #expect(digits == (inCapitals ? digits.uppercased() : digits.lowercased()))
            }
        }
    }

    @Test(
        arguments: [
            ("", "", ""), ("a%20b+c", "a b+c", "a b c"), ("%2B", "+", "+"), ("%", "%", "%"), ("%4", "%4", "%4"),
            ("%4g%41", "%4gA", "%4gA"), ("%%41", "%A", "%A"), ("%c3%A9", "é", "é"),
        ])
    func percentDecoding(text: String, decoded: String, inForm: String) {
        #expect(ASCII.percentDecoded(Array(text.utf8)[...]) == Array(decoded.utf8))
        #expect(ASCII.percentDecoded(Array(text.utf8)[...], isForm: true) == Array(inForm.utf8))
        #expect(ASCII.percentDecoded(Array("%41\(text)".utf8).dropFirst(3)) == Array(decoded.utf8))
    }

    /// RFC 9651 section 4.2.7: a sender may leave out the padding.
    @Test(arguments: [
        ("Zg", "f"), ("Zg==", "f"), ("Zh==", "f"), ("Zm8", "fo"), ("Z", nil), ("Zg=a", nil), ("Z g=", nil),
    ])
    func lenientBase64(text: String, expected: String?) {
        #expect(Base64.decode(sequence: text.utf8) == expected.map { Array($0.utf8) })
    }
}
