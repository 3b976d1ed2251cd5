internal import SockeyeIO
internal import SockeyeStream

// SAFETY: the mutable state is touched only by the one exchange that has the connection; the pool hands it over under
// its lock, so two threads never have it at once. `interrupt()` is the exception and only reaches the socket, which
// is thread-safe.
/// One connection to an origin, and what is left over from reading it.
final class Connection: @unchecked Sendable {
    let origin: Origin
    let stream: ByteStream
    let details: ConnectionDetails
    /// Requests carried so far; more than one makes it a reused one.
    var useCount = 0
    /// Bytes received and not yet read by the codec.
    var leftover: [UInt8] = []
    /// The bytes to send are put together here, so that its memory serves every request on the connection.
    var outgoing: [UInt8] = []

    init(origin: Origin, stream: ByteStream, details: ConnectionDetails) {
        self.origin = origin
        self.stream = stream
        self.details = details
    }

    /// Whether the idle connection can carry another request: the peer neither closed it nor sent anything unasked,
    /// which would be taken for the answer to a request not yet made.
    var isQuiet: Bool {
        leftover.isEmpty && stream.isQuiet
    }

    /// When it was given back to the pool.
    var parkedAt = Deadline(nanoseconds: 0)

    /// Whether it was quiet less than a millisecond ago, and no event has come since. No system call: what the loop has
    /// not yet seen would have slipped past the asking as well, had it come a millisecond later.
    var wasQuietJustNow: Bool {
        leftover.isEmpty && !stream.isSecure && !stream.socket.mayBeReady(.readable)
            && Deadline.now < parkedAt.advanced(by: .milliseconds(1))
    }

    /// Shows the messages of TLS to this observer from now on, as far as it wants them; `nil` ends that.
    func showTLS(to observer: (any ExchangeObserver)?) {
        if stream.isSecure { stream.watchTLS(observer?.tlsWatcher) }
    }

    func close() {
        stream.close()
    }
}
