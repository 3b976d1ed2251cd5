internal import SockeyeIO

/// Decides whether a connection that couldn't be opened is tried again, once the network has changed
/// (`waitsForConnectivity`). Without I/O.
///
/// ```
///  failed for lack of a route ──→ the path reaches the host? ── no ──→ wait for another path, then try again
///                                          │ yes, for the first time: it may have come just now
///                                          ├──────────────────────→ try again at once
///                                          └ yes, again ──────────→ fail
/// ```
struct ConnectivityWait: Sendable {
    enum Step: Sendable, Hashable {
        case fail, tryAgain, waitForAnotherPath
    }

    /// Whom the connection is opened to first: the origin or a proxy.
    let host: String
    private var hasTriedAtOnce = false

    init(to host: String) {
        self.host = host
    }

    /// After a failure, what to do by the present path.
    mutating func step(after error: HTTPClientError, _ path: NetworkPath) -> Step {
        guard Self.isLackOfRoute(error) else { return .fail }
        guard path.reaches(host) else { return .waitForAnotherPath }
        defer { hasTriedAtOnce = true }
        return hasTriedAtOnce ? .fail : .tryAgain
    }

    /// Whether another path is worth a try. The resolver alone knows where a name's addresses are, so a path that leads out of
    /// the machine at all will do.
    func isWorthATry(_ path: NetworkPath) -> Bool {
        path.reaches(host) || path.status != .loopbackOnly && SocketAddress(numericHost: host, port: 0) == nil
    }

    /// Whether the error says that there is no way to the host, or to the resolver.
    static func isLackOfRoute(_ error: HTTPClientError) -> Bool {
        switch error.cause {
        case .network(.unknownHost(_, _, let isTemporary)): isTemporary
        case .proxy(.unknownHost): true
        case .network(let cause): error.phase == .connect && cause.isLackOfRoute
        default: false
        }
    }
}

extension Connector {
    /// Opens a connection; if the configuration says so, waits for a route instead of failing for lack of one.
    func openWhenReachable(
        _ origin: Origin, deadlines: Deadlines, timings: inout Timings, observer: Observers?
    ) async throws(HTTPClientError) -> Connection {
        guard configuration.waitsForConnectivity else {
            return try await open(origin, deadlines: deadlines, timings: &timings, observer: observer)
        }
        var wait = ConnectivityWait(
            to: origin.firstEndpoint.overridden(by: configuration.connectOverrides).host)
        var paths: NetworkPath.Updates.Iterator?
        while true {
            let failure: HTTPClientError
            do throws(HTTPClientError) {
                return try await open(origin, deadlines: deadlines, timings: &timings, observer: observer)
            } catch {
                guard ConnectivityWait.isLackOfRoute(error) else { throw error }
                failure = error
            }
            var updates = paths ?? NetworkPath.Updates(loop: configuration.eventLoop).makeAsyncIterator()
            var step = ConnectivityWait.Step.waitForAnotherPath
            do throws(IOError) {
                // Those after the first are known to be worth a try.
                if paths == nil {
                    let path = try await updates.next(until: deadlines.total)
                    step = wait.step(after: failure, path)
                    if step == .waitForAnotherPath { observer?.tell(.waitingForConnectivity, path) }
                }
                if step == .waitForAnotherPath {
                    while try await !wait.isWorthATry(updates.next(until: deadlines.total)) {}
                    paths = updates
                }
            } catch {
                throw ended(error, failure, origin, deadlines)
            }
            if step == .fail { throw failure }
        }
    }

    /// Why waiting ended without another path.
    private func ended(
        _ error: IOError, _ failure: HTTPClientError, _ origin: Origin, _ deadlines: Deadlines
    ) -> HTTPClientError {
        switch error {
        case .timedOut:
            HTTPClientError(
                .connect, origin: origin.description,
                cause: .timedOut(.total, after: deadlines.timeouts.limit(of: .total)))
        case .cancelled: HTTPClientError(.connect, origin: origin.description, cause: .cancelled)
        // There is no telling what the network is like.
        default: failure
        }
    }
}
