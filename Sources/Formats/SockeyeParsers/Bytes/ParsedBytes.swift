/// The values that a parser produces from a stream of bytes, as they arrive.
///
/// The stream is read only when the values so far are used up, so a slow consumer slows down the sender. Iterating
/// throws the stream's errors and the parser's.
public struct ParsedBytes<Base: AsyncSequence, Parser: ByteStreamParser>: AsyncSequence
where Base.Element: Collection<UInt8> {
    private let base: Base
    private let makeParser: () -> Parser

    /// The values that `parser` produces from `base`. Every iteration starts with a parser in the given state.
    init(_ base: Base, _ makeParser: @autoclosure @escaping () -> Parser) {
        self.base = base
        self.makeParser = makeParser
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), parser: makeParser())
    }

    /// Reads the values one by one.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline var base: Base.AsyncIterator
        @usableFromInline var parser: Parser
        /// The values not yet taken, the next one last: taking it from there moves it instead of copying it.
        @usableFromInline var ready: [Parser.Output] = []
        @usableFromInline var isFinished = false
        @usableFromInline var failure: (any Error)?

        init(base: Base.AsyncIterator, parser: Parser) {
            self.base = base
            self.parser = parser
        }

        /// The next value; `nil` after the last.
        ///
        /// - Throws: the stream's or the parser's error, after the values that came before it.
        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> Parser.Output? {
            if let value = ready.popLast() { return value }
            try await read(isolation: actor)
            return ready.popLast()
        }

        /// Reads until there are values, or the end.
        @inlinable
        mutating func read(isolation actor: isolated (any Actor)?) async throws(any Error) {
            while ready.isEmpty {
                if let failure {
                    self.failure = nil
                    isFinished = true
                    throw failure
                }
                if isFinished { return }
                let chunk = try await base.next(isolation: actor)
                do {
                    if let chunk {
                        try parser.parse(chunk, into: &ready)
                    } else {
                        isFinished = true
                        try parser.finish(into: &ready)
                    }
                } catch {
                    failure = error
                }
            }
            // SAFETY: the buffer is used inside the closure only. Its values are moved; the array's own `reverse` copies each.
            ready.withUnsafeMutableBufferPointer { $0.reverse() }
        }
    }
}

@available(*, unavailable)
extension ParsedBytes.Iterator: Sendable {}

/// Why a body could not be collected.
@nonexhaustive
public enum CollectingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The body is longer than allowed.
    case tooLarge(limit: Int)

    /// One sentence with a remedy.
    public var description: String {
        switch self {
        case .tooLarge(let limit):
            "the body is longer than \(limit) bytes; raise the limit, or read it piece by piece"
        }
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Collects all bytes of the stream, at most `limit` (default 64 MiB).
    ///
    /// - Throws: ``CollectingError/tooLarge(limit:)``, and the stream's errors.
    public func collect(upTo limit: Int = 64 << 20) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            if chunk.count > limit - bytes.count { throw CollectingError.tooLarge(limit: limit) }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    /// The values that `parser` produces from the stream. Every iteration starts with a parser in the given state, of which
    /// an ``XMLEventParser`` in the middle of its document allows only one.
    public func parsed<Parser: ByteStreamParser>(with parser: Parser) -> ParsedBytes<Self, Parser> {
        ParsedBytes(self, parser)
    }
}
