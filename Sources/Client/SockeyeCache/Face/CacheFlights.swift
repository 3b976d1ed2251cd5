package import HTTPTypes
internal import Synchronization

/// Equal requests under way: the first one fetches, the others wait for what it stores.
package final class CacheFlights: Sendable {
    /// What makes two requests for one key equal.
    package struct Ticket: Sendable, Equatable {
        let client: ObjectIdentifier
        let fields: HTTPFields

        /// A request with these fields of the caller, by this client, whose own fields are the same for each.
        package init(_ client: ObjectIdentifier, _ fields: HTTPFields) {
            self.client = client
            self.fields = fields
        }
    }

    private struct State {
        var underWay: [CacheKey: CacheFlight] = [:]
        /// Keys whose last response couldn't be shared: nobody waits for the next one.
        var unshared: Set<CacheKey> = []
        static let unsharedLimit = 1024
    }

    private let state = Mutex(State())

    init() {}

    /// The flight of an equal request, to wait for, or one that has begun for the caller, who must end it; `nil` if a
    /// different request for the key is under way, or if its last response couldn't be shared.
    package func join(_ key: CacheKey, _ ticket: Ticket) -> (flight: CacheFlight, leads: Bool)? {
        state.withLock { state in
            if state.unshared.contains(key) { return nil }
            if let flight = state.underWay[key] { return flight.ticket == ticket ? (flight, false) : nil }
            let flight = CacheFlight(self, key, ticket)
            state.underWay[key] = flight
            return (flight, true)
        }
    }

    /// The validations in the background that are under way.
    var validations: [CacheFlight] {
        state.withLock { $0.underWay.values.filter(\.key.isBackground) }
    }

    /// A response for the key was stored: the next one may be waited for.
    package func share(_ key: CacheKey) {
        state.withLock { state in
            if !state.unshared.isEmpty { state.unshared.remove(key) }
        }
    }

    fileprivate func end(_ flight: CacheFlight, isUnshared: Bool) {
        state.withLock { state in
            guard state.underWay[flight.key] === flight else { return }
            state.underWay[flight.key] = nil
            if isUnshared {
                if state.unshared.count >= State.unsharedLimit { state.unshared = [] }
                state.unshared.insert(flight.key)
            }
        }
    }
}

/// One fetch that others may wait for.
package final class CacheFlight: Sendable {
    /// How a wait ended.
    package enum Outcome: Sendable, Hashable {
        /// The response is stored, or the fetch failed: look again.
        case landed
        /// The response can't be shared: fetch it yourself.
        case unshared
        /// Nothing happened for a while, or the waiting task was cancelled.
        case gaveUp
    }

    private struct State {
        var outcome: Outcome?
        /// Counts what the fetch got done.
        var progress = 0
        /// Whether the response doesn't tell where it ends.
        var isEndUnknown = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWait = 0
        /// Waits that have neither begun nor been woken: a timer may be quicker than the task that waits.
        var coming: Set<Int> = []
    }

    fileprivate let key: CacheKey
    fileprivate let ticket: CacheFlights.Ticket
    private let flights: CacheFlights
    private let state = Mutex(State())

    fileprivate init(_ flights: CacheFlights, _ key: CacheKey, _ ticket: CacheFlights.Ticket) {
        self.flights = flights
        self.key = key
        self.ticket = ticket
    }

    /// The fetch has got further.
    package func moved() {
        state.withLock { $0.progress &+= 1 }
    }

    /// The response has begun without telling how long it is: it may never end.
    package func begunWithoutEnd() {
        state.withLock { $0.isEndUnknown = true }
    }

    /// How many pauses a response that may never end is waited for: two seconds with pauses of 250 ms, in which nearly all pages
    /// are there. A feed's second reader then gets a response to itself.
    private static let endlessLimit = 8

    /// The fetch is over, or its response can't be shared; all who wait go on.
    ///
    /// - Parameters:
    ///   - outcome: what those who wait do next.
    ///   - isLasting: whether the next response for the key can't be shared either, as far as one can tell.
    package func end(_ outcome: Outcome, isLasting: Bool = false) {
        flights.end(self, isUnshared: isLasting)
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if state.outcome != nil { return [] }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the end of the fetch.
    ///
    /// - Parameters:
    ///   - pause: sleeps for as long as a fetch whose response has begun may stand still. Its reader may itself wait for the
    ///     caller, as in a request within the handler of an equal one.
    ///   - isTooLate: whether the caller's own time is up.
    package func wait(
        _ pause: @escaping @Sendable () async -> Void, unless isTooLate: () -> Bool
    ) async -> Outcome {
        var pausesWithoutEnd = 0
        while true {
            let before = state.withLock { $0.progress }
            let wait = state.withLock { state in
                state.lastWait += 1
                state.coming.insert(state.lastWait)
                return state.lastWait
            }
            let timer = Task {
                await pause()
                self.wake(wait)
            }
            await suspend(wait)
            timer.cancel()
            let (outcome, progress, isEndUnknown) = state.withLock { ($0.outcome, $0.progress, $0.isEndUnknown) }
            if let outcome { return outcome }
            if isEndUnknown { pausesWithoutEnd += 1 }
            if Task.isCancelled || isTooLate() || (progress == before && progress > 0)
                || pausesWithoutEnd >= Self.endlessLimit
            {
                return .gaveUp
            }
        }
    }

    private func suspend(_ wait: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    if state.coming.remove(wait) == nil || state.outcome != nil || Task.isCancelled { return true }
                    state.waiting[wait] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(wait)
        }
    }

    private func wake(_ wait: Int) {
        let continuation = state.withLock { state in
            state.coming.remove(wait)
            return state.waiting.removeValue(forKey: wait)
        }
        continuation?.resume()
    }
}
