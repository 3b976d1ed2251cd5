// Options about how the body is coded on the way.
extension OptionTable {
    static let codingRows: [Option] = [
        .flag(
            "compressed", nil, [.http], "Request compressed response",
            """
            Asks for a compressed response and writes it decompressed: deflate and gzip, \
            and br and zstd where their libraries are. Data that are cut, broken or \
            followed by something else, and bombs, end with exit code 61.
            """
        ) { $0.transfer.coding.isCompressed = $1 },
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
