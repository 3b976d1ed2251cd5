/// The size limits of a property list.
public struct PropertyListLimits: Sendable, Hashable {
    /// The maximum bytes (64 MiB).
    public var sizeLimit: Int
    /// The maximum nesting of arrays and dictionaries (256).
    public var depthLimit: Int
    /// The maximum number of values when fully expanded (10,000,000). A binary list can reference one value in many
    /// places, so a few bytes can expand enormously.
    public var valueLimit: Int
    /// The maximum bytes of text and data when fully expanded (256 MiB), for the same reason: each reference counts, and in XML
    /// what entities stand for.
    public var expandedLimit = 256 << 20

    /// Makes limits; the defaults are given at each property, which is also where to set the expanded size.
    public init(sizeLimit: Int = 64 << 20, depthLimit: Int = 256, valueLimit: Int = 10_000_000) {
        self.sizeLimit = sizeLimit
        self.depthLimit = depthLimit
        self.valueLimit = valueLimit
    }
}
