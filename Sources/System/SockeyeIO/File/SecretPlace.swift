internal import Glibc

/// Files for what may be secret, such as a recording or a trace. One that is there already is used only if it is this user's: its
/// owner could read it, or has it open.
public enum SecretPlace {
    /// Why nothing secret is to be written to the file at `path`, in words that follow its name (`stat(2)`); `nil` if it may be, or
    /// if there is no such file.
    public static func fault(of path: String) -> String? {
        // A descriptor that this process inherited can't be a trap.
        if ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix) { return nil }
        var facts = stat()
        return !path.utf8.contains(0) && stat(path, &facts) == 0 ? fault(facts) : nil
    }

    /// The same for a file that is open (`fstat(2)`).
    public static func fault(of descriptor: Int32) -> String? {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? fault(facts) : nil
    }

    /// Only root makes devices.
    private static func fault(_ facts: stat) -> String? {
        if [S_IFCHR, S_IFBLK].contains(facts.st_mode & S_IFMT) || facts.st_uid == geteuid() { return nil }
        return "belongs to another user; name a file of your own"
    }
}
