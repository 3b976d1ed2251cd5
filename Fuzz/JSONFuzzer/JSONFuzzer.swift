// Invariant: however a JSON text is split, it yields the same events and the same error; its value survives writing and reading; a path selects the same in the stream and in the value.
// Links: SockeyeParsers HTTPTypes
// Run: Fuzz/run JSONFuzzer

import SockeyeParsers

/// The events of a text, one string each, and the error that ended it, if any.
private struct Log: JSONEventHandler {
    var events: [String] = []

    mutating func null() { events.append("null") }
    mutating func boolean(_ value: Bool) { events.append("\(value)") }
    mutating func number(_ text: UTF8Span) { events.append("number " + String(copying: text)) }
    mutating func string(_ text: UTF8Span) { events.append("string " + String(copying: text)) }
    mutating func key(_ text: UTF8Span) { events.append("key " + String(copying: text)) }
    mutating func beginArray() { events.append("[") }
    mutating func endArray() { events.append("]") }
    mutating func beginObject() { events.append("{") }
    mutating func endObject() { events.append("}") }
}

private struct Outcome: Equatable {
    var events: [String]
    var error: JSONError?

    init(_ bytes: UnsafeBufferPointer<UInt8>, pieceLength: (Int) -> Int) {
        let limits = JSONLimits(maximumDepth: 20, maximumSize: 1000, maximumStringLength: 50, maximumNumberLength: 20)
        var tokenizer = JSONTokenizer(options: JSONReadingOptions(limits: limits))
        var log = Log()
        do throws(JSONError) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + max(1, pieceLength(start)))
                // Each piece gets its own memory, so that the sanitizer sees a read past its end.
                try tokenizer.feed(Array(bytes[start..<end]), to: &log)
                start = end
            }
            try tokenizer.finish(&log)
        } catch {
            self.error = error
            precondition(!error.description.isEmpty)
        }
        events = log.events
    }
}

/// Called by libFuzzer: the last byte decides how the rest is split.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    // SAFETY: libFuzzer's `count` bytes are readable during this call, and nothing keeps the pointer.
    let choice = Int(start[count - 1])
    let bytes = UnsafeBufferPointer(start: start, count: count - 1)
    let whole = Outcome(bytes) { _ in count }
    precondition(whole == Outcome(bytes) { _ in 1 }, "byte by byte differs")
    precondition(whole == Outcome(bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
    let copy = Array(bytes)
    if let value = try? JSONValue(parsing: copy) {
        precondition(JSONValue.isValid(copy))
        precondition((try? JSONValue(parsing: value.bytes())) == value, "written and read back it differs")
        precondition((try? JSONValue(parsing: value.bytes(.pretty))) == value, "pretty and read back it differs")
        precondition((try? JSONValueDecoder().decode(JSONValue.self, from: copy)) == value, "decoded it differs")
        for text in ["", "*", "a[*]", "[0].a", "*.*"] {
            guard let path = try? JSONPath(text), var writer = try? JSONSelectionWriter(path: path) else {
                preconditionFailure("a valid path is refused")
            }
            var tokenizer = JSONTokenizer()
            try? tokenizer.feed(copy, to: &writer)
            try? tokenizer.finish(&writer)
            // The stream has all members with equal names, the value only the last.
            let isUnambiguous =
                (try? JSONValue(parsing: copy, options: JSONReadingOptions(duplicateNames: .refuse))) != nil
            let found = path.select(from: value).map { $0.rawText + "\n" }.joined()
            precondition(
                !isUnambiguous || writer.takeBytes() == Array(found.utf8), "the stream and the value differ")
        }
    }
    return 0
}
