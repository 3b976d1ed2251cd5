internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// Counts what an examination costs.
final class Tally: Sendable {
    private let sum = Mutex(DoctorReport.Effort())

    var effort: DoctorReport.Effort { sum.withLock { $0 } }

    func count(_ change: (inout DoctorReport.Effort) -> Void) { sum.withLock { change(&$0) } }
}

/// What a probe wants to know of the events of one request.
final class Watcher: ExchangeObserver {
    struct Notes: Sendable {
        var hops: [RedirectHop] = []
        var closing: CloseReason?
        /// Whether a reused connection was dead.
        var wasDead = false
        /// Whether a 100 (Continue) came.
        var isAskedToGoOn = false
        var firstByte: Duration?
        var isReused = false
        /// The last final status, also of a call that failed later.
        var status: Int?
    }

    private let tally: Tally
    private let kept = Mutex(Notes())

    init(_ tally: Tally) {
        self.tally = tally
    }

    var notes: Notes { kept.withLock { $0 } }

    func observe(_ event: ExchangeEvent) {
        switch event {
        case .sentHead: tally.count { $0.requests += 1 }
        case .connected: tally.count { $0.connections += 1 }
        case .securing: tally.count { $0.handshakes += 1 }
        case .redirecting(let hop): kept.withLock { $0.hops.append(hop) }
        case .finished(_, let closing): kept.withLock { $0.closing = closing }
        case .retrying: kept.withLock { $0.wasDead = true }
        case .informational(let head):
            if head.status.code == 100 { kept.withLock { $0.isAskedToGoOn = true } }
        case .receivedHead(let head, _): kept.withLock { $0.status = head.status.code }
        case .measured(let metrics):
            tally.count { $0.receivedBytes += metrics.responseBytes }
            kept.withLock { notes in
                notes.isReused = metrics.isConnectionReused
                notes.firstByte = metrics.timings.firstByte?.duration(since: metrics.timings.started)
            }
        default: break
        }
    }
}
