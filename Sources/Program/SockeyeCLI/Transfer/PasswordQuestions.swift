internal import SockeyeCredentials
internal import SockeyeIO

/// The passwords that the command line leaves out, and the stores that have them. Each is asked for or opened once a run.
struct PasswordQuestions {
    private let run: Run
    private var stores: [CredentialPlace: any CredentialStore] = [:]

    init(_ run: Run) { self.run = run }

    private var settings: Settings { run.settings }

    /// Asks for what the operation lacks.
    mutating func complete(_ operation: inout TransferSettings) throws {
        let action = settings.action
        let needsStore = action == .transfer ? operation.takesUserFromStore : action != .doctor
        // What a store had is in the recording, and stores are the user's own.
        let isKept = settings.isDryRun || settings.printsSwift || run.tape.isReplay
        if let place = operation.authentication.store, needsStore, !isKept {
            operation.authentication.openedStore = try open(place)
        }
        let isInStore = operation.authentication.store != nil && (action != .saveUser || settings.isDryRun)
        // curl takes the end of the input for an empty password, and scripts may count on it; one that is kept is typed.
        let endIsEmpty = action != .saveUser
        if !isInStore { try complete(&operation.authentication.user, at: "host", option: "-u", endIsEmpty) }
        if action == .transfer {
            try complete(&operation.proxy.user, at: "proxy", option: "-U", endIsEmpty)
            let extraction = operation.extraction
            // A dry run packs too.
            operation.extraction.archivePassword = try password(
                in: extraction.archivePasswordFile, "--archive-password", isNew: true, until: operation.deadline)
            guard !settings.isDryRun else { return }
            operation.extraction.password = try password(
                in: extraction.passwordFile, "--extract-password", isNew: false, until: operation.deadline)
        }
    }

    /// The first line of a file, or the answer to a question.
    private func password(in file: String?, _ option: String, isNew: Bool, until deadline: Deadline) throws -> String? {
        guard let file else { return nil }
        let line: OctetText
        if file == "-" {
            let prompt = PasswordPrompt(
                run: run, question: isNew ? "Enter a password for the archive:" : "Enter the archive's password:",
                instead: "\(option) FILE gives it")
            line = isNew ? try prompt.askTwice() : try prompt.ask()
        } else {
            line = OctetText(try run.machine.read(file, .secret, until: deadline).prefix { $0 != 0x0A && $0 != 0x0D })
        }
        // libarchive takes C strings.
        guard let text = String(validating: line.bytes, as: UTF8.self), !text.isEmpty, !line.bytes.contains(0) else {
            throw TransferFailure(.failedInitialization, "\(option): the password is empty, has a NUL, or isn't UTF-8")
        }
        return text
    }

    private func complete(
        _ user: inout (name: OctetText, password: OctetText?)?, at place: String, option: String, _ endIsEmpty: Bool
    ) throws(TransferFailure) {
        guard let known = user, known.password == nil else { return }
        let name = TerminalText.escaped(known.name.text)
        let prompt = PasswordPrompt(
            run: run, question: "Enter \(place) password for user '\(name)':",
            instead: "\(option) USER:PASSWORD gives one", endIsEmpty: endIsEmpty)
        user = (known.name, try prompt.ask())
    }

    private mutating func open(_ place: CredentialPlace) throws(TransferFailure) -> any CredentialStore {
        if let known = stores[place] { return known }
        if let warning = place.exposure(on: run.machine) { run.warn(warning) }
        let store: any CredentialStore =
            switch place {
            case .netrc(let path): NetrcStore(at: path)
            case .file(let path): EncryptedCredentialFile(at: path, passphrase: try passphrase(of: path).bytes)
            case .desktop: SecretServiceStore()
            }
        stores[place] = store
        return store
    }

    /// An empty one opens nothing, so it is taken only for a file that is missing and stays so.
    private func passphrase(of path: String) throws(TransferFailure) -> OctetText {
        if let given = run.machine.variable("SOCKEYE_PASSPHRASE"), !given.isEmpty { return OctetText(given) }
        let isMissing = !run.machine.isTaken(path)
        if isMissing, settings.action != .saveUser { return OctetText([]) }
        let name = TerminalText.escaped(path)
        let prompt = PasswordPrompt(
            run: run, question: "Enter \(isMissing ? "a" : "the") passphrase of '\(name)':",
            instead: "$SOCKEYE_PASSPHRASE gives the passphrase")
        let answer = isMissing ? try prompt.askTwice() : try prompt.ask()
        if answer.isEmpty { throw TransferFailure(.failedInitialization, "the passphrase is empty") }
        return answer
    }
}

extension Run {
    /// Asks for the passwords that the command line left out, and opens the stores of `--user-from` and the like.
    mutating func askForPasswords() throws {
        guard [.transfer, .doctor, .saveUser, .forgetUser].contains(settings.action) else { return }
        var questions = PasswordQuestions(self)
        try settings.changeOperations { operation in try questions.complete(&operation) }
    }
}

extension TransferSettings {
    /// Whether user and password come from the store of `--user-from`, unless a URL has them.
    var takesUserFromStore: Bool {
        authentication.store != nil && authentication.bearerToken == nil && authentication.user?.password == nil
            && !headers.contains { $0.name.lowercased() == "authorization" }
    }
}

extension CredentialPlace {
    /// What is wrong with the file's owner or mode, if anything: a reader of a netrc file has the passwords, and a writer
    /// decides which are sent.
    fileprivate func exposure(on machine: any Machine) -> String? {
        let (path, forbidden): (String, UInt32) =
            switch self {
            case .netrc(let path): (path, 0o077)
            case .file(let path): (path, 0o022)
            case .desktop: ("", 0)
            }
        guard forbidden != 0, let facts = machine.knownFacts(of: path), facts.kind == .regular else { return nil }
        if facts.owner != machine.user, facts.owner != 0 { return "\(path) belongs to another user" }
        guard facts.mode & forbidden != 0 else { return nil }
        return "\(path) is open to other users (mode \(String(facts.mode, radix: 8))); chmod 600 closes it"
    }
}
