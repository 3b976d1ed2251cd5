internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransfers
internal import SockeyeURL

/// Runs one job.
struct JobRun: Sendable {
    /// The outcome.
    enum Outcome: Sendable, Hashable {
        /// The file is complete, or the server has accepted it.
        case done(bytes: Int64, status: Int?)
        /// The job failed for good.
        case failed(cause: String, status: Int?)
        /// The worker stopped it.
        case stopped
    }

    let id: String
    let job: BackgroundJob
    /// The file at the path when a worker first began the job; `nil` if none has yet.
    let was: String?
    let folder: BackgroundFolder
    let client: HTTPClient
    let status: LiveStatus

    func run() async -> Outcome {
        let target: OpenTarget
        do throws(BackgroundError) {
            target = try await onFileThread { [folder, job] () throws(BackgroundError) in
                var sends = false
                if case .upload = job.work { sends = true }
                return try OpenTarget(job.path, besides: folder, opensFile: sends)
            }
        } catch {
            return .failed(cause: "\(error)", status: nil)
        }
        return switch job.work {
        case .download(let options): await download(to: target, options)
        case .upload(let options): await upload(target, options)
        }
    }

    // MARK: Downloads

    private func download(to target: OpenTarget, _ options: BackgroundJob.Download) async -> Outcome {
        var terms = DownloadOptions(
            segments: options.segments, checksum: options.checksum,
            existing: options.replacesExisting ? .replace : .refuse)
        terms.retry = DownloadOptions.Retry(count: job.retries)
        terms.bytesPerSecond = job.bytesPerSecond
        // Links were resolved when the path was checked.
        terms.followsLink = false
        if mayBeComplete {
            // A worker may have died between renaming the file and recording it. Compare the file with the server's as for any
            // other resume; if it is complete, nothing is fetched.
            let wanted = terms.existing
            terms.existing = .continueFrom
            let outcome = await fetch(to: target, terms)
            guard case .failed(_, nil) = outcome, wanted == .replace else { return outcome }
            terms.existing = wanted
        }
        return await fetch(to: target, terms)
    }

    private func fetch(to target: OpenTarget, _ terms: DownloadOptions) async -> Outcome {
        do throws(DownloadError) {
            let result = try await client.download(request, to: target.path, options: terms) { progress in
                status.setProgress(
                    id, bytes: progress.byteCount, total: progress.total, bytesPerSecond: progress.bytesPerSecond)
            }
            return .done(bytes: result.byteCount, status: result.head?.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(_, let status): return .failed(cause: target.message(for: error), status: status)
            default: return .failed(cause: target.message(for: error), status: nil)
            }
        }
    }

    /// Whether an earlier worker may have completed the file: nothing is unfinished, and the file isn't the one from before the
    /// job began.
    private var mayBeComplete: Bool {
        guard let was else { return false }
        do throws(DownloadError) {
            if try Download.partialState(at: job.path) != nil { return false }
        } catch {
            return false
        }
        let present = FileMark.text(of: job.path)
        return present != FileMark.nothing && present != was
    }

    private var request: Request {
        var request = Request(url: job.url)
        for field in job.fields { request.fields.append(field) }
        return request
    }

    // MARK: Uploads

    private func upload(_ target: OpenTarget, _ options: BackgroundJob.Upload) async -> Outcome {
        if case .from(let uploadProtocol) = options.resumption,
            uploadProtocol == .tus || was == nil || options.isRepeatable || hasSavedUpload
        {
            return await uploadResumably(target, uploadProtocol, options.method)
        }
        if was != nil, !options.isRepeatable {
            return .failed(
                cause: "the worker ended while the file was being sent, so the server may or may not have it; "
                    + "check there, and resume the job to send it again", status: nil)
        }
        var request = request
        request.method = options.method
        request.body = .file(path: target.path)
        // The policy retries only idempotent requests.
        request.retry = RetryPolicy(attempts: job.retries + 1)
        do throws(UploadError) {
            let result = try await client.upload(
                request, options: UploadOptions(bytesPerSecond: job.bytesPerSecond)
            ) { progress in
                status.setProgress(
                    id, bytes: progress.byteCount, total: progress.total, bytesPerSecond: progress.bytesPerSecond)
            }
            return .done(bytes: result.byteCount, status: result.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(let head, _, _, _), .answeredEarly(let head, _, _):
                return .failed(cause: target.message(for: error), status: head.status.code)
            default: return .failed(cause: target.message(for: error), status: nil)
            }
        }
    }

    /// Whether an earlier worker saved this upload's URL; one of the same file to another server doesn't count. Without it, a
    /// server without a resumable protocol may have the whole file. (tus creates the upload before it sends bytes.)
    private var hasSavedUpload: Bool { HTTPClient.hasUnfinishedUpload(of: job.path, to: job.url) }

    private func uploadResumably(
        _ target: OpenTarget, _ uploadProtocol: ResumableProtocol?, _ method: HTTPRequest.Method
    ) async -> Outcome {
        var request = request
        request.method = method
        var options = ResumableUploadOptions(uploadProtocol)
        options.retry = DownloadOptions.Retry(count: job.retries)
        options.bytesPerSecond = job.bytesPerSecond
        options.statePath = HTTPClient.uploadStatePath(of: target.namedPath)
        do throws(ResumableUploadError) {
            let result = try await client.uploadResumably(target.path, to: request, options: options) { report in
                guard case .progress(let progress) = report else { return }
                status.setProgress(id, bytes: progress.sent, total: progress.total, bytesPerSecond: 0)
            }
            return .done(bytes: result.byteCount, status: result.response?.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(let status, _): return .failed(cause: target.message(for: error), status: status)
            default: return .failed(cause: target.message(for: error), status: nil)
            }
        }
    }
}

/// Identifies the file at a path, to tell later whether it was replaced.
enum FileMark {
    /// No file.
    static let nothing = "nothing"

    static func text(of path: String) -> String {
        guard let facts = try? FileFacts(of: path, followingLinks: false) else { return nothing }
        return "\(facts.identity.device):\(facts.identity.inode)"
    }
}
