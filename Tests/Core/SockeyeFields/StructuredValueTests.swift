import SockeyeFields
import Testing

@Suite("Structured fields (RFC 9651)")
struct StructuredValueTests {
    @Test(
        "Items",
        arguments: [
            ("1", .integer(1)), ("-0", .integer(0)), ("  -999999999999999  ", .integer(-999_999_999_999_999)),
            ("1;a;b=?0", .integer(1)), ("?1", .boolean(true)), ("?0", .boolean(false)), ("::", .bytes(base64: "")),
            (":aGk=:", .bytes(base64: "aGk=")), (":aGk:;p=1", .bytes(base64: "aGk")), ("1.5", .other),
            ("\"a, b\\\"\\\\\"", .other), ("*a:b/c", .other), ("@1659578233", .other), ("%\"f%c3%bc\"", .other),
            ("", nil), ("-", nil), ("--1", nil), ("1234567890123456", nil), ("1.", nil), ("1.2345", nil), ("1 2", nil),
            ("1234567890123.1", nil), ("?2", nil), (":a b:", nil), (":aGk=", nil), (":-_:", nil), ("\"a", nil),
            ("\"\\a\"", nil), ("\"ü\"", nil), ("@1.5", nil), ("%\"%C3%BC\"", nil), ("%\"%c3\"", nil), ("%\"%c\"", nil),
            ("(1 2)", nil), ("1;", nil), ("1;A", nil), ("1;a=", nil), ("\t1", nil),
        ] as [(String, StructuredValue?)])
    func items(_ text: String, _ value: StructuredValue?) {
        #expect(StructuredValue.item(in: text) == value)
    }

    @Test(
        "Dictionaries",
        arguments: [
            ("", [:]), ("a=1,b=2 \t,\t c", ["a": .integer(1), "b": .integer(2), "c": .boolean(true)]),
            ("sha-256=:aGk=:;x=\",\", *k.1_=(\"a,b\" 2;p);q", ["sha-256": .bytes(base64: "aGk="), "*k.1_": .other]),
            ("a=1, a=?0", ["a": .boolean(false)]), ("a;p=1", ["a": .boolean(true)]), ("a=()", ["a": .other]),
            ("a=1,", nil), (",a=1", nil), ("a=1 b=2", nil), ("A=1", nil), ("a =1", nil), ("a= 1", nil), ("a=(1", nil),
            ("a=(1,2)", nil), ("a=(1\"b\")", nil), ("1=1", nil), ("sha-256=aGk=:", nil), ("a=1,,b", nil),
        ] as [(String, [String: StructuredValue]?)])
    func dictionaries(_ text: String, _ members: [String: StructuredValue]?) {
        let found = StructuredValue.dictionary(in: text)
        #expect(found.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.value) }) } == members)
    }
    /// In the order in which the keys came, the last value of each (section 4.2.2); in time that grows with the text alone.
    @Test func keysAreOverwrittenInPlace() throws {
        let keys = (0..<50_000).map { "k\($0)" }
        let found = try #require(StructuredValue.dictionary(in: (keys + ["k1=7"]).joined(separator: ",")))
        #expect(found.map(\.key) == keys && found[1].value == .integer(7) && found[2].value == .boolean(true))
    }
}
