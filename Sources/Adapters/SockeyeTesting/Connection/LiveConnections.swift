internal import SockeyeIO

/// The sockets of a server's open connections, and which of them are waiting for a request.
final class LiveConnections: Sendable {
    private struct Entry: Sendable {
        let socket: Socket
        var isIdle = false
    }

    private let entries = Watched<[Int: Entry]>([:])

    var count: Int { entries.current.count }

    func add(_ number: Int, _ socket: Socket) {
        entries.update { $0[number] = Entry(socket: socket) }
    }

    func remove(_ number: Int) {
        entries.update { $0[number] = nil }
    }

    func setIdle(_ number: Int, _ isIdle: Bool) {
        entries.update { $0[number]?.isIdle = isIdle }
    }

    func waitForIdle(_ count: Int, on loop: EventLoop, until deadline: Deadline) async throws(IOError) {
        _ = try await entries.wait(on: loop, until: deadline) { entries in
            entries.values.count(where: \.isIdle) >= count ? true : nil
        }
    }

    /// Interrupts the connections that wait between two requests; their tasks then close them. Returns how many.
    func interruptIdle() -> Int {
        let sockets = entries.current.values.filter(\.isIdle).map(\.socket)
        for socket in sockets { socket.interrupt() }
        return sockets.count
    }
}
