internal import SockeyeIO

/// Limits the rate of one direction of an exchange.
actor Throttle {
    private let bytesPerSecond: Int64?
    private let loop: EventLoop
    /// When the bytes sent so far are due.
    private var free = Deadline.now

    init(_ bytesPerSecond: Int64?, on loop: EventLoop) {
        // An embedder may compute the rate, so it may be out of range.
        self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
        self.loop = loop
    }

    /// Sends bytes in pieces, each when it is due.
    nonisolated func send(_ bytes: [UInt8], _ send: (_ piece: [UInt8]) async throws -> Void) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceBytes))
            rest = rest.dropFirst(piece.count)
            try await wait(for: piece.count)
            try await send(piece)
        }
    }

    /// The largest piece to send at once: a tenth of a second's worth, to keep the rate even.
    nonisolated var pieceBytes: Int {
        bytesPerSecond.map { Int(clamping: max(1, $0 / 10)) } ?? .max
    }

    /// Waits until `count` more bytes are due.
    func wait(for count: Int) async throws(IOError) {
        guard let bytesPerSecond, count > 0 else { return }
        let start = max(free, .now)
        free = start.advanced(by: .nanoseconds(Int64(Double(count) / Double(bytesPerSecond) * 1e9)))
        if start > .now { try await loop.sleep(until: start) }
    }
}
