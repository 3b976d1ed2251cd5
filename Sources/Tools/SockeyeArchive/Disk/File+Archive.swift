internal import CArchive
internal import SockeyeIO

/// What archives need of open folders: names are single octet strings in them, and no call follows a link.
extension File {
    /// Takes over the descriptor that a call returned for `path`, or throws its error.
    static func opened(_ result: Int32, _ path: String) throws(ArchiveError) -> File {
        try ArchiveError.wrapping(File(owning: result, of: "open", path: path))
    }

    /// The open folder of a path, and the name behind its last slash.
    static func folderAndName(_ path: [UInt8]) throws(ArchiveError) -> (folder: File, name: [UInt8]) {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let parent = start == 0 ? "." : Array(path[..<start]).text
        return (try .opened(sockeye_archive_folder_open(parent), parent), Array(path[start...]))
    }

    /// The path of a name in this folder, for messages.
    func path(of name: [UInt8]) -> String { "\(path)/\(name.text)" }

    /// The folder with this name.
    func folder(_ name: [UInt8]) throws(ArchiveError) -> File {
        try .opened(sockeye_archive_folder_enter(number, name.cString), path(of: name))
    }

    /// The regular file with this name, for reading.
    func file(_ name: [UInt8]) throws(ArchiveError) -> File {
        try .opened(sockeye_archive_file_open(number, name.cString), path(of: name))
    }

    /// What has this name.
    func facts(of name: [UInt8]) throws(ArchiveError) -> sockeye_archive_file_facts {
        var facts = sockeye_archive_file_facts()
        try ArchiveError.check(sockeye_archive_file_look(number, name.cString, &facts), "stat", path(of: name))
        return facts
    }

    /// Whether what has this name is a folder; `nil` if nothing has.
    func isFolderNamed(_ name: [UInt8]) -> Bool? {
        (try? facts(of: name)).map { $0.kind == Int32(SOCKEYE_ENTRY_FOLDER) }
    }

    /// Moves what has this name to another folder, under a name that must be free.
    ///
    /// - Parameter destination: the new path, for messages.
    func move(_ name: [UInt8], to folder: File, as other: [UInt8], _ destination: String) throws(ArchiveError) {
        let result = sockeye_archive_file_move(number, name.cString, folder.number, other.cString)
        if result == -ErrorNumber.fileExists { throw .exists(destination) }
        try ArchiveError.check(result, "rename", destination)
    }

    /// What the symbolic link with this name holds.
    func linkTarget(_ name: [UInt8]) throws(ArchiveError) -> [UInt8] {
        // Linux's limit (path_resolution(7)), and the NUL.
        var target = [CChar](repeating: 0, count: 4097)
        let count = sockeye_archive_link_read(number, name.cString, &target, target.count - 1)
        try ArchiveError.check(Int32(count), "readlink", path(of: name))
        return target.prefix(count).map(UInt8.init(bitPattern:))
    }

    /// Removes the empty folder with this name.
    func removeFolder(_ name: [UInt8]) throws(ArchiveError) {
        try ArchiveError.check(sockeye_archive_file_unlink(number, name.cString, 1), "rmdir", path(of: name))
    }

    /// The names in this folder, without `.` and `..`.
    func names() throws(ArchiveError) -> [[UInt8]] {
        final class Found {
            var names: [[UInt8]] = []
        }
        let found = Found()
        // SAFETY: `found` outlives the call, which is the only one to use the pointer; each name ends with NUL.
        let result = sockeye_archive_folder_names(
            number,
            { context, name in
                guard let context, let name else { return }
                // SAFETY: as said above.
                Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().names.append([UInt8](cString: name))
            }, Unmanaged.passUnretained(found).toOpaque())
        try ArchiveError.check(result, "readdir", path)
        return withExtendedLifetime(found) { found.names }
    }

    /// Whether the names, from this folder on, end at a folder or at something else, as asked, without passing a link.
    func has(_ names: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
        guard let first = names.first else { return isFolder }
        if names.count > 1 {
            return (try? folder(first))?.has(names.dropFirst(), isFolder: isFolder) ?? false
        }
        return isFolderNamed(first) == isFolder
    }
}

extension ArchiveError {
    /// A NUL would truncate the path in C and name another file.
    static func checkPath(_ path: String) throws(ArchiveError) {
        if path.utf8.contains(0) { throw .file(path, .system(call: "open", errorNumber: ErrorNumber.invalidArgument)) }
        if path.isEmpty { throw .file("an empty path", .system(call: "open", errorNumber: ErrorNumber.noSuchFile)) }
    }

    /// The result of a call, or its error (`-errno`) about `path`.
    @discardableResult
    static func check(_ result: Int32, _ call: String, _ path: String) throws(ArchiveError) -> Int32 {
        if result < 0 { throw .file(path, .system(call: call, errorNumber: -result)) }
        return result
    }

    /// Makes a call on a file; its error becomes an `ArchiveError`.
    static func wrapping<Value>(_ call: @autoclosure () throws(FileError) -> Value) throws(ArchiveError) -> Value {
        do throws(FileError) {
            return try call()
        } catch {
            throw .file(error.path, .system(call: error.call, errorNumber: error.errorNumber))
        }
    }
}

extension [UInt8] {
    /// The octets before the NUL.
    init(cString: UnsafePointer<CChar>) {
        // SAFETY: the caller's octets end with NUL.
        self = (0...).prefix { cString[$0] != 0 }.map { UInt8(bitPattern: cString[$0]) }
    }

    /// The octets as C wants them. A path or a name with a NUL was refused before.
    var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }

    /// Whether the octets are UTF-8.
    var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

    /// The octets as text for messages.
    var text: String { String(decoding: self, as: UTF8.self) }
}
