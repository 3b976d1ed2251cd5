internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS

// SAFETY: only the exchange that leases the connection accesses its mutable state; the pool hands it over under its
// lock, so two exchanges never have it at once. `interrupt()` only reaches the transport, which allows it from any
// thread.
/// One connection to an origin.
final class Connection: @unchecked Sendable {
    let origin: Origin
    let transport: any Transport
    /// The transport if it is a socket, and so the kernel may move bytes past it.
    let stream: ByteStream?
    /// The transport if it is recorded or replayed.
    let taped: (any TapedTransport)?
    let details: ConnectionDetails
    /// The server's first bytes, if they came with a proxy's answer; only where it may speak first.
    let leftover: [UInt8]
    /// Requests carried so far, including the current one.
    var useCount = 0
    /// Memory for the bytes to send, kept for every request on the connection.
    var outgoing: [UInt8] = []
    /// Where the request that uses it is noted.
    var place: RequestPlace?
    /// When it was returned to the pool.
    var parkedAt = Deadline(nanoseconds: 0)

    init(origin: Origin, transport: any Transport, details: ConnectionDetails, leftover: [UInt8] = []) {
        self.origin = origin
        self.transport = transport
        taped = transport as? any TapedTransport
        stream = taped == nil ? transport.stream : nil
        self.details = details
        self.leftover = leftover
    }

    /// Whether it carried a request before the current one.
    var isReused: Bool { useCount > 1 }

    /// Whether the idle connection can carry another request: the peer neither closed it nor sent unsolicited bytes,
    /// which would be taken for the next response.
    var isQuiet: Bool { transport.isQuiet }

    /// Whether it was quiet less than a millisecond ago, with no event since. Needs no system call: bytes that the loop
    /// hasn't seen yet could also have arrived just after one.
    var wasQuietJustNow: Bool {
        guard let stream, !stream.isEncrypted else { return false }
        return !stream.socket.mayBeReady(.readable) && Deadline.now.nanoseconds < parkedAt.nanoseconds &+ 1_000_000
    }

    /// Passes TLS messages to this observer from now on, if it wants them; `nil` stops that.
    func showTLS(to observer: Observers?) {
        if let taped, taped.tlsDetails != nil { return taped.watchTLS(observer?.tlsMessages) }
        guard let stream, stream.isEncrypted else { return }
        stream.watchTLS(TLSWatcher.showing(observer?.tlsMessages))
    }

    func close() {
        transport.close()
    }
}
