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

    func observe(_ event: ClientEvent) {
        if event[.sentHead] != nil { tally.count { $0.requests += 1 } }
        if event[.addressRace]?.connection != nil { tally.count { $0.connections += 1 } }
        if event[.securing] != nil { tally.count { $0.handshakes += 1 } }
        if let metrics = event[.measured] { tally.count { $0.receivedBytes += metrics.responseBytes } }
        kept.withLock { notes in
            if let hop = event[.redirectFollowed] { notes.hops.append(hop) }
            if event[.connectionKept] != nil { notes.closing = nil }
            if let (_, reason) = event[.connectionClosed] { notes.closing = reason }
            if event[.secondTry] != nil { notes.wasDead = true }
            if event[.interimPassed]?.status.code == 100 { notes.isAskedToGoOn = true }
            if let (head, _) = event[.receivedHead] { notes.status = head.status.code }
            if let metrics = event[.measured] {
                notes.isReused = metrics.isConnectionReused
                notes.firstByte = metrics.timings.firstByte?.duration(since: metrics.timings.started)
            }
        }
    }
}
