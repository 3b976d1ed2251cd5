internal import SockeyeClient
internal import SockeyeTLS

/// An observer between the client and another one, which gets all that it wants to see.
protocol PassingObserver: ExchangeObserver {
    /// Who comes after it, if somebody does.
    var next: (any ExchangeObserver)? { get }
}

extension PassingObserver {
    var wantsBytes: Bool { next?.wantsBytes ?? false }

    func observe(sent bytes: RawSpan, isHead: Bool) {
        next?.observe(sent: bytes, isHead: isHead)
    }

    func observe(received bytes: RawSpan) {
        next?.observe(received: bytes)
    }

    var wantsTLSMessages: Bool { next?.wantsTLSMessages ?? false }

    func observe(_ message: TLSMessage, bytes: RawSpan) {
        next?.observe(message, bytes: bytes)
    }
}
