internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransfers
internal import SockeyeURL

/// One job, carried out.
struct JobRun: Sendable {
    /// How it ended.
    enum Outcome: Sendable, Hashable {
        /// The file is complete, or the server has it.
        case done(bytes: Int64, status: Int?)
        /// It was given up.
        case failed(cause: String, status: Int?)
        /// The worker stopped it.
        case stopped
    }

    let id: String
    let job: BackgroundJob
    /// What was at the path before a worker first began it; `nil` if none did.
    let was: String?
    let folder: BackgroundFolder
    let client: HTTPClient
    let board: StatusBoard

    func run() async -> Outcome {
        let target: HeldTarget
        do throws(BackgroundError) {
            target = try await aside { [folder, job] () throws(BackgroundError) in
                var sends = false
                if case .upload = job.work { sends = true }
                return try HeldTarget(job.path, besides: folder, opensFile: sends)
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

    private func download(to target: HeldTarget, _ options: BackgroundJob.Download) async -> Outcome {
        var terms = DownloadOptions(
            segments: options.segments, checksum: options.checksum,
            existing: options.replacesExisting ? .replace : .refuse)
        terms.retry = DownloadOptions.Retry(count: job.retries)
        terms.bytesPerSecond = job.bytesPerSecond
        // The links were followed when the path was checked.
        terms.followsLink = false
        if mayBeComplete {
            // A worker ended between giving the file its name and saying so in the journal. Whether the file is the server's
            // is checked as for any other file, and if so, nothing is fetched.
            let wanted = terms.existing
            terms.existing = .continueFrom
            let outcome = await fetch(to: target, terms)
            guard case .failed(_, nil) = outcome, wanted == .replace else { return outcome }
            terms.existing = wanted
        }
        return await fetch(to: target, terms)
    }

    private func fetch(to target: HeldTarget, _ terms: DownloadOptions) async -> Outcome {
        do throws(DownloadError) {
            let result = try await client.download(request, to: target.path, options: terms) { progress in
                board.note(
                    id, bytes: progress.byteCount, total: progress.total, bytesPerSecond: progress.bytesPerSecond)
            }
            return .done(bytes: result.byteCount, status: result.head?.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(_, let status): return .failed(cause: target.told(error), status: status)
            default: return .failed(cause: target.told(error), status: nil)
            }
        }
    }

    /// Whether the file at the path is perhaps the one that an earlier worker completed: there is nothing unfinished, and it is
    /// another file than before the job began.
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

    private func upload(_ target: HeldTarget, _ options: BackgroundJob.Upload) async -> Outcome {
        if case .from(let spoken) = options.resumption, spoken == .tus || was == nil || options.isRepeatable || hasPlace
        {
            return await uploadResumably(target, spoken, options.method)
        }
        if was != nil, !options.isRepeatable {
            return .failed(
                cause: "the worker ended while the file was being sent, and nobody knows whether the server took it; "
                    + "look there, and resume the job to send it again", status: nil)
        }
        var request = request
        request.method = options.method
        request.body = .file(path: target.path)
        // Only what is safe to repeat is repeated: the policy sees to it.
        request.retry = RetryPolicy(attempts: job.retries + 1)
        do throws(UploadError) {
            let result = try await client.upload(
                request, options: UploadOptions(bytesPerSecond: job.bytesPerSecond)
            ) { progress in
                board.note(
                    id, bytes: progress.byteCount, total: progress.total, bytesPerSecond: progress.bytesPerSecond)
            }
            return .done(bytes: result.byteCount, status: result.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(let head, _, _, _), .answeredEarly(let head, _, _):
                return .failed(cause: target.told(error), status: head.status.code)
            default: return .failed(cause: target.told(error), status: nil)
            }
        }
    }

    /// Whether an earlier worker has noted where the server takes the rest of the file. Without that, a server that speaks no
    /// protocol may have taken the whole (tus creates the place first, and only then sends bytes).
    private var hasPlace: Bool { HTTPClient.hasUnfinishedUpload(of: job.path) }

    private func uploadResumably(
        _ target: HeldTarget, _ spoken: ResumableProtocol?, _ method: HTTPRequest.Method
    ) async -> Outcome {
        var request = request
        request.method = method
        var options = ResumableUploadOptions(spoken)
        options.retry = DownloadOptions.Retry(count: job.retries)
        options.bytesPerSecond = job.bytesPerSecond
        options.statePath = HTTPClient.uploadStatePath(of: target.namedPath)
        do throws(ResumableUploadError) {
            let result = try await client.uploadResumably(target.path, to: request, options: options) { report in
                guard case .progress(let progress) = report else { return }
                board.note(id, bytes: progress.sent, total: progress.total, bytesPerSecond: 0)
            }
            return .done(bytes: result.byteCount, status: result.response?.status.code)
        } catch {
            switch error {
            case .cancelled: return .stopped
            case .client(let inner) where inner.cause == .cancelled: return .stopped
            case .refused(let status, _): return .failed(cause: target.told(error), status: status)
            default: return .failed(cause: target.told(error), status: nil)
            }
        }
    }
}

/// What is at a path, for telling later whether it is still the same file.
enum FileMark {
    /// No file.
    static let nothing = "nothing"

    static func text(of path: String) -> String {
        guard let facts = try? FileFacts(of: path, followingLinks: false) else { return nothing }
        return "\(facts.identity.device):\(facts.identity.inode)"
    }
}
