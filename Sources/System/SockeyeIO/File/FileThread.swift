/// Runs `work`, which waits for a disk, on a thread that serves no sockets.
///
/// Cancellation does not interrupt it: a half-synced file helps nobody.
package func onFileThread<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    // SAFETY: the closure runs once, and resumes the continuation on both of its paths.
    let result: Result<Value, Failure> = await withUnsafeContinuation { continuation in
        BlockingThreads.run {
            do throws(Failure) {
                continuation.resume(returning: .success(try work()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}
