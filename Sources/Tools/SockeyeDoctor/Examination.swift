internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeURL

/// One examination: runs the checks in order, each with a deadline, until one fails that the rest depends on.
///
/// ```
///  proxy → names → addresses → route → [tls → certificate, pins, ocsp] → redirects ─┬→ answer → … → uploads
///     └──────────── again, if redirects lead to another origin ←─────────────────────┘
/// ```
struct Examination {
    private(set) var report: DoctorReport
    private var configuration: HTTPClient.Configuration
    private var client: HTTPClient
    private let subject: Request
    private let options: Doctor.Options
    private let end: Deadline
    private let effort = EffortCounter()
    private let onStep: @Sendable (DoctorReport.Check) -> Void
    /// The origin of the current findings.
    private var origin: String
    /// Why the remaining checks aren't tried.
    private var obstacle: String?

    init(
        _ client: HTTPClient, _ request: Request, _ options: Doctor.Options,
        _ onStep: @escaping @Sendable (DoctorReport.Check) -> Void
    ) {
        var configuration = client.configuration
        (configuration.cache, configuration.retry) = (nil, .never)
        configuration.instruments = []
        (configuration.coding, configuration.waitsForConnectivity) = (CodingOptions(), false)
        self.configuration = configuration
        self.client = HTTPClient(configuration: configuration)
        (self.options, self.onStep) = (options, onStep)
        subject = Self.bare(request)
        end = .after(options.total)
        origin = request.url.origin
        report = DoctorReport(url: request.url.withoutCredentials.href)
    }

    /// The request without conditions, ranges and body.
    private static func bare(_ request: Request) -> Request {
        var bare = request
        (bare.method, bare.body, bare.expectsContinue) = (.get, .none, false)
        let conditions: [HTTPField.Name] = [
            .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .acceptEncoding, .te,
            .expect,
            .contentLength, .contentType, .contentRange, .transferEncoding,
        ]
        for name in conditions { bare.fields[name] = nil }
        (bare.redirects, bare.coding, bare.retry) = (.never, nil, .never)
        return bare
    }

    mutating func run() async {
        let started = Deadline.now
        await examine()
        let seen = Set(report.findings.map(\.check))
        var rest = DoctorReport.Check.allCases.filter { !seen.contains($0) }
        if !origin.hasPrefix("https") { rest.removeAll { Self.checksOfTLS.contains($0) } }
        if Task.isCancelled { (report.isComplete, obstacle) = (false, "interrupted") }
        if let obstacle { append(rest.map { Finding($0, .notTried, obstacle) }) }
        report.effort = effort.total
        report.effort.duration = Deadline.now.duration(since: started)
    }

    private static let checksOfTLS: Set<DoctorReport.Check> = [.tls, .certificate, .pins, .ocsp]

    private mutating func examine() async {
        guard await examineWay(to: subject.url) else { return }
        guard let found = await examineAnswer() else { return }
        let request =
            found.url == subject.url
            ? subject
            : subject.moved(to: found.url, keepingSecrets: configuration.redirects.sendsSecretsEverywhere)
        if !found.url.hasSameOrigin(as: subject.url) {
            leaveOrigin(with: request)
            guard await examineWay(to: found.url) else { return }
        }
        add(found.answer.grade())
        guard let head = found.answer.head else {
            obstacle = "there is no response to examine"
            return
        }
        addFields(of: found, head.fields, status: head.status.code)
        await examineFurther(request, found.answer)
    }

    /// The client's certificate is withheld where the request itself withholds it.
    private mutating func leaveOrigin(with request: Request) {
        origin = request.url.origin
        guard request.withholdsIdentity, configuration.tls.identity != nil else { return }
        configuration.tls.identity = nil
        client = HTTPClient(configuration: configuration)
    }

    // MARK: Bookkeeping

    /// Adds what a step found, unless it was interrupted.
    private mutating func add(_ findings: [Finding]) {
        if !Task.isCancelled { append(findings) }
    }

    private mutating func append(_ findings: [Finding]) {
        for finding in findings {
            var finding = finding
            finding.origin = origin
            // A step cut short by the total time limit isn't the server's fault.
            if end.hasPassed, finding.verdict == .fault || finding.verdict == .warning {
                (finding.verdict, report.isComplete) = (.note, false)
                finding.text += " (the examination's time had run out)"
            }
            report.findings.append(finding)
        }
    }

    /// Announces a check; false if the time has run out.
    private mutating func begins(_ check: DoctorReport.Check) -> Bool {
        if obstacle != nil || Task.isCancelled { return false }
        if end.hasPassed {
            obstacle = "the examination's time has run out (-m SECONDS allows more)"
            report.isComplete = false
            return false
        }
        onStep(check)
        return true
    }

    private var stepEnd: Deadline { min(end, .after(options.step)) }

    private var timeouts: Timeouts {
        var timeouts = configuration.timeouts
        timeouts.total = min(options.step, max(.milliseconds(1), end.duration(since: .now)))
        // The step's own deadline is shorter, and its message is clearer. A body that pauses isn't read any further.
        (timeouts.firstByte, timeouts.minimumSpeed) = (nil, nil)
        timeouts.idle = FetchedResponse.patience
        return timeouts
    }

    /// - Parameter readsOn: whether a body may be read to the end, as long as bytes keep coming.
    private func timed(_ request: Request, readsOn: Bool = false) -> Request {
        var request = request
        request.timeouts = timeouts
        if readsOn { request.timeouts?.total = max(.milliseconds(1), end.duration(since: .now)) }
        return request
    }

    // MARK: Steps

    /// Runs the checks before the first byte of a request. False if one of them makes the rest impossible.
    private mutating func examineWay(to url: HTTPURL) async -> Bool {
        let probe = ConnectionProbe(to: url, configuration)
        guard begins(.proxy) else { return false }
        add(probe.proxyFacts.grade())
        if probe.proxyFacts.failure != nil { obstacle = "the proxy refuses the connection" }
        guard begins(.names) else { return false }
        let names = await probe.resolve(until: stepEnd)
        add(names.facts.grade())
        if names.facts.failure != nil {
            obstacle = "the name has no address"
            return false
        }
        guard begins(.addresses) else { return false }
        var connections = await probe.connect(to: names.addresses, until: connectEnd, effort)
        if connections.facts.winner == nil, connections.ends != nil, probe.proxy == nil {
            connections.facts.winner = await winner(of: url)
        }
        add(connections.facts.grade())
        guard begins(.route) else { return false }
        add(await probe.route(connections.ends, connections.facts.attempts, until: stepEnd).grade())
        if connections.ends == nil {
            obstacle = "no address could be connected to"
            return false
        }
        return url.isSecure ? await examineTLS(url, probe.proxyFacts) : true
    }

    private var connectEnd: Deadline {
        configuration.timeouts.opening.map { min(stepEnd, .after($0)) } ?? stepEnd
    }

    /// The address that the client's own race chooses.
    private func winner(of url: HTTPURL) async -> String? {
        try? await client.withStream(
            to: url.hostForConnecting, port: url.effectivePort, timeouts: timeouts, observer: RequestWatcher(effort)
        ) { $0.details.peerAddress?.description }
    }

    private mutating func examineTLS(_ url: HTTPURL, _ proxy: ProxyFacts) async -> Bool {
        guard begins(.tls) else { return false }
        let probe = HandshakeProbe(url: url, client: client, timeouts: timeouts, effort: effort)
        let result = await probe.examine()
        if let failure = result.failure, case .proxy(let error) = failure.cause {
            addFailure(of: proxy, "\(error)")
            return false
        }
        add(result.tls.grade())
        if let certificate = result.certificate { add(certificate.grade()) }
        if let pins = result.pins { add(pins.grade()) }
        if let ocsp = result.ocsp { add(ocsp.grade()) }
        if result.failure != nil { obstacle = "the TLS handshake failed" }
        return result.failure == nil
    }

    private mutating func addFailure(of proxy: ProxyFacts, _ words: String) {
        var proxy = proxy
        proxy.failure = words
        add(proxy.grade())
        obstacle = "the proxy refuses the connection"
    }

    /// Sends the plain request. `nil` if it failed.
    private mutating func examineAnswer() async -> AnswerProbe.Result? {
        guard begins(.answer) else { return nil }
        let probe = AnswerProbe(
            client: client, effort: effort, sampleBytes: max(2, options.sampleBytes), readsOn: options.readsWholeBodies)
        let result = await probe.examine(timed(subject, readsOn: options.readsWholeBodies))
        let failure = result.answer.failure
        if failure == nil || !result.redirects.hops.isEmpty { add(result.redirects.grade()) }
        switch failure?.cause {
        case .tls(let error)?
        where failure?.phase == .handshake && result.url.hasSameOrigin(as: subject.url) && report.worst == .fault:
            // Already reported.
            if case .certificateRefused = error {
                obstacle = "the certificate is refused; -k examines the rest anyway"
            } else {
                obstacle = "TLS refuses the server, see above"
            }
            return nil
        case .redirect?:
            if result.redirects.hops.isEmpty { add(result.redirects.grade()) }
            obstacle =
                result.redirects.limit.map { "--max-redirs \($0) stops before the redirects end" }
                ?? "the redirects fail"
            return nil
        case .proxy(let error)?:
            addFailure(of: ConnectionProbe(to: result.url, configuration).proxyFacts, "\(error)")
            return nil
        default: return result
        }
    }

    /// Runs the checks that need only the response's fields.
    private mutating func addFields(of found: AnswerProbe.Result, _ fields: HTTPFields, status: Int) {
        let url = found.url
        let field = fields[values: .strictTransportSecurity].first
        let policy = field.flatMap(HSTSStore.policy)
        add(
            HSTSFacts(
                field: field,
                policy: policy.map { .init(maximumAge: $0.maximumAge, includesSubdomains: $0.includesSubdomains) },
                isSecure: url.isSecure, isAddress: url.hostKind != .domain,
                isLoopback: Resolver.isLoopback(url.hostForConnecting)
            ).grade())
        add(
            ClockFacts(field: fields[.date], age: fields.age ?? 0, sent: found.sent, received: found.received).grade())
        add(
            CachingFacts(fields: fields, status: status, received: found.received, isOfLogin: found.isOfLogin)
                .grade())
    }

    /// Runs the checks that need further requests.
    private mutating func examineFurther(_ request: Request, _ answer: AnswerFacts) async {
        guard let head = answer.head, begins(.keepAlive) else { return }
        let repetition = await RepetitionProbe(configuration: configuration, effort: effort).examine(timed(request))
        add(repetition.grade())
        guard begins(.validators) else { return }
        if head.status.code == 200 {
            add(await ConditionProbe(client: client, effort: effort).examine(timed(request), head).grade())
        } else {
            add([Finding(.validators, .notTried, "only a 200 has something to validate")])
        }
        guard begins(.ranges) else { return }
        let ranges = await RangeProbe(client: client, effort: effort).examine(timed(request), answer)
        add(ranges.grade())
        guard begins(.compression) else { return }
        let compression = await CompressionProbe(client: client, effort: effort, readsOn: options.readsWholeBodies)
            .examine(timed(request, readsOn: options.readsWholeBodies), answer, isStable: ranges.isStable)
        add(compression.grade())
        guard let method = options.uploadMethod else {
            add([Finding(.uploads, .notTried, "--doctor-upload POST asks how large a body would be accepted")])
            return
        }
        guard begins(.uploads) else { return }
        add(
            await UploadProbe(configuration: configuration, method: method, effort: effort).examine(timed(request))
                .grade())
    }
}
