/// The values that a parser produces from a stream of bytes, as they arrive.
///
/// The stream is read only when the values so far are used up, so a slow consumer slows down the sender. Iterating
/// throws the stream's errors and the parser's.
public struct ParsedBytes<Base: AsyncSequence, Parser: ByteStreamParser>: AsyncSequence
where Base.Element: Collection<UInt8> {
    /// The parser's output.
    public typealias Element = Parser.Output
    /// The stream's errors and the parser's.
    public typealias Failure = any Error

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
        private var base: Base.AsyncIterator
        private var parser: Parser
        private var ready: [Parser.Output] = []
        private var next = 0
        private var isFinished = false
        private var failure: (any Error)?

        init(base: Base.AsyncIterator, parser: Parser) {
            self.base = base
            self.parser = parser
        }

        /// The next value; `nil` after the last.
        ///
        /// - Throws: the stream's or the parser's error, after the values that came before it.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> Parser.Output? {
            while next == ready.count {
                if let failure {
                    self.failure = nil
                    isFinished = true
                    throw failure
                }
                if isFinished { return nil }
                ready.removeAll(keepingCapacity: true)
                next = 0
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
            defer { next += 1 }
            return ready[next]
        }
    }
}

@available(*, unavailable)
extension ParsedBytes.Iterator: Sendable {}

/// Why a body could not be collected.
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

    /// The values that `parser` produces from the stream.
    public func parsed<Parser: ByteStreamParser>(with parser: Parser) -> ParsedBytes<Self, Parser> {
        ParsedBytes(self, parser)
    }
}
