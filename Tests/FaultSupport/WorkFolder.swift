internal import Glibc

/// A folder for many runs, in memory if the system has such a file system: thousands of syncs then cost nothing.
public final class WorkFolder: Sendable {
    /// Its path, without a trailing slash.
    public let path: String

    /// Makes it (`mkdtemp`).
    public init() {
        for parent in ["/dev/shm", "/tmp"] {
            var template = Array("\(parent)/sockeye-faults-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            return
        }
        fatalError("no folder for temporary files")
    }

    deinit {
        empty()
        rmdir(path)
    }

    /// The path of a file in it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of its files, in order.
    public var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            // The entry is only as long as its name: `d_name` as a whole would extend past its end.
            // SAFETY: the name is NUL-terminated and valid until the next call of readdir.
            let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: start.assumingMemoryBound(to: UInt8.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes its files.
    public func empty() {
        for name in names { remove(name) }
    }

    /// Removes a file.
    public func remove(_ name: String) {
        unlink(file(name))
    }

    /// A file's bytes; `nil` if there is none.
    public func read(_ name: String) -> [UInt8]? {
        guard let stream = fopen(file(name), "re") else { return nil }
        defer { fclose(stream) }
        var facts = stat()
        guard fstat(fileno(stream), &facts) == 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
            // SAFETY: fread fills at most the buffer's count of bytes, and returns how many.
            count = fread(buffer.baseAddress, 1, buffer.count, stream)
        }
    }

    /// Writes a file.
    public func write(_ name: String, _ bytes: [UInt8]) {
        guard let stream = fopen(file(name), "we") else { fatalError("cannot write \(file(name))") }
        defer { fclose(stream) }
        // SAFETY: fwrite reads the array's bytes, which live for the call.
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { fatalError("cannot write \(file(name))") }
    }
}
