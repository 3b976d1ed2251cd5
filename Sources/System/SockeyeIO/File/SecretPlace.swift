internal import CSystemShims

/// Files for what may be secret, such as a recording or a trace. One that is there already is used only if it is this user's: its
/// owner could read it, or has it open.
package enum SecretPlace {
    /// Why nothing secret is to be written to the file at `path`, in words that follow its name (`stat(2)`); `nil` if it may be, or
    /// if there is no such file.
    package static func fault(of path: String) -> String? {
        // A descriptor that this process inherited can't be a trap.
        if ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix) { return nil }
        return ((try? FileFacts(of: path)) ?? nil).flatMap(fault)
    }

    /// The same of what is known of a file.
    static func fault(_ facts: FileFacts) -> String? {
        facts.isDevice || facts.owner == sockeye_user() ? nil : "belongs to another user; name a file of your own"
    }
}
