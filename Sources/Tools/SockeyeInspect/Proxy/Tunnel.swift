internal import SockeyeClient
internal import SockeyeIO

/// One end of a tunnel.
protocol TunnelEnd: Sendable {
    /// Reads the next bytes; empty at the end.
    func take() async throws -> [UInt8]
    func give(_ bytes: [UInt8]) async throws
    /// Shuts down this direction, so that the peer sees the end.
    func finish()
    func abandon()
}

extension Socket: TunnelEnd {
    func take() async throws -> [UInt8] { try await receive() }
    func give(_ bytes: [UInt8]) async throws { try await send(bytes) }
    func finish() { try? shutdownSending() }
    func abandon() { close() }
}

extension ProgramStream: TunnelEnd {
    func take() async throws -> [UInt8] { try await receive() }
    func give(_ bytes: [UInt8]) async throws { try await send(bytes) }
    func finish() { endSending() }
    func abandon() { close() }
}

extension NetworkStream: TunnelEnd {
    func take() async throws -> [UInt8] { try await receive() }
    func give(_ bytes: [UInt8]) async throws { try await send(bytes) }
    func finish() { endSending() }
    func abandon() { close() }
}

/// Forwards bytes in both directions until both sides have closed or one fails.
struct Tunnel: Sendable {
    let log: InspectLog
    let id: Int
    let upward: Throttle
    let downward: Throttle

    /// - Parameter first: bytes that the program sent before the tunnel was open.
    func run(_ program: some TunnelEnd, _ server: some TunnelEnd, first: [UInt8]) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pump(program, server, first, upward, isUpward: true) }
            group.addTask { await pump(server, program, [], downward, isUpward: false) }
        }
    }

    private func pump(
        _ source: some TunnelEnd, _ sink: some TunnelEnd, _ first: [UInt8], _ throttle: Throttle,
        isUpward: Bool
    ) async {
        do {
            var bytes = first.isEmpty ? try await source.take() : first
            while !bytes.isEmpty {
                try await throttle.send(bytes) { try await sink.give($0) }
                // A tunnel's bytes are private, so they are only counted.
                let count = Int64(bytes.count)
                let side: WritableKeyPath<InspectedExchange, InspectedExchange.Message> = isUpward ? \.sent : \.received
                log.change(id) { exchange in
                    if exchange[keyPath: side].bodyBytes == 0 { exchange[keyPath: side].moments.body = log.now }
                    exchange[keyPath: side].bodyBytes += count
                }
                bytes = try await source.take()
            }
            sink.finish()
        } catch {
            source.abandon()
            sink.abandon()
        }
    }
}
