/// A parser that takes bytes in pieces and gives values as they become complete.
///
/// All parsers of this module that are fed from streams share this shape; ``ParsedBytes`` joins one to any stream.
public protocol ByteStreamParser {
    /// What the parser makes of the bytes.
    associatedtype Output
    /// Why it may refuse them.
    associatedtype Failure: Error

    /// Reads the next piece, and appends what it completes.
    ///
    /// - Throws: the parser's own error; the parser is then of no further use.
    mutating func parse(_ bytes: RawSpan, into outputs: inout [Output]) throws(Failure)

    /// Ends the bytes, and appends what the end completes.
    ///
    /// - Throws: the parser's own error, when something is missing.
    mutating func finish(into outputs: inout [Output]) throws(Failure)
}

extension ByteStreamParser {
    /// Reads the next piece from any collection of bytes; contiguous ones are not copied.
    ///
    /// - Throws: as ``parse(_:into:)``.
    public mutating func parse(_ bytes: some Collection<UInt8>, into outputs: inout [Output]) throws(Failure) {
        try withByteWindow(of: bytes) { (window) throws(Failure) in try parse(window.rawSpan, into: &outputs) }
    }

    /// Parses bytes that are all at hand.
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
    /// The bytes as a span, for the parsers' public face.
    @usableFromInline
    var rawSpan: RawSpan {
        @_lifetime(borrow self)
        get {
            // SAFETY: the span cannot outlive the window, which does not outlive the bytes.
            let span = RawSpan(_unsafeStart: UnsafeRawPointer(base), byteCount: count)
            return _overrideLifetime(span, borrowing: self)
        }
    }
}

extension RawSpan {
    /// Calls `body` with a window on the bytes, unless there are none.
    func withWindow<Failure: Error>(_ body: (ByteWindow) throws(Failure) -> Void) throws(Failure) {
        // SAFETY: the pointer is used inside the closure only.
        try withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(Failure) in
            if let window = ByteWindow(buffer) { try body(window) }
        }
    }
}
