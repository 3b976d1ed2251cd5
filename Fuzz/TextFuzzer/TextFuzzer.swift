// Invariant: however lines, forms, events and records are split, they yield the same values; a form survives writing and reading; text in any charset never traps.
// Links: SockeyeParsers HTTPTypes
// Run: Fuzz/run TextFuzzer

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
        precondition(!"\(error)".isEmpty)
        return (outputs, true)
    }
}

private func check<Parser: ByteStreamParser>(_ parser: Parser, _ bytes: [UInt8], _ choice: Int)
where Parser.Output: Equatable {
    let whole = outcome(parser, bytes) { _ in bytes.count }
    precondition(whole == outcome(parser, bytes) { _ in 1 }, "byte by byte differs")
    precondition(whole == outcome(parser, bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
}

/// Called by libFuzzer: the last byte decides how the rest is split.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    // SAFETY: libFuzzer's `count` bytes are readable during this call, and nothing keeps the pointer.
    let choice = Int(start[count - 1])
    let bytes = Array(UnsafeBufferPointer(start: start, count: count - 1))
    check(LineParser(limit: 20), bytes, choice)
    check(ServerSentEventParser(limit: 40), bytes, choice)
    check(FormParser(fieldLimit: 30, maximumFields: 5), bytes, choice)
    check(JSONRecordParser<JSONValue>(), bytes, choice)
    check(JSONRecordParser<JSONValue>(framing: .textSequence), bytes, choice)
    check(JSONElementParser<JSONValue>(), bytes, choice)
    let form = FormFields(parsing: bytes)
    precondition(FormFields(parsing: form.encodedBytes) == form, "the form written and read back differs")
    _ = try? DecodedText(bytes)
    for name in ["utf-16", "utf-16le", "windows-1255", "us-ascii"] {
        _ = try? DecodedText(bytes, contentType: "text/plain; charset=\(name)")
    }
    _ = try? DecodedText(bytes, contentType: String(decoding: bytes, as: UTF8.self))
    return 0
}
