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
    var ratioLimit: Int?

    /// The library's options.
    var options: CodingOptions {
        var options = CodingOptions(
            contentCodings: isCompressed ? CodingOptions.compressed.contentCodings : [],
            offersTransferCoding: offersTransferCoding, keepsWireForm: isRaw)
        if let ratioLimit {
            options.ratioLimit = ratioLimit == 0 ? .max : ratioLimit
            options.ratioThreshold = Self.ratioThreshold
        }
        return options
    }

    /// Output bytes from which an explicit ratio applies: a small page of spaces isn't a bomb.
    private static let ratioThreshold: Int64 = 1 << 20
}
