internal import CArchive
internal import CSystemShims
internal import Glibc
internal import SockeyeIO

/// The folder that an archive is unpacked into. Each name is created or opened relative to its folder's descriptor, and symbolic
/// links are never followed, so that no name or link in the archive can cause a write elsewhere.
struct ExtractionTree: ~Copyable {
    private let root: OpenDescriptor
    /// The folder's path, for messages.
    private let path: String
    /// The folder of the last entry, cached because the next entry is often in the same folder.
    private var lastNames: ArraySlice<[UInt8]> = []
    private var last: OpenDescriptor?
    private var lastNumber: Int32 = -1
    /// Folders created because a name contained them; the limit of entries counts them too.
    private(set) var impliedFolders = 0
    // Here and not in the extraction, because the tree outlives it: Swift 6.3 in release frees a copy taken just before the
    // extraction is consumed.
    /// The first top-level name in the archive's order.
    private var firstName: [UInt8]?

    init(_ root: consuming OpenDescriptor, path: String) {
        self.root = root
        self.path = path
    }

    /// Records an entry.
    mutating func note(_ entry: EntryPath) {
        if firstName == nil { firstName = entry.names.first }
    }

    /// The path of an entry, for messages.
    func shown(_ names: some Sequence<[UInt8]>) -> String {
        names.reduce(path) { "\($0)/\($1.text)" }
    }

    /// Opens the folder with these names, and creates it if missing.
    private mutating func folder(_ names: ArraySlice<[UInt8]>) throws(ArchiveError) -> Int32 {
        if names.isEmpty { return root.number }
        if lastNumber >= 0, lastNames == names { return lastNumber }
        var current: OpenDescriptor?
        for index in names.indices {
            let parent = current?.number ?? root.number
            let name = names[index].cString
            let made = sockeye_archive_folder_make(parent, name, 0o777)
            if made >= 0 { impliedFolders += 1 }
            if made < 0, made != -EEXIST { try ArchiveError.check(made, "mkdir", shown(names[...index])) }
            current = try enter(parent, names[...index], of: names)
        }
        lastNumber = current?.number ?? -1
        last = consume current
        lastNames = names
        return lastNumber
    }

    private func enter(
        _ parent: Int32, _ names: ArraySlice<[UInt8]>, of whole: ArraySlice<[UInt8]>
    ) throws(ArchiveError) -> OpenDescriptor {
        let result = sockeye_archive_folder_enter(parent, (names.last ?? []).cString)
        if result == -ENOTDIR || result == -ELOOP {
            throw .refused(
                Array(whole.joined(separator: [UInt8(ascii: "/")])), reason: "is below an entry that isn't a folder")
        }
        return try OpenDescriptor(result, "open", shown(names))
    }

    /// Creates a folder, unless it exists.
    mutating func makeFolder(_ entry: EntryPath, mode: UInt32) throws(ArchiveError) {
        guard let name = entry.names.last else { return }
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_folder_make(parent, name.cString, mode & 0o777 | 0o700)
        if result != -EEXIST { return _ = try ArchiveError.check(result, "mkdir", shown(entry.names)) }
        _ = try enter(parent, entry.names[...], of: entry.names[...])
    }

    /// Creates a new file, open for writing. Only the rwx permission bits are applied, masked by the umask: no setuid and the
    /// like.
    mutating func makeFile(_ entry: EntryPath, mode: UInt32) throws(ArchiveError) -> OpenDescriptor {
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_file_create(parent, (entry.names.last ?? []).cString, mode & 0o777 | 0o600)
        try checkNew(result, entry)
        return try OpenDescriptor(result, "open", shown(entry.names))
    }

    mutating func makeLink(_ entry: EntryPath, to target: [UInt8]) throws(ArchiveError) {
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_link_symbolic(parent, (entry.names.last ?? []).cString, target.cString)
        try checkNew(result, entry)
        try ArchiveError.check(result, "symlink", shown(entry.names))
    }

    /// Creates a hard link to an earlier file of the archive.
    mutating func makeHardLink(_ entry: EntryPath, to target: EntryPath) throws(ArchiveError) {
        let octets = Array(entry.names.joined(separator: [UInt8(ascii: "/")]))
        // Opened separately, since the link's folder may replace it in `last`.
        var from = OpenDescriptor(
            try ArchiveError.check(sockeye_archive_folder_enter(root.number, [46, 0]), "open", path))
        for index in target.names.indices.dropLast() {
            from = try enter(from.number, target.names[...index], of: target.names[...])
        }
        var facts = sockeye_archive_file_facts()
        let name = (target.names.last ?? []).cString
        guard sockeye_archive_file_look(from.number, name, &facts) == 0, facts.kind == Int32(SOCKEYE_ENTRY_FILE) else {
            throw .refused(octets, reason: "is a hard link to something that isn't a file of the archive")
        }
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_link_hard(from.number, name, parent, (entry.names.last ?? []).cString)
        try checkNew(result, entry)
        try ArchiveError.check(result, "link", shown(entry.names))
    }

    private func checkNew(_ result: Int32, _ entry: EntryPath) throws(ArchiveError) {
        guard result == -EEXIST || result == -ELOOP || result == -EISDIR else { return }
        throw .refused(Array(entry.names.joined(separator: [UInt8(ascii: "/")])), reason: "is in the archive twice")
    }

    /// The top-level names, with the archive's first one last.
    func top() throws(ArchiveError) -> [[UInt8]] {
        let names = try entryNames(in: root.number, path)
        return names.filter { $0 != firstName } + names.filter { $0 == firstName }
    }

    /// Syncs everything: by a single call, since there may be many files, if that call reports write errors.
    func sync() throws(ArchiveError) {
        if sockeye_sync_file_system(root.number) < 0 { try syncEach(with: sockeye_archive_file_sync) }
    }

    /// Syncs file by file, each folder after its contents.
    func syncEach(with sync: (Int32) -> Int32) throws(ArchiveError) { try Self.syncEach(in: root.number, path, sync) }

    private static func syncEach(in folder: Int32, _ path: String, _ sync: (Int32) -> Int32) throws(ArchiveError) {
        for name in try entryNames(in: folder, path) {
            let inner = "\(path)/\(name.text)"
            var facts = sockeye_archive_file_facts()
            try ArchiveError.check(sockeye_archive_file_look(folder, name.cString, &facts), "stat", inner)
            if facts.kind == Int32(SOCKEYE_ENTRY_FOLDER) {
                let entered = try OpenDescriptor(sockeye_archive_folder_enter(folder, name.cString), "open", inner)
                try syncEach(in: entered.number, inner, sync)
            } else if facts.kind == Int32(SOCKEYE_ENTRY_FILE) {
                let file = try OpenDescriptor(sockeye_archive_file_open(folder, name.cString), "open", inner)
                try ArchiveError.check(sync(file.number), "fsync", inner)
            }
        }
        try ArchiveError.check(sync(folder), "fsync", path)
    }

    /// Moves the top-level names to another folder and replaces nothing. The archive's first name is moved last, so that its
    /// presence means that all are there. If one can't be moved, all are moved back.
    func moveTop(to folder: Int32, _ destination: String) throws(ArchiveError) {
        let all = try top()
        var facts = sockeye_archive_file_facts()
        for name in all where sockeye_archive_file_look(folder, name.cString, &facts) == 0 {
            throw .exists("\(destination)/\(name.text)")
        }
        for (index, name) in all.enumerated() {
            let result = sockeye_archive_file_move(root.number, name.cString, folder, name.cString)
            if result == 0 { continue }
            for moved in all[..<index] {
                _ = sockeye_archive_file_move(folder, moved.cString, root.number, moved.cString)
            }
            if result == -EEXIST { throw .exists("\(destination)/\(name.text)") }
            try ArchiveError.check(result, "rename", "\(destination)/\(name.text)")
        }
    }

    /// Moves a top-level folder elsewhere and replaces nothing.
    func move(_ name: [UInt8], to folder: Int32, as other: [UInt8], _ destination: String) throws(ArchiveError) {
        let result = sockeye_archive_file_move(root.number, name.cString, folder, other.cString)
        if result == -EEXIST { throw .exists(destination) }
        try ArchiveError.check(result, "rename", destination)
    }

    /// Removes everything in the tree.
    func removeAll() throws(ArchiveError) { try Self.removeAll(in: root.number, path) }

    private static func removeAll(in folder: Int32, _ path: String) throws(ArchiveError) {
        for name in try entryNames(in: folder, path) {
            // Nearly all are files, so try that first; it fails on a folder.
            let result = sockeye_archive_file_unlink(folder, name.cString, 0)
            if result == 0 { continue }
            let inner = "\(path)/\(name.text)"
            guard result == -EISDIR else { return _ = try ArchiveError.check(result, "unlink", inner) }
            do {
                let entered = try OpenDescriptor(sockeye_archive_folder_enter(folder, name.cString), "open", inner)
                try removeAll(in: entered.number, inner)
            }
            try ArchiveError.check(sockeye_archive_file_unlink(folder, name.cString, 1), "rmdir", inner)
        }
    }
}
