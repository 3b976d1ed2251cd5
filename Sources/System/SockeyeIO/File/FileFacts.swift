internal import CSystemShims

/// What the system knows of a file (`stat(2)`).
package struct FileFacts: Sendable, Hashable {
    /// What kind of file it is.
    package enum Kind: Sendable, Hashable {
        /// A regular file.
        case regular
        /// A folder.
        case folder
        /// A symbolic link.
        case link
        /// A device, a pipe, a socket.
        case other
    }

    /// Identifies a file under any of its names.
    package struct Identity: Sendable, Hashable {
        /// The device that it is on.
        package var device: UInt64
        /// Its number there.
        package var inode: UInt64
    }

    /// What kind of file it is.
    package var kind: Kind
    /// Of a device its number, of a pipe 1; else 0.
    private var special: UInt64
    /// The nine permission bits.
    package var mode: UInt32
    /// The same for all of its names.
    package var identity: Identity
    /// The user ID of its owner.
    package var owner: UInt32
    /// The ID of its group.
    package var group: UInt32
    /// How many names it has.
    package var linkCount: UInt64
    /// Its length in bytes.
    package var size: Int64
    /// Bytes of disk that it takes; less than its size where it has holes.
    package var allocatedBytes: Int64
    /// When it last changed, in seconds since 1970.
    package var modifiedSeconds: Int64
    /// The nanoseconds beyond those.
    package var modifiedNanoseconds: Int32

    /// The facts of a file that isn't on a disk.
    package init(_ kind: Kind, mode: UInt32, inode: UInt64, owner: UInt32, size: Int64, modified: Int64) {
        (self.kind, self.mode, self.owner, self.size) = (kind, mode, owner, size)
        (identity, linkCount) = (Identity(device: 0, inode: inode), 1)
        (modifiedSeconds, modifiedNanoseconds, allocatedBytes, group, special) = (modified, 0, size, owner, 0)
    }

    init(_ raw: sockeye_file_facts) {
        kind =
            switch raw.kind {
            case Int32(SOCKEYE_KIND_REGULAR): .regular
            case Int32(SOCKEYE_KIND_FOLDER): .folder
            case Int32(SOCKEYE_KIND_LINK): .link
            default: .other
            }
        special = raw.special
        mode = raw.mode
        identity = Identity(device: raw.device, inode: raw.inode)
        owner = raw.owner
        group = raw.group
        linkCount = raw.links
        size = raw.size
        allocatedBytes = raw.allocated
        modifiedSeconds = raw.modified_seconds
        modifiedNanoseconds = raw.modified_nanoseconds
    }

    /// Whether it is a pipe, with a name or without (`fifo(7)`).
    package var isPipe: Bool { kind == .other && special == 1 }

    /// Whether it is `/dev/null`: major 1, minor 3 (`null(4)`).
    package var isNullDevice: Bool { kind == .other && special == 1 << 8 | 3 }

    /// Whether it is a device, which only root makes.
    var isDevice: Bool { kind == .other && special > 1 }

    /// Why another user could change the file, in words; `nil` if it is a regular file of this process's user with one
    /// name.
    package var foreignness: String? {
        if kind != .regular { return "is not a regular file" }
        if !isOwn { return "belongs to another user" }
        // The other name's creator may have the file open.
        if linkCount > 1 { return "has other names (hard links)" }
        return nil
    }

    /// Whether it belongs to this process's user (`geteuid(2)`).
    package var isOwn: Bool { owner == sockeye_user() }

    /// Whether it is a symbolic link that belongs neither to root nor to this user, so that another user says where it leads.
    package var isLinkOfAnother: Bool { kind == .link && owner != 0 && owner != sockeye_user() }

    /// The facts of the file at `path` (`stat(2)`, `lstat(2)`); `nil` if there is none.
    ///
    /// - Throws: `FileError` if the system cannot tell.
    package init?(of path: String, followingLinks: Bool = true) throws(FileError) {
        try FileError.check(path, "stat")
        var raw = sockeye_file_facts()
        let result = sockeye_facts(path, followingLinks ? 1 : 0, &raw)
        if result == -ErrorNumber.noSuchFile { return nil }
        if result < 0 { throw FileError(call: "stat", path: path, errorNumber: -result) }
        self.init(raw)
    }
}
