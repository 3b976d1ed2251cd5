internal import CArchive
internal import SockeyeIO

/// The temporary folder that an archive is unpacked into, beside or in the destination, and which is then renamed atomically. So a
/// failure or a crash leaves no partial result under the destination's name.
struct ExtractionFolder: ~Copyable {
    /// The folder with the temporary one: the destination if it exists, otherwise its parent.
    private let outer: File
    private let destination: String
    /// The destination's name in `outer`; `nil` if `outer` is the destination.
    private let name: [UInt8]?
    private let mayExist: Bool
    private let temporary: [UInt8]

    private init(_ outer: File, _ destination: String, name: [UInt8]?, mayExist: Bool) {
        self.outer = outer
        self.destination = destination
        self.name = name
        self.mayExist = mayExist
        var generator = SystemRandomNumberGenerator()
        temporary = Array(".sockeye-extract-\(String(generator.next(), radix: 36))".utf8)
    }

    /// Opens the destination, if it is an existing folder.
    static func existing(_ destination: String) throws(ArchiveError) -> File? {
        let found = sockeye_archive_folder_open(destination)
        if [ErrorNumber.noSuchFile, ErrorNumber.notFolder].contains(-found) { return nil }
        return try .opened(found, destination)
    }

    /// Creates the temporary folder.
    ///
    /// - Parameter mayExist: whether the destination may be an existing folder.
    static func make(_ destination: String, mayExist: Bool) throws(ArchiveError) -> ExtractionFolder {
        let output = try find(destination, mayExist: mayExist)
        let made = sockeye_archive_folder_make(output.outer.number, output.temporary.cString, 0o777)
        try ArchiveError.check(made, "mkdir", output.outer.path(of: output.temporary))
        return output
    }

    private static func find(_ destination: String, mayExist: Bool) throws(ArchiveError) -> ExtractionFolder {
        if let folder = try existing(destination) {
            if !mayExist { throw .exists(destination) }
            return ExtractionFolder(folder, destination, name: nil, mayExist: true)
        }
        if let facts = try? FileFacts(of: destination, followingLinks: false) {
            // Another extraction has just made it.
            if mayExist, facts.kind == .folder { return try find(destination, mayExist: true) }
            throw mayExist
                ? .file(destination, .system(call: "open", errorNumber: ErrorNumber.notFolder)) : .exists(destination)
        }
        var octets = Array(destination.utf8)
        while octets.last == UInt8(ascii: "/") { octets.removeLast() }
        let (folder, name) = try File.folderAndName(octets)
        return ExtractionFolder(folder, destination, name: name, mayExist: mayExist)
    }

    /// The temporary folder.
    func tree() throws(ArchiveError) -> ExtractionTree { ExtractionTree(try outer.folder(temporary)) }

    /// Moves the unpacked files to the destination.
    ///
    /// - Parameter unwraps: whether a single top-level folder with the destination's name becomes the destination itself.
    func moveIntoPlace(_ tree: borrowing ExtractionTree, unwraps: Bool) throws(ArchiveError) {
        guard let name else {
            try tree.moveTop(to: outer)
            return removeTemporary()
        }
        if unwraps, try tree.top() == [name], try outer.folder(temporary).isFolderNamed(name) == true {
            try tree.move(name, to: outer, destination)
            return removeTemporary()
        }
        do throws(ArchiveError) {
            try outer.move(temporary, to: outer, as: name, destination)
        } catch {
            guard case .exists = error, mayExist else { throw error }
            // Another extraction has created it.
            try tree.moveTop(to: try .opened(sockeye_archive_folder_open(destination), destination))
            removeTemporary()
        }
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
            try outer.removeFolder(temporary)
        } catch {
            throw .leftBehind(outer.path(of: temporary))
        }
    }

    /// Removes the empty folder; a failure doesn't matter.
    func removeTemporary() { try? outer.removeFolder(temporary) }
}
