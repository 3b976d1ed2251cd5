internal import SockeyeFields
internal import SockeyeIO

/// The suffixes of the files that transfers keep beside a file.
enum FileSuffix: String {
    /// An incomplete download.
    case partial = ".part"
    /// Its resume record.
    case record = ".sockeye"
    /// The record of an incomplete upload.
    case upload = ".sockeye-upload"
    /// A record being replaced, until the rename.
    case replacement = ".new"

    /// Suffixes that a server must not choose: these files are relied on.
    static let reserved = [partial, record, replacement, upload].map(\.rawValue) + [".log"]

    /// The longest name that a file system leaves room for, with each suffix of a download behind it.
    static let longestName = FileName.byteLimit - record.length - replacement.length

    private var length: Int { rawValue.utf8.count }

    /// The path of the file beside the one at `path`: with the suffix, and if its name would be too long, with a number
    /// made of the name in place of its end.
    func path(beside path: String) -> String {
        let name = FileNames.lastComponent(of: path)
        let room = min(Self.longestName, FileName.byteLimit - length - Self.replacement.length)
        // A name that is too long by itself is refused with the first file that is opened.
        guard self != .replacement, room + 1...FileName.byteLimit ~= name.utf8.count else { return path + rawValue }
        let hash = "~" + String(StableHash.of(name.utf8), radix: 36)
        var kept = path.unicodeScalars
        var excess = name.utf8.count + hash.utf8.count - room
        while excess > 0, let last = kept.popLast() { excess -= UTF8.width(last) }
        return String(kept) + hash + rawValue
    }
}
