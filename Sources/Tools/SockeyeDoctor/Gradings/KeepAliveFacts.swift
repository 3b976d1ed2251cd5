/// Whether a connection is kept: two equal requests were sent, the second on the same connection if possible.
struct KeepAliveFacts: Sendable {
    /// How long each took, from the first step to the first byte.
    var first: Duration?
    var second: Duration?
    /// Whether the second used the first's connection.
    var isReused = false
    /// Why the connection was closed after the first, at the server's request.
    var closing: String?
    /// Whether the connection was dead when the second request was sent.
    var diedQuietly = false
    /// The Keep-Alive field, such as `timeout=5`.
    var field: String?
    /// The status of the first response.
    var status: Int?
    /// Why a request failed.
    var failure: String?

    func grade() -> [Finding] {
        var facts = [Fact("reused", isReused)]
        if let first { facts.append(Fact("first", first)) }
        if let second { facts.append(Fact("second", second)) }
        if let failure {
            let which = first == nil ? "a HEAD request" : "a second HEAD request, on the same connection,"
            let advice =
                first == nil
                ? "a server has to answer HEAD as it does GET (RFC 9110 section 9.3.2); look into its log"
                : "send Connection: close if connections carry only one request; look into the server's log"
            return .one(.keepAlive, .fault, "\(which) failed: \(Wording.clipped(failure))", advice: advice, facts)
        }
        let times =
            first.flatMap { first in
                second.map { "the first request took \(Wording.time(first)), the second \(Wording.time($0))" }
            } ?? ""
        if isReused {
            let idle = field.map { "; the server says \(Wording.clipped($0))" } ?? ""
            return .one(.keepAlive, .ok, "the connection carries more than one request: \(times)\(idle)", facts)
        }
        if let status, status == 405 || status == 501 {
            return .one(
                .keepAlive, .note, "HEAD is answered with \(status), after which the connection closes: not judged",
                advice: "fine if HEAD is refused on purpose", facts)
        }
        let advice = "let the server keep connections open: each new one costs a round trip, two with TLS"
        if let closing {
            return .one(
                .keepAlive, .warning, "a new connection for each request: \(closing); \(times)", advice: advice, facts)
        }
        return .one(
            .keepAlive, .warning,
            "the server closes the connection after a response without saying so (Connection: close); \(times)",
            advice: diedQuietly
                ? "a request in flight then is lost and must be resent; \(advice)" : advice,
            facts)
    }
}
