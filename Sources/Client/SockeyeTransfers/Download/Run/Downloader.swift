internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// Decides where a download goes, what it resumes and which server it uses, then runs it.
struct Downloader: Sendable {
    let client: HTTPClient
    let observer: (any ExchangeObserver)?
    let progress: (@Sendable (DownloadProgress) -> Void)?

    func download(
        _ request: Request, to destination: DownloadDestination, _ options: DownloadOptions
    ) async throws(DownloadError) -> DownloadResult {
        // Otherwise it would be noticed when everything is fetched.
        if let fault = options.checksum?.fault { throw .refused(fault, status: nil) }
        let start = Deadline.now
        let probe = HeadProbe(client: client, observer: observer)
        let facts = options.asksHeadFirst ? try await probe.ask(request, options) : nil
        let (path, followsLink): (String, Bool)
        switch destination {
        case .file(let given):
            (path, followsLink) = (try AdoptedFile.place(of: given, options), options.followsLink)
        case .folder(let folder):
            path = FileName.place(of: try await probe.suggestedName(request, facts), in: folder)
            followsLink = false
        }
        let job = DownloadJob(
            client, request, to: path, followsLink: followsLink, options, facts: facts, observer: observer,
            report: progress)
        let result = try await download(job)
        // The last report may be a tenth of a second old, and a short download had none.
        progress?(DownloadProgress(of: result, after: Deadline.now.duration(since: start)))
        return result
    }

    /// The first request that a download of `request` to `path` would send, and how many bytes it would resume. Changes
    /// nothing.
    func plan(
        _ request: Request, to path: String, _ options: DownloadOptions
    ) async throws(DownloadError) -> (request: Request, resumedBytes: Int64) {
        var run = DownloadRun(DownloadJob(client, request, to: path, followsLink: true, options))
        try await run.open()
        if options.existing == .continueFrom, options.resume != .never, run.state.present.isEmpty,
            let facts = try FileFacts.found(of: path)
        {
            run.state.set(ByteRangeSet(upTo: facts.size))
        }
        var request = request
        request.ask(run.firstSegment.question, run.state.known, wantsDigest: options.asksForDigest)
        return (request, run.state.present.byteCount)
    }

    /// Downloads; an incomplete file gets its name too if the caller wants that.
    private func download(_ job: DownloadJob) async throws(DownloadError) -> DownloadResult {
        var learned = Learned()
        do throws(DownloadError) {
            return try await adopting(job, &learned)
        } catch {
            // A file with gaps is longer than the bytes received.
            guard job.options.namesUnfinished, learned.hasUnfinished, let partial = try? job.openPartialFile() else {
                throw error
            }
            defer { partial.release() }
            if !partial.isNew { try? partial.nameUnfinished() }
            throw error
        }
    }

    /// Downloads, taking over another program's file first if asked to.
    private func adopting(_ job: DownloadJob, _ learned: inout Learned) async throws(DownloadError) -> DownloadResult {
        guard job.options.existing == .continueFrom, job.options.resume != .never,
            let adopted = try AdoptedFile.take(job.path, canResume: job.canAskForRanges)
        else { return try await askServers(job, &learned) }
        do throws(DownloadError) {
            return try await askServers(DownloadJob(job, job.request, job.options, isAdopted: true), &learned)
        } catch {
            // Another process has it by now.
            if case .busy = error { throw error }
            var reason: String?
            if case .refused(let words, nil) = error { reason = words }
            guard try adopted.giveBack(isOtherFile: reason != nil), let reason, job.options.resume != .required else {
                throw error
            }
            throw .existingKept(path: job.path, reason: reason)
        }
    }

    // MARK: Servers

    /// Downloads from the request's own server, and from the mirrors if that fails.
    private func askServers(
        _ first: DownloadJob, _ learned: inout Learned
    ) async throws(DownloadError) -> DownloadResult {
        var (job, tried) = (first, Set<String>())
        var (notices, mismatch): ([String], DownloadError?) = ([], nil)
        while true {
            let end = await ask(job, &learned)
            guard case .failure(let error) = end else {
                var result = try end.get()
                result.notices = notices + result.notices
                return result
            }
            tried.insert(job.url.href)
            var options = job.options
            let given = first.options.mirrors.compactMap { try? HTTPURL($0) }
            // Where the caller says what the file is, other bytes are the server's fault, or a mirror's among its segments: each
            // of the others is asked for the whole, by itself.
            if error.isAboutContent, first.options.isVerified, !job.isAdopted, !given.isEmpty {
                (options.mirrors, options.resume) = ([], .never)
                mismatch = error
                notices.append("started over: what came from \(job.url.origin) had another digest or length")
            } else if !error.isAboutPlace {
                throw error
            }
            // The bytes from mirrors are verified against it.
            if options.checksum == nil { options.checksum = learned.promised.first(where: MirrorTrust.isProof) }
            let others = given.map { ($0, MirrorTrust.Namer.caller) } + learned.links.map { ($0, .server) }
            var mirror: HTTPURL?
            for (url, namer) in others where mirror == nil && !tried.contains(url.href) {
                // A mirror for the whole rest need not prove that it has the same file.
                let trust = MirrorTrust(of: url, insteadOf: first.url, namedBy: namer)
                guard trust.mayServe(hasDigest: options.checksum != nil, isSame: true) else { continue }
                if options.checksum == nil, let total = learned.total,
                    await hasOtherLength(than: total, first.request.moved(to: url))
                {
                    tried.insert(url.href)
                    notices.append("left out the mirror \(url.origin): its file doesn't have \(total) bytes")
                    continue
                }
                mirror = url
            }
            guard let mirror else { throw mismatch ?? error }
            job = DownloadJob(first, first.request.moved(to: mirror), options, isMirror: true)
        }
    }

    /// Whether a server says that its file has another length. One that doesn't say is believed.
    private func hasOtherLength(than total: Int64, _ request: Request) async -> Bool {
        var request = request
        request.ask(ResumeQuestion(first: 0, end: 1, isRanged: true), ResumeKnowledge(), wantsDigest: false)
        let answer = try? await client.perform(request) { ResumeAnswer($0) }
        guard let answer, !answer.isCoded else { return false }
        var length = answer.status == 200 ? answer.bodyLength : nil
        if answer.status == 206, case .part(_, _, let whole)? = answer.contentRange { length = whole }
        return length.map { $0 != total } ?? false
    }

    /// What the servers that failed have said of the file.
    private struct Learned {
        var promised: [Checksum] = []
        /// Mirrors that they named.
        var links: [HTTPURL] = []
        /// The length that the first one announced.
        var total: Int64?
        /// Whether the last one sent a part, which has no gaps.
        var hasUnfinished = false
    }

    /// Downloads from one server.
    private func ask(_ job: DownloadJob, _ learned: inout Learned) async -> Result<DownloadResult, DownloadError> {
        var run = DownloadRun(job)
        if job.options.batch == nil { await run.receive() } else { run = await received(run) }
        defer { run.end() }
        do throws(DownloadError) {
            return .success(try await run.finish())
        } catch {
            await run.keepOrDiscard()
            learned.promised += run.state.promised
            learned.links += run.links
            learned.total = learned.total ?? run.state.known.total
            learned.hasUnfinished = run.state.receivedBytes > 0 && run.state.known.isOneRow
            return .failure(error)
        }
    }

    /// Receives the file in a separate task, which gives back what its calls took on the heap: 40 KB, that a download would hold
    /// while its file waits for others.
    private func received(_ run: DownloadRun) async -> DownloadRun {
        async let received = {
            var run = run
            await run.receive()
            return run
        }()
        return await received
    }
}
