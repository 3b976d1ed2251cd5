public import HTTPTypes
public import SockeyeClient
internal import SockeyeIO

/// Examines a URL step by step, and reports what is fine, what isn't, and what to do about it.
///
/// ```swift
/// import SockeyeDoctor
///
/// let report = await Doctor().examine(try .get("https://example.com/"))
/// for finding in report.findings where finding.verdict >= .warning { print(finding.check, finding.text) }
/// ```
///
/// It sends about a dozen small requests, GET and HEAD only, and reads at most the first 64 KiB of a body by default. It never
/// throws: for a server that is down, the report names the step that failed. If cancelled, it returns the findings so far. Advice
/// refers to the options of the program `sockeye`.
public struct Doctor: Sendable {
    /// The extent of an examination.
    public struct Options: Sendable {
        /// The method used to ask how large a body the server accepts; default `nil`: don't ask.
        ///
        /// Only heads are sent, with `Expect: 100-continue`; the connection is closed where the body would begin. A server that
        /// acts on the head alone could still change something.
        public var uploadMethod: HTTPRequest.Method?
        /// The time limit for the whole examination; default 60 s.
        public var total: Duration = .seconds(60)
        /// The time limit for one step; default 10 s.
        public var step: Duration = .seconds(10)
        /// How many bytes of a body are read and compared; default 64 KiB.
        public var sampleBytes = 64 * 1024
        /// Whether the plain and the compressed body are read to the end, to notice a later truncation; default `false`. Only
        /// ``sampleBytes`` are kept and compared. ``step`` doesn't limit these reads, ``total`` does.
        public var readsWholeBodies = false

        /// The defaults.
        public init() {}
    }

    private let client: HTTPClient
    private let options: Options

    /// - Parameters:
    ///   - client: provides the settings: proxies, trust, addresses, credentials, cookies. Its connections aren't used.
    ///   - options: the extent of the examination.
    public init(client: HTTPClient = .shared, options: Options = Options()) {
        (self.client, self.options) = (client, options)
    }

    /// Examines the URL of a request, using its fields and credentials.
    ///
    /// - Parameters:
    ///   - request: the request; its method, body, conditions and ranges are ignored.
    ///   - onStep: called when a check begins, to show progress.
    public func examine(
        _ request: Request, onStep: @escaping @Sendable (DoctorReport.Check) -> Void = { _ in }
    ) async -> DoctorReport {
        var examination = Examination(client, request, options, onStep)
        await examination.run()
        return examination.report
    }
}
