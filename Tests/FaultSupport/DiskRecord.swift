internal import CFaults
internal import Glibc

/// One operation on the files of a folder, as the kernel got it.
public enum DiskOperation: Sendable, Hashable {
    /// A new file, with a name or (`nil`) without one.
    case create(file: UInt64, name: String?)
    case write(file: UInt64, offset: Int, bytes: [UInt8])
    case truncate(file: UInt64, length: Int)
    /// `fsync(2)` or `fdatasync(2)` of a file.
    case sync(file: UInt64)
    /// `fsync(2)` of the folder.
    case syncFolder
    /// `syncfs(2)`: every file, and every name.
    case syncAll
    case rename(String, to: String)
    case link(file: UInt64, name: String)
    case unlink(String)
    /// The library kept a promise: what is marked must outlive a power cut from here on.
    case mark(Int)
}

/// The files of a folder: names that lead to files, and what these hold.
public struct DiskImage: Sendable, Hashable {
    /// The files by name.
    public var names: [String: UInt64] = [:]
    /// The bytes of each file, named or not.
    public var files: [UInt64: [UInt8]] = [:]

    /// What is in a file of this name.
    public subscript(name: String) -> [UInt8]? { names[name].flatMap { files[$0] } }

    /// The bytes by name alone.
    public var named: [String: [UInt8]] { names.compactMapValues { files[$0] } }

    /// An empty folder.
    public init() {}
}

/// The operations of a run on a folder, and what was there before.
public struct DiskRecord: Sendable {
    /// The folder at the beginning, all of it on the disk.
    public var start = DiskImage()
    /// What happened then.
    public var operations: [DiskOperation] = []

    /// Records what `body` does to the folder.
    public static func of(_ folder: WorkFolder, _ body: () async throws -> Void) async throws -> DiskRecord {
        var record = DiskRecord()
        for name in folder.names {
            var facts = stat()
            guard stat(folder.file(name), &facts) == 0, let bytes = folder.read(name) else { continue }
            record.start.names[name] = UInt64(facts.st_ino)
            record.start.files[UInt64(facts.st_ino)] = bytes
        }
        cfaults_record(folder.path)
        defer { cfaults_stop_recording() }
        try await body()
        cfaults_stop_recording()
        for index in 0..<cfaults_operation_count() {
            guard let raw = cfaults_operation_at(index)?.pointee else { continue }
            if let operation = DiskOperation(raw, in: folder) { record.operations.append(operation) }
        }
        return record
    }

    /// Notes that what is numbered so is now promised to outlive a power cut.
    public static func mark(_ number: Int) { cfaults_mark(Int64(number)) }
}

extension DiskOperation {
    fileprivate init?(_ raw: cfaults_operation, in folder: WorkFolder) {
        // SAFETY: the record's strings are NUL-terminated, and nothing is recorded while they are read.
        let path = raw.path.map { String(cString: $0) } ?? ""
        let other = raw.other.map { String(cString: $0) } ?? ""
        let name = String(path.dropFirst(folder.path.utf8.count + 1))
        switch raw.kind {
        case Int32(CFAULTS_CREATE): self = .create(file: raw.inode, name: path.isEmpty ? nil : name)
        case Int32(CFAULTS_WRITE):
            // SAFETY: the record holds `length` bytes there.
            let bytes = [UInt8](UnsafeBufferPointer(start: raw.bytes, count: raw.length))
            self = .write(file: raw.inode, offset: Int(raw.offset), bytes: bytes)
        case Int32(CFAULTS_TRUNCATE): self = .truncate(file: raw.inode, length: Int(raw.offset))
        case Int32(CFAULTS_SYNC): self = path.isEmpty ? .sync(file: raw.inode) : .syncFolder
        case Int32(CFAULTS_SYNC_ALL): self = .syncAll
        case Int32(CFAULTS_RENAME):
            self = .rename(name, to: String(other.dropFirst(folder.path.utf8.count + 1)))
        case Int32(CFAULTS_LINK): self = .link(file: raw.inode, name: name)
        case Int32(CFAULTS_UNLINK): self = .unlink(name)
        case Int32(CFAULTS_MARK): self = .mark(Int(raw.offset))
        default: return nil
        }
    }
}
