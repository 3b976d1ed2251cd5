internal import Glibc

/// A file system in memory, mounted while this object lives; requires root.
public final class TemporaryDisk: Sendable {
    private let folder: TemporaryFolder
    /// The mount point.
    public var path: String { folder.path }

    /// Mounts it (`mount(2)`).
    public init(megabytes: Int = 1, isReadOnly: Bool = false) throws {
        folder = try TemporaryFolder()
        guard mount("none", folder.path, "tmpfs", isReadOnly ? UInt(MS_RDONLY) : 0, "size=\(megabytes)m") == 0 else {
            throw ProgramFailure(call: "mount", errorNumber: errno)
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }

    /// Whether this process may mount one: usually as root outside a container.
    public static let isAllowed = (try? TemporaryDisk()) != nil
}
