internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO

/// The record of one exchange: phase times, byte counts and the observer.
struct ExchangeLog {
    let observer: (any ExchangeObserver)?
    var timings: Timings
    /// Bytes of the request accepted by the kernel.
    var requestBytes: Int64 = 0
    /// Bytes of the request's body among them, without framing.
    var requestBodyBytes: Int64 = 0
    /// Bytes of the final head and the interim ones, on the wire.
    var headBytes = 0
    /// Bytes of the response's body on the wire, with its framing.
    var wireBodyBytes: Int64 = 0
    /// The status of the final response.
    var status: HTTPResponse.Status?
    /// Whether any byte of a response was received.
    var hasReceived = false

    init(_ timings: Timings, observer: (any ExchangeObserver)?) {
        self.timings = timings
        self.observer = observer
    }

    /// Counts body bytes accepted by the kernel.
    mutating func sentBody(_ count: Int, of total: Int64?) {
        requestBodyBytes += Int64(count)
        observer?.observe(.sentBody(bytes: requestBodyBytes, total: total))
    }

    /// Passes bytes of the request to an observer that wants them.
    func show(sent bytes: [UInt8], _ range: Range<Int>, isHead: Bool = false) {
        guard let observer, observer.wantsBytes, !range.isEmpty, range.upperBound <= bytes.count else { return }
        observer.observe(sent: bytes.span.bytes.extracting(range), isHead: isHead)
    }

    /// Passes bytes of the response's body to an observer that wants them.
    func show(received bytes: RawSpan) {
        if let observer, observer.wantsBytes { observer.observe(received: bytes) }
    }
}
