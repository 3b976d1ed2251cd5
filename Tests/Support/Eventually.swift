/// What was waited for did not come.
public struct DidNotHappen: Error {}

/// Gives way to other tasks until `condition` holds, for what tells nobody when it happens; throws when it does not within
/// so many seconds.
public func eventually(seconds: Int = 30, _ condition: () async throws -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(seconds))
    while try await !condition() {
        guard clock.now < end else { throw DidNotHappen() }
        await Task.yield()
    }
}
