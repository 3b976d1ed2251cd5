/// What a doctor found out about a URL: findings in the order of the checks, and what it cost to get them.
///
/// The report is a value without any text of a terminal: what servers said in it is as they sent it, so escape it before it is
/// shown.
public struct DoctorReport: Sendable {
    /// The URL as examined, without credentials.
    public let url: String
    /// The findings, grouped by the origin that they are about.
    public internal(set) var findings: [Finding] = []
    /// What the examination cost.
    public internal(set) var effort = Effort()
    /// Whether it came to its end: false if it was cancelled or its time ran out.
    public internal(set) var isComplete = true

    init(url: String) {
        self.url = url
    }

    /// The worst verdict; `ok` without findings.
    public var worst: Verdict { findings.map(\.verdict).max() ?? .ok }

    /// How many findings have a verdict.
    public func count(of verdict: Verdict) -> Int { findings.count { $0.verdict == verdict } }

    /// The requests, connections and bytes that an examination took.
    public struct Effort: Sendable, Hashable {
        /// Requests whose head was sent.
        public internal(set) var requests = 0
        /// Connections that were opened, including those without a request.
        public internal(set) var connections = 0
        /// TLS handshakes that were begun.
        public internal(set) var handshakes = 0
        /// Bytes of responses that were received, with heads and framing, after TLS.
        public internal(set) var receivedBytes: Int64 = 0
        /// From the first step to the last.
        public internal(set) var duration = Duration.zero
    }
}
