internal import SockeyeClient

/// An observer that passes everything on to another one.
protocol PassingObserver: ExchangeObserver {
    /// The next observer, if any.
    var next: (any ExchangeObserver)? { get }
    /// Called with each event that was passed on.
    func take(_ event: ClientEvent)
}

extension PassingObserver {
    var interests: ClientEvent.Interests { next?.interests ?? [] }

    func observe(_ event: ClientEvent) {
        next?.observe(event)
        take(event)
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        next?.observe(bytes, of: part)
    }
}
