import SockeyeParsers
import Testing

/// All of JSONTestSuite: `y_` must be accepted, `n_` refused, `i_` may go either way and is listed below.
@Suite struct JSONConformanceTests {
    /// The outcome of every text for which RFC 8259 leaves the choice.
    static let implementationDefined: [String: Bool] = [
        "i_number_double_huge_neg_exp.json": true,
        "i_number_huge_exp.json": true,
        "i_number_neg_int_huge_exp.json": true,
        "i_number_pos_double_huge_exp.json": true,
        "i_number_real_neg_overflow.json": true,
        "i_number_real_pos_overflow.json": true,
        "i_number_real_underflow.json": true,
        "i_number_too_big_neg_int.json": true,
        "i_number_too_big_pos_int.json": true,
        "i_number_very_big_negative_int.json": true,
        "i_object_key_lone_2nd_surrogate.json": false,
        "i_string_1st_surrogate_but_2nd_missing.json": false,
        "i_string_1st_valid_surrogate_2nd_invalid.json": false,
        "i_string_UTF-16LE_with_BOM.json": false,
        "i_string_UTF-8_invalid_sequence.json": false,
        "i_string_UTF8_surrogate_U+D800.json": false,
        "i_string_incomplete_surrogate_and_escape_valid.json": false,
        "i_string_incomplete_surrogate_pair.json": false,
        "i_string_incomplete_surrogates_escape_valid.json": false,
        "i_string_invalid_lonely_surrogate.json": false,
        "i_string_invalid_surrogate.json": false,
        "i_string_invalid_utf-8.json": false,
        "i_string_inverted_surrogates_U+1D11E.json": false,
        "i_string_iso_latin_1.json": false,
        "i_string_lone_second_surrogate.json": false,
        "i_string_lone_utf8_continuation_byte.json": false,
        "i_string_not_in_unicode_range.json": false,
        "i_string_overlong_sequence_2_bytes.json": false,
        "i_string_overlong_sequence_6_bytes.json": false,
        "i_string_overlong_sequence_6_bytes_null.json": false,
        "i_string_truncated-utf-8.json": false,
        "i_string_utf16BE_no_BOM.json": false,
        "i_string_utf16LE_no_BOM.json": false,
        "i_structure_500_nested_arrays.json": true,
        "i_structure_UTF-8_BOM_empty_object.json": true,
    ]

    static let cases: [(name: String, bytes: [UInt8])] = (try? SharedData.files(in: "json/test_parsing")) ?? []

    @Test func theDataIsThere() throws {
        #expect(Self.cases.count == 318)
        #expect(try SharedData.files(in: "json/test_transform").count == 22)
    }

    @Test(arguments: cases.map(\.name)) func text(name: String) throws {
        let bytes = try #require(Self.cases.first { $0.name == name }).bytes
        let whole = JSONEventLog.read([bytes])
        switch name.prefix(2) {
        case "y_": #expect(whole.error == nil)
        case "n_": #expect(whole.error != nil)
        default: #expect((whole.error == nil) == Self.implementationDefined[name], "\(whole.error as Any)")
        }
        // Byte by byte, and split once at every position (long texts at some): the same events and the same error.
        let byByte = JSONEventLog.read(bytes.map { [$0] })
        #expect(byByte.events == whole.events)
        #expect(byByte.error == whole.error)
        for cut in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 200)) {
            let halves = JSONEventLog.read([bytes[..<cut], bytes[cut...]])
            #expect(halves.events == whole.events, "cut at \(cut)")
            #expect(halves.error == whole.error, "cut at \(cut)")
        }
    }

    @Test(arguments: (try? SharedData.files(in: "json/test_transform").map(\.name)) ?? [])
    func transformDoesNotTrap(name: String) throws {
        let bytes = try #require(try SharedData.files(in: "json/test_transform").first { $0.name == name }).bytes
        let log = JSONEventLog.read([bytes])
        let value = try? JSONValue(parsing: bytes)
        #expect((value == nil) == (log.error != nil))
    }
}
