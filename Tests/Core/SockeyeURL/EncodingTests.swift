import Testing

@testable import SockeyeURL

@Suite("Percent- and form-encoding")
struct EncodingTests {
    /// The visible ASCII characters that each set encodes, from the URL Standard section 1.3.
    @Test(
        "A set encodes these visible characters and no others",
        arguments: [
            (PercentEncodeSet.c0Control, ""), (.fragment, " \"<>`"), (.query, " \"#<>"), (.specialQuery, " \"#<>'"),
            (.path, " \"#<>?^`{}"), (.userinfo, " \"#<>?^`{}/:;=@[\\]|"),
            (.component, " \"#<>?^`{}/:;=@[\\]|$%&+,"), (.formURLEncoded, " \"#<>?^`{}/:;=@[\\]|$%&+,!'()~"),
            (.allButUnreserved, " \"#<>?^`{}/:;=@[\\]|$%&+,!'()*"),
        ]
    )
    func sets(set: PercentEncodeSet, characters: String) {
        for byte in UInt8.min...UInt8.max {
            let expected = byte < 0x20 || byte >= 0x7F || characters.utf8.contains(byte)
            #expect(set.contains(byte) == expected, "byte \(byte)")
        }
    }

    @Test("Text is encoded byte by byte, in capitals")
    func encode() {
        #expect(PercentEncoding.encode("a b/é%41~", .component) == "a%20b%2F%C3%A9%2541~")
        #expect(PercentEncoding.encode("a b/é%41~", .path) == "a%20b/%C3%A9%41~")
        #expect(PercentEncoding.encode("", .path) == "")
    }

    @Test(
        "Decoding undoes %XX and leaves a stray % alone",
        arguments: [
            ("a%20b", Array("a b".utf8)), ("%", [0x25]), ("%2", Array("%2".utf8)), ("%zz%4", Array("%zz%4".utf8)),
            ("%00%fF", [0, 0xFF]), ("%%41", Array("%A".utf8)), ("+", [0x2B]), ("", []),
        ] as [(String, [UInt8])]
    )
    func decode(text: String, bytes: [UInt8]) {
        #expect(PercentEncoding.decode(text) == bytes)
    }

    @Test("Forms: spaces as +, letters, digits and *-._ as they are, the rest as %XX")
    func forms() {
        #expect(FormEncoding.serialize([]) == "")
        #expect(FormEncoding.serialize([("", "")]) == "=")
        #expect(
            FormEncoding.serialize([("user", "张三"), ("pwd", "1 2&3=4+5"), ("user", "*-._~\r\n")])
                == "user=%E5%BC%A0%E4%B8%89&pwd=1+2%263%3D4%2B5&user=*-._%7E%0D%0A")
        #expect(FormEncoding.encode("a b") == "a+b")
    }

    @Test(
        "Quoted text cannot steer a terminal",
        arguments: [
            ("plain é 张", "\"plain é 张\""), ("a\u{1B}[2Jb", "\"a\\u{1B}[2Jb\""), ("\u{202E}x", "\"\\u{202E}x\""),
            ("\"\\\t\r\n", "\"\\\"\\\\\\t\\r\\n\""), ("\u{9B}", "\"\\u{9B}\""), ("\u{2028}\0", "\"\\u{2028}\\u{0}\""),
        ]
    )
    func quoted(text: String, shown: String) {
        #expect(SafeText.quoted(text) == shown)
        #expect(SafeText.quoted("abcdef", limit: 3) == "\"abc…\"")
    }
}
