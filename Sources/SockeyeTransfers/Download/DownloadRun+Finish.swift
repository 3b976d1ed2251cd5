internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO

extension DownloadRun {
    /// Everything is there: it is verified, and only then gets its name.
    ///
    /// - Returns: `nil` when it turns out to be made of parts that do not belong together.
    func finish() async throws(DownloadError) -> DownloadResult? {
        let length = known.total ?? present.prefixLength
        let (difference, digests) = try await onFileThread { [partial, seams, digest] () throws(DownloadError) in
            try DownloadError.wrapping { () throws(FileError) in
                // What an earlier run reserved or wrote beyond the end is not part of the file.
                if try partial.file.facts().size != length { try partial.file.truncate(to: length) }
                return (try seams.firstDifference(in: partial.file), try digest.finish(partial.file, length: length))
            }
        }
        if let difference {
            try startOver(.seamDiffers(at: difference))
            return nil
        }
        let verified = try check(digests)
        let modified = options.keepsModificationTime ? known.lastModified?.secondsSinceEpoch : nil
        let (isDurable, keepsExisting) = (options.isDurable, options.existing == .refuse)
        try await onFileThread { [partial] () throws(DownloadError) in
            try partial.commit(isDurable: isDurable, modified: modified, keepsExisting: keepsExisting)
        }
        let otherwise = isLengthTold ? DownloadResult.Completeness.byLength : .unknowable
        return DownloadResult(
            path: partial.finalPath, byteCount: length, completeness: verified.map { .verified($0) } ?? otherwise,
            resumedBytes: resumedBytes, receivedBytes: receivedBytes, notices: notices, head: head)
    }

    /// Compares the digests that were asked for or promised; gives the one to name, the caller's first.
    private func check(_ digests: [Digest.Algorithm: [UInt8]]) throws(DownloadError) -> Checksum? {
        let expected = (options.checksum.map { [$0] } ?? []) + promised
        for checksum in expected {
            guard let actual = digests[checksum.algorithm] else { continue }
            if actual != checksum.value {
                throw .digestMismatch(
                    checksum.algorithm, expected: checksum.value, actual: actual, keptIn: partial.path)
            }
        }
        return expected.first { digests[$0.algorithm] != nil }
    }
}
