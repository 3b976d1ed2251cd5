internal import Glibc

/// A file system in memory, mounted while it lives; only root may.
public final class TemporaryDisk: Sendable {
    private let folder: TemporaryFolder
    /// Where it is mounted.
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

    /// Whether this process may mount one, as root outside a container mostly may.
    public static let isAllowed = (try? TemporaryDisk()) != nil
}
