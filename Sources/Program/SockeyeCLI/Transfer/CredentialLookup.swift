internal import Sockeye
internal import SockeyeCredentials
internal import SockeyeIO

/// `--user-from`: what a store has for a URL.
enum CredentialLookup {
    /// The store's answer, which `-m` limits: the desktop may wait for its user.
    static func find(for item: TransferItem) async throws(TransferFailure) -> Credential? {
        let end = item.deadline
        let asking = Task(executorPreference: item.loop) {
            try await answer(to: item.operation.authentication, for: item.parsedURL, item.run.tape)
        }
        let clock = Task(executorPreference: item.loop) {
            if (try? await item.loop.sleep(until: end)) != nil { asking.cancel() }
        }
        defer { clock.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await asking.value
            } onCancel: {
                asking.cancel()
            }
        } catch {
            let failure = TransferFailure(error)
            guard failure.exitCode == .abortedByCallback, end.hasPassed else { throw failure }
            throw TransferFailure(.operationTimedOut, "the store gave no answer in time; -m SECONDS allows more")
        }
    }

    /// The opened store's credential for a URL; `nil` if the URL has its own.
    private static func answer(
        to wish: AuthenticationSettings, for url: HTTPURL?, _ tape: RunTape
    ) async throws -> Credential? {
        guard let url, !url.hasCredentials else { return nil }
        let found: Credential?
        if tape.isReplay {
            // The recording may be anybody's; a store is the user's own.
            found = tape.credential(at: "\(url.origin)")
        } else {
            guard let store = wish.openedStore else { return nil }
            found = try await store.get(origin: url.origin, realm: nil, user: wish.user?.name.bytes)?.credential
            if let found { tape.note(found, at: "\(url.origin)") }
        }
        guard let found else {
            let name = wish.user.map { " for '\(TerminalText.escaped($0.name.text))'" } ?? ""
            throw TransferFailure(
                .loginDenied, "the store has no password\(name) at \(url.origin); --save-user keeps one")
        }
        return found
    }
}
