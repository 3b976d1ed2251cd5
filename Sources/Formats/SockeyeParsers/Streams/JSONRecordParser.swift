/// The separators in a stream of JSON records.
@nonexhaustive
public enum JSONRecordFraming: Sendable, Hashable {
    /// Each line is a text (NDJSON, JSON Lines); blank lines are skipped.
    case lines
    /// Each text follows a record separator, U+001E (RFC 7464, JSON text sequences).
    case textSequence
}

/// Decodes a stream of JSON texts, record by record.
public struct JSONRecordParser<Value: Decodable>: ByteStreamParser {
    private var tokenizer: JSONTokenizer
    private var builder: ArenaBuilder
    private var relay: ArenaRelay
    private let framing: JSONRecordFraming
    /// The position of the current record, for the positions of errors.
    private var recordStart = TextPosition()
    private var position = TextPosition()
    /// The bytes of the current record so far, and how many it may have.
    private var size = 0
    private let limit: Int
    /// Whether anything but white space has come since the last separator.
    private var isInRecord = false
    /// Whether the last byte was white space, so that a number before it is complete (RFC 7464 section 2.4).
    private var endsInWhiteSpace = false
    private var hasSeenSeparator = false
    /// The records so far.
    private var count = 0

    /// Makes a parser that decodes records with `decoder`, whose limits apply to each record.
    public init(framing: JSONRecordFraming = .lines, decoder: JSONValueDecoder = .init()) {
        self.framing = framing
        limit = decoder.options.limits.elementLimit
        relay = ArenaRelay(decoder: decoder)
        tokenizer = JSONTokenizer(options: decoder.options)
        builder = ArenaBuilder(arena: ValueArena(), options: decoder.options)
    }

    /// Parses the next piece, and appends the records that it completes.
    ///
    /// - Throws: ``JSONError``, `DecodingError`, and whatever the type throws.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [Value]) throws(any Error) {
        relay.own(&builder)
        try bytes.withWindow { (window) throws(any Error) in try parse(window, into: &outputs) }
    }

    private mutating func parse(_ window: ByteWindow, into outputs: inout [Value]) throws {
        let separator: UInt8 = framing == .lines ? 0x0A : 0x1E
        var start = 0
        while start < window.count {
            let end = window.firstIndex(of: separator, from: start) ?? window.count
            try take(window.slice(from: start, to: end))
            if end == window.count { break }
            try endRecord(into: &outputs)
            hasSeenSeparator = true
            position.advance(over: window.slice(from: end, to: end + 1), upTo: 1)
            start = end + 1
        }
    }

    private mutating func take(_ part: ByteWindow) throws {
        var part = part
        guard part.count > 0 else { return }
        if !isInRecord {
            let blank = part.skipWhiteSpace(from: 0)
            if blank == part.count {
                position.advance(over: part, upTo: part.count)
                return
            }
            if framing == .textSequence, !hasSeenSeparator {
                throw JSONError(
                    reason: .unexpectedByte(part[blank], expected: "a record separator (U+001E)"), position: position)
            }
            isInRecord = true
            position.advance(over: part, upTo: blank)
            recordStart = position
            part = part.slice(from: blank, to: part.count)
        }
        endsInWhiteSpace = part[part.count - 1] <= 0x20
        let accepted = part.prefix(limit - size)
        size += accepted.count
        if accepted.count > 0 {
            do throws(JSONError) {
                try tokenizer.feed(accepted, to: &builder)
            } catch {
                throw inStream(error)
            }
        }
        position.advance(over: part, upTo: accepted.count)
        if accepted.count < part.count { throw JSONError(reason: .tooLarge(limit: limit), position: position) }
    }

    private mutating func endRecord(into outputs: inout [Value]) throws {
        guard isInRecord else { return }
        isInRecord = false
        size = 0
        do throws(JSONError) {
            // RFC 7464 section 2.4: a number or literal with nothing after it may have been cut off.
            if framing == .textSequence, !tokenizer.isComplete || !endsInWhiteSpace, builder.isScalarOrEmpty {
                throw JSONError(
                    reason: .unexpectedEnd("without white space after a record, which may be cut off"),
                    position: tokenizer.position)
            }
            try tokenizer.finish(&builder)
        } catch {
            throw inStream(error)
        }
        do {
            outputs.append(try relay.decode(Value.self, of: &builder))
        } catch {
            throw (error as? DecodingError)?.inElement(count) ?? error
        }
        count += 1
        tokenizer.reset()
    }

    /// Converts an error's position in a record to one in the whole stream.
    private func inStream(_ error: JSONError) -> JSONError {
        var error = error
        let place = error.position
        error.position.offset = recordStart.offset + place.offset
        error.position.line = recordStart.line + place.line - 1
        if place.line == 1 { error.position.column = recordStart.column + place.column - 1 }
        return error
    }

    /// Completes the last record.
    ///
    /// - Throws: as ``parse(_:into:)``.
    public mutating func finish(into outputs: inout [Value]) throws(any Error) {
        relay.own(&builder)
        try endRecord(into: &outputs)
    }
}
