package import SockeyeIO

/// A replayable part of a body with a known length.
package enum BodySegment: Sendable, Hashable {
    case bytes([UInt8])
    case file(FileRange)

    package var length: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let range): range.length
        }
    }
}

/// A range of a file that must not change until it is sent.
package struct FileRange: Sendable, Hashable {
    package var path: String
    package var offset: Int64
    package var length: Int64
    /// The file's facts when its length was read.
    package var facts: FileFacts

    /// Creates a range from `offset`, by default to the file's end. Reads only the file's facts (`stat(2)`).
    ///
    /// - Returns: `nil` for anything that isn't a regular file and so has no length: a pipe, a device.
    /// - Throws: `.file` if there is no such file, `.isFolder`, `.outsideFile`.
    package init?(path: String, offset: Int64 = 0, length: Int64? = nil) throws(RequestBodyError) {
        let facts: FileFacts
        do throws(FileError) {
            guard let found = try FileFacts(of: path) else {
                throw FileError(call: "open", path: path, errorNumber: ErrorNumber.noSuchFile)
            }
            facts = found
        } catch {
            throw .file(error)
        }
        if facts.kind == .folder { throw .isFolder(path) }
        guard facts.kind == .regular else { return nil }
        let wanted = length ?? max(0, facts.size - offset)
        guard offset >= 0, wanted >= 0, offset <= facts.size, wanted <= facts.size - offset else {
            throw .outsideFile(path: path, offset: offset, length: length, size: facts.size)
        }
        self.path = path
        self.offset = offset
        self.length = wanted
        self.facts = facts
    }
}

extension FileFacts {
    /// How `now` differs from these facts, if it does.
    func change(to now: FileFacts) -> FileChange? {
        if now.identity != identity { return .replaced }
        if now.size != size { return now.size < size ? .shrank : .grew }
        let isSameTime =
            now.modifiedSeconds == modifiedSeconds && now.modifiedNanoseconds == modifiedNanoseconds
        return isSameTime ? nil : .modified
    }
}
