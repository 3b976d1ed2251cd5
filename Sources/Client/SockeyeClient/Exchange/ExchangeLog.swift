internal import HTTPTypes
internal import SockeyeCache

/// The record of one exchange: phase times and byte counts.
struct ExchangeLog {
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
    /// What the cache did, if there is one.
    var cacheStatus: CacheStatus?
    /// Whether any byte of a response was received.
    var hasReceived = false

    init(_ timings: Timings) {
        self.timings = timings
    }
}
