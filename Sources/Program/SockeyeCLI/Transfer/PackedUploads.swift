internal import SockeyeArchive
internal import SockeyeIO

/// `--archive`: the zips that are uploaded instead of the files and folders of `-T` and `-F`, in their own folder.
struct PackedUploads {
    private var folder: ScratchFolder?
    /// How many archives were made.
    private var count = 0

    /// Packs what the operations upload, and names the archives in its place.
    mutating func pack(_ run: inout Run) async throws {
        for operation in run.settings.operations where operation.extraction.packsUploads {
            if operation.targets.contains(where: { $0.upload == .standardInput }) {
                throw TransferFailure(.failedInitialization, "--archive packs files and folders: name one, as in -T ./")
            }
        }
        for file in run.settings.operations.flatMap(\.filesToPack)
        where !run.machine.isTaken(file) && file.contains(where: { "{[".contains($0) }) {
            throw TransferFailure(
                .failedInitialization, "--archive doesn't expand '\(file)': give each file or folder a -T of its own")
        }
        guard run.settings.operations.contains(where: \.extraction.packsUploads) else { return }
        // By password and file: a file is packed once for each password.
        var names: [String?: [String: String]] = [:]
        for operation in run.settings.operations {
            let password = operation.extraction.archivePassword
            for file in operation.filesToPack where names[password]?[file] == nil {
                names[password, default: [:]][file] = try await pack(file, password, run)
            }
        }
        run.settings.changeOperations { operation in
            guard operation.extraction.packsUploads else { return }
            operation.replaceUploads(by: names[operation.extraction.archivePassword] ?? [:])
        }
    }

    private mutating func pack(_ file: String, _ password: String?, _ run: Run) async throws -> String {
        run.note(tree: file)
        let folder = try self.folder ?? Self.makeFolder(run)
        self.folder = folder
        // Each in its own folder: two may have the same name.
        let inner = folder.file("\(count)")
        count += 1
        do throws(FileError) {
            try run.machine.makeFolder(inner, permissions: 0o700)
        } catch {
            throw TransferFailure(.writeError, "\(inner): \(error.reason)")
        }
        let path = "\(inner)/\(Self.name(for: file))"
        do throws(ArchiveError) {
            // It is removed when the run ends.
            try await Archive.create(path, of: [run.tape.place(of: file)], password: password, isDurable: false)
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

    private static func makeFolder(_ run: Run) throws(TransferFailure) -> ScratchFolder {
        // A replay stays in its own folder.
        let base = run.tape.isReplay ? "." : run.machine.scratchParent
        do throws(FileError) {
            return try ScratchFolder("sockeye", in: base, on: run.machine)
        } catch {
            throw TransferFailure(.writeError, "\(base): cannot make a folder for the archive: \(error.reason)")
        }
    }

    /// Removes the archives.
    func remove() { folder?.remove() }
}

extension TransferSettings {
    /// What `--archive` packs: the files and folders of `-T` and `-F`.
    var filesToPack: [String] {
        extraction.packsUploads ? targets.compactMap(\.uploadedFile) + (upload.form?.files ?? []) : []
    }
}

extension TransferTarget {
    /// The file that `-T` names.
    fileprivate var uploadedFile: String? { if case .file(let path) = upload { path } else { nil } }
}
