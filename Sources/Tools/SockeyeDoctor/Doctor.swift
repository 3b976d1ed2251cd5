public import HTTPTypes
public import SockeyeClient
internal import SockeyeIO

/// Examines a URL step by step, and says what is good, what isn't, and what to do about it.
///
/// ```swift
/// import SockeyeDoctor
///
/// let report = await Doctor().examine(try .get("https://example.com/"))
/// for finding in report.findings where finding.verdict >= .warning { print(finding.check, finding.text) }
/// ```
///
/// It sends a dozen small requests, GET and HEAD only, and reads at most the first 64 KiB of a body unless told to read all. It never throws: a server
/// that is down gives a report too, which tells the step that failed. Cancelled, it returns what is known so far. Advice
/// names the options of the program `sockeye`.
public struct Doctor: Sendable {
    /// How far an examination goes.
    public struct Options: Sendable {
        /// The method to ask with how large a body would be taken; default `nil`: not at all.
        ///
        /// Only heads are sent, with `Expect: 100-continue`; the connection is closed where the body would begin. A server
        /// that acts on the head alone could still change something.
        public var uploadMethod: HTTPRequest.Method?
        /// The longest time for all; default 60 s.
        public var total: Duration = .seconds(60)
        /// The longest time for one step; default 10 s.
        public var step: Duration = .seconds(10)
        /// The most bytes of a body that are read and compared; default 64 KiB.
        public var sampleBytes = 64 * 1024
        /// Whether the plain and the compressed body are read to their ends, so that one that is cut later is noticed; default
        /// `false`. Only ``sampleBytes`` are kept and compared. ``step`` doesn't end them, ``total`` does.
        public var readsWholeBodies = false

        /// The defaults.
        public init() {}
    }

    private let client: HTTPClient
    private let options: Options

    /// - Parameters:
    ///   - client: whose settings are used: proxies, trust, addresses, credentials, cookies. Its connections aren't.
    ///   - options: how far to go.
    public init(client: HTTPClient = .shared, options: Options = Options()) {
        (self.client, self.options) = (client, options)
    }

    /// Examines the URL of a request, sent with its fields and credentials.
    ///
    /// - Parameters:
    ///   - request: its method and body are left out, and so are its conditions and ranges.
    ///   - onStep: called when a check begins, to show how far it is.
    public func examine(
        _ request: Request, onStep: @escaping @Sendable (DoctorReport.Check) -> Void = { _ in }
    ) async -> DoctorReport {
        var examination = Examination(client, request, options, onStep)
        await examination.run()
        return examination.report
    }
}
