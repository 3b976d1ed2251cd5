internal import HTTPTypes

/// Field lines that were checked byte by byte and are kept as they are: each a token, a colon, a value perhaps
/// surrounded by white space, and a line end. Folded lines are unfolded before they get here.
struct FieldLines: Sendable {
    private var bytes: [UInt8] = []
    private(set) var count = 0

    /// Adds the lines in `range`, their line ends included.
    mutating func append(_ input: RawSpan, _ range: Range<Int>, count: Int) {
        bytes.append(input, range)
        self.count += count
    }

    /// Adds one line, which has no line end.
    mutating func append(line: RawSpan, _ range: Range<Int>) {
        bytes.append(line, range)
        bytes.append(UInt8(ascii: "\n"))
        count += 1
    }

    /// The lines as fields, in order; names keep their spelling, values lose the white space around them.
    var fields: HTTPFields {
        var fields = HTTPFields()
        guard count > 0 else { return fields }
        var collected: [HTTPField] = []
        collected.reserveCapacity(count)
        let lines = bytes.span.bytes
        var position = 0
        while let field = Self.field(of: lines, &position) { collected.append(field) }
        // On an empty list this appends every field, whatever its name; unlike append and replaceSubrange it is
        // specialized here, which is faster.
        fields.reserveCapacity(collected.count)
        if let first = collected.first { fields[fields: first.name] = collected }
        return fields
    }

    /// The values of the lines of this name, given in lowercase.
    func values(of name: StaticString) -> [[UInt8]] {
        var values: [[UInt8]] = []
        let lines = bytes.span.bytes
        var position = 0
        while position < lines.byteCount {
            let nameEnd = position + name.utf8CodeUnitCount
            let valueEnd = lines.endOfFieldValueBytes(from: position, to: lines.byteCount)
            if nameEnd < valueEnd, lines.byte(at: nameEnd) == UInt8(ascii: ":"),
                lines.matches(position..<nameEnd, lowercased: name)
            {
                values.append(Array(bytes[lines.trimmingBlanks((nameEnd + 1)..<valueEnd)]))
            }
            let isReturn = valueEnd < lines.byteCount && lines.byte(at: valueEnd) == UInt8(ascii: "\r")
            position = valueEnd + (isReturn ? 2 : 1)
        }
        return values
    }

    /// Whether any line contains the lowercase word, ignoring case.
    func mention(_ word: StaticString) -> Bool { bytes.span.bytes.mentions(lowercased: word) }

    /// The field whose line begins at `position`, which moves to the next line; `nil` at the end.
    @inline(__always)
    private static func field(of lines: RawSpan, _ position: inout Int) -> HTTPField? {
        let start = position
        let nameEnd = lines.endOfTokenBytes(from: start, to: lines.byteCount)
        let valueEnd = lines.endOfFieldValueBytes(from: nameEnd, to: lines.byteCount)
        guard nameEnd > start, valueEnd > nameEnd, let name = KnownFieldNames.shared.name(of: lines, start..<nameEnd)
        else { return nil }
        // The value ends at CR LF or LF.
        let isReturn = valueEnd < lines.byteCount && lines.byte(at: valueEnd) == UInt8(ascii: "\r")
        position = valueEnd + (isReturn ? 2 : 1)
        let value = lines.trimmingBlanks((nameEnd + 1)..<valueEnd)
        // Every byte was checked, so HTTPTypes replaces nothing; non-ASCII values are kept as opaque bytes.
        if lines.isASCII(value) { return HTTPField(name: name, value: lines.asciiText(value)) }
        // SAFETY: HTTPField copies the bytes before the borrow of `lines` ends.
        return lines.extracting(value).withUnsafeBytes { HTTPField(name: name, value: $0) }
    }
}
