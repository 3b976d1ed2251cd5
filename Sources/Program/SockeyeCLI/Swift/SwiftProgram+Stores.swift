internal import Sockeye
internal import SockeyeArchive

// Archives, and stores of users and passwords.
extension SwiftProgram {
    // MARK: Archives

    /// `--archive`: packs what is uploaded, in this folder, and names the archives in its place.
    mutating func packing(_ operation: inout TransferSettings) -> [String] {
        let files = operation.filesToPack
        guard !files.isEmpty else { return [] }
        modules.insert("SockeyeArchive")
        let names = Dictionary(files.map { ($0, PackedUploads.name(for: $0)) }) { first, _ in first }
        operation.replaceUploads(by: names)
        return names.sorted { $0.key < $1.key }.map { file, name in
            "try await Archive.create(\(SwiftLiteral.string(name)), of: [\(SwiftLiteral.string(file))])"
        }
    }

    /// The same with an empty file in place of each archive, which nobody has made yet.
    static func withoutArchives(
        _ operation: TransferSettings, _ target: TransferTarget
    ) -> (TransferSettings, TransferTarget) {
        guard operation.extraction.packsUploads else { return (operation, target) }
        var (operation, target) = (operation, target)
        let names = operation.filesToPack.map { ($0, "/dev/null") }
        operation.replaceUploads(by: Dictionary(names) { first, _ in first })
        if case .file? = target.upload { target.upload = .file("/dev/null") }
        return (operation, target)
    }

    /// `--extract`.
    mutating func extraction(_ operation: TransferSettings) -> [String] {
        let wish = operation.extraction
        guard wish.isOn else { return [] }
        modules.insert("SockeyeArchive")
        let usual = ExtractionLimits()
        var lines: [String] = []
        if wish.limits.byteLimit != usual.byteLimit { lines.append("limits.byteLimit = \(wish.limits.byteLimit)") }
        if wish.limits.entryLimit != usual.entryLimit { lines.append("limits.entryLimit = \(wish.limits.entryLimit)") }
        if wish.limits.ratioLimit != usual.ratioLimit { lines.append("limits.ratioLimit = \(wish.limits.ratioLimit)") }
        if let time = operation.timeLimit { lines.append("limits.timeLimit = \(SwiftLiteral.duration(time))") }
        var arguments: [String] = []
        if let folder = wish.folder { arguments.append("to: \(SwiftLiteral.string(folder))") }
        if !lines.isEmpty { arguments.append("limits: limits") }
        if !operation.download.isDurable { arguments.append("isDurable: false") }
        return (lines.isEmpty ? [] : ["var limits = ExtractionLimits()"]) + lines + [
            "let unpacked = try await result.extract(\(arguments.joined(separator: ", ")))",
            "print(unpacked.folder, unpacked.entries)",
        ]
    }

    // MARK: Stores

    /// `--user-from` and the like: the store.
    mutating func store(of operation: TransferSettings, _ settings: Settings) -> [String] {
        guard let place = operation.authentication.store,
            operation.takesUserFromStore || settings.action != .transfer
        else { return [] }
        modules.insert("SockeyeCredentials")
        switch place {
        case .netrc(let path): return ["let store = NetrcStore(at: \(SwiftLiteral.string(path)))"]
        case .desktop: return ["let store = SecretServiceStore()"]
        case .file(let path):
            return [
                "let passphrase = readLine() ?? \"\"",
                "let store = EncryptedCredentialFile(at: \(SwiftLiteral.string(path)), passphrase: passphrase)",
            ]
        }
    }

    /// `--save-user` and `--forget-user`.
    func keeping(_ operation: TransferSettings, _ settings: Settings) throws -> [String] {
        guard let user = operation.authentication.user else {
            throw TransferFailure(.failedInitialization, "name the user: -u USER")
        }
        let name = SwiftLiteral.string(user.name.text)
        var lines: [String] = []
        for url in try CredentialKeeper.urls(of: operation) {
            let origin = SwiftLiteral.string(url.origin)
            if settings.action == .forgetUser {
                lines.append("_ = try await store.remove(origin: \(origin), realm: \"\", user: Array(\(name).utf8))")
            } else {
                let password = SwiftLiteral.string(user.password?.text ?? "")
                lines.append(
                    "try await store.set(StoredCredential(for: HTTPURL(\(origin)), user: \(name), password: \(password)))"
                )
            }
        }
        return lines
    }
}
