internal import CArchive
internal import SockeyeIO

/// Reads an archive, entry by entry.
struct ArchiveReader: ~Copyable {
    /// The kind of an entry.
    enum Kind: Equatable {
        case file, folder, other
        case symbolicLink(target: [UInt8])
        case hardLink(target: [UInt8])
    }

    struct Entry {
        var name: [UInt8]
        var kind: Kind
        /// `nil` if the archive doesn't give it before the content.
        var size: Int64?
        var modified: Int64?
        var mode: UInt32
        var isEncrypted: Bool
    }

    /// The archive's length.
    let total: Int64
    private let path: String
    private let file: File
    /// `nil` for a tar.
    private var directory: ZipDirectory?
    // SAFETY: created by sockeye_archive_open, and closed once by deinit, before `file`.
    private let reader: OpaquePointer
    /// Whether encrypted entries can be read.
    let hasPassword: Bool
    /// The entry that is being read, for messages.
    private var name: [UInt8] = []

    private init(
        _ reader: OpaquePointer, _ directory: ZipDirectory?, _ file: File, total: Int64,
        path: String, hasPassword: Bool
    ) {
        self.hasPassword = hasPassword
        self.total = total
        self.path = path
        self.directory = directory
        self.file = file
        self.reader = reader
    }

    static func open(
        _ path: String, password: String?, limits: ExtractionLimits
    ) throws(ArchiveError) -> ArchiveReader {
        try ArchiveError.checkPath(path)
        let file = try File.opened(sockeye_archive_open_path(path), path)
        let total = try ArchiveError.wrapping(file.facts()).size
        let directory = try ZipDirectory(file, total: total, limits: limits)
        var result: Int32 = 0
        guard let reader = sockeye_archive_open(file.number, directory == nil ? 0 : 1, password, &result) else {
            throw result == Int32(SOCKEYE_ARCHIVE_UNAVAILABLE)
                ? .unavailable : .unreadable(path, reason: "out of memory")
        }
        let archive = ArchiveReader(
            reader, directory, file, total: total, path: path, hasPassword: password != nil)
        // libarchive refuses a zip without entries.
        if result < 0, directory?.isAtEnd != true { throw archive.failure }
        return archive
    }

    deinit { sockeye_archive_close(reader) }

    /// libarchive's message for the last failure, made printable.
    private var failure: ArchiveError {
        let number = sockeye_archive_errno(reader)
        if number > 0 { return .file(path, .system(call: "read", errorNumber: number)) }
        // SAFETY: the shim returns NULL or text that ends with NUL, which is copied.
        let text = sockeye_archive_error(reader).map { String(cString: $0) } ?? ""
        // libarchive tells a wrong password by its text alone.
        if text.contains("assphrase") { return .encrypted(name) }
        return .unreadable(path, reason: text.filter { !$0.isNewline && $0 >= " " })
    }

    /// How many bytes of the archive have been read.
    var position: Int64 { sockeye_archive_position(reader) }

    /// Decompresses what follows the last entry, so that a wrong checksum is seen; returns how many bytes, 0 at the end.
    func drain() throws(ArchiveError) -> Int {
        let count = sockeye_archive_drain(reader)
        guard count >= 0 else { throw failure }
        return count
    }

    /// The next entry; `nil` at the end.
    mutating func next() throws(ArchiveError) -> Entry? {
        if directory?.isAtEnd == true { return nil }
        var found = sockeye_archive_entry()
        let result = sockeye_archive_next(reader, &found)
        if result == 0, directory == nil { return nil }
        guard result > 0 else { throw failure }
        // SAFETY: the texts end with NUL, and are copied.
        let target = found.target.map { [UInt8](cString: $0) } ?? []
        let kind: Kind =
            switch found.kind {
            case Int32(SOCKEYE_ENTRY_FILE): .file
            case Int32(SOCKEYE_ENTRY_FOLDER): .folder
            case Int32(SOCKEYE_ENTRY_SYMBOLIC_LINK): .symbolicLink(target: target)
            case Int32(SOCKEYE_ENTRY_HARD_LINK): .hardLink(target: target)
            default: .other
            }
        var entry = Entry(
            name: found.name.map { [UInt8](cString: $0) } ?? [], kind: kind, size: found.size < 0 ? nil : found.size,
            modified: found.modified == .min ? nil : found.modified, mode: found.mode,
            isEncrypted: found.is_encrypted != 0)
        if let known = try directory?.takeNext() {
            entry.name = known.name
            // libarchive doesn't report a link whose target it can't decode.
            if kind == .file, known.name.last == UInt8(ascii: "/") { entry.kind = .folder }
            if case .symbolicLink = kind, !entry.isEncrypted, UInt64(target.count) != known.record.size {
                throw .refused(known.name, reason: "is a link to an invalid name")
            }
        }
        name = entry.name
        return entry
    }

    /// The next block of the entry's content and its offset; `nil` at the end. The bytes are valid until the next call.
    func block() throws(ArchiveError) -> (bytes: UnsafeRawBufferPointer, offset: Int64)? {
        // SAFETY: libarchive sets pointer and count together; they stay valid until the next call on the reader.
        var bytes: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let result = sockeye_archive_block(reader, &bytes, &count, &offset)
        if result == 0 { return nil }
        guard result > 0, offset >= 0 else { throw failure }
        // SAFETY: as above.
        return (UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), offset)
    }
}
