// Options about content and transfer codings.
extension OptionTable {
    static let codingRows: [Option] = [
        .flag(
            "compressed", nil, [.http], "Request compressed response",
            """
            Request a compressed response and write it decompressed: deflate and gzip, and br and zstd if their \
            libraries are installed. Truncated or corrupt data, trailing data, and bombs end with exit code 61. A bomb \
            is a body that grows more than 1100-fold, once 1 GiB has come out (see --max-ratio).
            """
        ) { $0.transfer.coding.isCompressed = $1 },
        .value(
            "max-ratio", nil, "number", [.http, .sockeye], "Maximum decompression ratio",
            """
            Refuse a body that grows by more than this factor when decompressed, with exit code 61, once 1 MiB has \
            come out. 0 allows any ratio.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.coding.largestRatio = try NumberArgument.count(value)
        },
        .flag(
            "raw", nil, [.http], "Do HTTP \"raw\"; no transfer decoding",
            "Write the body as it is on the wire, with any compression and chunk framing."
        ) { $0.transfer.coding.isRaw = $1 },
        .flag(
            "tr-encoding", nil, [.http], "Request compressed transfer encoding",
            "Offer gzip as a transfer coding (TE), and decompress it."
        ) { $0.transfer.coding.offersTransferCoding = $1 },
    ]
}
