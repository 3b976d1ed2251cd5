internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeTransport

// The one place where errors of the layers below are wrapped.
extension HTTPClientError {
    init(
        _ error: IOError, in phase: Phase, origin: String, end: PhaseEnd, timeouts: Timeouts, sent: Int64 = 0
    ) {
        let cause: Cause =
            switch error {
            case .timedOut: .timedOut(end.clock, after: timeouts.limit(of: end.clock))
            case .cancelled: .cancelled
            default: .network(error)
            }
        self.init(phase, origin: origin, cause: cause, requestBytesSent: sent)
    }

    init(
        _ error: StreamError, in phase: Phase, origin: String, end: PhaseEnd, timeouts: Timeouts, sent: Int64 = 0
    ) {
        switch error {
        case .io(let error):
            self.init(error, in: phase, origin: origin, end: end, timeouts: timeouts, sent: sent)
        case .tls(.system(let errorNumber)):
            // The connection below TLS failed, not TLS itself.
            self.init(
                .system(call: "send or recv", errorNumber: errorNumber), in: phase, origin: origin, end: end,
                timeouts: timeouts, sent: sent)
        case .tls(let error):
            self.init(phase, origin: origin, cause: .tls(error), requestBytesSent: sent)
        case .failed(let reason):
            self.init(phase, origin: origin, cause: .interceptor(reason), requestBytesSent: sent)
        case .damaged(let reason):
            self.init(phase, origin: origin, cause: .storedBody(reason), requestBytesSent: sent)
        }
    }
}

extension HTTPClientError {
    /// Whether the process or the system has no descriptor left.
    var isOutOfDescriptors: Bool {
        guard case .network(.system(_, let errorNumber)) = cause else { return false }
        return ErrorNumber.outOfDescriptors.contains(errorNumber)
    }
}
