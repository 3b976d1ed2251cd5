internal import HTTPTypes
internal import SockeyeHTTP1
public import SockeyeURL

extension EventKind {
    // MARK: Strict transport security

    /// The host requires TLS, so this URL is requested instead.
    public static var upgradedToTLS: EventKind<HTTPURL> {
        .row("RFC 6797", "8.3", "A known host is asked over TLS only, whatever the URL says.") {
            "the host requires TLS, so \($0.withoutCredentials) is requested"
        }
    }

    /// The outcome of a Strict-Transport-Security field.
    static var strictTransport: EventKind<StrictTransportOutcome> {
        .reason("RFC 6797", "8.1", "The field counts over good TLS and from a name only.") { outcome in
            switch outcome {
            case .stored(let host, let age, let includesSubdomains):
                "\(host)\(includesSubdomains ? " and its subdomains" : "") will be asked over TLS only, for \(age) s"
            case .removed(let host):
                "\(host) may be asked without TLS again"
                    .under("RFC 6797", "6.1.1", "A max-age of 0 forgets the host.")
            case .ignoredAsUnproven: "Strict-Transport-Security is ignored: the host isn't proven by TLS"
            case .ignoredFromAddress:
                "Strict-Transport-Security is ignored: only names are remembered"
                    .under("RFC 6797", "8.1.1", "An address is no name to remember.")
            case .ignoredAsMalformed:
                "Strict-Transport-Security is ignored: it can't be read"
                    .under("RFC 6797", "6.1", "A field that breaks its grammar is ignored.")
            }
        }
    }

    // MARK: Cookies

    /// A cookie is sent.
    static var cookieSent: EventKind<(name: String, domain: String)> {
        .reason("RFC 6265bis", "5.8.3", "Host, path, Secure and expiry all have to fit.") {
            "the cookie \($0.name) of \($0.domain) is sent"
        }
    }

    /// A cookie of the response is stored.
    static var cookieStored: EventKind<(name: String, domain: String)> {
        .reason("RFC 6265bis", "5.7", "A server sets cookies for itself or for a parent domain.") {
            "the cookie \($0.name) is stored for \($0.domain)"
        }
    }

    /// A cookie of this host or its parents is not sent.
    static var cookieWithheld: EventKind<(cookie: Cookie, reason: CookieWithholding)> {
        .reason("RFC 6265bis", "5.8.3", "Host, path, Secure and expiry all have to fit.") { cookie, reason in
            let text = "the cookie \(cookie.name) of \(cookie.domain) is not sent:"
            return switch reason {
            case .otherHost: "\(text) it is for other hosts"
            case .otherPath: "\(text) it is for paths at or below \(cookie.path)"
            case .needsTLS: "\(text) it is for TLS only"
            case .expired:
                "\(text) its time is over"
                    .under("RFC 6265bis", "5.7", "A cookie whose time is over is removed.")
            case .fieldFull: "\(text) the field is full"
            }
        }
    }

    /// The jar isn't used: the request doesn't want it, or the policy doesn't allow it at this URL.
    static var cookiesOff: EventKind<Bool> {
        .reason("RFC 6265bis", "7.1", "A client may refuse cookies of third parties.") { isRequestsWish in
            isRequestsWish
                ? "the cookie jar isn't used: the request doesn't want it"
                : "the cookie jar isn't used: its policy doesn't allow cookies here"
        }
    }

    /// A cookie of the response is refused.
    static var cookieRefused: EventKind<(name: String, refusal: CookieRefusal)> {
        .reason("RFC 6265bis", "5.7", "A cookie for others, or less safe than it says, is ignored.") { name, refusal in
            let text = "the cookie \(name) is refused:"
            return switch refusal {
            case .malformed:
                "\(text) it is empty, too long or has a control character"
                    .under("RFC 6265bis", "5.6", "Control characters and lengths beyond the limit are refused.")
            case .foreignDomain(let domain): "\(text) \(domain) isn't the host or a parent of it"
            case .publicSuffix(let domain): "\(text) \(domain) is shared by many owners"
            case .needsTLS: "\(text) it is Secure, and came without TLS"
            case .brokenPrefix:
                "\(text) its name's prefix requires attributes that it lacks"
                    .under("RFC 6265bis", "4.1.3", "__Secure- and __Host- promise attributes.")
            case .shadowsSecure: "\(text) it would hide a Secure cookie"
            }
        }
    }

    // MARK: Credentials

    /// A credential is sent with this scheme.
    static var credentialSent: EventKind<(scheme: String, toProxy: Bool)> {
        .reason("RFC 9110", "11.6.2", "Authorization has the credential for this realm.") { scheme, toProxy in
            guard toProxy else { return "\(scheme) credentials are sent to the server" }
            return "\(scheme) credentials are sent to the proxy"
                .under("RFC 9110", "11.7.2", "Proxy-Authorization has the credential for the proxy.")
        }
    }

    /// A credential is kept back until the server asks for it.
    static var credentialHeld: EventKind<CredentialSource> {
        .reason("RFC 9110", "11.6.1", "A server that wants a credential asks with 401.") {
            "the credential of \($0.rawValue) waits until the server asks for it"
        }
    }

    /// A challenge will be answered.
    static var challengeAnswered: EventKind<(scheme: String, status: Int)> {
        .reason("RFC 9110", "11.6.1", "The strongest offered scheme that is known is answered.") { scheme, status in
            let text = "the challenge (\(status)) will be answered with \(scheme)"
            if status != 407 { return "\(text)" }
            return text.under("RFC 9110", "11.7.1", "A proxy that wants a credential asks with 407.")
        }
    }

    /// A challenge will not be answered.
    static var challengeUnanswered: EventKind<(status: Int, refusal: ChallengeRefusal)> {
        .reason("RFC 9110", "15.5.2", "A refused credential isn't sent again.") { status, refusal in
            let text = "the challenge (\(status)) isn't answered: \(refusal)"
            if status != 407 { return "\(text)" }
            return text.under("RFC 9110", "15.5.8", "A credential that the proxy refused isn't sent again.")
        }
    }

    /// These fields and credentials stay behind, since the redirect leads to another origin.
    public static var secretsWithheld: EventKind<(names: [String], from: HTTPURL, to: HTTPURL)> {
        .row("RFC 9110", "15.4", "Fields for the first origin don't go to another one.") { names, from, to in
            "\(names.joined(separator: ", ")) stay with \(from.origin): \(to.origin) is another origin"
        }
    }

    // MARK: Redirects

    /// A redirect is followed.
    public static var redirectFollowed: EventKind<RedirectHop> {
        .row("RFC 9110", "15.4", "The status says whether method and body stay.") { hop in
            let status = hop.head.status.code
            let method = hop.next.method == hop.method ? "" : ", with \(hop.next.method) instead of \(hop.method)"
            let body = hop.keepsBody ? ", sending the body again" : ", without the body"
            let change = hop.hadBody ? method + body : method
            let text = "the redirect (\(status)) is followed to \(hop.destination.withoutCredentials)\(change)"
            return switch status {
            case 301: text.under("RFC 9110", "15.4.2", "Moved for good: POST may become GET, and does.")
            case 302: text.under("RFC 9110", "15.4.3", "Elsewhere for now: POST may become GET, and does.")
            case 303: text.under("RFC 9110", "15.4.4", "The result is elsewhere, fetched with GET or HEAD.")
            case 307: text.under("RFC 9110", "15.4.8", "Elsewhere for now: method and body stay.")
            case 308: text.under("RFC 9110", "15.4.9", "Moved for good: method and body stay.")
            default: "\(text)"
            }
        }
    }

    /// A redirect goes to the caller.
    static var redirectDelivered: EventKind<(status: Int, reason: RedirectDelivery)> {
        .reason("RFC 9110", "15.4", "A client may follow a redirect with a Location.") { status, reason in
            let text = "the redirect (\(status)) isn't followed: \(reason.rawValue)"
            return switch status {
            case 300: text.under("RFC 9110", "15.4.1", "Several choices: the caller may choose.")
            case 304: text.under("RFC 9110", "15.4.5", "304 leads nowhere: what the caller has is good.")
            case 305: text.under("RFC 9110", "15.4.6", "305 names a proxy: deprecated, and not safe.")
            case 306: text.under("RFC 9110", "15.4.7", "306 is no longer used.")
            default: "\(text)"
            }
        }
    }

    /// A redirect can't be followed, and is an error.
    static var redirectRefused: EventKind<(status: Int, error: RedirectError)> {
        .reason("RFC 9110", "15.4", "A client detects loops; it doesn't follow into danger.") {
            "the redirect (\($0.status)) is an error: \($0.error)"
        }
    }

    // MARK: Repeats

    /// The request is sent a second time, since its reused connection was dead, with this failure.
    public static var secondTry: EventKind<HTTPClientError> {
        .row("RFC 9112", "9.3.1", "A request on a connection that was just closed is repeated.") { _ in
            "the request is sent again on a new connection: the reused one was dead, and that is safe"
        }
    }

    /// The request isn't sent a second time.
    static var noSecondTry: EventKind<SecondTryRefusal> {
        .reason("RFC 9110", "9.2.2", "What isn't idempotent isn't repeated by itself.") { refusal in
            let text = "the request isn't sent again by itself: \(refusal.rawValue)"
            return switch refusal {
            case .notLost, .wasNew, .hasReceived:
                text.under("RFC 9112", "9.5", "Only an idle connection may be closed at any time.")
            case .isSecondTry, .notReplayable, .notIdempotent: "\(text)"
            }
        }
    }

    /// The request is repeated after this delay.
    public static var retryPlanned:
        EventKind<(reason: RetryReason, delay: Duration, attemptsMade: Int?, isServersWish: Bool)>
    {
        .row("RFC 9110", "10.2.3", "Retry-After says when to come back.") { reason, delay, made, isServersWish in
            let attempt = made.map { "attempt \($0 + 1)" } ?? "another attempt"
            let text = "\(attempt) follows in \(delay.inWords), as"
            if isServersWish { return "\(text) Retry-After asks" }
            return "\(text) the policy asks"
                .under("RFC 9110", "9.2.2", "What can safely be repeated is, after a pause.")
        }
    }

    /// The request isn't repeated.
    static var retryRefused: EventKind<RetryRefusal> {
        .reason("RFC 9110", "9.2.2", "Only what can safely be repeated is.") { refusal in
            switch refusal {
            case .attemptsMade(1): "the request isn't repeated: one attempt is all"
            case .attemptsMade(let count): "the request isn't repeated: all \(count) attempts are made"
            case .notReplayable: "the request isn't repeated: its body can't be sent again"
            case .lasting: "the request isn't repeated: it would come to the same again"
            case .notIdempotent: "the request isn't repeated: acting twice would be something else"
            case .delayTooLong(let delay):
                "the request isn't repeated: Retry-After asks for \(delay.inWords), longer than allowed"
            case .timeIsUp: "the request isn't repeated: the time is over"
            }
        }
    }
}

extension Duration {
    /// Seconds, with at most three digits after the point.
    fileprivate var inWords: String {
        let (seconds, fraction) = components
        let digits = String(fraction / 1_000_000_000_000_000 + 1_000).dropFirst()
        return digits == "000" ? "\(seconds) s" : "\(seconds).\(digits) s"
    }
}
