internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO
internal import Synchronization

extension DownloadRun {
    /// Verifies the received file, and gives it its name. Receives it again if its parts turn out to belong to different files.
    mutating func finish() async throws(DownloadError) -> DownloadResult {
        while true {
            if let failure { throw failure }
            switch try await verify() {
            case .complete(let file, let verified): return try await name(file, verified)
            case .seamDiffers(let offset): try startOver(.seamDiffers(at: offset))
            case .otherContent(let error):
                // The fault may be in what an earlier run left; what came in this one is what the server has.
                guard case .digestMismatch(let algorithm, _, _, _) = error, state.resumedBytes > 0,
                    job.isAdopted || !state.known.requiresResumable
                else {
                    forgetContent()
                    throw error
                }
                try? partial?.dropRecord()
                try startOver(.otherDigest(algorithm))
            }
            await receive()
        }
    }

    /// The result of the verification.
    private enum Verdict: Sendable {
        /// The digest that the file has, if one was promised. The file has its name already, unless it belongs to a batch.
        case complete(CompleteFile, Checksum?)
        case seamDiffers(at: Int64)
        case otherContent(DownloadError)
    }

    /// The length of the file.
    private var length: Int64 { state.known.total ?? state.present.prefixLength }

    /// The files that get to the disk with this one.
    private var batch: FileBatch? { job.options.isDurable ? job.options.batch : nil }

    private func verify() async throws(DownloadError) -> Verdict {
        // On a file thread if it waits for the disk; for a small file the thread switch costs more.
        let isQuick =
            (batch != nil || !job.options.isDurable) && state.promised.isEmpty && !job.options.isVerified
            && length < SegmentFetch.minimumRecordedBytes
        if !isQuick { return try await onFileThread { () throws(DownloadError) in try complete() } }
        let hasTurn = whole == nil || Self.wholeUnderWay.load(ordering: .relaxed) == 1
        return hasTurn ? try complete() : try await onFileQueue { () throws(DownloadError) in try complete() }
    }

    private func complete() throws(DownloadError) -> Verdict {
        let modified = job.options.keepsModificationTime ? state.lastModified?.secondsSinceEpoch : nil
        let file: CompleteFile
        var verified: Checksum?
        if let partial {
            let (difference, digests) = try DownloadError.wrapping { () throws(FileError) in
                // Cut off bytes that an earlier run reserved or wrote beyond the end.
                if try partial.file.facts().size != length { try partial.file.truncate(to: length) }
                let all = ByteRangeSet(upTo: length)
                let difference = try state.seams.firstDifference(in: partial.file, within: all)
                return (difference, try state.digest.finish(partial.file, length: length))
            }
            if let difference { return .seamDiffers(at: difference) }
            do throws(DownloadError) {
                verified = try job.options.verified(partial, length: length, by: digests, promised: state.promised)
            } catch {
                guard error.isAboutContent else { throw error }
                return .otherContent(error)
            }
            try partial.settle(modified: modified)
            file = .partial(partial)
        } else if let whole {
            file = try CompleteFile(job, whole.bytes, modified: modified)
        } else {
            throw .refused("nothing has come", status: nil)
        }
        if batch == nil {
            if job.options.isDurable { try DownloadError.wrapping { () throws(FileError) in try file.file.sync() } }
            try file.takeName(job)
        }
        return .complete(file, verified)
    }

    private func name(_ file: CompleteFile, _ verified: Checksum?) async throws(DownloadError) -> DownloadResult {
        let (path, length) = (file.partial?.finalPath ?? job.path, length)
        if let batch {
            job.options.onReceived?()
            try await batch.commit(
                file.file, as: path, length: length, on: job.client.eventLoop, failure: DownloadError.file
            ) { [job] () throws(DownloadError) in try file.takeName(job) }
        }
        do throws(FileError) {
            // One sync of the folder serves all files completed in the meantime.
            if job.options.isDurable, batch == nil { try await FileNames.syncFolderTogether(of: path) }
            try file.partial?.removeRecord()
        } catch {
            throw .file(error)
        }
        let otherwise = state.isLengthAnnounced ? DownloadResult.Completeness.byLength : .unknowable
        return DownloadResult(
            path: path, byteCount: length, completeness: verified.map { .verified($0) } ?? otherwise,
            resumedBytes: state.resumedBytes, receivedBytes: state.receivedBytes, notices: notices, head: state.head)
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
