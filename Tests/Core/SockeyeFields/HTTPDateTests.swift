import Glibc
import SockeyeFields
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "All three forms are read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Mon, 01 Jan 1601 00:00:00 GMT", -11_644_473_600), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            // A leap second counts as the second after it.
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            // The weekday doesn't match the date: the date decides.
            ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            // In any letter case (RFC 9111 section 4.2).
            ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777), ("SUN, 06 NOV 1994 08:49:37 GMT", 784_111_777),
            ("sunday, 06-NOV-94 08:49:37 Gmt", 784_111_777), ("SUN nov  6 08:49:37 1994", 784_111_777),
        ] as [(String, Int64)]
    )
    func parsing(text: String, seconds: Int64) {
        #expect(HTTPDate(parsing: text)?.secondsSinceEpoch == seconds)
    }

    @Test(
        "What has none of the forms, or is no day, is refused",
        arguments: [
            "", "0", "Sun", "Sun,", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
            "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Thu, 31 Nov 1994 08:49:37 GMT",
            "Thu, 29 Feb 1900 00:00:00 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 31 Dec 1600 23:59:59 GMT",
            "Fri, 31 Dec 9999 23:59:60 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
            "Sun Nov 06 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov  6 8:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37 GMTx", "Sun, ０６ Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
        ]
    )
    func refused(text: String) {
        #expect(HTTPDate(parsing: text) == nil)
    }

    @Test("A date cut anywhere is refused")
    func cut() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            for length in 0..<text.utf8.count {
                #expect(HTTPDate(parsing: String(text.prefix(length))) == nil, "\(text.prefix(length))")
            }
        }
    }

    @Test(
        "A two-digit year is never more than 50 years ahead",
        arguments: [
            // now, date, year
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", 1994),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 06-Nov-73 08:49:37 GMT", 2073),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 01-Jul-74 12:00:00 GMT", 2074),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 01-Jul-74 12:00:01 GMT", 1974),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 02-Jul-74 00:00:00 GMT", 1974),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 30-Jun-74 23:59:59 GMT", 2074),
            ("Mon, 01 Jul 2024 12:00:00 GMT", "Sunday, 01-Jan-00 00:00:00 GMT", 2000),
            ("Thu, 01 Jul 2060 12:00:00 GMT", "Sunday, 01-Jan-94 00:00:00 GMT", 2094),
            ("Thu, 01 Jul 2060 12:00:00 GMT", "Sunday, 01-Jan-05 00:00:00 GMT", 2105),
            ("Thu, 01 Jul 2060 12:00:00 GMT", "Sunday, 01-Jan-20 00:00:00 GMT", 2020),
            ("Fri, 01 Jul 1994 12:00:00 GMT", "Sunday, 01-Jan-45 00:00:00 GMT", 1945),
        ]
    )
    func twoDigitYears(now: String, text: String, year: Int) throws {
        let now: HTTPDate = try #require(HTTPDate(parsing: now))
        let date = try #require(HTTPDate(parsing: text, now: now))
        #expect(date.description.contains(" \(year) "))
    }

    @Test("Without a clock, two-digit years turn over at 70", arguments: [("69", 2069), ("70", 1970), ("00", 2000)])
    func twoDigitYearsWithoutClock(digits: String, year: Int) throws {
        let date = try #require(HTTPDate(parsing: "Sunday, 06-Nov-\(digits) 08:49:37 GMT"))
        #expect(date.description.contains(" \(year) "))
    }

    @Test("Seconds become the fixed form and come back, as the C library has it")
    func againstLibrary() throws {
        // A little more than every 50 days, from 1601 to 9999: covers every month, kind of year and time of day.
        var seconds: Int64 = -11_644_473_600
        var count = 0
        while seconds <= 253_402_300_799 {
            let date = try #require(HTTPDate(secondsSinceEpoch: seconds))
            var time = time_t(seconds)
            var parts = tm()
            gmtime_r(&time, &parts)
            var buffer = [CChar](repeating: 0, count: 64)
            let length = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            let expected = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard date.description == expected, HTTPDate(parsing: expected) == date else {
                Issue.record("\(seconds): \(date.description), not \(expected)")
                return
            }
            count += 1
            seconds += 4_320_000 + 12_347
        }
        #expect(count > 60_000)
    }

    @Test("Years before 1601 and after 9999 have no date; order is that of time")
    func bounds() throws {
        #expect(HTTPDate(secondsSinceEpoch: -11_644_473_601) == nil)
        #expect(HTTPDate(secondsSinceEpoch: 253_402_300_800) == nil)
        #expect(HTTPDate(secondsSinceEpoch: .min) == nil)
        #expect(HTTPDate(secondsSinceEpoch: .max) == nil)
        let early = try #require(HTTPDate(secondsSinceEpoch: 1))
        let late = try #require(HTTPDate(secondsSinceEpoch: 2))
        #expect(early < late)
    }

    @Test(
        "Retry-After is seconds or a date",
        arguments: [
            ("120", 120), ("0", 0), ("Thu, 01 Jan 1970 00:01:40 GMT", 90), ("Wed, 31 Dec 1969 23:59:59 GMT", 0),
            ("9223372036854775807", .max), ("-1", nil), ("1.5", nil), ("", nil), ("soon", nil), ("1 s", nil),
        ] as [(String, Int64?)]
    )
    func retryAfter(text: String, delay: Int64?) throws {
        let now = try #require(HTTPDate(secondsSinceEpoch: 10))
        let value = RetryAfter(parsing: text)
        #expect(value?.delay(from: now) == delay)
        if let value {
            #expect(value.description == text)
        }
        #expect(RetryAfter.seconds(-5).delay(from: now) == 0)
    }

    @Test("A delay of more seconds than fit is the longest, not none")
    func longDelays() {
        for digits in ["9223372036854775808", "99999999999999999999", String(repeating: "9", count: 1000)] {
            #expect(RetryAfter(parsing: digits) == .seconds(.max))
            #expect(RetryAfter(parsing: digits + "x") == nil)
        }
    }
}
