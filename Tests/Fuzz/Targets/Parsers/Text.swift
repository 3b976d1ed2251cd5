import SockeyeParsers

/// A parser's output for bytes in pieces, and whether it refuses them.
private func outcome<Parser: ByteStreamParser>(
    _ parser: Parser, _ bytes: [UInt8], pieceLength: (Int) -> Int
) -> ([Parser.Output], Bool) {
    var parser = parser
    var outputs: [Parser.Output] = []
    do {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, pieceLength(start)))
            try parser.parse(Array(bytes[start..<end]), into: &outputs)
            start = end
        }
        try parser.finish(into: &outputs)
        return (outputs, false)
    } catch {
        require(!"\(error)".isEmpty, "an error without words")
        return (outputs, true)
    }
}

private func check<Parser: ByteStreamParser>(_ parser: Parser, _ bytes: [UInt8], _ choice: Int)
where Parser.Output: Equatable {
    let whole = outcome(parser, bytes) { _ in bytes.count }
    require(whole == outcome(parser, bytes) { _ in 1 }, "byte by byte differs")
    require(whole == outcome(parser, bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
}

extension Check {
    /// However lines, forms, events and records are split, they yield the same values; a form survives writing and reading; text in any charset never traps.
    static func text(_ input: Input) {
        let (bytes, choice) = (input.bytes, input.choice)
        check(LineParser(limit: 20), bytes, choice)
        check(ServerSentEventParser(limit: 40), bytes, choice)
        check(FormParser(fieldLimit: 30, fieldCountLimit: 5), bytes, choice)
        check(JSONRecordParser<JSONValue>(), bytes, choice)
        check(JSONRecordParser<JSONValue>(framing: .textSequence), bytes, choice)
        check(JSONElementParser<JSONValue>(), bytes, choice)
        let form = FormFields(parsing: bytes)
        require(FormFields(parsing: form.encodedBytes) == form, "the form written and read back differs")
        _ = try? DecodedText(bytes)
        for name in ["utf-16", "utf-16le", "windows-1255", "us-ascii"] {
            _ = try? DecodedText(bytes, contentType: "text/plain; charset=\(name)")
        }
        _ = try? DecodedText(bytes, contentType: String(decoding: bytes, as: UTF8.self))
    }
}
