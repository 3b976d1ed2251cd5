/// Runs `work`, which waits for a disk, on a thread where nobody waits for sockets.
///
/// Cancellation does not cut it short: a file half synced is of no use to anybody.
package func onFileThread<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    // SAFETY: the work runs once and resumes the continuation once, at its end.
    let result: Result<Value, Failure> = await withUnsafeContinuation { continuation in
        BlockingThreads.shared.run {
            do throws(Failure) {
                continuation.resume(returning: .success(try work()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}
