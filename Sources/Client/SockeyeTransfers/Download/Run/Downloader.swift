internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL
internal import Synchronization

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
        let place: Place
        switch destination {
        case .file(let path): place = Place(path: path, followsLink: options.followsLink)
        case .folder(let folder):
            let path = FileName.place(of: try await probe.suggestedName(request, facts), in: folder)
            place = Place(path: path, followsLink: false)
        }
        let result = try await download(request, place, options, facts)
        // The last report may be a tenth of a second old, and a short download had none.
        progress?(DownloadProgress(of: result, after: Deadline.now.duration(since: start)))
        return result
    }

    /// The first request that a download of `request` to `path` would send, and how many bytes it would resume. Changes
    /// nothing.
    func plan(
        _ request: Request, to path: String, _ options: DownloadOptions
    ) async throws(DownloadError) -> (request: Request, resumedBytes: Int64) {
        let partial = try PartialFile(of: path, replacesExisting: options.existing != .refuse)
        var options = options
        // Dropping the present bytes would be a change.
        let drops = options.resume == .never
        options.resume = .ifPossible
        let run = DownloadRun(DownloadJob(client, request, options, partial))
        if !drops {
            try await run.prepare()
            if options.existing == .continueFrom, run.stock.present.isEmpty,
                let facts = try FileFacts.found(of: path)
            {
                run.stock.set(ByteRangeSet([0..<facts.size]))
            }
        }
        var request = request
        request.ask(run.firstQuestion.question, run.stock.known, wantsDigest: options.asksForDigest)
        return (request, run.stock.present.byteCount)
    }

    /// Where the file goes.
    private struct Place {
        var path: String
        /// Whether a symbolic link with that name is followed. If the server chose the name, it is replaced.
        var followsLink: Bool
        /// Whether another program's file was taken over.
        var isAdopted = false
    }

    /// Downloads, taking over another program's file first if asked to.
    private func download(
        _ request: Request, _ place: Place, _ options: DownloadOptions, _ facts: HeadProbe.Facts?
    ) async throws(DownloadError) -> DownloadResult {
        guard options.existing == .continueFrom, options.resume != .never,
            let adopted = try adopt(place.path, request)
        else { return try await askServers(request, place, options, facts) }
        do throws(DownloadError) {
            return try await askServers(
                request, Place(path: place.path, followsLink: place.followsLink, isAdopted: true), options, nil)
        } catch {
            var reason: String?
            if case .refused(let words, nil) = error { reason = words }
            guard try adopted.giveBack(isOtherFile: reason != nil), let reason, options.resume != .required else {
                throw error
            }
            throw .existingKept(path: place.path, reason: reason)
        }
    }

    private func adopt(_ path: String, _ request: Request) throws(DownloadError) -> AdoptedFile? {
        if request.method != .get || request.fields.contains(.range), try AdoptedFile.isThere(path) {
            throw .existingKept(path: path, reason: "only a GET without its own Range field can be resumed")
        }
        return try AdoptedFile.take(path, of: request.url)
    }

    // MARK: Servers

    /// Downloads from the request's own server, and from the mirrors if that fails.
    private func askServers(
        _ request: Request, _ place: Place, _ options: DownloadOptions, _ facts: HeadProbe.Facts?
    ) async throws(DownloadError) -> DownloadResult {
        let origin = request.url
        let given = options.mirrors.compactMap { try? HTTPURL($0) }
        let isVerified = options.isVerified
        var (next, options, facts, tried) = (request, options, facts, Set<String>())
        var (promised, links): ([Checksum], [HTTPURL]) = ([], [])
        var (notices, mismatch): ([String], DownloadError?) = ([], nil)
        // The length that the first server announced.
        var total: Int64?
        while true {
            tried.insert(next.url.href)
            let end = await ask(next, place, options, facts, isMirror: tried.count > 1)
            guard case .failure(let error) = end.result else {
                var result = try end.result.get()
                result.notices = notices + result.notices
                return result
            }
            // Where the caller says what the file is, other bytes are the server's fault, or a mirror's among its segments: each
            // of the others is asked for the whole, by itself.
            if error.isAboutContent, isVerified, !place.isAdopted, !given.isEmpty {
                (options.mirrors, options.resume) = ([], .never)
                mismatch = error
                notices.append("started over: what came from \(next.url.origin) had another digest or length")
            } else if !error.isAboutPlace {
                throw error
            }
            promised += end.promised
            links += end.links
            // The bytes from mirrors are verified against it.
            if options.checksum == nil { options.checksum = promised.first(where: MirrorTrust.isProof) }
            let others = given.map { ($0, MirrorTrust.Namer.caller) } + links.map { ($0, .server) }
            total = total ?? end.total
            var mirror: HTTPURL?
            for (url, namer) in others where mirror == nil && !tried.contains(url.href) {
                // A mirror for the whole rest need not prove that it has the same file.
                let trust = MirrorTrust(of: url, insteadOf: origin, namedBy: namer)
                guard trust.mayServe(hasDigest: options.checksum != nil, isSame: true) else { continue }
                if options.checksum == nil, let total, await hasOtherLength(than: total, request.moved(to: url)) {
                    tried.insert(url.href)
                    notices.append("left out the mirror \(url.origin): its file doesn't have \(total) bytes")
                    continue
                }
                mirror = url
            }
            guard let mirror else { throw mismatch ?? error }
            (next, facts) = (request.moved(to: mirror), nil)
        }
    }

    /// Whether a server says that its file has another length. One that doesn't say is believed.
    private func hasOtherLength(than total: Int64, _ request: Request) async -> Bool {
        var request = request
        request.ask(ResumeQuestion(first: 0, end: 1, isRanged: true), ResumeKnowledge(), wantsDigest: false)
        let answer = try? await client.perform(request) { response in
            ResumeAnswer(response.head, bodyLength: response.body.expectedByteCount)
        }
        guard let answer, !answer.isCoded else { return false }
        var length = answer.status == 200 ? answer.bodyLength : nil
        if answer.status == 206, case .part(_, _, let whole)? = answer.contentRange { length = whole }
        return length.map { $0 != total } ?? false
    }

    /// The result from one server, and the mirrors and digests it named.
    private struct ServerEnd {
        var result: Result<DownloadResult, DownloadError>
        var links: [HTTPURL] = []
        var promised: [Checksum] = []
        /// The length that it announced.
        var total: Int64?
    }

    private func ask(
        _ request: Request, _ place: Place, _ options: DownloadOptions, _ facts: HeadProbe.Facts?, isMirror: Bool
    ) async -> ServerEnd {
        do throws(DownloadError) {
            if !place.isAdopted, !isMirror, facts == nil, progress == nil,
                let opening = try OpeningRequest(
                    client, request, place.path, followsLink: place.followsLink, options, observer)
            {
                switch try await opening.run() {
                case .whole(let result): return ServerEnd(result: .success(result))
                case .begun(let run, let end): return await finish(run, after: end)
                case .taken: break
                }
            }
            let partial = try PartialFile(
                of: place.path, replacesExisting: options.existing != .refuse, followsLink: place.followsLink,
                newFileMode: options.fileMode)
            let run = DownloadRun(
                DownloadJob(
                    client, request, options, partial, isAdopted: place.isAdopted, observer: observer,
                    report: progress))
            return await finish(run, facts, isMirror: isMirror)
        } catch {
            return ServerEnd(result: .failure(error))
        }
    }

    private func finish(
        _ run: DownloadRun, _ facts: HeadProbe.Facts? = nil, isMirror: Bool = false, after end: DownloadRound.End? = nil
    ) async -> ServerEnd {
        let job = run.job
        defer { job.partial.release() }
        do throws(DownloadError) {
            if end == nil { try await run.prepare(facts, isMirror: isMirror) }
            return ServerEnd(result: .success(try await run.run(after: end)))
        } catch {
            // Another program's file is never removed, nor that of an earlier run to which nothing came.
            let isTouched = !job.partial.awaitsRestart.load(ordering: .relaxed)
            if !job.options.keepsPartial, !job.isAdopted, isTouched {
                job.partial.discard()
            } else {
                await run.forgetLostBytes()
            }
            return ServerEnd(
                result: .failure(error), links: run.links, promised: run.stock.promised, total: run.stock.known.total)
        }
    }
}
