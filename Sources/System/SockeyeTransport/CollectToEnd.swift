package import SockeyeIO

/// Receives until `receive` returns nothing: the end of the stream.
///
/// - Throws: `IOError.limitExceeded` for more than `limit` bytes, and what `receive` throws.
package func collectToEnd(
    limit: Int, until deadline: Deadline, _ receive: () async throws(StreamError) -> [UInt8]
) async throws(StreamError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
        let bytes = try await receive()
        if bytes.isEmpty { return all }
        // A peer that always has more never makes it wait.
        if deadline.hasPassed { throw .io(.timedOut) }
        if bytes.count > limit - all.count { throw .io(.limitExceeded(limit)) }
        all += bytes
    }
}
