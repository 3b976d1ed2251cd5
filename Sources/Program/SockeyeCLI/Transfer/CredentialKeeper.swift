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
            do throws(TransferFailure) {
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
    static func urls(of operation: TransferSettings) throws(TransferFailure) -> [HTTPURL] {
        let targets: [TransferTarget]
        do throws(OptionFault) {
            targets = try operation.everyTarget()
        } catch {
            throw TransferFailure(error.exitCode, error.text)
        }
        var urls: [HTTPURL] = []
        for target in targets {
            guard let given = target.url else { continue }
            let glob: URLGlob
            do throws(URLGlobError) {
                glob = try operation.glob(given, of: target)
            } catch {
                throw TransferFailure(.malformedURL, "\(error.reason) in URL position \(error.position)")
            }
            var index: UInt64 = 0
            while let match = glob.match(at: index) {
                var one = target
                one.url = match.url
                let text = one.fullURL(defaultScheme: operation.redirects.defaultScheme) ?? match.url
                do throws(HTTPURLError) {
                    let url = try HTTPURL(text)
                    if urls.last?.origin != url.origin { urls.append(url) }
                } catch {
                    throw TransferFailure(.malformedURL, "\(error)")
                }
                index += 1
            }
        }
        return urls
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
        do throws(CredentialStoreError) {
            if settings.action == .saveUser {
                try await store.set(
                    StoredCredential(for: url, user: user.name.bytes, password: user.password?.bytes ?? []))
                return nil
            }
            if try await store.remove(origin: url.origin, realm: "", user: user.name.bytes) { return nil }
        } catch {
            return run.fail(TransferFailure(error))
        }
        return run.fail(TransferFailure(.loginDenied, "the store has no password for that user at \(url.origin)"))
    }
}
