/// The awaited condition did not occur.
public struct DidNotHappen: Error {}

/// Yields to other tasks until `condition` holds, for events that notify nobody. Throws after `seconds`.
public func eventually(seconds: Int = 30, _ condition: () async throws -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(seconds))
    while try await !condition() {
        guard clock.now < end else { throw DidNotHappen() }
        await Task.yield()
    }
}
