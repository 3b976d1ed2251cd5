internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeURL
internal import SockeyeIO
internal import Synchronization

/// A running resumable upload: the state machine, shared between the task that sends the requests and the observer that
/// gets interim responses while a body is still being sent.
final class UploadSession: PassingObserver {
    private struct Shared {
        var machine: UploadMachine
        /// The current step.
        var step: UploadStep?
        /// Where the step's request is, after redirects.
        var url: HTTPURL?
        var request: Task<Result<BufferedResponse, HTTPClientError>, Never>?
        var isStopped = false
        /// The record as last written, if any.
        var saved: UploadRecord?
        var cannotSave: String?
    }

    let journal: UploadJournal
    private let target: HTTPURL
    let next: (any ExchangeObserver)?
    private let report: (@Sendable (ResumableUploadReport) -> Void)?
    private let shared: Mutex<Shared>

    init(
        _ machine: UploadMachine, _ journal: UploadJournal, target: HTTPURL, saved: UploadRecord?,
        observer: (any ExchangeObserver)?, report: (@Sendable (ResumableUploadReport) -> Void)?
    ) {
        self.journal = journal
        self.target = target
        next = observer
        self.report = report
        shared = Mutex(Shared(machine: machine, saved: saved))
    }

    /// Makes a decision, then reports notices and saves the record.
    func decide(_ decision: (inout UploadMachine) -> UploadAction) -> UploadAction {
        let action = shared.withLock { shared in
            shared.step = nil
            shared.request = nil
            return decision(&shared.machine)
        }
        settle()
        return action
    }

    var machine: UploadMachine { shared.withLock { $0.machine } }

    /// Returns the uploads that may be deleted and clears them.
    func takeAbandoned() -> [HTTPURL] {
        shared.withLock { $0.machine.state.takeAbandoned() }
    }

    // MARK: The request under way

    /// Registers the current request, so that an interim response can stop it.
    func begin(_ step: UploadStep, _ request: Task<Result<BufferedResponse, HTTPClientError>, Never>) {
        let isLate = shared.withLock { shared in
            shared.request = request
            return shared.isStopped
        }
        if isLate { request.cancel() }
    }

    /// Registers the step that begins.
    func prepare(_ step: UploadStep) {
        shared.withLock { shared in
            shared.step = step
            shared.url = nil
            shared.isStopped = false
        }
    }

    /// Whether an interim response stopped the request.
    var isStopped: Bool { shared.withLock { $0.isStopped } }

    func take(_ event: ClientEvent) {
        if let url = event[.redirectFollowed]?.destination ?? event[.upgradedToTLS] {
            shared.withLock { $0.url = url }
        }
        if let head = event[.interimPassed] { take(head) }
        if let (bytes, _) = event[.sentBody] { tellProgress(bytes) }
    }

    private func take(_ head: ResponseHead) {
        let (isStop, request) = shared.withLock {
            shared -> (Bool, Task<Result<BufferedResponse, HTTPClientError>, Never>?) in
            guard let step = shared.step else { return (false, nil) }
            let answer = UploadAnswer(status: head.status.code, fields: head.fields, url: shared.url ?? step.url)
            guard shared.machine.interim(answer) == .stop else { return (false, nil) }
            shared.isStopped = true
            return (true, shared.request)
        }
        settle(isInterim: true)
        if isStop { request?.cancel() }
    }

    private func tellProgress(_ bytes: Int64) {
        guard let report else { return }
        let progress = shared.withLock { shared -> ResumableUploadProgress? in
            guard let body = shared.step?.body, !body.isEmpty else { return nil }
            let state = shared.machine.state
            return ResumableUploadProgress(
                sent: min(body.lowerBound + bytes, state.plan.length), acknowledged: state.acknowledged,
                total: state.plan.length)
        }
        if let progress { report(.progress(progress)) }
    }

    // MARK: What follows from decisions

    /// Writes the record if it changed, and reports notices.
    private func settle(isInterim: Bool = false) {
        let notices = shared.withLock { shared -> [String] in
            // The upload's URL must outlive this process, but an interim offset is not worth a
            // wait for the disk.
            if !isInterim || shared.saved?.place.href != shared.machine.state.place?.href { save(&shared) }
            return shared.machine.state.takeNotices() + [shared.cannotSave.take()].compactMap(\.self)
        }
        for notice in notices { report?(.notice(notice)) }
    }

    /// Called with the lock held, so that writers cannot overtake each other.
    private func save(_ shared: inout Shared) {
        let state = shared.machine.state
        // What is saved of an upload that seems to be gone stays until there is another: the server may only have wanted a login.
        guard let place = state.place else { return }
        let record = UploadRecord(
            spoken: shared.machine.spoken, target: target, place: place, file: journal.mark,
            acknowledged: state.acknowledged)
        guard record != shared.saved else { return }
        do throws(IOError) {
            try journal.save(record)
        } catch {
            // Reported once: the upload continues, but another run could not resume it.
            if shared.saved == nil {
                shared.cannotSave =
                    "cannot write \(journal.recordPath) (\(error)): if this run is killed, the upload starts again"
            }
        }
        shared.saved = record
    }

    /// Removes the record at the end of the upload.
    func forget() {
        shared.withLock { shared in
            journal.remove()
            shared.saved = nil
        }
    }

    func tell(_ notice: String) {
        report?(.notice(notice))
    }

    /// Reports the final progress.
    func tellEnd() {
        let total = machine.state.plan.length
        report?(.progress(ResumableUploadProgress(sent: total, acknowledged: total, total: total)))
    }
}
