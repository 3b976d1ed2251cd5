internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// Counts the requests, connections and bytes of an examination.
final class EffortCounter: Sendable {
    private let sum = Mutex(DoctorReport.Effort())

    var total: DoctorReport.Effort { sum.withLock { $0 } }

    func count(_ change: (inout DoctorReport.Effort) -> Void) { sum.withLock { change(&$0) } }
}

/// Collects the facts that probes need from one request's events.
final class RequestWatcher: ExchangeObserver {
    struct Notes: Sendable {
        var hops: [RedirectHop] = []
        var closing: CloseReason?
        /// Whether a reused connection was dead.
        var wasDead = false
        /// Whether a 100 (Continue) arrived.
        var gotContinue = false
        var firstByte: Duration?
        var isReused = false
        /// The last final status, even if the call failed afterwards.
        var status: Int?
    }

    private let effort: EffortCounter
    private let kept = Mutex(Notes())

    init(_ effort: EffortCounter) {
        self.effort = effort
    }

    var notes: Notes { kept.withLock { $0 } }

    func observe(_ event: ExchangeEvent) {
        switch event {
        case .sentHead: effort.count { $0.requests += 1 }
        case .connected: effort.count { $0.connections += 1 }
        case .securing: effort.count { $0.handshakes += 1 }
        case .redirecting(let hop): kept.withLock { $0.hops.append(hop) }
        case .finished(_, let closing): kept.withLock { $0.closing = closing }
        case .retrying: kept.withLock { $0.wasDead = true }
        case .informational(let head):
            if head.status.code == 100 { kept.withLock { $0.gotContinue = true } }
        case .receivedHead(let head, _): kept.withLock { $0.status = head.status.code }
        case .measured(let metrics):
            effort.count { $0.receivedBytes += metrics.responseBytes }
            kept.withLock { notes in
                notes.isReused = metrics.isConnectionReused
                notes.firstByte = metrics.timings.firstByte?.duration(since: metrics.timings.started)
            }
        default: break
        }
    }
}
