internal import CArchive
internal import CSystemShims
internal import Glibc
internal import SockeyeIO

/// The folder that an archive is unpacked into. Each name is made or opened below the descriptor of its folder, and a symbolic
/// link is never followed, so that nothing can be written anywhere else, whatever the archive's names and links say.
struct ExtractionTree: ~Copyable {
    private let root: OpenDescriptor
    /// The folder's path, for messages.
    private let path: String
    /// The folder of the last entry: the next is often there too.
    private var lastNames: ArraySlice<[UInt8]> = []
    private var last: OpenDescriptor?
    private var lastNumber: Int32 = -1
    /// Folders made because a name led through them; the limit of entries counts them too.
    private(set) var impliedFolders = 0
    // Here, since the tree outlives the extraction: a copy of it, taken just before the extraction is consumed, was freed with
    // it in release (Swift 6.3).
    /// The first name at the top, in the archive's order.
    private var firstName: [UInt8]?

    init(_ root: consuming OpenDescriptor, path: String) {
        self.root = root
        self.path = path
    }

    /// Notes an entry that comes next.
    mutating func note(_ entry: EntryPath) {
        if firstName == nil { firstName = entry.names.first }
    }

    /// The path of an entry, for messages.
    func shown(_ names: some Sequence<[UInt8]>) -> String {
        names.reduce(path) { "\($0)/\($1.text)" }
    }

    /// The folder of these names, made if missing.
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
                Array(whole.joined(separator: [UInt8(ascii: "/")])), reason: "lies below an entry that is no folder")
        }
        return try OpenDescriptor(result, "open", shown(names))
    }

    /// Makes a folder; one that is there already stays as it is.
    mutating func makeFolder(_ entry: EntryPath, mode: UInt32) throws(ArchiveError) {
        guard let name = entry.names.last else { return }
        let parent = try folder(entry.names.dropLast())
        let result = sockeye_archive_folder_make(parent, name.cString, mode & 0o777 | 0o700)
        if result != -EEXIST { return _ = try ArchiveError.check(result, "mkdir", shown(entry.names)) }
        _ = try enter(parent, entry.names[...], of: entry.names[...])
    }

    /// Makes a new file, open for writing. Without setuid and the like: only what the archive says of reading, writing and
    /// executing counts, less the umask.
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

    /// Gives a file that the archive had before another name.
    mutating func makeHardLink(_ entry: EntryPath, to target: EntryPath) throws(ArchiveError) {
        let octets = Array(entry.names.joined(separator: [UInt8(ascii: "/")]))
        // The folder of the target is opened anew: the other one may take its place in `last`.
        var from = OpenDescriptor(
            try ArchiveError.check(sockeye_archive_folder_enter(root.number, [46, 0]), "open", path))
        for index in target.names.indices.dropLast() {
            from = try enter(from.number, target.names[...index], of: target.names[...])
        }
        var facts = sockeye_archive_file_facts()
        let name = (target.names.last ?? []).cString
        guard sockeye_archive_file_look(from.number, name, &facts) == 0, facts.kind == Int32(SOCKEYE_ENTRY_FILE) else {
            throw .refused(octets, reason: "is a hard link to what is no file of the archive")
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

    /// The names at the top, the archive's first one last.
    func top() throws(ArchiveError) -> [[UInt8]] {
        let names = try entryNames(in: root.number, path)
        return names.filter { $0 != firstName } + names.filter { $0 == firstName }
    }

    /// Waits until everything is on disk: with one call, since there may be many files, where that says what got lost.
    func sync() throws(ArchiveError) {
        if sockeye_sync_file_system(root.number) < 0 { try syncEach(with: sockeye_archive_file_sync) }
    }

    /// The same file by file, each folder after what is in it.
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

    /// Moves what is at the top to another folder, nothing in place of anything; the archive's first name last, so that all are
    /// there if it is. If one can't be moved, all go back.
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

    /// Moves one folder at the top elsewhere, in place of nothing.
    func move(_ name: [UInt8], to folder: Int32, as other: [UInt8], _ destination: String) throws(ArchiveError) {
        let result = sockeye_archive_file_move(root.number, name.cString, folder, other.cString)
        if result == -EEXIST { throw .exists(destination) }
        try ArchiveError.check(result, "rename", destination)
    }

    /// Removes everything below.
    func removeAll() throws(ArchiveError) { try Self.removeAll(in: root.number, path) }

    private static func removeAll(in folder: Int32, _ path: String) throws(ArchiveError) {
        for name in try entryNames(in: folder, path) {
            // Nearly all are files, so one call suffices; a folder refuses it.
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
