internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeTransport

/// One end of a tunnel.
protocol TunnelEnd: Sendable {
    /// The next bytes; empty at the end.
    func take() async throws -> [UInt8]
    func give(_ bytes: [UInt8]) async throws
    /// Ends this direction, so that the other side sees the end.
    func finish()
    func abandon()
}

extension Socket: TunnelEnd {
    func take() async throws -> [UInt8] { try await receive() }
    func give(_ bytes: [UInt8]) async throws { try await send(bytes) }
    func finish() { try? shutdownSending() }
    func abandon() { close() }
}

extension NetworkStream: TunnelEnd {
    func take() async throws -> [UInt8] { try await receive() }
    func give(_ bytes: [UInt8]) async throws { try await send(bytes) }
    func finish() { endSending() }
    func abandon() { close() }
}

/// Carries bytes both ways, unread, until both sides have ended or one is broken.
struct Tunnel: Sendable {
    let log: InspectLog
    let id: Int
    let upward: Throttle
    let downward: Throttle

    /// - Parameter first: what the program sent before the tunnel was open.
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
                var start = 0
                while start < bytes.count {
                    let end = start + min(throttle.pieceBytes, bytes.count - start)
                    try await throttle.wait(for: end - start)
                    try await sink.give(Array(bytes[start..<end]))
                    start = end
                }
                // Only counted: what a tunnel carries is nobody's business.
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
