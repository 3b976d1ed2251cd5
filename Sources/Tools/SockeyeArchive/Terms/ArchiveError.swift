public import SockeyeIO

/// Why an archive was not unpacked or packed. Nothing of the extraction is left, unless the case says so.
public enum ArchiveError: Error, Sendable, Equatable {
    /// libarchive can't be loaded, or the trait `Archive` is off.
    case unavailable
    /// It is neither zip nor tar, or damaged: the archive, and libarchive's words.
    case unreadable(String, reason: String)
    /// The archive can't be written: its path, and libarchive's words.
    case unwritable(String, reason: String)
    /// An entry would leave the folder, or has an invalid name: the name as it is written, and what is wrong with it.
    case unsafeName([UInt8], reason: String)
    /// An entry can't be made: its name, and why: a device, a link that leads out of the folder, a second entry of this name.
    case refused([UInt8], reason: String)
    /// An entry is encrypted; this doesn't decrypt.
    case encrypted([UInt8])
    /// A limit of ``ExtractionLimits`` is exceeded: its name and value.
    case limitExceeded(String, Int64)
    /// What is unpacked is already there under this path; nothing is replaced.
    case exists(String)
    /// The file or folder of this path, and what went wrong there.
    case file(String, IOError)
    /// The same; and what was left in this folder, since it couldn't be removed.
    case leftBehind(String)
    /// Everything is unpacked under this path, but a power cut may undo it: its folder can't be synced.
    case unsynced(String, IOError)
    /// ``ExtractionLimits/maximumTime`` is over.
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
            "the archive is refused: '\(Self.shown(name))' is encrypted; another program must unpack it"
        case .limitExceeded(let name, let limit): "the archive is refused: it exceeds \(name), \(limit)"
        case .exists(let path): "\(path) exists already; remove it or choose another folder"
        case .file(let path, let error): "\(path): \(error)"
        case .leftBehind(let path): "the extraction failed, and what it began is left in \(path); remove it"
        case .unsynced(let path, let error): "\(path) is complete, but may not be on disk yet: \(error)"
        case .timedOut: "the extraction took longer than allowed; nothing of it is left"
        case .cancelled: "cancelled; nothing of it is left"
        }
    }

    /// The octets as text for a terminal, cut at a length that no message needs more of.
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
