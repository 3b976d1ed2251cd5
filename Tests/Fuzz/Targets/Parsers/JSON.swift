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

    init(_ bytes: [UInt8], pieceLength: (Int) -> Int) {
        let limits = JSONLimits(depthLimit: 20, sizeLimit: 1000, stringLimit: 50, numberLimit: 20)
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
            require(!error.description.isEmpty, "an error without words")
        }
        events = log.events
    }
}

extension Check {
    /// However a JSON text is split, it yields the same events and the same error; its value survives writing and reading; a path selects the same in the stream and in the value.
    static func json(_ input: Input) {
        let (bytes, choice) = (input.bytes, input.choice)
        let whole = Outcome(bytes) { _ in bytes.count }
        require(whole == Outcome(bytes) { _ in 1 }, "byte by byte differs")
        require(whole == Outcome(bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
        let copy = bytes
        require(
            (try? JSONDocument(parsing: copy))?.root.tree == (try? JSONValue(parsing: copy)),
            "the document differs from the value")
        let elements = inPlace(bytes) { _ in bytes.count }
        require(elements == (try? JSONValue(parsing: copy))?.array, "elements in place differ from the value's")
        require(elements == inPlace(bytes) { _ in 1 }, "elements in place, byte by byte, differ")
        require(elements == inPlace(bytes) { (($0 &* 31) ^ choice) % 13 }, "elements in place, in pieces, differ")
        if let value = try? JSONValue(parsing: copy) {
            require(JSONValue.isValid(copy), "a value was read from what is called invalid")
            require((try? JSONValue(parsing: value.bytes())) == value, "written and read back it differs")
            require((try? JSONValue(parsing: value.bytes(.pretty))) == value, "pretty and read back it differs")
            require((try? JSONValueDecoder().decode(JSONValue.self, from: copy)) == value, "decoded it differs")
            for text in ["", "*", "a[*]", "[0].a", "*.*"] {
                guard let path = try? JSONPath(text), var writer = try? JSONSelectionWriter(path: path) else {
                    fail("a valid path is refused")
                }
                var tokenizer = JSONTokenizer()
                try? tokenizer.feed(copy, to: &writer)
                try? tokenizer.finish(&writer)
                // The stream has all members with equal names, the value only the last.
                let isUnambiguous =
                    (try? JSONValue(parsing: copy, options: JSONReadingOptions(duplicateNames: .refuse))) != nil
                let found = path.select(from: value).map { $0.rawText + "\n" }.joined()
                require(
                    !isUnambiguous || writer.takeBytes() == Array(found.utf8), "the stream and the value differ")
            }
        }
    }
}

/// The elements of an array, read in place from pieces of the given sizes; `nil` if it is none.
private func inPlace(_ bytes: [UInt8], _ size: (Int) -> Int) -> [JSONValue]? {
    var (parser, values, start) = (JSONInPlaceParser(), [JSONDocument.Value](), 0)
    do throws(JSONError) {
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, size(start)))
            try parser.parse(Array(bytes[start..<end]), into: &values)
            start = end
        }
        try parser.finish(into: &values)
    } catch {
        return nil
    }
    return values.map(\.tree)
}
