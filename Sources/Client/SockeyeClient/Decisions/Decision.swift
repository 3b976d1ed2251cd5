public import HTTPTypes
public import SockeyeCache
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS
public import SockeyeURL

/// What the client decided, with the values that it was decided by. ``kind`` names it, and ``clause``
/// says which rule it follows.
///
/// The policies give decisions back as values; an observer that sets ``ExchangeObserver/wantsDecisions`` is told them as they
/// are made. They name fields, cookies and credentials, and never hold their values.
///
/// Indirect, to keep decisions small in every layer of a request, even without an observer.
///
/// ```swift
/// struct Reasons: ExchangeObserver {
///     var wantsDecisions: Bool { true }
///     func observe(_ event: ExchangeEvent) {}
///     func observe(decision: Decision) { print(decision, "--", decision.clause) }
/// }
/// ```
public indirect enum Decision: Sendable {
    // MARK: The request

    /// The method is sent in capitals.
    case methodCapitalized(HTTPRequest.Method, to: HTTPRequest.Method)
    /// The form of the request target.
    case targetChosen(RequestTarget)
    /// A field of the request, and where it came from.
    case fieldAdded(HTTPField.Name, from: FieldSource)
    /// What announces the request's body.
    case requestFramed(RequestBodyFraming)
    /// What became of `Expect: 100-continue`.
    case expectation(ExpectationOutcome)
    /// The rest of the request isn't sent, since the server has answered with this status.
    case requestCut(status: Int)

    // MARK: Where it goes

    /// The host requires TLS, so this URL is requested instead.
    case upgradedToTLS(HTTPURL)
    /// What a Strict-Transport-Security field came to.
    case strictTransport(StrictTransportOutcome)
    /// No proxy is used.
    case direct(DirectReason)
    /// The request goes through this proxy.
    case proxied(kind: String, host: String, port: UInt16, isTunnel: Bool)

    // MARK: The connection

    /// An idle connection is used again.
    case connectionReused(number: UInt64)
    /// An idle connection is closed instead: the server closed it, or sent something unasked.
    case idleConnectionDropped(number: UInt64)
    /// A new connection is opened.
    case connectionOpened(OpenReason)
    /// All places are taken, so the request waits for one.
    case connectionAwaited
    /// The addresses to try, and who named them.
    case addressesChosen([SocketAddress], from: AddressSource)
    /// How each address did, and which one won.
    case addressRace(AddressRace)
    /// What the TLS handshake agreed on.
    case tlsNegotiated(TLSDetails)
    /// The server's certificate is good for this host.
    case certificateAccepted(CertificateSummary, host: String)
    /// The server's certificate isn't checked, or was allowed although the check failed.
    case certificateUnchecked(CertificateSummary, host: String)
    /// The certificate, or what else was to prove the host's identity, is refused.
    case certificateRefused(host: String, reason: String)
    /// The client's certificate isn't shown to this host, since a redirect led there.
    case identityWithheld(host: String)
    /// The connection is kept for the next request.
    case connectionKept(number: UInt64)
    /// The connection is closed, for this reason.
    case connectionClosed(number: UInt64, CloseReason)

    // MARK: The response

    /// An interim response is passed over.
    case interimPassed(status: Int)
    /// Which rule says where the body ends.
    case responseFramed(FramingRule)
    /// The codings that are undone, the first one applied first.
    case decoding([String])
    /// The codings that stay, since none was asked for.
    case codingKept([String])

    // MARK: Cookies

    /// A cookie is sent.
    case cookieSent(name: String, domain: String)
    /// A cookie of this host or its parents is not sent.
    case cookieWithheld(name: String, domain: String, CookieWithholding)
    /// The jar isn't used for this request.
    case cookiesOff(CookieJarUse)
    /// A cookie of the response is stored.
    case cookieStored(name: String, domain: String)
    /// A cookie of the response is refused.
    case cookieRefused(name: String, CookieRefusal)

    // MARK: Credentials

    /// A credential is sent with this scheme.
    case credentialSent(scheme: String, toProxy: Bool)
    /// A credential is kept back until the server asks for it.
    case credentialHeld(CredentialSource)
    /// A challenge will be answered.
    case challengeAnswered(scheme: String, status: Int)
    /// A challenge will not be answered.
    case challengeUnanswered(status: Int, ChallengeRefusal)
    /// These fields and credentials stay behind, since the redirect leads to another origin.
    case secretsWithheld([String], from: HTTPURL, to: HTTPURL)

    // MARK: Redirects and retries

    /// A redirect is followed.
    case redirectFollowed(RedirectChange)
    /// A redirect goes to the caller.
    case redirectDelivered(status: Int, RedirectDelivery)
    /// A redirect can't be followed, and is an error.
    case redirectRefused(status: Int, reason: String)
    /// The request is sent a second time, since its reused connection was dead.
    case secondTry
    /// The request isn't sent a second time.
    case noSecondTry(SecondTryRefusal)
    /// The request is repeated after this delay.
    case retryPlanned(after: Duration, attemptsMade: Int, isServersWish: Bool)
    /// The request isn't repeated.
    case retryRefused(RetryRefusal)

    // MARK: The cache

    /// The cache answers.
    case cacheAnswered(HTTPCache.Status)
    /// The request goes to the server, for this reason.
    case cacheForwarded(HTTPCache.Status.Forward)
    /// The server is asked by these fields whether what is stored is still good.
    case cacheValidating([String])
    /// The server says that this many stored responses are still good.
    case cacheFreshened(count: Int)
    /// The response is being stored.
    case responseStored
    /// The response is not stored.
    case responseNotStored(Storability.Refusal)
    /// What is stored of these URLs is dropped.
    case cacheInvalidated([HTTPURL])
}
