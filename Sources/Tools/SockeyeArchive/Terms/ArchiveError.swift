public import SockeyeIO

/// Why an archive could not be unpacked or packed. Unless the case says otherwise, nothing is left on disk.
@nonexhaustive
public enum ArchiveError: Error, Sendable, Equatable {
    /// libarchive can't be loaded, or the trait `Archive` is off.
    case unavailable
    /// The archive is neither zip nor tar, or is damaged: its path, and libarchive's message.
    case unreadable(String, reason: String)
    /// The archive can't be written: its path, and libarchive's message.
    case unwritable(String, reason: String)
    /// An entry's name is invalid or points outside the folder: the name as written, and the reason.
    case unsafeName([UInt8], reason: String)
    /// An entry is refused, such as a device, a link that points outside the folder, or a second entry with the same name: its
    /// name, and the reason.
    case refused([UInt8], reason: String)
    /// An entry is encrypted, and its password is missing or wrong.
    case encrypted([UInt8])
    /// A limit of ``ExtractionLimits`` is exceeded: its name and value.
    case limitExceeded(String, Int64)
    /// A destination path exists already; nothing is replaced.
    case exists(String)
    /// A file operation failed: the path, and the error.
    case file(String, IOError)
    /// The extraction failed, and its temporary folder couldn't be removed.
    case leftBehind(String)
    /// Everything is unpacked at this path, but may not survive a power cut: its folder couldn't be synced.
    case unsynced(String, IOError)
    /// ``ExtractionLimits/timeLimit`` has run out.
    case timedOut
    /// The task was cancelled.
    case cancelled
}

extension ArchiveError: CustomStringConvertible {
    /// One line: what happened, where, and what to do.
    public var description: String {
        switch self {
        case .unavailable: "archives need libarchive (libarchive.so.13), which can't be loaded; install it"
        case .unreadable(let path, let reason):
            "\(path) can't be unpacked: it is not a zip or tar archive, or is damaged"
                + (reason.isEmpty ? "" : " (\(reason))")
        case .unwritable(let path, let reason): "\(path) can't be written" + (reason.isEmpty ? "" : ": \(reason)")
        case .unsafeName(let name, let reason): "the archive is refused: the name '\(Self.shown(name))' \(reason)"
        case .refused(let name, let reason): "the archive is refused: '\(Self.shown(name))' \(reason)"
        case .encrypted(let name):
            "the archive is refused: '\(Self.shown(name))' is encrypted, and its password is missing or wrong"
        case .limitExceeded(let name, let limit): "the archive is refused: it exceeds \(name), \(limit)"
        case .exists(let path): "\(path) exists already; remove it or choose another folder"
        case .file(let path, let error): "\(path): \(error)"
        case .leftBehind(let path): "the extraction failed, and its unfinished files are in \(path); remove them"
        case .unsynced(let path, let error): "\(path) is complete, but may not be on disk yet: \(error)"
        case .timedOut: "the extraction took longer than allowed; nothing of it is left"
        case .cancelled: "cancelled; nothing of it is left"
        }
    }

    /// The octets as printable text, truncated to the length that a message needs.
    private static func shown(_ name: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: name.prefix(200), as: UTF8.self).unicodeScalars {
            let isShown =
                !scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format
            text += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return name.count > 200 ? text + "…" : text
    }
}
