// Options about how the body is coded on the way.
extension OptionTable {
    static let codingRows: [Option] = [
        .flag(
            "compressed", nil, [.http], "Request compressed response",
            """
            Asks for a compressed response and writes it decompressed: deflate and gzip, \
            and br and zstd where their libraries are. Data that are cut, broken or \
            followed by something else, and bombs, end with exit code 61: what grows more than 1100-fold, once 1 GiB \
            came out (see --max-ratio).
            """
        ) { $0.transfer.coding.isCompressed = $1 },
        .value(
            "max-ratio", nil, "number", [.http, .sockeye], "Most bytes out of one compressed byte",
            """
            Refuses a body that grows more than so many-fold when it is decompressed, with exit code 61, once 1 MiB came \
            out. 0 allows any ratio.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.coding.largestRatio = try NumberArgument.count(value)
        },
        .flag(
            "raw", nil, [.http], "Do HTTP \"raw\"; no transfer decoding",
            "Writes the body as it stands on the wire: compressed if it came so, its chunks with their framing."
        ) { $0.transfer.coding.isRaw = $1 },
        .flag(
            "tr-encoding", nil, [.http], "Request compressed transfer encoding",
            "Offers that the connection carries the body in gzip (TE), and decompresses it."
        ) { $0.transfer.coding.offersTransferCoding = $1 },
    ]
}
