/// How far a transfer has come; what the meter and the bar are drawn from.
struct TransferCounters: Equatable, Sendable {
    /// Body bytes received, as they came over the wire.
    var downloaded: Int64 = 0
    /// How many of these an earlier run had brought: they are shown, and say nothing of this run's speed.
    var resumed: Int64 = 0
    /// Body bytes to come in all, when the server has said so.
    var downloadTotal: Int64?
    /// Body bytes sent.
    var uploaded: Int64 = 0
    /// Body bytes to send in all, when known.
    var uploadTotal: Int64?

    /// Bytes moved either way.
    var moved: Int64 {
        Self.sum(downloaded, uploaded)
    }

    /// Bytes received in this run.
    var fetched: Int64 { max(0, downloaded - resumed) }

    /// Bytes moved either way in this run.
    var movedNow: Int64 {
        Self.sum(fetched, uploaded)
    }

    /// Bytes to move either way; a direction of unknown length counts with what it has moved so far.
    var expected: Int64 {
        Self.sum(downloadTotal ?? downloaded, uploadTotal ?? uploaded)
    }

    /// Bytes to move either way, when every direction that is used has a known length.
    var knownTotal: Int64? {
        if downloadTotal == nil, downloaded > 0 || uploadTotal == nil { return nil }
        if uploadTotal == nil, uploaded > 0 { return nil }
        return Self.sum(downloadTotal ?? 0, uploadTotal ?? 0)
    }

    /// A sum that stays at the largest number instead of trapping.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
