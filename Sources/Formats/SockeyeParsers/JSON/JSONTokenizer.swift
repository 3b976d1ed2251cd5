//                 ┌───────────────────────── ',' in an array ─────────────────────────┐
//                 ▼                                                                    │
//   start ──▶ value ── scalar, ']' or '}' ──▶ afterValue ── ',' in an object ──▶ key   │
//              │  ▲                            │  │  └─────────────────────────── │ ──┘
//             '[' └──────────── ':' ── colon ◀─│──│──────────── string ───────────┘
//              ▼                               │  └─ last ']' or '}' ──▶ end ── white space only
//        valueOrEnd ── ']' ───────────────────▶┘
//   ('{' leads to keyOrEnd, which accepts a key or '}'.)

/// Parses one JSON text (RFC 8259) that arrives in pieces, and sends its events to a handler.
///
/// The events don't depend on how the text is split. It keeps only the depth and, between pieces, the one string or
/// number that was split, so a text may be endless as long as its parts are not.
///
/// ```swift
/// var tokenizer = JSONTokenizer()
/// for try await chunk in body { try tokenizer.feed(chunk, to: &handler) }
/// try tokenizer.finish(&handler)
/// ```
public struct JSONTokenizer: Sendable {
    /// What may come next.
    @usableFromInline
    enum Expectation: UInt8, Sendable {
        case container, value, valueOrEnd, afterValue, key, keyOrEnd, colon, end
    }

    /// The kind of token that the last piece ended in, whose bytes so far are in `carry`.
    @usableFromInline
    enum PartialToken: UInt8, Sendable {
        case none, byteOrderMark, string, number, literal
    }

    /// The limits of this tokenizer.
    public let limits: JSONLimits
    /// Whether the text may be a single scalar.
    public let allowsFragments: Bool

    @usableFromInline var expectation: Expectation
    /// The open containers, innermost last; `true` for an object.
    @usableFromInline var containers: [Bool] = []
    /// The position of the next piece.
    @usableFromInline var position = TextPosition()

    @usableFromInline var partial = PartialToken.byteOrderMark
    @usableFromInline var carry: [UInt8] = []
    /// The position of the carried token.
    @usableFromInline var carryPosition = TextPosition()
    /// Whether the carried string ends in the middle of an escape.
    @usableFromInline var escapeIsOpen = false
    /// The unescaped text of the last string with escapes; `scratchCount` is its length.
    @usableFromInline var scratch: [UInt8] = []
    @usableFromInline var scratchCount = 0

    /// The index in the piece where the current token begins or is wrong; read only to report an error.
    @usableFromInline var suspectIndex = 0
    /// The index of the error in a carried token; if set, it replaces `suspectIndex`.
    @usableFromInline var suspectCarryIndex: Int?
    @usableFromInline var failure: JSONError?

    /// Makes a tokenizer for one text.
    public init(options: JSONReadingOptions = JSONReadingOptions()) {
        limits = options.limits
        allowsFragments = options.allowsFragments
        expectation = options.allowsFragments ? .value : .container
    }

    /// Whether a whole value was read, so that only white space may follow. A number that is the whole text is complete
    /// only after ``finish(_:)``, since more digits might come.
    public var isComplete: Bool { expectation == .end && partial == .none }

    /// Parses the next piece and delivers the events that it completes.
    ///
    /// - Throws: ``JSONError`` at the first byte that breaks the grammar or exceeds a limit; every later call throws
    ///   the same error.
    @inlinable
    public mutating func feed<Handler: JSONEventHandler & ~Copyable>(
        _ bytes: RawSpan, to handler: inout Handler
    ) throws(JSONError) {
        // SAFETY: the span keeps the bytes alive for the closure, and the window does not escape it.
        try bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(JSONError) in
            guard let window = ByteWindow(buffer) else { return }
            try feed(window, to: &handler)
        }
    }

    /// Parses the next piece from any collection of bytes; contiguous ones are not copied.
    ///
    /// - Throws: ``JSONError``, as ``feed(_:to:)``.
    @inlinable
    public mutating func feed<Handler: JSONEventHandler & ~Copyable>(
        _ bytes: some Collection<UInt8>, to handler: inout Handler
    ) throws(JSONError) {
        try withByteWindow(of: bytes) { (window) throws(JSONError) in try feed(window, to: &handler) }
    }

    @inlinable
    mutating func feed<Handler: JSONEventHandler & ~Copyable>(
        _ window: ByteWindow, to handler: inout Handler, isLast: Bool = false
    ) throws(JSONError) {
        var relay = JSONEventRelay(handler)
        do throws(JSONError) {
            try feed(window, to: &relay, isLast: isLast)
        } catch {
            handler = relay.end()
            throw error
        }
        handler = relay.end()
    }

    @inlinable
    mutating func feed<Handler: JSONTokenHandler & ~Copyable>(
        _ window: ByteWindow, to handler: inout Handler, isLast: Bool = false
    ) throws(JSONError) {
        if let failure { throw failure }
        let room = limits.sizeLimit - position.offset
        let accepted = window.prefix(room)
        do throws(JSONError.Reason) {
            try consume(accepted, &handler)
            if accepted.count < window.count {
                suspectIndex = accepted.count
                throw .tooLarge(limit: limits.sizeLimit)
            }
        } catch {
            throw fail(error, in: window)
        }
        if isLast, partial == .none, missingPart == nil { return }
        position.advance(over: window, upTo: window.count)
        if isLast { try finish(&handler) }
    }

    /// Parses a complete text. Saves the pass that tracks lines between pieces (10 %).
    ///
    /// - Throws: ``JSONError``, as `feed(_:to:)` and ``finish(_:)``.
    @inlinable
    public mutating func parseWhole<Handler: JSONEventHandler & ~Copyable>(
        _ bytes: some Collection<UInt8>, to handler: inout Handler
    ) throws(JSONError) {
        var isEmpty = true
        try withByteWindow(of: bytes) { (window) throws(JSONError) in
            isEmpty = false
            try feed(window, to: &handler, isLast: true)
        }
        if isEmpty { try finish(&handler) }
    }

    /// Ends the text: delivers a number completed by the end, and checks that nothing is missing.
    ///
    /// - Throws: ``JSONError`` if the text is incomplete.
    @inlinable
    public mutating func finish<Handler: JSONEventHandler & ~Copyable>(_ handler: inout Handler) throws(JSONError) {
        var relay = JSONEventRelay(handler)
        do throws(JSONError) {
            try finish(&relay)
        } catch {
            handler = relay.end()
            throw error
        }
        handler = relay.end()
    }

    @inlinable
    mutating func finish<Handler: JSONTokenHandler & ~Copyable>(_ handler: inout Handler) throws(JSONError) {
        if let failure { throw failure }
        do throws(JSONError.Reason) {
            try completeCarriedToken(atEnd: true, &handler)
            if let open = missingPart {
                suspectCarryIndex = nil
                throw .unexpectedEnd(open)
            }
        } catch {
            throw fail(error, in: nil)
        }
    }

    /// Resets everything for the next text, keeping the buffers.
    public mutating func reset() {
        expectation = allowsFragments ? .value : .container
        containers.removeAll(keepingCapacity: true)
        carry.removeAll(keepingCapacity: true)
        position = TextPosition()
        partial = .byteOrderMark
        suspectCarryIndex = nil
        failure = nil
    }
}

extension JSONTokenizer {
    /// What the text still lacks, for an error message.
    @usableFromInline var missingPart: String? {
        switch partial {
        case .string: return "inside a string"
        case .literal: return "inside true, false or null"
        case .byteOrderMark where !carry.isEmpty: return "inside a byte order mark"
        default: break
        }
        switch expectation {
        case .end: return nil
        case .container: return "before a value"
        case .value where containers.isEmpty: return "before a value"
        case .colon: return "between a name and its value"
        default: return containers.last == true ? "inside an object" : "inside an array"
        }
    }

    /// Turns a reason into an error with its position, and stores it.
    @usableFromInline
    mutating func fail(_ reason: JSONError.Reason, in window: ByteWindow?) -> JSONError {
        var place = position
        if let index = suspectCarryIndex {
            place = carryPosition
            withByteWindow(of: carry) { window in place.advance(over: window, upTo: index) }
        } else if let window {
            place.advance(over: window, upTo: min(suspectIndex, window.count))
        }
        let error = JSONError(reason: reason, position: place)
        failure = error
        return error
    }
}
