import SockeyeLoopback
import Testing

/// `--compressed` and its kin beside curl's.
struct CodingOracleTests {
    /// "hello, hello, hello" by gzip.
    private static let coded: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]

    @Test(arguments: [
        ["--compressed", "http://127.0.0.1:PORT/gzip"], ["--compressed", "-i", "http://127.0.0.1:PORT/gzip"],
        ["--compressed", "-w", "%{size_download}", "http://127.0.0.1:PORT/gzip"],
        ["--compressed", "http://127.0.0.1:PORT/unknown"], ["--compressed", "http://127.0.0.1:PORT/corrupt"],
        ["--compressed", "http://127.0.0.1:PORT/sized/10"], ["--raw", "http://127.0.0.1:PORT/chunked/9"],
        ["--tr-encoding", "http://127.0.0.1:PORT/sized/10"], ["--compressed", "-I", "http://127.0.0.1:PORT/gzip"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, ignoring: ["accept-encoding"]) { request in
            func reply(_ coding: String, _ bytes: [UInt8]) -> LoopbackReply {
                LoopbackReply(
                    fields: [.init("Content-Encoding", coding), .init("Content-Length", "\(bytes.count)")],
                    body: [.sendBytes(bytes)])
            }
            return switch request.path {
            case "/gzip": reply("gzip", Self.coded)
            case "/unknown": reply("lzw", Self.coded)
            case "/corrupt": reply("gzip", Array("this is no gzip".utf8))
            default: nil
            }
        }
    }
}
