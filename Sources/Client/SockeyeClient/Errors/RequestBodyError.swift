public import SockeyeIO

/// Why the body of a request could not be made or sent.
@nonexhaustive
public enum RequestBodyError: Error, Sendable, Hashable {
    /// A file could not be read, for example because it is missing.
    case file(FileError)
    /// The path is a directory.
    case isFolder(String)
    /// The requested range is outside the file.
    case outsideFile(path: String, offset: Int64, length: Int64?, size: Int64)
    /// The file changed while it was sent, so what arrived is neither version.
    case fileChanged(path: String, FileChange)
    /// The response (with this status) requires sending the body again, and it cannot be replayed.
    case notReplayable(status: Int)
    /// The stream was read before, for an earlier request or an earlier round of an interceptor, and can't be read twice.
    case usedUp
    /// A name or field of a part contains characters that would end its line.
    case illegalPart(String)
    /// A part's length differs from the declared one.
    case wrongPartLength(name: String, declared: Int64)
    /// A part contains bytes that its encoding cannot represent.
    case unencodable(name: String, encoding: String)
    /// The total length of the parts overflows.
    case tooLong
}

extension RequestBodyError: CustomStringConvertible {
    /// Describes the error and what to do.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .isFolder(let path): "\(path) is a folder; name a file in it"
        case .outsideFile(let path, let offset, let length, let size):
            "\(path) has \(size) bytes, but \(length.map { "\($0)" } ?? "those") from offset \(offset) were requested"
        case .fileChanged(let path, let change):
            "\(path) \(Self.words(for: change)) while it was sent, so what arrived is inconsistent; send it again"
        case .notReplayable(let status):
            "the server answered \(status), which requires sending the body again, and that isn't possible; "
                + "send it from a file or from memory"
        case .usedUp:
            "its stream was read for an earlier request, and can't be read twice; send it from a file or from memory"
        case .illegalPart(let reason): reason
        case .wrongPartLength(let name, let declared):
            "the part \"\(name)\" doesn't have its declared length (\(declared) bytes)"
        case .unencodable(let name, let encoding):
            "the part \"\(name)\" contains bytes that \(encoding) can't represent; use base64"
        case .tooLong: "the parts together are too long for a message"
        }
    }

    private static func words(for change: FileChange) -> String {
        switch change {
        case .shrank: "became shorter"
        case .grew: "became longer"
        case .modified: "was changed"
        case .replaced: "was replaced by another file"
        }
    }
}

/// How a file changed while it was in use.
@nonexhaustive
public enum FileChange: String, Sendable, Hashable {
    /// It is shorter.
    case shrank
    /// It is longer.
    case grew
    /// It was written to.
    case modified
    /// It is another file of that name.
    case replaced
}
