internal import Sockeye

/// The content and transfer coding options.
struct CodingSettings: Equatable, Sendable {
    /// `--compressed`.
    var isCompressed = false
    /// `--raw`.
    var isRaw = false
    /// `--tr-encoding`.
    var offersTransferCoding = false
    /// `--max-ratio`; 0 allows any.
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

    /// Output bytes from which an explicit ratio applies: a small page of spaces isn't a bomb.
    private static let ratioThreshold: Int64 = 1 << 20
}
