import Testing

@testable import SockeyeCLI

struct SwiftLiteralTests {
    @Test(
        "Text that would end the literal, or hide in it, is escaped",
        arguments: [
            ("plain", #""plain""#), (#"a"b\c"#, #""a\"b\\c""#), ("1\n2\r\t", #""1\n2\r\t""#),
            ("\u{0}\u{1B}", #""\u{0}\u{1b}""#),
            ("é 张 🎬", #""é 张 🎬""#), ("a\u{202E}b\u{2028}", #""a\u{202e}b\u{2028}""#), (#"\(x)"#, #""\\(x)""#),
        ])
    func strings(text: String, literal: String) {
        #expect(SwiftLiteral.string(text) == literal)
    }

    @Test func octetsDurationsAndComments() {
        #expect(SwiftLiteral.octets(Array("a=b".utf8)) == #"Array("a=b".utf8)"#)
        #expect(SwiftLiteral.octets([0xFF, 0]) == "[255, 0]")
        #expect(SwiftLiteral.duration(.seconds(3)) == ".seconds(3)")
        #expect(SwiftLiteral.duration(.milliseconds(1_500)) == ".milliseconds(1500)")
        #expect(SwiftLiteral.comment("a\nb \"c\"") == #"// a\nb "c""#)
    }
}
