/// The progress of a transfer, from which the meter and the bar are drawn.
struct TransferCounters: Equatable, Sendable {
    /// Body bytes received, as on the wire.
    var downloaded: Int64 = 0
    /// How many of these come from an earlier run: they are shown, but don't count for the speed.
    var resumed: Int64 = 0
    /// Body bytes to receive in total, if known.
    var downloadTotal: Int64?
    /// Body bytes sent.
    var uploaded: Int64 = 0
    /// Body bytes to send in total, if known.
    var uploadTotal: Int64?

    /// Bytes moved either way.
    var moved: Int64 { Self.sum(downloaded, uploaded) }

    /// Bytes received in this run.
    var fetched: Int64 { max(0, downloaded - resumed) }

    /// Bytes moved either way in this run.
    var movedNow: Int64 { Self.sum(fetched, uploaded) }

    /// Bytes to move either way; a direction of unknown length counts the bytes moved so far.
    var expected: Int64 { Self.sum(downloadTotal ?? downloaded, uploadTotal ?? uploaded) }

    /// Bytes to move either way, if every direction in use has a known length.
    var knownTotal: Int64? {
        if downloadTotal == nil, downloaded > 0 || uploadTotal == nil { return nil }
        if uploadTotal == nil, uploaded > 0 { return nil }
        return Self.sum(downloadTotal ?? 0, uploadTotal ?? 0)
    }

    /// A sum that saturates instead of trapping.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
