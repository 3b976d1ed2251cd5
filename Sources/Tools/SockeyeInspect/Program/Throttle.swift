internal import SockeyeIO

/// Keeps the bytes of one direction of an exchange below a rate.
actor Throttle {
    private let bytesPerSecond: Int64?
    private let loop: EventLoop
    /// When what was sent so far may be through.
    private var free = Deadline.now

    init(_ bytesPerSecond: Int64?, on loop: EventLoop) {
        // Whoever embeds the proxy may have computed it.
        self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
        self.loop = loop
    }

    /// The largest piece to send at once: a tenth of a second's, so that the rate is even.
    nonisolated var pieceBytes: Int {
        bytesPerSecond.map { Int(clamping: max(1, $0 / 10)) } ?? .max
    }

    /// Waits until so many bytes may follow those before.
    func wait(for count: Int) async throws(IOError) {
        guard let bytesPerSecond, count > 0 else { return }
        let start = max(free, .now)
        free = start.advanced(by: .nanoseconds(Int64(Double(count) / Double(bytesPerSecond) * 1e9)))
        if start > .now { try await loop.sleep(until: start) }
    }
}
