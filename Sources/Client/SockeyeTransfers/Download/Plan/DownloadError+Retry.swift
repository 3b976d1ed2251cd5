internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS

extension DownloadError {
    /// Whether the same request may succeed later.
    func isWorthRetrying(_ retry: DownloadOptions.Retry) -> Bool {
        switch self {
        case .client(let error):
            switch error.cause {
            case .cancelled, .clientClosed, .invalidURL, .notCached: false
            case _ where retry.includesAllErrors: true
            case .network(.system(_, let number)) where number == ErrorNumber.connectionRefused:
                retry.includesRefusedConnections
            case .network(.unknownHost(_, _, let isTemporary)): isTemporary
            case .network(.system), .network(.timedOut), .network(.closed), .timedOut: true
            case .tls(.truncated), .tls(.system): true
            case .http(.server(.closedBeforeResponse, _)), .http(.server(.closedInBody, _)),
                .http(.server(.closedInChunkedBody, _)), .http(.server(.closedInHead, _)):
                true
            default: false
            }
        case .refused(_, let status): status.map(ResumePolicy.temporaryStatuses.contains) ?? false
        default: false
        }
    }
}
