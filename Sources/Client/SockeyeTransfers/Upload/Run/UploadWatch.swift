internal import SockeyeClient
internal import SockeyeIO
internal import Synchronization

/// Passes events on to an observer and reports progress from body bytes: about ten times a second, and at
/// the end.
final class UploadWatch: PassingObserver {
    private static let interval = Duration.milliseconds(100)
    /// How many reports the speed is computed over.
    fileprivate static let sampleLimit = 30

    fileprivate struct State {
        var samples: [(moment: Deadline, bytes: Int64)] = []
        var progress = UploadProgress(byteCount: 0, total: nil, bytesPerSecond: 0)
        var isReported = true
    }

    let next: (any ExchangeObserver)?
    private let report: @Sendable (UploadProgress) -> Void
    private let state: Mutex<State>

    init(passingTo next: (any ExchangeObserver)?, _ report: @escaping @Sendable (UploadProgress) -> Void) {
        self.next = next
        self.report = report
        state = Mutex(State(samples: [(.now, 0)]))
    }

    func take(_ event: ClientEvent) {
        guard let (bytes, total) = event[.sentBody] else { return }
        if let progress = state.withLock({ $0.note(bytes, total, now: .now, interval: Self.interval) }) {
            report(progress)
        }
    }

    /// Reports the last progress, if it was not reported yet.
    func finish() {
        let progress = state.withLock { state in
            defer { state.isReported = true }
            return state.isReported ? nil : state.progress
        }
        if let progress { report(progress) }
    }
}

extension UploadWatch.State {
    fileprivate mutating func note(
        _ bytes: Int64, _ total: Int64?, now: Deadline, interval: Duration
    ) -> UploadProgress? {
        progress.byteCount = bytes
        progress.total = total
        isReported = false
        guard let last = samples.last, let first = samples.first else { return nil }
        // The body is being sent again.
        if bytes < last.bytes { samples = [(now, bytes)] }
        guard now.duration(since: last.moment) >= interval else { return nil }
        samples.append((now, bytes))
        if samples.count > UploadWatch.sampleLimit { samples.removeFirst() }
        let time = now.duration(since: first.moment).inSeconds
        progress.bytesPerSecond = time > 0 ? Double(max(0, bytes - first.bytes)) / time : 0
        isReported = true
        return progress
    }
}
