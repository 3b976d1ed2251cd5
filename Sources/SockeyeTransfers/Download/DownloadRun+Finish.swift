internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO

extension DownloadRun {
    /// Everything is there: it is verified, and only then gets its name.
    ///
    /// - Returns: `nil` when it turns out to be made of parts that do not belong together.
    func finish() async throws(DownloadError) -> DownloadResult? {
        let length = known.total ?? present.prefixLength
        let expected = (options.checksum.map { [$0] } ?? []) + promised
        let modified = options.keepsModificationTime ? known.lastModified?.secondsSinceEpoch : nil
        let work = { @Sendable [partial, seams, digest, options] () throws(DownloadError) -> Verdict in
            let (difference, digests) = try DownloadError.wrapping { () throws(FileError) in
                // What an earlier run reserved or wrote beyond the end is not part of the file.
                if try partial.file.facts().size != length { try partial.file.truncate(to: length) }
                return (try seams.firstDifference(in: partial.file), try digest.finish(partial.file, length: length))
            }
            if let difference { return .seamDiffers(at: difference) }
            let verified = try Self.check(digests, expected, partial)
            try partial.takeName(
                isDurable: options.isDurable, modified: modified, keepsExisting: options.existing == .refuse)
            return .whole(verified)
        }
        // On a thread of its own if it waits for the disk; for a small file a change of threads costs more.
        let isQuick = !options.isDurable && expected.isEmpty && length < SegmentFetch.leastRecordedBytes
        let verdict = isQuick ? try work() : try await onFileThread(work)
        switch verdict {
        case .seamDiffers(let offset):
            try startOver(.seamDiffers(at: offset))
            return nil
        case .whole(let verified):
            do throws(FileError) {
                // One sync of the folder serves all files that are completed meanwhile.
                if options.isDurable { try await FolderSyncs.shared.sync(folderOf: partial.finalPath) }
                try partial.removeRecord()
            } catch {
                throw .file(error)
            }
            let otherwise = isLengthTold ? DownloadResult.Completeness.byLength : .unknowable
            return DownloadResult(
                path: partial.finalPath, byteCount: length, completeness: verified.map { .verified($0) } ?? otherwise,
                resumedBytes: resumedBytes, receivedBytes: receivedBytes, notices: notices, head: head)
        }
    }

    /// What a look at the whole says.
    private enum Verdict: Sendable {
        case whole(Checksum?)
        case seamDiffers(at: Int64)
    }

    /// Compares the digests that were asked for or promised; gives the one to name, the caller's first.
    private static func check(
        _ digests: [Digest.Algorithm: [UInt8]], _ expected: [Checksum], _ partial: PartialFile
    ) throws(DownloadError) -> Checksum? {
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
