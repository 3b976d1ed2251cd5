internal import SockeyeDigest
internal import SockeyeIO

extension DownloadOptions {
    /// Whether the caller says what the file must be.
    var isVerified: Bool { checksum != nil || pieces != nil || expectedBytes != nil }

    /// Verifies the complete file, before it gets its name; returns the digest to report, the caller's first. A promised digest
    /// that can't be computed here is skipped; one that the caller asked for is then an error.
    func verified(
        _ partial: PartialFile, length: Int64, by digests: [Digest.Algorithm: [UInt8]], promised: [Checksum]
    ) throws(DownloadError) -> Checksum? {
        if let expectedBytes, expectedBytes != length {
            throw .otherLength(expected: expectedBytes, actual: length, keptIn: partial.path)
        }
        let expected = (checksum.map { [$0] } ?? []) + promised
        for checksum in expected {
            guard let actual = digests[checksum.algorithm] else {
                if checksum == self.checksum { throw .uncheckable(checksum.algorithm, in: partial.path) }
                continue
            }
            if actual != checksum.value {
                throw .digestMismatch(
                    checksum.algorithm, expected: checksum.value, actual: actual, keptIn: partial.path)
            }
        }
        try pieces?.verify(partial, length: length)
        return expected.first { digests[$0.algorithm] != nil }
    }
}

extension PieceDigests {
    /// Compares every piece of the complete file.
    fileprivate func verify(_ partial: PartialFile, length: Int64) throws(DownloadError) {
        if let fault = fault(ofLength: length) {
            throw .refused("\(fault); its bytes are kept in \(partial.path)", status: nil)
        }
        for (index, value) in values.enumerated() {
            let range = range(of: index, length: length)
            let actual = try DownloadError.wrapping { () throws(FileError) in
                try DigestBox(algorithm).value(of: partial.file, range)
            }
            guard let actual else { throw .uncheckable(algorithm, in: partial.path) }
            if actual != value {
                throw .digestMismatch(algorithm, expected: value, actual: actual, keptIn: partial.path)
            }
        }
    }
}
