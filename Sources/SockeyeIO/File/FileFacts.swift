internal import CSystemShims

/// The metadata of a file (`stat(2)`) that callers here need.
package struct FileFacts: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case regular, folder, link, other
    }

    /// Identifies a file under any of its names.
    package struct Identity: Sendable, Hashable {
        package var device: UInt64
        package var inode: UInt64
    }

    package var kind: Kind
    /// The nine permission bits.
    package var mode: UInt32
    package var identity: Identity
    /// The owner's user ID.
    package var owner: UInt32
    /// The number of hard links.
    package var linkCount: UInt64
    package var size: Int64
    /// Bytes allocated on disk; less than `size` if the file has holes.
    package var allocatedBytes: Int64
    /// Seconds since 1970.
    package var modifiedSeconds: Int64
    /// The part beyond whole seconds.
    package var modifiedNanoseconds: Int32

    init(_ raw: sockeye_file_facts) {
        kind =
            switch raw.kind {
            case Int32(SOCKEYE_KIND_REGULAR): .regular
            case Int32(SOCKEYE_KIND_FOLDER): .folder
            case Int32(SOCKEYE_KIND_LINK): .link
            default: .other
            }
        mode = raw.mode
        identity = Identity(device: raw.device, inode: raw.inode)
        owner = raw.owner
        linkCount = raw.links
        size = raw.size
        allocatedBytes = raw.allocated
        modifiedSeconds = raw.modified_seconds
        modifiedNanoseconds = raw.modified_nanoseconds
    }

    /// Why other users may be able to change this file, or `nil` if it is a regular file with a single name that
    /// belongs to this process's user.
    package var foreignness: String? {
        if kind != .regular { return "is not a regular file" }
        if owner != sockeye_user() { return "belongs to another user" }
        // Whoever made the other name may have the file open.
        if linkCount > 1 { return "has other names (hard links)" }
        return nil
    }

    /// The metadata of what `path` names; `nil` if it names nothing (`stat(2)`, `lstat(2)`).
    package init?(of path: String, followingLinks: Bool = true) throws(FileError) {
        var raw = sockeye_file_facts()
        let result = sockeye_facts(path, followingLinks ? 1 : 0, &raw)
        if result == -ErrorNumber.noSuchFile { return nil }
        if result < 0 { throw FileError(call: "stat", path: path, errorNumber: -result) }
        self.init(raw)
    }
}
