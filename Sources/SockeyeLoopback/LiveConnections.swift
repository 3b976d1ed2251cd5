internal import SockeyeIO
internal import Synchronization

/// The sockets of a server's open connections, and which of them wait for a request.
final class LiveConnections: Sendable {
    private struct Entry {
        let socket: Socket
        var isIdle = false
    }

    private let entries = Mutex<[Int: Entry]>([:])

    var count: Int {
        entries.withLock { $0.count }
    }

    func add(_ number: Int, _ socket: Socket) {
        entries.withLock { $0[number] = Entry(socket: socket) }
    }

    func remove(_ number: Int) {
        _ = entries.withLock { $0.removeValue(forKey: number) }
    }

    func setIdle(_ number: Int, _ isIdle: Bool) {
        entries.withLock { $0[number]?.isIdle = isIdle }
    }

    /// Ends the waiting of connections that are between two requests; their tasks then close them. Says how many.
    func interruptIdle() -> Int {
        let sockets = entries.withLock { entries in
            entries.values.filter(\.isIdle).map(\.socket)
        }
        for socket in sockets { socket.interrupt() }
        return sockets.count
    }
}
