public import SockeyeDigest

/// Digests of a file's pieces, which have the same length except for the last: those of a Metalink document (RFC 5854 section
/// 4.2.11), for example.
public struct PieceDigests: Sendable, Hashable {
    /// The digest algorithm.
    public let algorithm: Digest.Algorithm
    /// The length of each piece but the last.
    public let pieceBytes: Int64
    /// The digest of each piece, in the file's order.
    public let values: [[UInt8]]

    /// The digests of all pieces; `nil` if there are none, one has the wrong length, or `pieceBytes` isn't positive.
    public init?(_ algorithm: Digest.Algorithm, pieceBytes: Int64, _ values: [[UInt8]]) {
        guard pieceBytes > 0, !values.isEmpty, values.allSatisfy({ $0.count == algorithm.length }) else { return nil }
        (self.algorithm, self.pieceBytes, self.values) = (algorithm, pieceBytes, values)
    }

    /// Whether a file of this length has as many pieces; an empty one has one, or none to compare.
    public func fit(length: Int64) -> Bool {
        guard length >= 0 else { return false }
        let (whole, rest) = length.quotientAndRemainder(dividingBy: pieceBytes)
        return Int64(values.count) == max(1, whole + (rest > 0 ? 1 : 0))
    }

    /// Why a file of this length can't be compared.
    func fault(ofLength length: Int64) -> String? {
        if fit(length: length) { return nil }
        return
            "the file has \(length) bytes, which aren't the \(values.count) pieces of \(pieceBytes) bytes that it must have"
    }

    /// Where a piece is in a file that they fit.
    func range(of index: Int, length: Int64) -> Range<Int64> {
        let start = min(length, Int64(index) * pieceBytes)
        return start..<start + min(pieceBytes, length - start)
    }
}
