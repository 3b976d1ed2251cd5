/// What became of a connection after one request: two equal ones were sent, the second on the same connection if possible.
struct KeepAliveFacts: Sendable {
    /// How long each took, from the first step to the first byte.
    var first: Duration?
    var second: Duration?
    /// Whether the second went over the first's connection.
    var isReused = false
    /// Why the client closed the connection after the first, as the server wanted it.
    var closing: String?
    /// Whether the connection was dead when the second was sent.
    var diedQuietly = false
    /// The Keep-Alive field, such as `timeout=5`.
    var field: String?
    /// The status of the first answer.
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
                : "say Connection: close if a connection carries one request only; look into the server's log"
            return [
                Finding(.keepAlive, .fault, "\(which) failed: \(Wording.clipped(failure))", advice: advice, facts)
            ]
        }
        let times =
            first.flatMap { first in
                second.map { "the first request took \(Wording.time(first)), the second \(Wording.time($0))" }
            } ?? ""
        if isReused {
            let idle = field.map { "; the server says \(Wording.clipped($0))" } ?? ""
            return [Finding(.keepAlive, .ok, "the connection carries more than one request: \(times)\(idle)", facts)]
        }
        if let status, status == 405 || status == 501 {
            return [
                Finding(
                    .keepAlive, .note, "HEAD is answered with \(status), after which the connection ends: not judged",
                    advice: "fine if HEAD is meant to be refused", facts)
            ]
        }
        let advice = "let the server keep connections: each new one costs a round trip, two with TLS"
        if let closing {
            return [
                Finding(
                    .keepAlive, .warning, "a new connection for each request: \(closing); \(times)", advice: advice,
                    facts)
            ]
        }
        return [
            Finding(
                .keepAlive, .warning,
                "the server closes the connection after a response without saying so (Connection: close); \(times)",
                advice: diedQuietly
                    ? "a request that is on its way then is lost, and must be sent again; \(advice)" : advice,
                facts)
        ]
    }
}
