import SockeyeParsers
import Testing

@Suite struct JSONErrorTests {
    @Test(arguments: [
        ("[1,\n 2,\n é]", JSONError.Reason.unexpectedByte(0xC3, expected: "a value"), 3, 2, 9),
        ("{\"日本\": x}", .unexpectedByte(UInt8(ascii: "x"), expected: "a value"), 1, 8, 11),
        ("[1,]", .unexpectedByte(UInt8(ascii: "]"), expected: "a value"), 1, 4, 3),
        ("{\"a\":1,}", .unexpectedByte(UInt8(ascii: "}"), expected: "a name in '\"'"), 1, 8, 7),
        ("[1] // x", .unexpectedByte(UInt8(ascii: "/"), expected: "nothing more"), 1, 5, 4),
        ("[\"a\nb\"]", .controlCharacter(0x0A), 1, 4, 3),
        ("[\"\\x\"]", .invalidEscape, 1, 3, 2),
        ("[\"\\ud800x\"]", .loneSurrogate, 1, 3, 2),
        ("[01]", .invalidNumber("a leading zero"), 1, 3, 2),
        ("[nul]", .unexpectedByte(UInt8(ascii: "]"), expected: "'l' of null"), 1, 5, 4),
        ("[[1,2]", .unexpectedEnd("inside an array"), 1, 7, 6),
        ("{\"a\"", .unexpectedEnd("between a name and its value"), 1, 5, 4),
        ("[\"abc", .unexpectedEnd("inside a string"), 1, 6, 5),
        ("", .unexpectedEnd("before a value"), 1, 1, 0),
    ])
    func places(text: String, reason: JSONError.Reason, line: Int, column: Int, offset: Int) {
        let expected = JSONError(
            reason: reason, position: TextPosition(offset: offset, line: line, column: column))
        #expect(JSONEventLog.read([Array(text.utf8)]).error == expected)
        #expect(JSONEventLog.read(text.utf8.map { [$0] }).error == expected)
    }

    @Test func messageNamesPlaceAndRemedy() {
        let error = JSONEventLog.read([Array("[1,\n]".utf8)]).error
        #expect(error?.description == "JSON error at line 2, column 1 (byte 4): expected a value, found ']'")
    }

    @Test(
        "UTF-16, with a mark and without, is refused as that",
        arguments: [[0xFF, 0xFE, 0x7B, 0], [0x7B, 0], [0, 0x7B]])
    func sixteenBits(bytes: [UInt8]) {
        #expect(JSONEventLog.read([bytes]).error?.description.hasSuffix("; JSON is UTF-8, not UTF-16") == true)
    }

    @Test(arguments: [1, 7, 1000]) func limits(piece: Int) {
        func outcome(_ text: String, _ limits: JSONLimits) -> JSONError.Reason? {
            let bytes = Array(text.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: piece).map { bytes[$0..<min($0 + piece, bytes.count)] }
            return JSONEventLog.read(pieces, options: JSONReadingOptions(limits: limits)).error?.reason
        }
        #expect(outcome("[[[]]]", JSONLimits(depthLimit: 3)) == nil)
        #expect(outcome("[[[]]]", JSONLimits(depthLimit: 2)) == .tooDeep(limit: 2))
        #expect(outcome("[1,2]", JSONLimits(sizeLimit: 5)) == nil)
        #expect(outcome("[1,2]", JSONLimits(sizeLimit: 4)) == .tooLarge(limit: 4))
        #expect(outcome(#"["12345"]"#, JSONLimits(stringLimit: 5)) == nil)
        #expect(outcome(#"["123456"]"#, JSONLimits(stringLimit: 5)) == .stringTooLong(limit: 5))
        #expect(outcome(#"["1234\n"]"#, JSONLimits(stringLimit: 5)) == .stringTooLong(limit: 5))
        #expect(outcome(#"["123\n"]"#, JSONLimits(stringLimit: 5)) == nil)
        #expect(outcome("[12345]", JSONLimits(numberLimit: 5)) == nil)
        #expect(outcome("[123456]", JSONLimits(numberLimit: 5)) == .numberTooLong(limit: 5))
    }

    /// What is refused, and why, does not depend on the pieces, even if two reasons apply. (Found by fuzzing.)
    @Test(arguments: [
        ([0x22, 0x61, 0xFF] + [UInt8](repeating: 0x62, count: 20), JSONError.Reason.invalidUTF8),
        ([0x22] + [UInt8](repeating: 0x62, count: 20) + [0xFF, 0x22], .stringTooLong(limit: 10)),
        ([0x22] + [UInt8](repeating: 0x62, count: 11) + [0x22], .stringTooLong(limit: 10)),
        ([0x22] + [UInt8](repeating: 0x62, count: 11) + [0x0A], .stringTooLong(limit: 10)),
        ([0x30, 0x31] + [UInt8](repeating: 0x31, count: 20), .numberTooLong(limit: 10)),
        ([0x30, 0x31, 0x20], .invalidNumber("a leading zero")),
    ])
    func reasonsDoNotDependOnPieces(bytes: [UInt8], reason: JSONError.Reason) {
        let options = JSONReadingOptions(limits: JSONLimits(stringLimit: 10, numberLimit: 10))
        let whole = JSONEventLog.read([bytes], options: options)
        #expect(whole.error?.reason == reason)
        for size in 1...bytes.count {
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(JSONEventLog.read(pieces, options: options).error == whole.error)
        }
    }

    @Test func otherEncodingsAreRefusedWithAHint() throws {
        let error = JSONEventLog.read([[0x22, 0xC4, 0xE3, 0x22]], options: JSONReadingOptions()).error
        #expect(error?.reason == .invalidUTF8)
        #expect(error?.description.contains("for example with iconv(1)") == true)
    }

    @Test func fragmentsCanBeRefused() {
        let options = JSONReadingOptions(allowsFragments: false)
        #expect(JSONEventLog.read([Array("1".utf8)], options: options).error?.reason == .fragment)
        #expect(JSONEventLog.read([Array("\"x\"".utf8)], options: options).error?.reason == .fragment)
        #expect(JSONEventLog.read([Array(" [1]".utf8)], options: options).error == nil)
    }

    /// Hostile texts that would take quadratic time, the stack, or much memory in a naive parser.
    @Test func hostileTextsEndQuickly() {
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(JSONEventLog.read([brackets]).error?.reason == .tooDeep(limit: 512))
        let endless = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        var tokenizer = JSONTokenizer(options: .init(limits: .init(stringLimit: 1 << 20)))
        var sink = JSONEventSink()
        var error: JSONError?
        var rounds = 0
        do throws(JSONError) {
            try tokenizer.feed(Array("[\"".utf8), to: &sink)
            while true {
                rounds += 1
                try tokenizer.feed(endless, to: &sink)
            }
        } catch let caught {
            error = caught
        }
        #expect(error?.reason == .stringTooLong(limit: 1 << 20))
        #expect(rounds == 17)
        let digits = [UInt8](repeating: UInt8(ascii: "7"), count: 1_000_000)
        #expect(JSONEventLog.read([digits]).error?.reason == .numberTooLong(limit: 1000))
    }

    /// A megabyte string that comes byte by byte must take linear, not quadratic, time.
    @Test func aLongStringInSmallPieces() {
        let text = Array(("\"" + String(repeating: "é\\n", count: 250_000) + "\"").utf8)
        let log = JSONEventLog.read(text.map { CollectionOfOne($0) })
        #expect(log.error == nil)
        #expect(log.events.first?.utf8.count == 7 + 3 * 250_000)
    }

    @Test func failureIsRemembered() {
        var tokenizer = JSONTokenizer()
        var sink = JSONEventSink()
        #expect(throws: JSONError.self) { try tokenizer.feed(Array("]".utf8), to: &sink) }
        #expect(throws: JSONError.self) { try tokenizer.feed(Array("[]".utf8), to: &sink) }
        #expect(throws: JSONError.self) { try tokenizer.finish(&sink) }
        tokenizer.reset()
        #expect(throws: Never.self) {
            try tokenizer.feed(Array("[]".utf8), to: &sink)
            try tokenizer.finish(&sink)
        }
        #expect(tokenizer.isComplete)
    }
}
