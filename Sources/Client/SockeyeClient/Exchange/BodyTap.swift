internal import SockeyeCache

/// Gets what a reader receives of a body, as it is received: without framing, with its content codings.
protocol BodyTap: AnyObject {
    /// The next bytes.
    func receive(_ bytes: RawSpan)

    /// Nothing more will come.
    ///
    /// - Parameter isComplete: whether the body arrived whole, and could be decoded if it was.
    /// - Returns: whether it was kept.
    func end(isComplete: Bool) -> Bool

    /// How many more bytes are worth reading for the tap alone.
    var readOnLimit: Int64 { get }
}

extension ResponseReader {
    /// Tells the tap, if any, that the exchange has ended.
    func endTap() {
        guard let tap else { return }
        self.tap = nil
        if !tap.end(isComplete: isComplete && failure == nil && (try? form.finish()) != nil) {
            wire.log.cacheStatus?.isStored = false
        }
    }
}
