import SockeyeFields
import SockeyeTLS

@testable import SockeyeClient

extension Check {
    /// However a coded body is split, the same bytes come out and it is accepted or refused alike, never above the limit.
    static func codings(_ input: Input) {
        let named = [
            ["gzip"], ["deflate"], ["br"], ["zstd"], ["gzip", "br"], ["deflate", "zstd"], ["x-gzip", "gzip"],
        ]
        let codings = named[input.choice % named.count]
        func decoded(pieceLength: (Int) -> Int) -> (bytes: [UInt8], isRefused: Bool) {
            var options = CodingOptions()
            options.decodedLimit = 20_000
            guard let decoder = try? BodyDecoder(undoing: codings, options) else { fail("a coding is unknown") }
            var output: [UInt8] = []
            do {
                var start = 0
                while start < input.bytes.count {
                    let end = min(input.bytes.count, start + max(1, pieceLength(start)))
                    let piece = Array(input.bytes[start..<end])
                    try decoder.decode(piece.span.bytes) { span in
                        // SAFETY: the bytes are copied before the closure returns.
                        span.withUnsafeBytes { output += $0 }
                        require(output.count <= 20_000, "more decoded bytes than allowed")
                    }
                    start = end
                }
                try decoder.finish()
            } catch {
                require(!"\(error)".isEmpty, "an error without words")
                return (output, true)
            }
            return (output, false)
        }
        let whole = decoded { _ in input.bytes.count }
        for other in [decoded { _ in 1 }, decoded { (($0 &* 31) ^ input.choice) % 13 }] {
            require(whole.isRefused == other.isRefused, "the split decides whether it is refused")
            require(whole.isRefused || whole.bytes == other.bytes, "the split decides what comes out")
        }
    }

    /// A SOCKS proxy's bytes end the conversation within six steps, each asking for at most 257 bytes.
    static func socks(_ input: Input) {
        let kinds: [ProxyServer.Kind] = [.socks4, .socks4a, .socks5, .socks5h]
        let login = input.choice & 4 == 0 ? nil : Credential.password(user: "u", "p")
        let destination: SOCKSConversation.Destination =
            input.choice & 8 == 0 ? .name("example.com") : .address([192, 0, 2, 1])
        guard
            var talk = try? SOCKSConversation(
                kind: kinds[input.choice & 3], to: destination, port: 80, credential: login)
        else { fail("a usual destination is refused") }
        var rest = input.bytes[...]
        var received: [UInt8] = []
        for _ in 0..<6 {
            guard let step = try? talk.next(received) else { return }
            let count: Int
            switch step {
            case .done: return
            case .receive(let more): count = more
            case .exchange(let sent, receive: let more):
                require(!sent.isEmpty && sent.count <= 520, "a request of \(sent.count) bytes")
                count = more
            }
            require((1...257).contains(count), "asks for \(count) bytes")
            // A proxy may also close early: then fewer bytes arrive.
            received = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        fail("the conversation doesn't end")
    }

    /// What is printed of a certificate holds no control character but line feeds.
    static func certificates(_ input: Input) {
        let text = printedCertificate(input.bytes)
        require(
            text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }, "a control character of the peer is printed")
    }
}

@_silgen_name("sockeye_fuzz_certificate")
private func describeCertificate(
    _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ text: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int

private func printedCertificate(_ bytes: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: 64 * 1024)
    // SAFETY: both arrays outlive the call, which is told their lengths.
    let count = bytes.withUnsafeBufferPointer { bytes in
        text.withUnsafeMutableBufferPointer {
            describeCertificate(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
        }
    }
    return Array(text.prefix(count))
}
