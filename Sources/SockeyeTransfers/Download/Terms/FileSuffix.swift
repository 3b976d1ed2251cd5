/// What transfers append to a file's name for the files they keep beside it.
enum FileSuffix {
    /// A download that is not complete.
    static let partial = ".part"
    /// Its resume record.
    static let record = ".sockeye"
    /// The record of an upload that is not complete.
    static let upload = ".sockeye-upload"
    /// A record being replaced, until the rename.
    static let replacement = ".new"

    /// Suffixes that a server must not choose: these files are relied on.
    static let reserved = [partial, record, replacement, ".log", upload]
}
