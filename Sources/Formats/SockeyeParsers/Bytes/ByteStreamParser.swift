/// A parser that takes bytes in pieces and returns values as they become complete.
///
/// All stream parsers in this module have this shape; ``ParsedBytes`` attaches one to any stream.
public protocol ByteStreamParser {
    /// The values that the parser produces.
    associatedtype Output
    /// The parser's error.
    associatedtype Failure: Error

    /// Parses the next piece, and appends the values it completes.
    ///
    /// - Throws: the parser's own error; the parser is then unusable.
    mutating func parse(_ bytes: RawSpan, into outputs: inout [Output]) throws(Failure)

    /// Ends the input, and appends the values that this completes.
    ///
    /// - Throws: the parser's own error if something is missing.
    mutating func finish(into outputs: inout [Output]) throws(Failure)
}

extension ByteStreamParser {
    /// Parses the next piece from any collection of bytes; contiguous ones are not copied.
    ///
    /// - Throws: as ``parse(_:into:)``.
    public mutating func parse(_ bytes: some Collection<UInt8>, into outputs: inout [Output]) throws(Failure) {
        try withByteWindow(of: bytes) { (window) throws(Failure) in try parse(window.rawSpan, into: &outputs) }
    }

    /// Parses a whole input at once.
    ///
    /// - Throws: the parser's own error.
    public mutating func parseAll(_ bytes: some Collection<UInt8>) throws(Failure) -> [Output] {
        var outputs: [Output] = []
        try parse(bytes, into: &outputs)
        try finish(into: &outputs)
        return outputs
    }
}

extension ByteWindow {
    /// The bytes as a span, for the parsers' public API.
    @usableFromInline
    var rawSpan: RawSpan {
        @_lifetime(borrow self)
        get {
            // SAFETY: the span cannot outlive the window, which in turn does not outlive the bytes.
            let span = RawSpan(_unsafeStart: UnsafeRawPointer(base), byteCount: count)
            return _overrideLifetime(span, borrowing: self)
        }
    }
}

extension RawSpan {
    /// Calls `body` with a window over the bytes, unless they are empty.
    func withWindow<Failure: Error>(_ body: (ByteWindow) throws(Failure) -> Void) throws(Failure) {
        // SAFETY: the bytes outlive the closure, and `body` must not keep the window.
        try withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(Failure) in
            if let window = ByteWindow(buffer) { try body(window) }
        }
    }
}
