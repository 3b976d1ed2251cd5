internal import Glibc

/// A folder for the files that a lesson writes.
public enum Scratch {
    /// Runs `body` in a new folder, so that its files have short names, and removes the folder afterwards.
    public static func run(_ body: () async throws -> Void) async throws {
        var template = Array("/tmp/sockeye-lesson-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Unusable() }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard chdir(folder) == 0 else { throw Unusable() }
        defer {
            for name in names { unlink(name) }
            rmdir(folder)
        }
        try await body()
    }

    /// The names of the files in the folder, in order.
    public static var names: [String] {
        guard let folder = opendir(".") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            // SAFETY: readdir's entry is valid until the next call, and its name ends with a NUL.
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// No folder could be made below /tmp.
    public struct Unusable: Error {}
}
