internal import CArchive
internal import SockeyeIO

/// Writes a zip, entry by entry.
struct ArchiveWriter: ~Copyable {
    private let path: String
    private let file: File
    // SAFETY: created by sockeye_archive_create, and freed once by deinit, before `file`.
    private let writer: OpaquePointer
    /// The archive's own identity.
    private let own: FileFacts.Identity?
    private let stop: StopFlag
    private let report: (@Sendable (ExtractionProgress) -> Void)?
    private(set) var progress = ExtractionProgress()
    /// The top-level names, which sources could share.
    private var topNames: Set<[UInt8]> = []

    private static let blockSize: Int64 = 256 << 10
    /// The deepest nesting of folders.
    private static let depthLimit = 256

    private init(
        _ writer: OpaquePointer, _ file: File, _ path: String, _ stop: StopFlag,
        _ report: (@Sendable (ExtractionProgress) -> Void)?
    ) {
        self.writer = writer
        self.file = file
        self.path = path
        self.stop = stop
        self.report = report
        own = (try? file.facts())?.identity
    }

    deinit { sockeye_archive_discard(writer) }

    /// Creates a zip in a new file with this name.
    static func make(
        in folder: File, _ name: [UInt8], _ path: String, password: String?, _ stop: StopFlag,
        _ report: (@Sendable (ExtractionProgress) -> Void)?
    ) throws(ArchiveError) -> ArchiveWriter {
        let file = try File.opened(sockeye_archive_file_create(folder.number, name.cString, 0o666), path)
        var result: Int32 = 0
        guard let writer = sockeye_archive_create(file.number, password, &result) else {
            throw result == Int32(SOCKEYE_ARCHIVE_UNAVAILABLE)
                ? .unavailable : .unwritable(path, reason: "out of memory")
        }
        let maker = ArchiveWriter(writer, file, path, stop, report)
        if result < 0 { throw maker.failure }
        return maker
    }

    private var failure: ArchiveError {
        let number = sockeye_archive_writer_errno(writer)
        if number > 0 { return .file(path, .system(call: "write", errorNumber: number)) }
        // SAFETY: the shim returns NULL or text that ends with NUL, which is copied.
        return .unwritable(path, reason: sockeye_archive_writer_error(writer).map { String(cString: $0) } ?? "")
    }

    /// Adds a file, or a folder with all its contents, under its name.
    mutating func add(_ source: String) throws(ArchiveError) {
        try ArchiveError.checkPath(source)
        var octets = Array(source.utf8)
        while octets.count > 1, octets.last == UInt8(ascii: "/") { octets.removeLast() }
        let last = octets.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        // For ".", ".." and "/", the contents are added at the top.
        let isNamed = !last.isEmpty && last != Array(".".utf8) && last != Array("..".utf8)
        let folder = sockeye_archive_folder_open(source)
        if folder == -ErrorNumber.notFolder {
            return try addFile(try .opened(sockeye_archive_open_path(source), source), as: last)
        }
        let opened = try File.opened(folder, source)
        if isNamed { try addFolder(opened, as: last) }
        try addContent(of: opened, as: isNamed ? last : [], depth: 0)
    }

    private mutating func addContent(of folder: File, as name: [UInt8], depth: Int) throws(ArchiveError) {
        if depth > Self.depthLimit { throw .limitExceeded("the depth of folders", Int64(Self.depthLimit)) }
        // Sorted, so that the same files make the same archive.
        for item in try folder.names().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try stop.check()
            let entry = name.isEmpty ? item : name + [UInt8(ascii: "/")] + item
            let facts = try folder.facts(of: item)
            // Skip the archive itself.
            if facts.inode == own?.inode, facts.device == own?.device { continue }
            switch facts.kind {
            case Int32(SOCKEYE_ENTRY_FOLDER):
                let entered = try folder.folder(item)
                try addFolder(entered, as: entry)
                try addContent(of: entered, as: entry, depth: depth + 1)
            case Int32(SOCKEYE_ENTRY_FILE): try addFile(try folder.file(item), as: entry)
            case Int32(SOCKEYE_ENTRY_SYMBOLIC_LINK):
                try begin(
                    entry, facts.kind, size: facts.size, modified: facts.modified, facts.mode,
                    target: try folder.linkTarget(item))
            default:
                throw .refused(
                    Array(folder.path(of: item).utf8), reason: "is a device, a pipe or a socket, and can't be packed")
            }
        }
    }

    private mutating func addFolder(_ folder: File, as name: [UInt8]) throws(ArchiveError) {
        let facts = try ArchiveError.wrapping(folder.facts())
        try begin(
            name, Int32(SOCKEYE_ENTRY_FOLDER), size: facts.size, modified: facts.modifiedSeconds, facts.mode)
    }

    private mutating func addFile(_ file: File, as name: [UInt8]) throws(ArchiveError) {
        let facts = try ArchiveError.wrapping(file.facts())
        try begin(name, Int32(SOCKEYE_ENTRY_FILE), size: facts.size, modified: facts.modifiedSeconds, facts.mode)
        var offset: Int64 = 0
        while offset < facts.size {
            try stop.check()
            let block = try ArchiveError.wrapping(
                file.read(Int(min(Self.blockSize, facts.size - offset)), at: offset))
            if block.isEmpty { throw .refused(Array(file.path.utf8), reason: "shrank while it was being packed") }
            if sockeye_archive_put(writer, block, block.count) != 0 { throw failure }
            offset += Int64(block.count)
            progress.bytes += Int64(block.count)
            report?(progress)
        }
    }

    private mutating func begin(
        _ name: [UInt8], _ kind: Int32, size: Int64, modified: Int64, _ mode: UInt32, target: [UInt8] = []
    ) throws(ArchiveError) {
        // The second entry couldn't be unpacked.
        if !name.contains(UInt8(ascii: "/")), !topNames.insert(name).inserted {
            throw .refused(name, reason: "would be in the archive twice; pack the two sources separately")
        }
        progress.entries += 1
        let isUTF8 = (name + target).isUTF8
        let (name, target) = (name.cString, target.cString)
        // SAFETY: both texts end with NUL and outlive the call.
        let result = name.withUnsafeBufferPointer { name in
            target.withUnsafeBufferPointer { target in
                var entry = sockeye_archive_entry(
                    name: name.baseAddress, target: target.baseAddress, size: size, modified: modified,
                    mode: mode & 0o777, kind: kind, is_encrypted: 0)
                return sockeye_archive_add(writer, &entry, isUTF8 ? 1 : 0)
            }
        }
        if result != 0 { throw failure }
    }

    /// Finishes the archive, and syncs it if required.
    func finish(isDurable: Bool) throws(ArchiveError) {
        if sockeye_archive_finish(writer) != 0 { throw failure }
        if isDurable { try ArchiveError.check(sockeye_archive_file_sync(file.number), "fsync", path) }
    }
}
