internal import SockeyeClient
internal import SockeyeTLS

/// An observer that passes everything on to another one.
protocol PassingObserver: ExchangeObserver {
    /// The next observer, if any.
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

    var wantsRawHeads: Bool { next?.wantsRawHeads ?? false }

    func observe(head bytes: RawSpan, isTrailer: Bool) {
        next?.observe(head: bytes, isTrailer: isTrailer)
    }

    var wantsDecisions: Bool { next?.wantsDecisions ?? false }

    func observe(decision: Decision) {
        next?.observe(decision: decision)
    }

    var wantsTLSMessages: Bool { next?.wantsTLSMessages ?? false }

    func observe(_ message: TLSMessage, bytes: RawSpan) {
        next?.observe(message, bytes: bytes)
    }
}
