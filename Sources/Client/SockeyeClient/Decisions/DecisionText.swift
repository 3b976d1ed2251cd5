internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeURL

extension Decision: CustomStringConvertible {
    /// What is decided and why, in one sentence without its full stop. Text from a peer is in it as it came: escape it before
    /// it goes to a terminal or into a page.
    public var description: String {
        switch self {
        case .methodCapitalized(let method, let known): "\(method) is sent as \(known)"
        case .targetChosen(let target): Self.text(target)
        case .fieldAdded(let name, let source): "\(name.rawName) is sent because of \(source.rawValue)"
        case .requestFramed(.none): "the request has no body"
        case .requestFramed(.contentLength(let count)): "the body's \(count) bytes are announced by Content-Length"
        case .requestFramed(.chunked): "the body's length isn't known, so it goes in chunks"
        case .expectation(let outcome): Self.text(outcome)
        case .requestCut(let status): "the rest of the request isn't sent: the server has answered \(status)"
        case .upgradedToTLS(let url): "the host requires TLS, so \(url.withoutCredentials) is requested"
        case .strictTransport(let outcome): Self.text(outcome)
        case .direct(.noProxy): "no proxy is used: none is set for the scheme"
        case .direct(.exception(let entry)): "no proxy is used: the exception \(entry) names the host"
        case .proxied(let kind, let host, let port, let isTunnel):
            "the request goes through the \(kind) proxy \(host) port \(port), "
                + (isTunnel ? "which forwards bytes unread" : "which is sent the whole URL")
        default: connectionText ?? messageText ?? policyText ?? cacheText ?? kind.rawValue
        }
    }

    private var connectionText: String? {
        switch self {
        case .connectionReused(let number): "the idle connection #\(number) is used again"
        case .idleConnectionDropped(let number):
            "the idle connection #\(number) is not used: the server closed it or sent something unasked"
        case .connectionOpened(.noneIdle): "a connection is opened: no idle one leads there"
        case .connectionOpened(.secondTry): "a connection is opened: the last one was dead"
        case .connectionOpened(.placeFreed): "a connection is opened in the place of another one"
        case .connectionAwaited: "the request waits: all places for connections are taken"
        case .addressesChosen(let addresses, let source): Self.text(addresses, source)
        case .addressRace(let race): Self.text(race)
        case .tlsNegotiated(let details):
            "\(details.version) with \(details.cipher)" + (details.applicationProtocol.map { ", ALPN \($0)" } ?? "")
                + (details.wasResumed ? ", resuming an earlier session" : "")
        case .certificateAccepted(let certificate, let host):
            "the certificate of \(certificate.subject), signed by \(certificate.issuer), is good for \(host)"
        case .certificateUnchecked(let certificate, let host):
            if let failure = certificate.verificationFailure {
                "the certificate for \(host) is not good (\(failure)), and was allowed all the same"
            } else {
                "the certificate for \(host) isn't checked"
            }
        case .certificateRefused(let host, let reason): "TLS with \(host) is refused: \(reason)"
        case .identityWithheld(let host): "the client's certificate isn't shown to \(host): a redirect led there"
        case .connectionKept(let number): "connection #\(number) is kept for the next request"
        case .connectionClosed(let number, let reason): "connection #\(number) is closed: \(reason)"
        default: nil
        }
    }

    private var messageText: String? {
        switch self {
        case .interimPassed(let status): "the interim response \(status) is passed over: another one follows"
        case .responseFramed(let rule): "step \(rule.step): \(Self.text(rule))"
        case .decoding(let codings): "the body is decoded: \(codings.joined(separator: ", "))"
        case .codingKept(let codings):
            "the body stays encoded (\(codings.joined(separator: ", "))): no coding was asked for"
        case .cookieSent(let name, let domain): "the cookie \(name) of \(domain) is sent"
        case .cookieWithheld(let name, let domain, let reason):
            "the cookie \(name) of \(domain) is not sent: \(Self.text(reason))"
        case .cookiesOff(.request): "the cookie jar isn't used: the request doesn't want it"
        case .cookiesOff(.policy): "the cookie jar isn't used: its policy doesn't allow cookies here"
        case .cookieStored(let name, let domain): "the cookie \(name) is stored for \(domain)"
        case .cookieRefused(let name, let reason): "the cookie \(name) is refused: \(Self.text(reason))"
        case .credentialSent(let scheme, let toProxy):
            "\(scheme) credentials are sent to the \(toProxy ? "proxy" : "server")"
        case .credentialHeld(let source): "the credential of \(source.rawValue) waits until the server asks for it"
        case .challengeAnswered(let scheme, let status): "the challenge (\(status)) will be answered with \(scheme)"
        case .challengeUnanswered(let status, let reason):
            "the challenge (\(status)) isn't answered: \(Self.text(reason))"
        case .secretsWithheld(let names, let from, let to):
            "\(names.joined(separator: ", ")) stay with \(from.origin): \(to.origin) is another origin"
        default: nil
        }
    }

    private var policyText: String? {
        switch self {
        case .redirectFollowed(let change): Self.text(change)
        case .redirectDelivered(let status, let reason): "the redirect (\(status)) isn't followed: \(Self.text(reason))"
        case .redirectRefused(let status, let reason): "the redirect (\(status)) is an error: \(reason)"
        case .secondTry: "the request is sent again on a new connection: the reused one was dead, and that is safe"
        case .noSecondTry(let reason): "the request isn't sent again by itself: \(Self.text(reason))"
        case .retryPlanned(let delay, let made, let isServersWish):
            "attempt \(made + 1) follows in \(Self.text(delay)), as \(isServersWish ? "Retry-After" : "the policy") asks"
        case .retryRefused(let reason): "the request isn't repeated: \(Self.text(reason))"
        default: nil
        }
    }

    private var cacheText: String? {
        switch self {
        case .cacheAnswered(let status):
            "the cache answers" + (status.detail.map { " (\($0))" } ?? "")
                + (status.timeToLive.map { Self.text(timeToLive: $0) } ?? "")
        case .cacheForwarded(let reason): "the server is asked: \(Self.text(reason))"
        case .cacheValidating(let names):
            "the server is asked whether what is stored is good (\(names.joined(separator: ", ")))"
        case .cacheFreshened(let count): "the server says that what is stored is good (\(count))"
        case .responseStored: "the response is stored as it is read"
        case .responseNotStored(let reason): "the response isn't stored: \(Self.text(reason))"
        case .cacheInvalidated(let urls):
            "what is stored of \(urls.map { $0.withoutCredentials.href }.joined(separator: ", ")) is dropped"
        default: nil
        }
    }
}
