internal import SockeyeBytes

/// One range of a Range field, in bytes (RFC 9110 section 14.1.2). Positions count from 0, and ends are inclusive.
/// Closed: the RFC has no other forms.
package enum ByteRange: Sendable, Hashable {
    /// `first-last`: both inclusive, `first` not above `last`.
    case closed(first: Int64, last: Int64)
    /// `first-`: from `first` to the end.
    case from(Int64)
    /// `-length`: the last `length` bytes.
    case suffix(Int64)

    /// Parses one range in the RFC's syntax: `0-499`, `500-` or `-500`; `nil` for anything else.
    package init?(parsing text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch (parts[0].isEmpty, parts[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let length = ASCII.decimalNumber(parts[1]) else { return nil }
            self = .suffix(length)
        case (false, true):
            guard let first = ASCII.decimalNumber(parts[0]) else { return nil }
            self = .from(first)
        case (false, false):
            guard let first = ASCII.decimalNumber(parts[0]), let last = ASCII.decimalNumber(parts[1]),
                first <= last
            else { return nil }
            self = .closed(first: first, last: last)
        }
    }

    /// The positions that this range selects of a representation of `completeLength` bytes; `nil` if none, so that it
    /// can't be satisfied.
    package func resolved(completeLength: Int64) -> ClosedRange<Int64>? {
        guard completeLength > 0 else { return nil }
        let end = completeLength - 1
        switch self {
        case .closed(let first, let last):
            return first >= 0 && first <= end && first <= last ? first...min(last, end) : nil
        case .from(let first):
            return first >= 0 && first <= end ? first...end : nil
        case .suffix(let length):
            return length > 0 ? max(0, completeLength - length)...end : nil
        }
    }
}

extension ByteRange: CustomStringConvertible {
    /// The range as in a Range field.
    package var description: String {
        switch self {
        case .closed(let first, let last): "\(first)-\(last)"
        case .from(let first): "\(first)-"
        case .suffix(let length): "-\(length)"
        }
    }
}
