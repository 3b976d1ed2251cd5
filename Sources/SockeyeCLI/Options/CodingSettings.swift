internal import Sockeye

/// What the options about the body's coding ask for.
struct CodingSettings: Equatable, Sendable {
    /// `--compressed`.
    var isCompressed = false
    /// `--raw`.
    var isRaw = false
    /// `--tr-encoding`.
    var offersTransferCoding = false

    /// The library's options.
    var options: CodingOptions {
        CodingOptions(
            contentCodings: isCompressed ? CodingOptions.compressed.contentCodings : [],
            offersTransferCoding: offersTransferCoding, keepsWireForm: isRaw)
    }
}
