internal import SockeyeDigest

extension Checksum {
    /// Compares the requested and promised digests; returns the one to report, the caller's first. A promised digest that can't
    /// be computed here is skipped; one that the caller asked for is then an error.
    static func verified(
        by digests: [Digest.Algorithm: [UInt8]], of expected: [Checksum], asked wanted: Checksum?,
        _ partial: PartialFile
    ) throws(DownloadError) -> Checksum? {
        for checksum in expected {
            guard let actual = digests[checksum.algorithm] else {
                if checksum == wanted { throw .uncheckable(checksum.algorithm, in: partial.path) }
                continue
            }
            if actual != checksum.value {
                throw .digestMismatch(
                    checksum.algorithm, expected: checksum.value, actual: actual, keptIn: partial.path)
            }
        }
        return expected.first { digests[$0.algorithm] != nil }
    }
}
