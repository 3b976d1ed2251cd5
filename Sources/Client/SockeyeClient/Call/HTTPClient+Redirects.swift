internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL
internal import SockeyeWebSocket

extension [RedirectHop] {
    /// Appends the redirect, dropping the oldest beyond those that are kept.
    @inline(never)
    mutating func append(
        _ response: Response, _ request: Request, _ step: RedirectPolicy.Step, _ next: Request
    ) {
        if count >= RedirectHop.keptLimit { removeFirst() }
        append(
            RedirectHop(
                url: request.url, method: request.method, head: response.head, destination: step.url,
                metrics: response.metrics, requestBodyBytesSent: response.requestBodyBytesSent,
                isRequestSent: response.isRequestSent, hadBody: !request.body.isNone, keepsBody: step.keepsBody,
                next: next))
    }
}

extension HTTPClient {
    /// The request with which the redirect loop begins.
    @inline(never)
    func prepared(
        _ request: Request, _ observer: Observers?
    ) throws(HTTPClientError) -> Request {
        if let extras = request.body.extras?.values,
            let failure = extras.use?.hasBegun == true ? .usedUp : extras.failure
        {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .requestBody(failure))
        }
        // `ws` and `wss` are for `withWebSocket`, which asks for their http and https.
        if request.url.scheme.utf8.first == UInt8(ascii: "w") {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .webSocket(.caller(.notOpened)))
        }
        var request = request
        if configuration.capitalizesMethods, let known = request.method.capitalized {
            observer?.tell(.methodCapitalized, (request.method, known))
            request.method = known
        }
        // Before the fields are signed.
        if let type = request.body.contentType, !request.fields.contains(.contentType) {
            request.fields[.contentType] = type
            if observer?.wantsReasons == true { request.note([.contentType], from: "the body's type") }
        }
        return upgraded(request, observer)
    }

    /// The request, moved to https if its host requires TLS (RFC 6797 section 8.3).
    @inline(never)
    func upgraded(_ request: Request, _ observer: Observers?) -> Request {
        guard let policy = configuration.strictTransportSecurity else { return request }
        let secured = atRecordedTime { policy.secured(request.url) }
        if secured == request.url { return request }
        observer?.tell(.upgradedToTLS, secured)
        var request = request
        request.url = secured
        return request
    }

    /// The next request after a redirect; `nil` if the response goes to the caller.
    @inline(never)
    func step(
        after response: Response, to request: Request, _ policy: RedirectPolicy, _ count: Int,
        _ observer: Observers?
    ) async throws(HTTPClientError) -> RedirectPolicy.Step? {
        let locations = response.fields[octets: .location]
        let status = response.status.code
        if let reason = policy.delivery(status: status, locations: locations) {
            observer?.tell(.redirectDelivered, (status, reason))
            return nil
        }
        var hop = RedirectPolicy.Hop(request, count: count)
        // The server answered before any of the body was read.
        if !response.isRequestBodyBegun { hop.isBodyReplayable = true }
        let step: RedirectPolicy.Step?
        do throws(RedirectError) {
            step = try policy.next(
                after: hop, status: status, locations: locations
            ) { url in
                configuration.strictTransportSecurity?.secured(url) ?? url
            }
        } catch {
            observer?.tell(.redirectRefused, (status, error))
            throw HTTPClientError(
                .receive, origin: request.url.origin, cause: .redirect(error),
                requestBytesSent: response.requestBytesSent)
        }
        guard let step, let decision = policy.decision else { return step }
        let proposal = RedirectProposal(
            from: request.url, to: step.url, status: status, method: step.method, count: count)
        if await decision(proposal) == .follow { return step }
        observer?.tell(.redirectDelivered, (status, .declined))
        return nil
    }

    /// Reports a followed redirect, the last of `history`, and what it withholds.
    @inline(never)
    func observeLast(
        of history: [RedirectHop], _ request: Request, _ step: RedirectPolicy.Step, _ policy: RedirectPolicy,
        _ observer: Observers?
    ) {
        guard let observer, let hop = history.last else { return }
        observer.tell(.redirectFollowed, hop)
        let secrets = OriginChange(from: request.url, to: step.url).withheld(of: request)
        if !secrets.isEmpty, !policy.sendsSecretsEverywhere {
            observer.tell(.secretsWithheld, (secrets, request.url, step.url))
        }
    }
}
