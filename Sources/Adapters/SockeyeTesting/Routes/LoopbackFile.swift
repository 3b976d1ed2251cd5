/// The files behind `/range/N`: of each there are editions, as if it had been replaced.
package enum LoopbackFile {
    /// As far apart as editions are, so that they have no line in common.
    private static let editionBytes = 1 << 40

    /// The offsets in ``BytePattern`` of these offsets in an edition.
    package static func offsets(_ range: Range<Int>, edition: Int) -> Range<Int> {
        let start = min(1000, max(0, edition)) * editionBytes
        let (end, isTooLarge) = range.upperBound.addingReportingOverflow(start)
        return isTooLarge ? range : (range.lowerBound + start)..<end
    }
}
