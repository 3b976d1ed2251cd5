internal import Sockeye

/// What the options about the body's coding ask for.
struct CodingSettings: Equatable, Sendable {
    /// `--compressed`.
    var isCompressed = false
    /// `--raw`.
    var isRaw = false
    /// `--tr-encoding`.
    var offersTransferCoding = false
    /// `--max-ratio`; 0 for any.
    var largestRatio: Int?

    /// The library's options.
    var options: CodingOptions {
        var options = CodingOptions(
            contentCodings: isCompressed ? CodingOptions.compressed.contentCodings : [],
            offersTransferCoding: offersTransferCoding, keepsWireForm: isRaw)
        if let largestRatio {
            options.largestRatio = largestRatio == 0 ? .max : largestRatio
            options.ratioThreshold = Self.ratioThreshold
        }
        return options
    }

    /// A ratio that was asked for holds from here on; of less it says nothing, since a page of blanks is no bomb.
    private static let ratioThreshold: Int64 = 1 << 20
}
