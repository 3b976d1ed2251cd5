/// Pieces of a body whose error, if any, may be of any type: `AsyncStream` has none, which is not `any Error`.
struct ErasedPieces<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element == [UInt8] {
    let base: Base

    init(_ base: Base) { self.base = base }

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator

        mutating func next() async throws -> [UInt8]? { try await base.next(isolation: #isolation) }
    }
}
