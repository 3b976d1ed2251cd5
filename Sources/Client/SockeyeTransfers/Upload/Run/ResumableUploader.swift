internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeURL
internal import SockeyeIO

/// Runs one resumable upload: sends the requests that the protocol decides on, and keeps the record.
///
/// ```
///   open and lock the file ─→ record? ─→ (OPTIONS) ─→ ┌→ step: check the file, send, receive ─┐
///                                                     └──── decide, save ←────────────────────┘─→ complete: no record
/// ```
struct ResumableUploader {
    let client: HTTPClient
    /// The caller's request: its URL, method, fields and credential; the body comes from the file.
    let request: Request
    let target: HTTPURL
    let options: ResumableUploadOptions
    let journal: UploadJournal
    let observer: (any ExchangeObserver)?
    let report: (@Sendable (ResumableUploadReport) -> Void)?
    /// Shared by all requests.
    let pacing: SendPacing
    /// The deadline for everything.
    let end: Deadline?

    func run() async throws(ResumableUploadError) -> ResumableUploadResult {
        defer { journal.release() }
        let record = try await usableRecord()
        let machine = try await machine(for: record)
        let resumed = record != nil
        let session = UploadSession(
            machine, journal, target: target, saved: record, observer: observer, report: report)
        var action = session.decide { $0.begin() }
        var last: BufferedResponse?
        var trouble = "the server wants to be asked later"
        var resumedBytes: Int64?
        while true {
            for place in session.takeAbandoned() { await drop(place, session.machine.spoken) }
            switch action {
            case .finish(let isAnswered):
                try await checkFile(session)
                session.forget()
                session.tellEnd()
                // Without another step, the server had the whole file already.
                let found = resumedBytes ?? (resumed ? journal.mark.size : 0)
                return ResumableUploadResult(
                    response: isAnswered ? last : nil, byteCount: journal.mark.size, resumedBytes: found,
                    spoken: session.machine.isSpoken ? session.machine.spoken : nil)
            case .fail(let error):
                // An unusable upload must not be resumed again.
                if case .unusable = error { session.forget() }
                throw error
            case .send(let step, let delay):
                if resumed, resumedBytes == nil, step.purpose != .findOffset {
                    resumedBytes = session.machine.state.acknowledged
                }
                try await pause(delay, after: trouble)
                try await checkFile(session)
                let (event, response) = try await perform(step, session)
                last = response ?? last
                trouble = event.trouble ?? trouble
                action = session.decide { $0.handle(event, now: .present) }
            }
        }
    }

    // MARK: The beginning

    /// The record of an earlier run, if it matches this file and URL.
    private func usableRecord() async throws(ResumableUploadError) -> UploadRecord? {
        guard let record = try journal.load() else {
            if journal.hasRecord() {
                report?(.notice("\(journal.recordPath) is not an upload record and is replaced"))
            }
            return nil
        }
        if !record.isOf(target) {
            report?(
                .notice("an earlier upload of this file to \(record.target) is incomplete; this one takes its place"))
            return nil
        }
        if let spoken = options.spoken, spoken != record.spoken {
            report?(.notice("the earlier upload used \(record.spoken.rawValue) and is abandoned"))
            await drop(record.place, record.spoken)
            return nil
        }
        if record.file != journal.mark {
            if options.changedFile == .refuse { throw .fileChanged(path: journal.path) }
            report?(
                .notice("the file changed since the earlier upload, which is abandoned; starting over"))
            await drop(record.place, record.spoken)
            journal.remove()
            return nil
        }
        return record
    }

    private func machine(for record: UploadRecord?) async throws(ResumableUploadError) -> UploadMachine {
        var plan = UploadState.Plan(
            target: target, length: journal.mark.size, perRequestLimit: options.perRequestLimit)
        plan.retry = options.retry
        let state = UploadState(plan, place: record?.place, acknowledged: record?.acknowledged ?? 0)
        let spoken = record?.spoken ?? options.spoken
        var dialect = UploadDialect.unknown
        if spoken == nil || spoken == .tus && options.sendsChecksums { dialect = try await discover(state) }
        if case .tus(_, let most?, _) = dialect, most < plan.length, spoken != .ietf {
            throw .tooLarge(length: plan.length, limit: most)
        }
        switch (spoken, dialect) {
        case (.tus, _), (nil, .tus):
            let checksum = options.sendsChecksums ? dialect.checksum : nil
            if options.sendsChecksums, checksum == nil { report?(.notice("the server doesn't support checksums")) }
            return .tus(TusUpload(state, metadata: options.metadata.map { ($0, $1) }, checksum: checksum))
        default:
            var limits: UploadLimits?
            var isSpoken = false
            if case .draft(let told) = dialect { (limits, isSpoken) = (told, true) }
            return .draft(
                DraftUpload(
                    state, method: request.method == .get ? .put : request.method, isSpoken: isSpoken, limits: limits,
                    checksum: options.sendsChecksums ? .sha256 : nil))
        }
    }

    /// Asks the server which protocol it speaks. One that does not say may still speak the draft.
    private func discover(_ state: UploadState) async throws(ResumableUploadError) -> UploadDialect {
        var state = state
        let question = try await made(from: UploadStep(.discover, .options, target), spoken: nil)
        while true {
            do throws(HTTPClientError) {
                return UploadDialect(UploadAnswer(try await client.send(question, observer: observer)))
            } catch {
                if error.cause == .cancelled { throw .cancelled }
                if error.party == .caller { throw .client(error) }
                guard Self.mayPass(error), let delay = state.patience() else {
                    throw .client(error.naming(totalTime: options.totalTime))
                }
                try await pause(delay, after: "\(error)")
            }
        }
    }

    // MARK: Steps

    private func pause(_ delay: Duration, after trouble: String) async throws(ResumableUploadError) {
        if delay <= .zero { return }
        if let end, Deadline.after(delay) > end {
            let time = options.totalTime ?? .zero
            throw .lost(
                "\(trouble), and there is no time left for a retry within the total time of \(Self.words(time))",
                cause: HTTPClientError(.firstByte, origin: target.origin, cause: .timedOut(.total, after: time)))
        }
        report?(.notice("\(trouble); trying again in \(Self.words(delay))"))
        do throws(IOError) {
            try await client.eventLoop.sleep(until: .after(delay))
        } catch {
            throw .cancelled
        }
    }

    private static func words(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        return attoseconds == 0 ? "\(seconds) s" : "\(time.inSeconds) s"
    }

    /// Checks that the file is unchanged, since the server must not get bytes of two versions.
    func checkFile(_ session: UploadSession) async throws(ResumableUploadError) {
        do throws(FileError) {
            if try journal.isUnchanged() { return }
        } catch {
            throw .file(error)
        }
        session.forget()
        if let place = session.machine.state.place { await drop(place, session.machine.spoken) }
        throw .fileChangedMeanwhile(path: journal.path)
    }
}
