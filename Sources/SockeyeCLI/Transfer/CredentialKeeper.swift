internal import Sockeye
internal import SockeyeCredentials

extension CredentialPlace {
    /// The store.
    func store(passphrase: OctetText?) -> any CredentialStore {
        switch self {
        case .netrc(let path): NetrcStore(at: path)
        case .file(let path): EncryptedCredentialFile(at: path, passphrase: passphrase?.bytes ?? [])
        case .desktop: SecretServiceStore()
        }
    }
}

extension AuthenticationSettings {
    /// The store's credential for a URL; `nil` if the options name no store, or give the credential.
    func stored(for url: HTTPURL?) async throws(TransferFailure) -> Credential? {
        guard let store, let url, !url.hasCredentials, bearerToken == nil, user?.password == nil else { return nil }
        // The recording may be anybody's; a store is the user's own.
        if RunTape.replay != nil { throw TransferFailure(.notBuiltIn, "a replay opens no store of passwords") }
        let found: StoredCredential?
        do throws(CredentialStoreError) {
            found = try await store.store(passphrase: passphrase).get(
                origin: url.origin, realm: nil, user: user?.name.bytes)
        } catch {
            throw TransferFailure(error)
        }
        guard let found else {
            let name = user.map { " for '\(TerminalText.escaped($0.name.text))'" } ?? ""
            throw TransferFailure(
                .loginDenied, "the store has no password\(name) at \(url.origin); --save-user keeps one")
        }
        return found.credential
    }
}

extension TransferFailure {
    init(_ error: CredentialStoreError) {
        let code: ExitCode =
            switch error {
            case .unavailable: .notBuiltIn
            case .unfit: .failedInitialization
            case .wrongPassphrase: .loginDenied
            default: .readError
            }
        self.init(code, "\(error)")
    }
}

/// `--save-user` and `--forget-user`.
struct CredentialKeeper {
    let settings: Settings

    func run() async -> ExitCode {
        var result = ExitCode.success
        for operation in settings.operations {
            if !operation.targets.contains(where: { $0.url != nil }) {
                Terminal.printError(Message.plain("no URL specified!"))
                result = .failedInitialization
            }
            for target in operation.targets where target.url != nil {
                do throws(TransferFailure) {
                    try await keep(operation, target)
                } catch {
                    if settings.printsErrors { Terminal.printError(Message.failure(error.exitCode, error.message)) }
                    result = error.exitCode
                }
            }
        }
        return result
    }

    private func keep(_ operation: TransferSettings, _ target: TransferTarget) async throws(TransferFailure) {
        let authentication = operation.authentication
        let text = target.fullURL(defaultScheme: operation.redirects.defaultScheme) ?? target.url ?? ""
        guard let place = authentication.store else { return }
        guard let user = authentication.user else {
            throw TransferFailure(.failedInitialization, "name the user: -u USER")
        }
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try HTTPURL(text)
        } catch {
            throw TransferFailure(.malformedURL, "\(error)")
        }
        let store = place.store(passphrase: authentication.passphrase)
        var isDone = true
        do throws(CredentialStoreError) {
            if settings.action == .saveUser {
                try await store.set(
                    StoredCredential(for: url, user: user.name.bytes, password: user.password?.bytes ?? []))
            } else {
                isDone = try await store.remove(origin: url.origin, realm: "", user: user.name.bytes)
            }
        } catch {
            throw TransferFailure(error)
        }
        if !isDone {
            throw TransferFailure(.loginDenied, "the store has no password for that user at \(url.origin)")
        }
    }
}
