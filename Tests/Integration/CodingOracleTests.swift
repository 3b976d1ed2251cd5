import SockeyeTesting
import Testing

/// `--compressed` and related options, compared with curl.
struct CodingOracleTests {
    /// "hello, hello, hello" in gzip.
    private static let coded: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]

    /// The same in brotli and zstd.
    private static let brotli: [UInt8] = [
        0x1B, 0x12, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x09, 0x52, 0x86, 0x96, 0x6C, 0x2C, 0x6F, 0x11, 0x4F,
        0x24,
        0xD0, 0x71, 0x00,
    ]
    private static let zstd: [UInt8] = [
        0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x68, 0x6D, 0x00, 0x00, 0x38, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x2C, 0x20, 0x01,
        0x00,
        0xE2, 0x8A, 0x11, 0x75, 0xF3, 0x98, 0x8E,
    ]

    #if Brotli && Zstd
        @Test(arguments: [
            ["--compressed", "http://127.0.0.1:PORT/br"], ["--compressed", "http://127.0.0.1:PORT/zstd"],
            ["--compressed", "http://127.0.0.1:PORT/both"], ["http://127.0.0.1:PORT/br"],
        ])
        func traitsSameAsCurl(_ arguments: [String]) async throws {
            // Here Accept-Encoding is compared too.
            try await Oracle.compare(arguments) { request in
                let (coding, bytes) =
                    switch request.path {
                    case "/br": ("br", Self.brotli)
                    case "/zstd": ("zstd", Self.zstd)
                    default: ("zstd, gzip", Self.coded)
                    }
                return LoopbackReply(
                    fields: [.init("Content-Encoding", coding), .init("Content-Length", "\(bytes.count)")],
                    body: [.sendBytes(bytes)])
            }
        }
    #endif

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

    /// A transfer coding is decoded whether it was offered or not, except with --raw.
    @Test(arguments: [["--tr-encoding"], [], ["--raw"], ["--tr-encoding", "-w", "%{size_download}"]])
    func transferCodingSameAsCurl(_ options: [String]) async throws {
        let size = String(Self.coded.count, radix: 16)
        let script = Script([
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\(size)\r\n"),
            .sendBytes(Self.coded), .send("\r\n0\r\n\r\n"), .close,
        ])
        try await Oracle.compare(options + ["-o", "-", "http://127.0.0.1:PORT/"], script: script)
    }
}
