import CHeap
import Sockeye
import Synchronization

/// The heap that idle connections take: as many as `COUNT` requests that hold theirs until all have one.
enum Idle {
    static func run(_ words: [String]) async throws {
        guard words.count > 3, let count = words.last.flatMap({ Int($0) }), count > 0 else { SockeyeBench.usage() }
        var configuration = HTTPClient.Configuration()
        configuration.pool = PoolLimits(perOrigin: count, total: count, idleTimeout: .seconds(600))
        if words.count > 4 { configuration.tls.roots = [.file(words[3])] }
        let client = HTTPClient(configuration: configuration)
        try await withTaskExecutorPreference(client.eventLoop) { try await measure(client, words[2], count) }
    }

    @concurrent private static func measure(_ client: HTTPClient, _ url: String, _ count: Int) async throws {
        try await SockeyeBench.get(client, url)
        let before = heap_in_use()
        let meter = Meter()
        let crowd = Crowd(count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await client.perform(.get(url)) { response in
                        await crowd.gather()
                        try await response.body.forEachChunk { _ in }
                    }
                }
            }
            try await group.waitForAll()
        }
        meter.report(requests: count, each: Int(heap_in_use() - before) / count)
    }
}

/// Lets nobody on until all are there.
private final class Crowd: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(missing: count))
    }

    func gather() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.missing -= 1
                state.waiting.append(continuation)
                if state.missing > 0 { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in ready { one.resume() }
        }
    }
}
