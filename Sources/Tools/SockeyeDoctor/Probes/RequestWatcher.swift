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
        /// Whether the last request had Authorization.
        var isOfLogin = false
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

    func observe(_ event: ClientEvent) {
        if event[.sentHead] != nil { effort.count { $0.requests += 1 } }
        if event[.addressRace]?.connection != nil { effort.count { $0.connections += 1 } }
        if event[.securing] != nil { effort.count { $0.handshakes += 1 } }
        if let metrics = event[.measured] { effort.count { $0.receivedBytes += metrics.responseBytes } }
        kept.withLock { notes in
            if let head = event[.sentHead] { notes.isOfLogin = head.fields[.authorization] != nil }
            if let hop = event[.redirectFollowed] { notes.hops.append(hop) }
            if event[.connectionKept] != nil { notes.closing = nil }
            if let (_, reason) = event[.connectionClosed] { notes.closing = reason }
            if event[.secondTry] != nil { notes.wasDead = true }
            if event[.interimPassed]?.status.code == 100 { notes.gotContinue = true }
            if let (head, _) = event[.receivedHead] { notes.status = head.status.code }
            if let metrics = event[.measured] {
                notes.isReused = metrics.isConnectionReused
                notes.firstByte = metrics.timings.firstByte?.duration(since: metrics.timings.started)
            }
        }
    }
}
