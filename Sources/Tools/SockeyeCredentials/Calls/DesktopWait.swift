internal import SockeyeIO
internal import Synchronization

/// Runs work that waits for the desktop, which asks its user, or never answers, on threads that no file waits for. A cancelled task doesn't wait for the end: the
/// work goes on in its thread, and its answer is dropped.
func onDesktopThread<Value: Sendable>(
    _ work: @escaping @Sendable () -> Result<Value, CredentialStoreError>
) async throws(CredentialStoreError) -> Value {
    let answer = FirstAnswer<Value>()
    let result = await withTaskCancellationHandler {
        BlockingThreads.run(asksUser: true) { answer.give(work()) }
        return await answer.wait()
    } onCancel: {
        answer.give(.failure(.cancelled))
    }
    return try result.get()
}

/// The first of the answers that are given; one task waits for it.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case none
        case awaited(UnsafeContinuation<Result<Value, CredentialStoreError>, Never>)
        case given(Result<Value, CredentialStoreError>)
    }

    private let state = Mutex(State.none)

    func give(_ answer: Result<Value, CredentialStoreError>) {
        let waiting: UnsafeContinuation<Result<Value, CredentialStoreError>, Never>? = state.withLock { state in
            if case .given = state { return nil }
            defer { state = .given(answer) }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: answer)
    }

    func wait() async -> Result<Value, CredentialStoreError> {
        // SAFETY: whoever changes the state to `given` resumes the continuation, or it is resumed here; either happens once.
        await withUnsafeContinuation { continuation in
            let early: Result<Value, CredentialStoreError>? = state.withLock { state in
                if case .given(let answer) = state { return answer }
                state = .awaited(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
