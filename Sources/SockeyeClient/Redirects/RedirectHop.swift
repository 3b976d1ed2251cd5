public import HTTPTypes
public import SockeyeHTTP1

/// A redirect that was followed: what was asked, what answered, and where it led.
public struct RedirectHop: Sendable {
    /// How many a response's `history` holds at most, the last ones: without a limit on redirects
    /// (`RedirectPolicy.limit`) a server could make it grow without end, by up to a whole head for each.
    public static let mostKept = 100

    /// The URL that was asked.
    public let url: HTTPURL
    /// The method it was asked with.
    public let method: HTTPRequest.Method
    /// What it answered.
    public let head: ResponseHead
    /// Where that led.
    public let destination: HTTPURL
    /// What the attempt came to: phases, connection, bytes.
    public let metrics: AttemptMetrics

    /// When each phase of it ended.
    public var timings: Timings { metrics.timings }
    /// Bytes of its head on the wire.
    public var headByteCount: Int { metrics.responseHeadBytes }
    /// Body bytes that the kernel took before it answered.
    public let requestBodyBytesSent: Int64
    /// Whether all of the request was sent.
    package let isRequestSent: Bool
    /// Whether the next request has the body too.
    package let keepsBody: Bool
}

extension RedirectHop {
    init(_ response: Response, _ hop: RedirectPolicy.Hop, _ step: RedirectPolicy.Step) {
        self.init(
            url: hop.url, method: hop.method, head: response.head, destination: step.url,
            metrics: response.metrics, requestBodyBytesSent: response.requestBodyBytesSent,
            isRequestSent: response.isRequestSent, keepsBody: step.keepsBody)
    }
}

extension RedirectPolicy.Hop {
    init(url: HTTPURL, _ request: Request, count: Int = 0) {
        self.init(
            url: url, method: request.method, hasBody: !request.body.isNone,
            isBodyReplayable: request.body.isReplayable, count: count)
    }
}

extension RedirectPolicy {
    /// What to do about `response`, with the client's error when it cannot be followed.
    func step(after hop: Hop, _ response: Response, _ store: HSTSStore?) throws(HTTPClientError) -> Step? {
        guard isFollowing else { return nil }
        var hop = hop
        // Nothing of it was asked for yet: the server answered before.
        if !response.body.exchange.isBodyBegun { hop.isBodyReplayable = true }
        do throws(RedirectError) {
            return try next(after: hop, status: response.status.code, locations: response.fields[octets: .location]) {
                url in
                store?.secured(url) ?? url
            }
        } catch {
            throw HTTPClientError(
                .receive, origin: hop.url.origin, cause: .redirect(error),
                requestBytesSent: response.requestBytesSent)
        }
    }
}

extension Request {
    /// This request as it goes on after a redirect.
    ///
    /// Fields that describe the body go when it goes (RFC 9110 section 15.4, item 5); ``OriginChange`` says what stays
    /// with the origin.
    func redirected(_ step: RedirectPolicy.Step, from url: HTTPURL, policy: RedirectPolicy) -> Request {
        let change = OriginChange(from: url, to: step.url)
        var request = moved(change, keepingSecrets: policy.sendsSecretsEverywhere)
        request.method = step.method
        if !step.keepsBody {
            request.body = .none
            request.expectsContinue = false
            for name in Self.bodyFields { request.fields[name] = nil }
        }
        if policy.sendsReferer {
            // RFC 9110 section 10.1.3: no credentials, no fragment, and nothing from a secure place to an open one.
            request.fields[.referer] = change.isDowngrade ? nil : url.withoutCredentials.withoutFragment.href
        }
        return request
    }

    private static let bodyFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .transferEncoding,
        .expect, .lastModified,
    ]
}

extension Response {
    /// The most of a redirect's or challenge's own body that is read for the sake of using the connection again.
    private static let mostDiscarded: Int64 = 64 * 1024

    /// Reads what is left of a body that nobody wants, if it is short; else the connection is closed afterwards.
    func discardBody() async throws(HTTPClientError) {
        if let expected = body.encodedByteCount, expected > Self.mostDiscarded { return }
        if body.length == .untilClose { return }
        while body.receivedByteCount <= Self.mostDiscarded {
            guard try await body.exchange.pull({ _ in }) else { return }
        }
    }
}
