internal import Sockeye
internal import SockeyeCredentials

extension TransferFailure {
    init(_ error: CredentialStoreError) {
        let code: ExitCode =
            switch error {
            case .unavailable: .notBuiltIn
            case .unfit: .failedInitialization
            case .wrongPassphrase: .loginDenied
            case .cancelled: .abortedByCallback
            default: .readError
            }
        self.init(code, "\(error)")
    }
}

/// `--save-user` and `--forget-user`.
struct CredentialKeeper {
    let run: Run

    private var settings: Settings { run.settings }

    func perform() async -> ExitCode {
        var result = ExitCode.success
        for operation in settings.operations {
            do {
                guard let user = operation.authentication.user else {
                    throw TransferFailure(.failedInitialization, "name the user: -u USER")
                }
                // Several URLs of one origin have one entry.
                var done: Set<String> = []
                for url in try Self.urls(of: operation) where done.insert(url.origin).inserted {
                    result = await keep(operation.authentication, user, url) ?? result
                }
                if done.isEmpty { throw TransferFailure(.failedInitialization, "no URL specified!") }
            } catch {
                result = run.fail(error)
            }
        }
        return result
    }

    /// All URLs, those of lists and globs too.
    static func urls(of operation: TransferSettings) throws -> [HTTPURL] {
        var urls: [HTTPURL] = []
        do {
            try operation.forEachURL(of: try operation.everyTarget()) { url, full in
                let url = try HTTPURL(full ?? url)
                if urls.last?.origin != url.origin { urls.append(url) }
            }
            return urls
        } catch let error as URLGlobError {
            throw TransferFailure(.malformedURL, "\(error.reason) in URL position \(error.position)")
        } catch let error as HTTPURLError {
            throw TransferFailure(.malformedURL, "\(error)")
        }
    }

    /// Keeps or removes the user; the exit code of a failure.
    private func keep(
        _ authentication: AuthenticationSettings, _ user: (name: OctetText, password: OctetText?), _ url: HTTPURL
    ) async -> ExitCode? {
        if settings.isDryRun {
            let verb = settings.action == .saveUser ? "keeps" : "forgets"
            let place = authentication.store?.text ?? ""
            let code = run.terminal.printOutput(
                TerminalText.escaped("# \(verb) user '\(user.name.text)' at \(url.origin) in \(place)") + "\n")
            return code == .success ? nil : code
        }
        guard let store = authentication.openedStore else { return nil }
        do {
            if settings.action == .saveUser {
                try await store.set(
                    StoredCredential(for: url, user: user.name.bytes, password: user.password?.bytes ?? []))
                return nil
            }
            if try await store.remove(origin: url.origin, realm: "", user: user.name.bytes) { return nil }
        } catch CredentialStoreError.file(let path, let reason) {
            let deed = settings.action == .saveUser ? "save the user in" : "remove the user from"
            return run.fail(.writeError, "cannot \(deed) \(path): \(reason)")
        } catch {
            return run.fail(error)
        }
        return run.fail(.loginDenied, "the store has no password for that user at \(url.origin)")
    }
}
