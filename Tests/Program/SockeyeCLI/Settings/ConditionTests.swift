import Sockeye
import SockeyeFields
import Testing
@testable import SockeyeCLI

@Suite("Conditions")
struct ConditionTests {
    @Test(
        "Dates are read as curl reads them, and in the standard form",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("06 Nov 1994", "Sun, 06 Nov 1994 00:00:00 GMT"), ("Nov 6 1994", "Sun, 06 Nov 1994 00:00:00 GMT"),
            ("6 November 1994", "Sun, 06 Nov 1994 00:00:00 GMT"), ("20041106", "Sat, 06 Nov 2004 00:00:00 GMT"),
            ("Wed 01 Sep 2021 12:18:00", "Wed, 01 Sep 2021 12:18:00 GMT"),
            ("1 Sep 2021 12:18:00 +0200", "Wed, 01 Sep 2021 10:18:00 GMT"),
            ("1 Sep 2021 12:18:00 -0130", "Wed, 01 Sep 2021 13:48:00 GMT"),
            ("1 Sep 2021 12:18 CET", "Wed, 01 Sep 2021 11:18:00 GMT"),
            ("08:49:37 06 Nov 1994 EST", "Sun, 06 Nov 1994 13:49:37 GMT"),
            ("2021-Sep-01", "Wed, 01 Sep 2021 00:00:00 GMT"), ("01-Sep-21", "Wed, 01 Sep 2021 00:00:00 GMT"),
            ("01-Sep-75", "Mon, 01 Sep 1975 00:00:00 GMT"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("31 Feb 2001", "Sat, 03 Mar 2001 00:00:00 GMT"), ("06 Nov 1960", "Sun, 06 Nov 1960 00:00:00 GMT"),
            ("06 Nov 2994", "Thu, 06 Nov 2994 00:00:00 GMT"),
            ("2004-11-06", "Sat, 06 Nov 2004 00:00:00 GMT"), ("2004-11-06 10:11:12", "Sat, 06 Nov 2004 10:11:12 GMT"),
            ("2004-11-06T10:11:12Z", "Sat, 06 Nov 2004 10:11:12 GMT"),
            ("2004-11-06T10:11:12+0200", "Sat, 06 Nov 2004 08:11:12 GMT"),
        ]
    )
    func dates(text: String, expected: String) {
        #expect(DateArgument.parse(text)?.description == expected)
    }

    @Test(
        "Invalid dates",
        arguments: [
            "", "now", "Sep 2021", "2021/09/01", "06.11.1994", "20041106 101112", "08:49", "06 Nov 1994 25:00",
            "06 Nov 1994 06 Dec 1995", "a file", "99999999999999999999", "2004-13-01", "06 Nov 1994 GMT UTC", "é",
            "0000-01-01", "2004-11-06T",
        ]
    )
    func noDates(text: String) {
        #expect(DateArgument.parse(text) == nil)
    }

    @Test(
        "A file of tags becomes a list for If-None-Match",
        arguments: [
            ("\"abc\"\n", "\"abc\""), ("", "\"\""), ("\n", "\"\""), ("W/\"a\"\r\n\"b\"\n", "W/\"a\", \"b\""),
        ]
    )
    func tags(contents: String, expected: String) {
        #expect(ConditionSettings.tags(in: Array(contents.utf8)) == Array(expected.utf8))
    }

    @Test("A time that is neither a date nor a file is a warning")
    func illegalTime() throws {
        let settings = try parse(["-z", "nothing of the kind", "u"])
        #expect(settings.transfer.conditions.moment == nil)
        #expect(settings.warnings.count == 1)
    }

    @Test("Tag options take only one URL", arguments: [["u", "v"], ["{u,v}"]])
    func oneURL(urls: [String]) {
        #expect(parseError(["--etag-save", "f"] + urls)?.exitCode == .failedInitialization)
        #expect(parseError(["--etag-compare", "f"] + urls)?.exitCode == .failedInitialization)
    }
}
