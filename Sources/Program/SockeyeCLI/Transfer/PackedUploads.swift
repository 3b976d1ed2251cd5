internal import Glibc
internal import Sockeye
internal import SockeyeArchive

/// `--archive`: the zips that are uploaded instead of the files and folders of `-T` and `-F`, in a folder of their own.
struct PackedUploads {
    private var folder: String?
    private var archives: [String] = []

    /// Packs what the operations upload, and names the archives in its place.
    mutating func pack(_ settings: inout Settings) async throws(TransferFailure) {
        for operation in settings.operations where operation.extraction.packsUploads {
            if operation.targets.contains(where: { $0.upload == .standardInput }) {
                throw TransferFailure(.failedInitialization, "--archive packs files and folders: name one, as in -T ./")
            }
        }
        for file in settings.operations.flatMap(\.filesToPack)
        where access(file, F_OK) != 0 && file.contains(where: { "{[".contains($0) }) {
            throw TransferFailure(
                .failedInitialization, "--archive doesn't expand '\(file)': give each file or folder a -T of its own")
        }
        var names: [String: String] = [:]
        for operation in settings.operations {
            for file in operation.filesToPack where names[file] == nil { names[file] = try await pack(file) }
        }
        settings.changeOperations { operation in
            if operation.extraction.packsUploads { operation.replaceUploads(by: names) }
        }
    }

    private mutating func pack(_ file: String) async throws(TransferFailure) -> String {
        RunFiles.note(tree: file)
        let folder: String
        if let made = self.folder { folder = made } else { folder = try Self.makeFolder() }
        self.folder = folder
        // Each in a folder of its own: two may have the same name.
        let inner = "\(folder)/\(archives.count)"
        guard mkdir(inner, 0o700) == 0 else {
            throw TransferFailure(.writeError, "\(inner): \(SystemReason.current)")
        }
        let path = "\(inner)/\(Self.name(for: file))"
        archives.append(path)
        do throws(ArchiveError) {
            // It is removed when the run ends.
            try await Archive.create(path, of: [file], isDurable: false)
        } catch {
            var failure = TransferFailure(error)
            if case .file(let broken, _) = error, broken != path { failure.exitCode = .readError }
            throw failure
        }
        return path
    }

    /// The archive's name; brackets and braces would stand for several files.
    static func name(for file: String) -> String {
        let last = file.split(separator: "/").last.map(String.init) ?? "."
        let isNamed = last != "." && last != ".."
        return (isNamed ? String(last.map { "{}[]\\".contains($0) ? "_" : $0 }) : "archive") + ".zip"
    }

    private static func makeFolder() throws(TransferFailure) -> String {
        // A replay stays in its own folder.
        let given = RunTape.replay == nil ? Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } : "."
        let base = given ?? "/tmp"
        var template = Array("\(base)/sockeye-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TransferFailure(.writeError, "\(base): cannot make a folder for the archive: \(SystemReason.current)")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes the archives.
    func remove() {
        guard let folder else { return }
        for (number, path) in archives.enumerated() {
            unlink(path)
            rmdir("\(folder)/\(number)")
        }
        rmdir(folder)
    }
}

extension TransferSettings {
    /// What `--archive` packs: the files and folders of `-T` and `-F`.
    var filesToPack: [String] {
        extraction.packsUploads ? targets.compactMap(\.uploadedFile) + (upload.form?.files ?? []) : []
    }
}

extension TransferTarget {
    /// The file that `-T` names.
    fileprivate var uploadedFile: String? {
        if case .file(let path) = upload { path } else { nil }
    }
}
