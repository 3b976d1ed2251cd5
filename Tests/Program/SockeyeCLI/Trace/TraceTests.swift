import Testing

@testable import SockeyeCLI

@Suite("Traces")
struct TraceTests {
    private func text(_ bytes: String, _ isHexadecimal: Bool) -> [String] {
        String(decoding: TraceDump.text("=> Send data", Array(bytes.utf8), isHexadecimal: isHexadecimal), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test("Rows of sixteen bytes, the last one padded")
    func hexadecimal() {
        #expect(
            text("Hello\r\nabcdefghijk", true) == [
                "=> Send data, 18 bytes (0x12)",
                "0000: 48 65 6c 6c 6f 0d 0a 61 62 63 64 65 66 67 68 69 Hello..abcdefghi",
                "0010: 6a 6b                                           jk",
            ])
    }

    @Test(
        "Rows of up to 64 characters, split at line ends, which aren't shown",
        arguments: [
            ("Hello\r\nab\u{7F}é\r\n", ["0000: Hello", "0007: ab..."]),
            ("\r\n\r\nx", ["0000: ", "0002: ", "0004: x"]),
            (String(repeating: "y", count: 64) + "\r\nz", ["0000: " + String(repeating: "y", count: 64), "0042: z"]),
            (String(repeating: "y", count: 65), ["0000: " + String(repeating: "y", count: 64), "0040: y"]),
            ("a\nb\r", ["0000: a.b."]),
        ]
    )
    func plain(bytes: String, rows: [String]) {
        #expect(Array(text(bytes, false).dropFirst()) == rows)
    }

    @Test(
        "The last of -v, --trace and --trace-ascii is used",
        arguments: [
            (["-v", "--trace", "a", "u"], .hexadecimal(file: "a")), (["--trace", "a", "-v", "u"], .verbose),
            (["--trace", "a", "--trace-ascii", "-", "u"], .text(file: "-")), (["-v", "--no-verbose", "u"], .none),
        ] as [([String], TraceSettings.Form)]
    )
    func forms(words: [String], form: TraceSettings.Form) throws {
        #expect(try parse(words).trace.form == form)
    }

    @Test(
        "--trace-config switches ids and time; unknown words are a warning",
        arguments: [
            ("ids", true, false, 0), ("time,IDS", true, true, 0), ("all", true, true, 0), ("all,-time", true, false, 0),
            ("http/2,ids", true, false, 1),
        ]
    )
    func configuration(list: String, ids: Bool, time: Bool, warnings: Int) throws {
        let settings = try parse(["--trace-config", list, "u"])
        #expect(settings.trace.showsIdentifiers == ids)
        #expect(settings.trace.showsTime == time)
        #expect(settings.warnings.count == warnings)
    }
}
