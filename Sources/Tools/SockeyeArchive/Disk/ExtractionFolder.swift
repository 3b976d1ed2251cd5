internal import CArchive
internal import Glibc
internal import SockeyeIO

/// The temporary folder that an archive is unpacked into, beside or in the destination, and which is then renamed atomically. So a
/// failure or a crash leaves no partial result under the destination's name.
struct ExtractionFolder: ~Copyable {
    /// The folder with the temporary one: the destination if it exists, otherwise its parent.
    private let outer: OpenDescriptor
    private let outerPath: String
    private let destination: String
    /// The destination's name in `outer`; `nil` if `outer` is the destination.
    private let name: [UInt8]?
    private let mayExist: Bool
    private let temporary: [UInt8]

    private init(
        _ outer: consuming OpenDescriptor, _ outerPath: String, _ destination: String, name: [UInt8]?, mayExist: Bool
    ) {
        self.outer = outer
        self.outerPath = outerPath
        self.destination = destination
        self.name = name
        self.mayExist = mayExist
        var generator = SystemRandomNumberGenerator()
        temporary = Array(".sockeye-extract-\(String(generator.next(), radix: 36))".utf8)
    }

    /// Opens the destination, if it is an existing folder.
    static func existing(_ destination: String) throws(ArchiveError) -> OpenDescriptor? {
        let found = sockeye_archive_folder_open(destination)
        if found == -ENOENT || found == -ENOTDIR { return nil }
        return try OpenDescriptor(found, "open", destination)
    }

    /// Creates the temporary folder.
    ///
    /// - Parameter mayExist: whether the destination may be an existing folder.
    static func make(_ destination: String, mayExist: Bool) throws(ArchiveError) -> ExtractionFolder {
        let output = try find(destination, mayExist: mayExist)
        let made = sockeye_archive_folder_make(output.outer.number, output.temporary.cString, 0o777)
        try ArchiveError.check(made, "mkdir", output.temporaryPath)
        return output
    }

    private static func find(_ destination: String, mayExist: Bool) throws(ArchiveError) -> ExtractionFolder {
        if let folder = try existing(destination) {
            if !mayExist { throw .exists(destination) }
            return ExtractionFolder(folder, destination, destination, name: nil, mayExist: true)
        }
        var facts = sockeye_archive_file_facts()
        if sockeye_archive_file_look(AT_FDCWD, destination, &facts) == 0 {
            throw mayExist ? .file(destination, .system(call: "open", errorNumber: ENOTDIR)) : .exists(destination)
        }
        var octets = Array(destination.utf8)
        while octets.last == UInt8(ascii: "/") { octets.removeLast() }
        let start = octets.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let parent = start == 0 ? "." : Array(octets[..<start]).text
        let folder = try OpenDescriptor(sockeye_archive_folder_open(parent), "open", parent)
        return ExtractionFolder(folder, parent, destination, name: Array(octets[start...]), mayExist: mayExist)
    }

    private var temporaryPath: String { "\(outerPath)/\(temporary.text)" }

    /// The temporary folder.
    func tree() throws(ArchiveError) -> ExtractionTree {
        ExtractionTree(
            try OpenDescriptor(sockeye_archive_folder_enter(outer.number, temporary.cString), "open", temporaryPath),
            path: temporaryPath)
    }

    /// Moves the unpacked files to the destination.
    ///
    /// - Parameter unwraps: whether a single top-level folder with the destination's name becomes the destination itself.
    func moveIntoPlace(_ tree: borrowing ExtractionTree, unwraps: Bool) throws(ArchiveError) {
        guard let name else {
            try tree.moveTop(to: outer.number, destination)
            return removeTemporary()
        }
        if unwraps, try tree.top() == [name] {
            var facts = sockeye_archive_file_facts()
            let folder = try OpenDescriptor(
                sockeye_archive_folder_enter(outer.number, temporary.cString), "open", temporaryPath)
            if sockeye_archive_file_look(folder.number, name.cString, &facts) == 0,
                facts.kind == Int32(SOCKEYE_ENTRY_FOLDER)
            {
                try tree.move(name, to: outer.number, as: name, destination)
                return removeTemporary()
            }
        }
        let result = sockeye_archive_file_move(outer.number, temporary.cString, outer.number, name.cString)
        if result == -EEXIST, mayExist {
            // Another extraction has created it.
            let there = try OpenDescriptor(sockeye_archive_folder_open(destination), "open", destination)
            try tree.moveTop(to: there.number, destination)
            return removeTemporary()
        }
        if result == -EEXIST { throw .exists(destination) }
        try ArchiveError.check(result, "rename", destination)
    }

    /// Syncs the new names.
    func sync() throws(ArchiveError) {
        let result = sockeye_archive_file_sync(outer.number)
        if result < 0 { throw .unsynced(destination, .system(call: "fsync", errorNumber: -result)) }
    }

    /// Removes the unpacked files, and reports if that fails.
    func abandon(_ tree: borrowing ExtractionTree) throws(ArchiveError) {
        do throws(ArchiveError) {
            try tree.removeAll()
            try ArchiveError.check(
                sockeye_archive_file_unlink(outer.number, temporary.cString, 1), "rmdir", temporaryPath)
        } catch {
            throw .leftBehind(temporaryPath)
        }
    }

    /// Removes the empty folder; a failure doesn't matter.
    func removeTemporary() { _ = sockeye_archive_file_unlink(outer.number, temporary.cString, 1) }
}
