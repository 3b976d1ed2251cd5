internal import SockeyeIO
internal import SockeyeStream

// SAFETY: only the exchange that leases the connection touches what changes; the pool hands it over under its lock, so two
// exchanges never have it at once. `interrupt()` only reaches the transport, which takes it from any thread.
/// One connection to an origin.
final class Connection: @unchecked Sendable {
    let origin: Origin
    let transport: any Transport
    let details: ConnectionDetails
    /// Requests carried so far, the present one included.
    var useCount = 0
    /// Memory for the bytes to send, kept for every request on the connection.
    var outgoing: [UInt8] = []
    /// When it was given back to the pool.
    var parkedAt = Deadline(nanoseconds: 0)

    init(origin: Origin, transport: any Transport, details: ConnectionDetails) {
        self.origin = origin
        self.transport = transport
        self.details = details
    }

    /// Whether it carried a request before the present one.
    var isReused: Bool { useCount > 1 }

    /// Whether the idle connection can carry another request: the peer neither closed it nor sent anything unasked, which
    /// would pass for the answer to a request not yet made.
    var isQuiet: Bool { transport.isQuiet }

    /// Whether it was quiet less than a millisecond ago, and no event has come since. No system call: what the loop hasn't
    /// seen yet could have come just after a call as well.
    var wasQuietJustNow: Bool {
        guard let stream = transport.stream, !stream.isEncrypted else { return false }
        return !stream.socket.mayBeReady(.readable) && Deadline.now < parkedAt.advanced(by: .milliseconds(1))
    }

    /// Shows the messages of TLS to this observer from now on, if it wants them; `nil` ends that.
    func showTLS(to observer: (any ExchangeObserver)?) {
        guard let stream = transport.stream, stream.isEncrypted else { return }
        stream.watchTLS(observer?.tlsWatcher)
    }

    func close() {
        transport.close()
    }
}
