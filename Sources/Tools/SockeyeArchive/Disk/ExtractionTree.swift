internal import CArchive
internal import CSystemShims
internal import SockeyeIO

/// The folder that an archive is unpacked into. Each name is created or opened relative to its folder's descriptor, and symbolic
/// links are never followed, so that no name or link in the archive can cause a write elsewhere.
struct ExtractionTree: ~Copyable {
    private let root: File
    /// The folder of the last entry, cached because the next entry is often in the same folder.
    private var last: (names: ArraySlice<[UInt8]>, folder: File)
    /// Folders created because a name contained them; the limit of entries counts them too.
    private(set) var impliedFolders = 0
    // Here and not in the extraction, because the tree outlives it: Swift 6.3 in release frees a copy taken just before the
    // extraction is consumed.
    /// The first top-level name in the archive's order.
    private var firstName: [UInt8]?

    init(_ root: File) { (self.root, last) = (root, ([], root)) }

    /// Records an entry.
    mutating func note(_ entry: EntryPath) {
        if firstName == nil { firstName = entry.names.first }
    }

    /// The path of an entry, for messages.
    func shown(_ names: some Sequence<[UInt8]>) -> String {
        names.reduce(root.path) { "\($0)/\($1.text)" }
    }

    /// Opens the folder with these names, and creates it if missing.
    private mutating func folder(_ names: ArraySlice<[UInt8]>) throws(ArchiveError) -> File {
        if names == last.names { return last.folder }
        var current = root
        for name in names {
            let made = sockeye_archive_folder_make(current.number, name.cString, 0o777)
            if made >= 0 { impliedFolders += 1 }
            if made != -ErrorNumber.fileExists { try ArchiveError.check(made, "mkdir", current.path(of: name)) }
            current = try enter(current, name, of: names)
        }
        last = (names, current)
        return current
    }

    private func enter(_ parent: File, _ name: [UInt8], of whole: ArraySlice<[UInt8]>) throws(ArchiveError) -> File {
        let result = sockeye_archive_folder_enter(parent.number, name.cString)
        if [ErrorNumber.notFolder, ErrorNumber.tooManyLinks].contains(-result) {
            throw .refused(whole.octets, reason: "is below an entry that isn't a folder")
        }
        return try .opened(result, parent.path(of: name))
    }

    /// Creates a folder, unless it exists.
    mutating func makeFolder(_ entry: EntryPath, mode: UInt32) throws(ArchiveError) {
        guard let name = entry.names.last else { return }
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_folder_make(parent.number, name.cString, mode & 0o777 | 0o700)
        if result != -ErrorNumber.fileExists {
            return _ = try ArchiveError.check(result, "mkdir", parent.path(of: name))
        }
        _ = try enter(parent, name, of: entry.names[...])
    }

    /// Creates a new file, open for writing. Only the rwx permission bits are applied, masked by the umask: no setuid and the
    /// like.
    mutating func makeFile(_ entry: EntryPath, mode: UInt32) throws(ArchiveError) -> File {
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_file_create(parent.number, entry.name.cString, mode & 0o777 | 0o600)
        try checkNew(result, "open", entry)
        return try .opened(result, shown(entry.names))
    }

    mutating func makeLink(_ entry: EntryPath, to target: [UInt8]) throws(ArchiveError) {
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_link_symbolic(parent.number, entry.name.cString, target.cString)
        try checkNew(result, "symlink", entry)
    }

    /// Creates a hard link to an earlier file of the archive.
    mutating func makeHardLink(_ entry: EntryPath, to target: EntryPath) throws(ArchiveError) {
        var from = root
        for name in target.names.dropLast() { from = try enter(from, name, of: target.names[...]) }
        guard (try? from.facts(of: target.name))?.kind == Int32(SOCKEYE_ENTRY_FILE) else {
            throw .refused(entry.names.octets, reason: "is a hard link to something that isn't a file of the archive")
        }
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_link_hard(
            from.number, target.name.cString, parent.number, entry.name.cString)
        try checkNew(result, "link", entry)
    }

    private func checkNew(_ result: Int32, _ call: String, _ entry: EntryPath) throws(ArchiveError) {
        if [ErrorNumber.fileExists, ErrorNumber.tooManyLinks, ErrorNumber.isFolder].contains(-result) {
            throw .refused(entry.names.octets, reason: "is in the archive twice")
        }
        try ArchiveError.check(result, call, shown(entry.names))
    }

    /// The top-level names, with the archive's first one last.
    func top() throws(ArchiveError) -> [[UInt8]] {
        let names = try root.names()
        return names.filter { $0 != firstName } + names.filter { $0 == firstName }
    }

    /// Syncs everything: by a single call, since there may be many files, if that call reports write errors.
    func sync() throws(ArchiveError) {
        if sockeye_sync_file_system(root.number) < 0 { try syncEach(with: sockeye_archive_file_sync) }
    }

    /// Syncs file by file, each folder after its contents.
    func syncEach(with sync: (Int32) -> Int32) throws(ArchiveError) { try Self.syncEach(in: root, sync) }

    private static func syncEach(in folder: File, _ sync: (Int32) -> Int32) throws(ArchiveError) {
        for name in try folder.names() {
            switch try folder.facts(of: name).kind {
            case Int32(SOCKEYE_ENTRY_FOLDER): try syncEach(in: try folder.folder(name), sync)
            case Int32(SOCKEYE_ENTRY_FILE):
                let file = try folder.file(name)
                try ArchiveError.check(sync(file.number), "fsync", file.path)
            default: break
            }
        }
        try ArchiveError.check(sync(folder.number), "fsync", folder.path)
    }

    /// Moves the top-level names to another folder and replaces nothing. The archive's first name is moved last, so that its
    /// presence means that all are there. If one can't be moved, all are moved back.
    func moveTop(to folder: File) throws(ArchiveError) {
        let all = try top()
        for name in all where (try? folder.facts(of: name)) != nil { throw .exists(folder.path(of: name)) }
        for (index, name) in all.enumerated() {
            do throws(ArchiveError) {
                try root.move(name, to: folder, as: name, folder.path(of: name))
            } catch {
                for moved in all[..<index] { try? folder.move(moved, to: root, as: moved, root.path(of: moved)) }
                throw error
            }
        }
    }

    /// Moves a top-level folder elsewhere and replaces nothing.
    func move(_ name: [UInt8], to folder: File, _ destination: String) throws(ArchiveError) {
        try root.move(name, to: folder, as: name, destination)
    }

    /// Removes everything in the tree.
    func removeAll() throws(ArchiveError) { try Self.removeAll(in: root) }

    private static func removeAll(in folder: File) throws(ArchiveError) {
        for name in try folder.names() {
            // Nearly all are files, so try that first; it fails on a folder.
            let result = sockeye_archive_file_unlink(folder.number, name.cString, 0)
            if result == -ErrorNumber.isFolder {
                try removeAll(in: try folder.folder(name))
                try folder.removeFolder(name)
            } else {
                try ArchiveError.check(result, "unlink", folder.path(of: name))
            }
        }
    }
}
