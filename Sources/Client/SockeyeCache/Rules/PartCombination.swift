internal import HTTPTypes

/// How a new part of a body is combined with a stored one (RFC 9111 section 3.4).
package struct PartCombination: Sendable, Hashable {
    /// The pieces in order: positions of the whole body, and which of the two has them.
    package let pieces: [Piece]
    /// The positions of the union.
    package let positions: ClosedRange<Int64>
    /// Whether that is the whole body.
    package let isComplete: Bool

    /// A piece of one part.
    package struct Piece: Sendable, Hashable {
        /// Whether it comes from the new part, rather than the old one.
        package let isNew: Bool
        /// Positions of the whole body.
        package let positions: ClosedRange<Int64>
    }

    /// Combines two parts; `nil` if they may not be combined or leave a gap.
    package init?(new: StoredResponse, old: StoredResponse) {
        // Both strong and equal; a weak validator allows other bytes.
        guard let newPart = new.part, let oldPart = old.part, newPart.completeLength == oldPart.completeLength,
            let tag = Validators(new.fields).strongTag, Validators(old.fields).strongTag == tag,
            new.varying == old.varying, newPart.first <= newPart.last, oldPart.first <= oldPart.last,
            newPart.first <= oldPart.last + 1, oldPart.first <= newPart.last + 1
        else { return nil }
        var pieces: [Piece] = []
        if oldPart.first < newPart.first {
            pieces.append(Piece(isNew: false, positions: oldPart.first...(newPart.first - 1)))
        }
        pieces.append(Piece(isNew: true, positions: newPart.first...newPart.last))
        if oldPart.last > newPart.last {
            pieces.append(Piece(isNew: false, positions: (newPart.last + 1)...oldPart.last))
        }
        self.pieces = pieces
        positions = min(oldPart.first, newPart.first)...max(oldPart.last, newPart.last)
        isComplete = positions == 0...(newPart.completeLength - 1)
    }

    private static let contentFields = ["Content-Digest", "Content-MD5"].compactMap { HTTPField.Name($0) }

    /// The combined response: a 200 if it is complete.
    package func response(_ new: StoredResponse) -> StoredResponse {
        var response = new
        // What they say of the content holds for one part (RFC 9530 section 2).
        for name in Self.contentFields { response.fields[name] = nil }
        if isComplete {
            response.status = 200
            response.reason = "OK"
            response.part = nil
            response.fields[.contentRange] = nil
        } else {
            response.part?.first = positions.lowerBound
            response.part?.last = positions.upperBound
        }
        return response
    }
}
