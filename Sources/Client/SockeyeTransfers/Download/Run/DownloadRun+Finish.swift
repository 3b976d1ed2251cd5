internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeIO

extension DownloadRun {
    /// Verifies the file, then gives it its name.
    ///
    /// - Returns: `nil` if its parts turn out to belong to different files, so that it starts over.
    func finish() async throws(DownloadError) -> DownloadResult? {
        let (partial, options) = (job.partial, job.options)
        let length = stock.known.total ?? stock.present.prefixLength
        let modified = options.keepsModificationTime ? stock.known.lastModified?.secondsSinceEpoch : nil
        let batch = options.isDurable ? options.batch : nil
        let work = {
            @Sendable [seams = stock.seams, digest = stock.digest, promised = stock.promised]
            () throws(DownloadError) -> Verdict in
            let (difference, digests) = try DownloadError.wrapping { () throws(FileError) in
                // Cut off bytes that an earlier run reserved or wrote beyond the end.
                if try partial.file.facts().size != length { try partial.file.truncate(to: length) }
                let difference = try seams.firstDifference(in: partial.file, within: ByteRangeSet([0..<max(length, 0)]))
                return (difference, try digest.finish(partial.file, length: length))
            }
            if let difference { return .seamDiffers(at: difference) }
            let verified: Checksum?
            do throws(DownloadError) {
                verified = try options.verified(partial, length: length, by: digests, promised: promised)
            } catch {
                guard error.isAboutContent else { throw error }
                return .otherContent(error)
            }
            if batch != nil {
                try partial.settle(modified: modified)
            } else {
                try partial.takeName(
                    isDurable: options.isDurable, modified: modified, keepsExisting: options.existing == .refuse)
            }
            return .whole(verified)
        }
        // On a file thread if it waits for the disk; for a small file the thread switch costs more.
        let isQuick =
            (batch != nil || !options.isDurable) && stock.promised.isEmpty && !options.isVerified
            && length < SegmentFetch.minimumRecordedBytes
        let verdict = isQuick ? try work() : try await onFileThread(work)
        switch verdict {
        case .seamDiffers(let offset):
            try startOver(.seamDiffers(at: offset))
            return nil
        case .otherContent(let error):
            // The fault may be in what an earlier run left; what came in this one is what the server has.
            guard case .digestMismatch(let algorithm, _, _, _) = error, tally.resumedBytes > 0,
                job.isAdopted || !stock.known.requiresResumable
            else {
                forgetContent()
                throw error
            }
            try? partial.dropRecord()
            try startOver(.otherDigest(algorithm))
            return nil
        case .whole(let verified):
            if let batch {
                options.onReceived?()
                try await batch.commit(
                    partial.file, as: partial.finalPath, length: length, on: job.client.eventLoop,
                    failure: DownloadError.file
                ) { () throws(DownloadError) in
                    try partial.rename(isDurable: true, keepsExisting: options.existing == .refuse)
                }
            }
            do throws(FileError) {
                // One sync of the folder serves all files completed in the meantime.
                if options.isDurable, batch == nil { try await FileNames.syncFolderTogether(of: partial.finalPath) }
                try partial.removeRecord()
            } catch {
                throw .file(error)
            }
            let otherwise = stock.isLengthAnnounced ? DownloadResult.Completeness.byLength : .unknowable
            return DownloadResult(
                path: partial.finalPath, byteCount: length, completeness: verified.map { .verified($0) } ?? otherwise,
                resumedBytes: tally.resumedBytes, receivedBytes: tally.receivedBytes, notices: tally.notices,
                head: stock.head)
        }
    }

    /// The result of the verification.
    private enum Verdict: Sendable {
        case whole(Checksum?)
        case seamDiffers(at: Int64)
        case otherContent(DownloadError)
    }
}

extension ResumePolicy.Reason {
    /// The status, if that is the reason.
    var status: Int? {
        switch self {
        case .status(let code), .unasked(let code, _): code
        default: nil
        }
    }
}
