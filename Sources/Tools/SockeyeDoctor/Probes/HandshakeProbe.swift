internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeURL
internal import Synchronization

/// Examines a server by TLS handshakes alone, without sending a request.
///
/// The first handshake pins an impossible key and demands a stapled response. Every failed check is then reported to the trust
/// callback, which accepts; nothing but the handshake goes over the connection. It withholds the client's certificate, which a
/// request would send only to a trusted server.
struct HandshakeProbe: Sendable {
    let url: HTTPURL
    let client: HTTPClient
    let timeouts: Timeouts
    let effort: EffortCounter

    struct Result: Sendable {
        var tls = TLSFacts()
        var certificate: CertificateFacts?
        var pins: PinsFacts?
        var ocsp: StapledStatusFacts?
        /// Why no handshake took place.
        var failure: HTTPClientError?
    }

    /// The checks reported during a handshake.
    private final class Questions: Sendable {
        private let asked = Mutex<[TLSTrustQuestion]>([])

        func add(_ question: TLSTrustQuestion) { asked.withLock { $0.append(question) } }

        var all: [TLSTrustQuestion] { asked.withLock { $0 } }
    }

    func examine() async -> Result {
        var result = Result()
        let questions = Questions()
        let started = Deadline.now
        do throws(HTTPClientError) {
            let details = try await firstHandshake(questions)
            result.tls.time = Deadline.now.duration(since: started)
            result.tls.version = details?.version
            result.tls.cipher = details?.cipher ?? ""
            result.tls.applicationProtocol = details?.applicationProtocol
        } catch {
            result.failure = error
            result.tls.failure = Self.words(for: error)
            if client.configuration.tls.identity != nil, !isTrusted(questions.all) {
                result.tls.failure? += " (without the client's certificate, which is sent only to trusted servers)"
            }
            judge(questions.all, &result)
            // The stapled response follows the certificate, so the handshake may have failed before it.
            result.ocsp = nil
            return result
        }
        judge(questions.all, &result)
        await offerEach(&result.tls, isTrusted(questions.all) ? client.configuration.tls.identity : nil)
        return result
    }

    /// Repeats the handshake with the client's certificate if the server requires one and is trusted.
    private func firstHandshake(_ questions: Questions) async throws(HTTPClientError) -> TLSDetails? {
        var settings = settings(questions)
        do throws(HTTPClientError) {
            return try await handshake(settings)
        } catch {
            settings.identity = client.configuration.tls.identity
            guard settings.identity != nil, isTrusted(questions.all), case .tls = error.cause else { throw error }
            return try await handshake(settings)
        }
    }

    private func settings(_ questions: Questions) -> TLSConfiguration {
        var settings = client.configuration.tls
        settings.verifiesPeer = true
        settings.pinning = Pinning(publicKeys: [[UInt8](repeating: 0, count: 32)])
        settings.requiresStapledStatus = true
        settings.resumesSessions = false
        settings.identity = nil
        settings.trustDecision = { question in
            questions.add(question)
            return .accept
        }
        return settings
    }

    private func handshake(_ settings: TLSConfiguration) async throws(HTTPClientError) -> TLSDetails? {
        do {
            return try await client.withStream(
                to: url.hostForConnecting, port: url.effectivePort, tls: true, configuration: settings,
                timeouts: timeouts, observer: RequestWatcher(effort)
            ) { stream in stream.details.tls }
        } catch let error as HTTPClientError {
            throw error
        } catch {
            throw HTTPClientError(.handshake, origin: url.origin, cause: .unexpected("\(error)"))
        }
    }

    private func judge(_ questions: [TLSTrustQuestion], _ result: inout Result) {
        let settings = client.configuration.tls
        guard let question = questions.first else { return }
        let (failures, status) = Self.failures(questions)
        result.certificate = CertificateFacts(
            host: question.host, chain: question.chain.map(\.summary), failures: failures,
            isUnverified: !settings.verifiesPeer, isAccepted: settings.acceptedCertificate != nil, now: .present)
        result.ocsp = StapledStatusFacts(problem: status, isRequired: settings.requiresStapledStatus)
        result.pins = PinsFacts(publicKey: question.publicKeyDigest, certificate: question.certificateDigest)
        let pinning = settings.pinning
        guard !pinning.publicKeys.isEmpty || !pinning.certificates.isEmpty else { return }
        // Only the leaf's key is known here.
        result.pins?.matches = pins(question) ? true : pinning.scope == .serverCertificate ? false : nil
    }

    /// The failed checks, without those that only the probe's own demands cause.
    private static func failures(_ questions: [TLSTrustQuestion]) -> ([TLSError], StapledStatusProblem?) {
        var failures: [TLSError] = []
        var status: StapledStatusProblem?
        for failure in questions.flatMap(\.failures) {
            switch failure {
            case .notPinned: break
            case .certificateStatus(let problem): status = problem
            default: failures.append(failure)
            }
        }
        return (failures, status)
    }

    /// Whether one of the user's pins matches.
    private func pins(_ question: TLSTrustQuestion) -> Bool {
        let pinning = client.configuration.tls.pinning
        return pinning.publicKeys.contains(question.publicKeyDigest)
            || pinning.certificates.contains(question.certificateDigest)
    }

    /// Whether a request would accept the server despite the failed checks.
    private func isTrusted(_ questions: [TLSTrustQuestion]) -> Bool {
        guard let question = questions.first else { return false }
        let settings = client.configuration.tls
        let (failures, status) = Self.failures(questions)
        let isUnpinned = settings.pinning.publicKeys.isEmpty && settings.pinning.certificates.isEmpty
        return (failures.isEmpty || !settings.verifiesPeer) && (status == nil || !settings.requiresStapledStatus)
            && (isUnpinned || pins(question))
    }

    /// Offers the other version alone.
    private func offerEach(_ facts: inout TLSFacts, _ identity: ClientIdentity?) async {
        let settings = client.configuration.tls
        let isNew = facts.version == "TLSv1.3"
        if isNew { facts.tls13 = .taken } else { facts.tls12 = .taken }
        if isNew, settings.lowestVersion == .tls12 { facts.tls12 = await offer(.tls12, identity) }
        if !isNew, settings.highestVersion == .tls13 { facts.tls13 = await offer(.tls13, identity) }
    }

    private func offer(_ version: TLSConfiguration.Version, _ identity: ClientIdentity?) async -> TLSFacts.Offer {
        var settings = client.configuration.tls
        settings.identity = identity
        (settings.lowestVersion, settings.highestVersion) = (version, version)
        settings.verifiesPeer = false
        (settings.pinning, settings.requiresStapledStatus, settings.resumesSessions) = (.none, false, false)
        do throws(HTTPClientError) {
            _ = try await handshake(settings)
            return .taken
        } catch {
            if case .cancelled = error.cause { return .notOffered }
            if case .tls(.protocolFailure(let reason)) = error.cause { return .refused(reason) }
            return .refused(Self.words(for: error))
        }
    }

    /// The error without its origin, which is the heading of the report.
    private static func words(for error: HTTPClientError) -> String {
        if case .tls(let cause) = error.cause { return cause.description }
        return "\(error)"
    }
}
