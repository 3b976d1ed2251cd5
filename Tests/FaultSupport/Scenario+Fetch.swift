internal import Sockeye
internal import SockeyeIO
internal import SockeyeTesting

extension Scenario {
    /// Requests without files.
    static let fetches = [
        // By name; the second request takes the first one's connection. Nothing listens at ::1, which would hide the fault.
        Scenario("fetch") { stage in
            try await stage.withClient { configuration in
                configuration.addressFamily = .ipv4
            } _: { client in
                for _ in 1...2 {
                    let response = try await client.get(stage.peer.plain.url("/some", host: "localhost"))
                    try require(isSame(response.body, stage.someBytes), "another body")
                }
            }
        },
        // On a chosen interface, with probes: the options of sockets.
        Scenario("fetch-bound") { stage in
            try await stage.withClient { configuration in
                configuration.socketOptions = SocketOptions(
                    localEnd: .interfaceOrHost("127.0.0.1"), localPorts: 20_000...60_000, keepAliveTime: .seconds(60))
            } _: { client in
                let response = try await client.get(stage.peer.plain.url("/some"))
                try require(isSame(response.body, stage.someBytes), "another body")
            }
        },
        Scenario("fetch-gzip") { stage in
            stage.peer.change {
                $0.some = gzip(stage.someBytes)
                $0.extra = [.init("Content-Encoding", "gzip")]
            }
        } run: { stage in
            try await stage.withClient { configuration in
                configuration.coding = CodingOptions(contentCodings: [.gzip])
            } _: { client in
                let response = try await client.get(stage.peer.plain.url("/some"))
                try require(isSame(response.body, stage.someBytes), "another body")
            }
        },
        // Two connections: the second resumes the first one's session.
        Scenario("fetch-tls") { stage in
            try await stage.withClient { client in
                for _ in 1...2 {
                    let response = try await client.get(stage.peer.secure.url("/some"), fields: [.connection: "close"])
                    try require(isSame(response.body, stage.someBytes), "another body")
                }
            }
        },
    ]
}

/// A gzip member whose deflate blocks are stored (RFC 1952, RFC 1951 section 3.2.4).
private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    while start < bytes.count {
        let end = min(start + 65_535, bytes.count)
        let count = UInt16(end - start)
        member.append(end == bytes.count ? 1 : 0)
        member += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
        member += bytes[start..<end]
        start = end
    }
    var checksum: UInt32 = .max
    for byte in bytes {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    for number in [~checksum, UInt32(bytes.count)] {
        for shift in stride(from: 0, to: 32, by: 8) { member.append(UInt8(number >> UInt32(shift) & 0xFF)) }
    }
    return member
}
