public import SockeyeIO

/// Why the body of a request could not be made or sent.
public enum RequestBodyError: Error, Sendable, Hashable {
    /// A call on a file failed: it is missing, or may not be read.
    case file(FileError)
    /// The name is a folder's.
    case isFolder(String)
    /// The file does not have the bytes asked for.
    case outsideFile(path: String, offset: Int64, length: Int64?, size: Int64)
    /// The file became another one while it was sent, so that what arrived is neither.
    case fileChanged(path: String, FileChange)
    /// The server wants the body again (this was its status), and it cannot be sent twice.
    case notReplayable(status: Int)
    /// A name or field of a part would break out of its line.
    case illegalPart(String)
    /// A part announced another length than it has.
    case wrongPartLength(name: String, declared: Int64)
    /// A part holds bytes that its encoding has no form for.
    case unencodable(name: String, encoding: String)
    /// The parts together are longer than any message can be.
    case tooLong
}

extension RequestBodyError: CustomStringConvertible {
    /// What, and what to do.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .isFolder(let path): "\(path) is a folder; name a file in it"
        case .outsideFile(let path, let offset, let length, let size):
            "\(path) has \(size) bytes, and \(length.map { "\($0)" } ?? "those") from \(offset) on were asked for"
        case .fileChanged(let path, let change):
            "\(path) \(Self.words(for: change)) while it was sent, so what arrived is of no use; send it again"
        case .notReplayable(let status):
            "the server answered \(status) and wants the body again, which cannot be sent twice; "
                + "send it from a file or from memory"
        case .illegalPart(let reason): reason
        case .wrongPartLength(let name, let declared):
            "the part \"\(name)\" is not as long as it was said to be (\(declared) bytes)"
        case .unencodable(let name, let encoding):
            "the part \"\(name)\" holds bytes that \(encoding) cannot carry; choose base64"
        case .tooLong: "the parts are longer together than a message can be"
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

/// What happened to a file that was to stay as it is.
public enum FileChange: String, Sendable, Hashable {
    case shrank, grew, modified, replaced
}
