/// Runs `work`, which waits for a disk, on a thread that serves no sockets.
///
/// Cancellation doesn't interrupt it: a half-synced file is useless.
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

/// Runs `work` on a file thread, for a task that can do without it: a read of a device may last for ever.
///
/// - Parameter asksUser: whether it may wait for the user, on threads that file operations don't share.
/// - Returns: `nil` once the task is cancelled. The call goes on, in a thread that keeps no other work waiting.
package func onFileThreadUntilCancelled<Value: Sendable, Failure: Error>(
    asksUser: Bool = false, _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value? {
    let answer = OneShot<Result<Value, Failure>>()
    let piece = BlockingThreads.run(asksUser: asksUser) {
        // Its turn came after its end.
        if answer.isDone { return }
        do throws(Failure) {
            answer.give(.success(try work()))
        } catch {
            answer.give(.failure(error))
        }
    }
    defer { piece?.abandon() }
    guard case .value(let result) = await answer.wait() else { return nil }
    return try result.get()
}
