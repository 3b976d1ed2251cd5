/// The suffixes of the files that transfers keep beside a file.
enum FileSuffix {
    /// An incomplete download.
    static let partial = ".part"
    /// Its resume record.
    static let record = ".sockeye"
    /// The record of an incomplete upload.
    static let upload = ".sockeye-upload"
    /// A record being replaced, until the rename.
    static let replacement = ".new"

    /// Suffixes that a server must not choose: these files are relied on.
    static let reserved = [partial, record, replacement, ".log", upload]
}
