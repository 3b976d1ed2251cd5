internal import CArchive
internal import Glibc
internal import SockeyeIO

/// A descriptor that closes itself.
struct OpenDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// Wraps a call's result: its descriptor, or its error about `path`.
    init(_ result: Int32, _ call: String, _ path: String) throws(ArchiveError) {
        number = try ArchiveError.check(result, call, path)
    }

    deinit { sockeye_archive_file_close(number) }

    /// Whether the names, from this folder on, end at a folder or at something else, as asked, without passing a link.
    func has(_ names: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
        guard let first = names.first else { return isFolder }
        if names.count > 1 {
            let inner = sockeye_archive_folder_enter(number, first.cString)
            guard inner >= 0 else { return false }
            return OpenDescriptor(inner).has(names.dropFirst(), isFolder: isFolder)
        }
        var facts = sockeye_archive_file_facts()
        guard sockeye_archive_file_look(number, first.cString, &facts) == 0 else { return false }
        return (facts.kind == Int32(SOCKEYE_ENTRY_FOLDER)) == isFolder
    }
}

extension ArchiveError {
    /// A NUL would truncate the path in C and name another file.
    static func checkPath(_ path: String) throws(ArchiveError) {
        if path.utf8.contains(0) { throw .file(path, .system(call: "open", errorNumber: EINVAL)) }
        if path.isEmpty { throw .file("an empty path", .system(call: "open", errorNumber: ENOENT)) }
    }

    /// The result of a call, or its error (`-errno`) about `path`.
    @discardableResult
    static func check(_ result: Int32, _ call: String, _ path: String) throws(ArchiveError) -> Int32 {
        if result < 0 { throw .file(path, .system(call: call, errorNumber: -result)) }
        return result
    }
}

extension [UInt8] {
    /// The octets as C wants them. A path or a name with a NUL was refused before.
    var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }

    /// Whether the octets are UTF-8.
    var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

    /// The octets as text for messages.
    var text: String { String(decoding: self, as: UTF8.self) }
}

/// The names in an open folder, without `.` and `..`.
func entryNames(in folder: Int32, _ path: String) throws(ArchiveError) -> [[UInt8]] {
    final class Found {
        var names: [[UInt8]] = []
    }
    let found = Found()
    // SAFETY: `found` outlives the call, which is the only one to use the pointer; each name ends with NUL.
    let result = sockeye_archive_folder_names(
        folder,
        { context, name in
            guard let context, let name else { return }
            // SAFETY: as said above.
            let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            var length = 0
            while name[length] != 0 { length += 1 }
            found.names.append((0..<length).map { UInt8(bitPattern: name[$0]) })
        }, Unmanaged.passUnretained(found).toOpaque())
    try ArchiveError.check(result, "readdir", path)
    return withExtendedLifetime(found) { found.names }
}
