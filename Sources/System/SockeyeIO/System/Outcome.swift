/// Runs a typed-throwing operation and returns its result as a value, for closures that cannot carry a typed throw.
package func outcome<Value, Failure: Error>(
    of operation: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) {
        return .success(try await operation())
    } catch {
        return .failure(error)
    }
}
