internal import CArchive
internal import Glibc
internal import SockeyeIO

/// Writes a zip, entry by entry.
struct ArchiveWriter: ~Copyable {
    private let path: String
    private let file: OpenDescriptor
    // SAFETY: created by sockeye_archive_create, and freed once by deinit, before `file`.
    private let writer: OpaquePointer
    /// The archive's own identity.
    private var own = sockeye_archive_file_facts()
    private let stop: StopSign
    private let report: (@Sendable (ExtractionProgress) -> Void)?
    private(set) var progress = ExtractionProgress()
    /// The top-level names, which sources could share.
    private var topNames: Set<[UInt8]> = []

    private static let blockSize = 256 << 10
    /// The deepest nesting of folders.
    private static let maximumDepth = 256

    private init(
        _ writer: OpaquePointer, _ file: consuming OpenDescriptor, _ path: String, _ stop: StopSign,
        _ report: (@Sendable (ExtractionProgress) -> Void)?
    ) {
        self.writer = writer
        self.file = file
        self.path = path
        self.stop = stop
        self.report = report
        _ = sockeye_archive_file_look_at(self.file.number, &own)
    }

    deinit { sockeye_archive_discard(writer) }

    /// Creates a zip in a new file with this name.
    static func make(
        in folder: Int32, _ name: [UInt8], _ path: String, _ stop: StopSign,
        _ report: (@Sendable (ExtractionProgress) -> Void)?
    ) throws(ArchiveError) -> ArchiveWriter {
        let file = try OpenDescriptor(sockeye_archive_file_create(folder, name.cString, 0o666), "open", path)
        var result: Int32 = 0
        guard let writer = sockeye_archive_create(file.number, &result) else {
            throw result == Int32(SOCKEYE_ARCHIVE_UNAVAILABLE)
                ? .unavailable : .file(path, .system(call: "write", errorNumber: ENOMEM))
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
        if folder >= 0 {
            let folder = OpenDescriptor(folder)
            if isNamed { try addFolder(folder.number, as: last, source) }
            return try addContent(of: folder.number, as: isNamed ? last : [], source, depth: 0)
        }
        if folder != -ENOTDIR { try ArchiveError.check(folder, "open", source) }
        let file = try OpenDescriptor(sockeye_archive_open_path(source), "open", source)
        try addFile(file.number, as: last, source)
    }

    private mutating func addContent(
        of folder: Int32, as name: [UInt8], _ path: String, depth: Int
    ) throws(ArchiveError) {
        if depth > Self.maximumDepth { throw .limitExceeded("the depth of folders", Int64(Self.maximumDepth)) }
        // Sorted, so that the same files make the same archive.
        for item in try entryNames(in: folder, path).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try stop.check()
            let inner = "\(path)/\(item.text)"
            let entry = name.isEmpty ? item : name + [UInt8(ascii: "/")] + item
            var facts = sockeye_archive_file_facts()
            try ArchiveError.check(sockeye_archive_file_look(folder, item.cString, &facts), "stat", inner)
            // Skip the archive itself.
            if facts.inode == own.inode, facts.device == own.device { continue }
            switch facts.kind {
            case Int32(SOCKEYE_ENTRY_FOLDER):
                let entered = try OpenDescriptor(sockeye_archive_folder_enter(folder, item.cString), "open", inner)
                try addFolder(entered.number, as: entry, inner)
                try addContent(of: entered.number, as: entry, inner, depth: depth + 1)
            case Int32(SOCKEYE_ENTRY_FILE):
                let file = try OpenDescriptor(sockeye_archive_file_open(folder, item.cString), "open", inner)
                try addFile(file.number, as: entry, inner)
            case Int32(SOCKEYE_ENTRY_SYMBOLIC_LINK): try addLink(folder, item, as: entry, facts, inner)
            default: throw .refused(Array(inner.utf8), reason: "is a device, a pipe or a socket, and can't be packed")
            }
        }
    }

    private mutating func addFolder(_ folder: Int32, as name: [UInt8], _ path: String) throws(ArchiveError) {
        var facts = sockeye_archive_file_facts()
        try ArchiveError.check(sockeye_archive_file_look_at(folder, &facts), "stat", path)
        try begin(name, facts)
    }

    private mutating func addLink(
        _ folder: Int32, _ item: [UInt8], as name: [UInt8], _ facts: sockeye_archive_file_facts, _ path: String
    ) throws(ArchiveError) {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = sockeye_archive_link_read(folder, item.cString, &target, Int(PATH_MAX))
        if count < 0 { try ArchiveError.check(Int32(count), "readlink", path) }
        try begin(name, facts, target: target)
    }

    private mutating func addFile(_ file: Int32, as name: [UInt8], _ path: String) throws(ArchiveError) {
        var facts = sockeye_archive_file_facts()
        try ArchiveError.check(sockeye_archive_file_look_at(file, &facts), "stat", path)
        try begin(name, facts)
        var rest = facts.size
        var block = [UInt8](repeating: 0, count: Int(min(Int64(Self.blockSize), max(1, rest))))
        while rest > 0 {
            try stop.check()
            let count = sockeye_archive_file_read(file, &block, Int(min(Int64(block.count), rest)))
            if count < 0 { try ArchiveError.check(Int32(count), "read", path) }
            if count == 0 { throw .refused(Array(path.utf8), reason: "shrank while it was being packed") }
            if sockeye_archive_put(writer, block, count) != 0 { throw failure }
            rest -= Int64(count)
            progress.bytes += Int64(count)
            report?(progress)
        }
    }

    private mutating func begin(
        _ name: [UInt8], _ facts: sockeye_archive_file_facts, target: [CChar] = [0]
    ) throws(ArchiveError) {
        // The second entry couldn't be unpacked.
        if !name.contains(UInt8(ascii: "/")), !topNames.insert(name).inserted {
            throw .refused(name, reason: "would be in the archive twice; pack the two sources separately")
        }
        progress.entries += 1
        let target = target.prefix { $0 != 0 } + [0]
        let isUTF8 = (name + target.map(UInt8.init(bitPattern:))).isUTF8
        let name = name.cString
        // SAFETY: both texts end with NUL and outlive the call.
        let result = name.withUnsafeBufferPointer { name in
            target.withUnsafeBufferPointer { target in
                var entry = sockeye_archive_entry(
                    name: name.baseAddress, target: target.baseAddress, size: facts.size, modified: facts.modified,
                    mode: facts.mode & 0o777, kind: facts.kind, is_encrypted: 0)
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
