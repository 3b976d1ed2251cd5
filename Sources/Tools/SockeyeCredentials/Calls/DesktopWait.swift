internal import SockeyeIO
internal import Synchronization

/// Runs work that waits for the desktop, which may ask the user or never answer, on threads that file operations don't share. A
/// cancelled task returns at once; the work continues on its thread, and its result is discarded.
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

/// The first result that is given; one task waits for it.
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
        // SAFETY: the continuation is resumed once: by the change of the state to `given`, or here if that came first.
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
