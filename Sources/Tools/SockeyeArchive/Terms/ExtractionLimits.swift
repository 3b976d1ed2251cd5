/// Limits for unpacking. An untrusted archive of a few kilobytes can hold petabytes of zeros or a million names.
///
/// No limit is for memory: an archive compressed with xz may name a dictionary of up to 4 GiB, which fills as bytes are unpacked.
public struct ExtractionLimits: Sendable, Hashable {
    /// The bytes of all files, including holes (16 GiB).
    public var byteLimit: Int64
    /// Files, folders and links (200,000).
    public var entryLimit: Int
    /// The bytes unpacked per byte of the archive read so far, not counting the first 32 MiB (200). Text rarely exceeds 20; the
    /// formats can reach 1,000 and more.
    public var ratioLimit: Int
    /// The bytes allowed at any ratio (32 MiB): small archives of zeros are harmless.
    package var freeBytes: Int64
    /// The bytes that links take in memory until all files are there (64 MiB), enough for hundreds of thousands of usual links.
    package var linkBytesLimit = 64 << 20
    /// The names in a path (64).
    package var depthLimit: Int
    /// The bytes of a path or of a link's target (4096).
    package var pathLimit: Int
    /// The bytes of a name (255, the limit of most file systems).
    package var nameLimit: Int
    /// The time limit until everything is on disk; none by default.
    public var timeLimit: Duration?

    /// Limits; the defaults are given at each property.
    public init(
        byteLimit: Int64 = 16 << 30, entryLimit: Int = 200_000, ratioLimit: Int = 200,
        freeBytes: Int64 = 32 << 20,
        depthLimit: Int = 64, pathLimit: Int = 4096, nameLimit: Int = 255, timeLimit: Duration? = nil
    ) {
        self.byteLimit = byteLimit
        self.entryLimit = entryLimit
        self.ratioLimit = ratioLimit
        self.freeBytes = freeBytes
        self.depthLimit = depthLimit
        self.pathLimit = pathLimit
        self.nameLimit = nameLimit
        self.timeLimit = timeLimit
    }
}

/// The progress of an extraction.
public struct ExtractionProgress: Sendable, Hashable {
    /// Files, folders and links started.
    public var entries = 0
    /// Bytes of files written.
    public var bytes: Int64 = 0
    /// Bytes of the archive read.
    public var archiveBytes: Int64 = 0
    /// The length of the archive.
    public var archiveTotal: Int64 = 0
}

/// A complete extraction.
public struct ExtractionResult: Sendable, Hashable {
    /// The folder with the unpacked files.
    public var folder: String
    /// Files, folders and links in the archive.
    public var entries: Int
    /// Bytes of files.
    public var bytes: Int64
}
