internal import Glibc

/// A folder for one test, removed with its contents along with the last reference.
public final class TemporaryFolder: Sendable {
    /// Its path, without a trailing slash.
    public let path: String

    /// Where such folders are made: `TMPDIR`, or `/tmp`.
    public static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    /// Creates the folder (`mkdtemp`) in another one.
    public init(in parent: String = TemporaryFolder.parent) throws {
        var template = Array("\(parent)/sockeye-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ProgramFailure(call: "mkdtemp", errorNumber: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ name: String, _ contents: String) throws -> String {
        let path = file(name)
        try write(name, bytes: Array(contents.utf8))
        return path
    }

    /// Writes a file.
    public func write(_ name: String, bytes: [UInt8]) throws {
        guard let stream = fopen(file(name), "we") else { throw ProgramFailure(call: "fopen", errorNumber: errno) }
        defer { fclose(stream) }
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
            throw ProgramFailure(call: "fwrite", errorNumber: errno)
        }
    }

    /// The nine permission bits of a file; `nil` if it doesn't exist.
    public func permissions(of name: String) -> UInt32? {
        var facts = stat()
        return stat(file(name), &facts) == 0 ? facts.st_mode & 0o777 : nil
    }

    /// Reads a whole file.
    public func read(_ name: String) throws -> [UInt8] {
        guard let stream = fopen(file(name), "re") else { throw ProgramFailure(call: "fopen", errorNumber: errno) }
        defer { fclose(stream) }
        return Pipe.readAll(fileno(stream))
    }

    /// Its contents: the names, and whether each is a regular file.
    public func entries() throws -> [(name: String, isFile: Bool)] {
        try Self.entries(of: path).map { ($0.name, $0.kind == DT_REG) }
    }

    static func entries(of path: String) throws -> [(name: String, kind: Int)] {
        guard let folder = opendir(path) else { throw ProgramFailure(call: "opendir", errorNumber: errno) }
        defer { closedir(folder) }
        var entries: [(name: String, kind: Int)] = []
        while let entry = readdir(folder) {
            // The entry is only as long as its name: `d_name` as a whole would extend past its end.
            // SAFETY: the name is NUL-terminated and valid until the next call of readdir.
            let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: start.assumingMemoryBound(to: UInt8.self))
            if name != ".", name != ".." { entries.append((name, Int(entry.pointee.d_type))) }
        }
        return entries
    }

    private static func remove(_ path: String) {
        for entry in (try? entries(of: path)) ?? [] {
            let inner = "\(path)/\(entry.name)"
            if entry.kind == DT_DIR { remove(inner) } else { unlink(inner) }
        }
        rmdir(path)
    }
}
