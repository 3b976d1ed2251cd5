/// How much an archive may unpack to. It comes from a stranger: a few kilobytes can hold petabytes of zeros, or a million
/// names.
public struct ExtractionLimits: Sendable, Hashable {
    /// Bytes of all files together, holes included (16 GiB).
    public var maximumBytes: Int64
    /// Files, folders and links (200,000).
    public var maximumEntries: Int
    /// Bytes unpacked for each byte of the archive read so far, counted from ``freeBytes`` on (200). Text rarely has more than
    /// 20; the compressions can reach 1,000 and more.
    public var maximumRatio: Int
    /// Bytes that are unpacked whatever their ratio (32 MiB): small archives of zeros harm nobody.
    public var freeBytes: Int64
    /// Names in a path (64).
    public var maximumDepth: Int
    /// Bytes of a path or of a link's target (4096).
    public var maximumPathBytes: Int
    /// Bytes of a name (255, the most of most file systems).
    public var maximumNameBytes: Int
    /// How long it may take, until everything is on disk; no limit by default.
    public var maximumTime: Duration?

    /// Limits; the defaults are given at each property.
    public init(
        maximumBytes: Int64 = 16 << 30, maximumEntries: Int = 200_000, maximumRatio: Int = 200,
        freeBytes: Int64 = 32 << 20,
        maximumDepth: Int = 64, maximumPathBytes: Int = 4096, maximumNameBytes: Int = 255, maximumTime: Duration? = nil
    ) {
        self.maximumBytes = maximumBytes
        self.maximumEntries = maximumEntries
        self.maximumRatio = maximumRatio
        self.freeBytes = freeBytes
        self.maximumDepth = maximumDepth
        self.maximumPathBytes = maximumPathBytes
        self.maximumNameBytes = maximumNameBytes
        self.maximumTime = maximumTime
    }
}

/// What an extraction has done so far, and how far it has read.
public struct ExtractionProgress: Sendable, Hashable {
    /// Files, folders and links begun.
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
    /// The folder that holds what was in the archive.
    public var folder: String
    /// Files, folders and links in the archive.
    public var entries: Int
    /// Bytes of files.
    public var bytes: Int64
}
