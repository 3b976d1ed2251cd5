/// The result of an examination: findings in the order of the checks, and their cost.
///
/// Texts from the server are in the report unescaped, so escape them before you print it to a terminal.
public struct DoctorReport: Sendable {
    /// The examined URL, without credentials.
    public let url: String
    /// The findings, grouped by origin.
    public internal(set) var findings: [Finding] = []
    /// The cost of the examination.
    package internal(set) var effort = Effort()
    /// Whether the examination finished: false if it was cancelled or ran out of time.
    public internal(set) var isComplete = true

    init(url: String) {
        self.url = url
    }

    /// The worst verdict; `ok` without findings.
    public var worst: Verdict { findings.map(\.verdict).max() ?? .ok }

    /// How many findings have a verdict.
    public func count(of verdict: Verdict) -> Int { findings.count { $0.verdict == verdict } }

    /// The cost of an examination in requests, connections and bytes.
    package struct Effort: Sendable, Hashable {
        /// Requests of which at least the head was sent.
        package internal(set) var requests = 0
        /// Opened connections, including those without a request.
        package internal(set) var connections = 0
        /// Started TLS handshakes.
        package internal(set) var handshakes = 0
        /// Received response bytes, including heads and framing, after TLS.
        package internal(set) var receivedBytes: Int64 = 0
        /// The time from the first step to the last.
        package internal(set) var duration = Duration.zero
    }
}
