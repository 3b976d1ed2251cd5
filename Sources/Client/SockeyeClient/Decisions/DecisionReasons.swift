public import HTTPTypes
public import SockeyeURL

// What decisions are made by.
extension Decision {
    /// Where a field of the request came from.
    public enum FieldSource: String, Sendable, Hashable, CaseIterable {
        /// The request itself.
        case caller = "the request itself"
        /// A default of the client.
        case configuration = "a default of the client"
        /// The URL.
        case url = "the URL"
        /// The body's type.
        case body = "the body's type"
        /// The body's length.
        case framing = "the body's length"
        /// The codings that the client can undo.
        case coding = "the codings that the client can undo"
        /// The cookie jar.
        case cookieJar = "the cookie jar"
        /// The credential.
        case credential = "the credential"
        /// The cache.
        case cache = "the cache"
        /// The redirect.
        case redirect = "the redirect"
        /// The proxy's settings.
        case proxy = "the proxy's settings"
        /// The wait for 100 (Continue).
        case expectation = "the wait for 100 (Continue)"
        /// An instrument of the client.
        case instrument = "an instrument of the client"
    }

    /// What became of `Expect: 100-continue`.
    public enum ExpectationOutcome: Sendable, Hashable {
        /// The body waits for the server.
        case awaited
        /// The server said 100: the body is sent.
        case continued
        /// The server didn't answer in time: the body is sent.
        case timedOut
        /// The server answered instead, with this status.
        case answered(status: Int)
        /// The server refused the expectation (417): the request is sent again without it.
        case dropped
    }

    /// What a Strict-Transport-Security field came to.
    public enum StrictTransportOutcome: Sendable, Hashable {
        /// The host requires TLS for this many seconds.
        case stored(host: String, maximumAge: Int64, includesSubdomains: Bool)
        /// The host no longer does.
        case removed(host: String)
        /// It came without TLS, or with a certificate that wasn't good.
        case ignoredAsUnproven
        /// It came from an address: only names are remembered.
        case ignoredFromAddress
        /// It can't be read.
        case ignoredAsMalformed
    }

    /// Why no proxy is used.
    public enum DirectReason: Sendable, Hashable {
        /// None is configured for the scheme.
        case noProxy
        /// This entry of the exceptions names the host.
        case exception(String)
    }

    /// Why a new connection is opened.
    public enum OpenReason: Sendable, Hashable {
        /// No idle one leads there.
        case noneIdle
        /// The last one was dead.
        case secondTry
        /// Another one gave its place.
        case placeFreed
    }

    /// Who named the addresses.
    public enum AddressSource: Sendable, Hashable {
        /// The system's resolver.
        case resolver
        /// The configuration.
        case override
        /// The URL has an address instead of a name.
        case url
        /// A Unix domain socket.
        case unixSocket
    }

    /// Why a cookie is not sent.
    public enum CookieWithholding: Sendable, Hashable {
        /// It is for other hosts.
        case otherHost
        /// It is for paths at or below this one.
        case otherPath(String)
        /// It is for TLS only.
        case needsTLS
        /// Its time is over.
        case expired
        /// The field is full.
        case fieldFull
    }

    /// Why the jar isn't used.
    public enum CookieJarUse: Sendable, Hashable {
        /// The request doesn't want it.
        case request
        /// The policy doesn't allow cookies at this URL.
        case policy
    }

    /// Why a cookie is not stored.
    public enum CookieRefusal: Error, Sendable, Hashable {
        /// The field has a control character, is empty or is too long.
        case malformed
        /// Its Domain isn't the host or a parent of it.
        case foreignDomain(String)
        /// Its Domain is a public suffix, such as `co.uk`.
        case publicSuffix(String)
        /// It is Secure, and the URL isn't.
        case needsTLS
        /// Its name's prefix requires attributes that it lacks.
        case brokenPrefix
        /// It would hide a Secure cookie.
        case shadowsSecure
    }

    /// Where a credential came from.
    public enum CredentialSource: String, Sendable, Hashable {
        /// The request.
        case request = "the request"
        /// The URL.
        case url = "the URL"
        /// The configuration.
        case configuration = "the configuration"
        /// The netrc file.
        case netrc = "the netrc file"
    }

    /// Why a challenge is not answered.
    public enum ChallengeRefusal: Error, Sendable, Hashable {
        /// There is no credential for the place.
        case noCredential
        /// The credential was sent, and refused.
        case refused
        /// None of the offered schemes may be answered.
        case noCommonScheme
        /// The server keeps asking.
        case tooManyRounds
        /// The credential can't be written in the scheme.
        case unfit
    }

    /// How a redirect changes the request.
    public struct RedirectChange: Sendable, Hashable {
        /// The status.
        public var status: Int
        /// The redirecting URL.
        public var from: HTTPURL
        /// Where it leads.
        public var to: HTTPURL
        /// The method before and after.
        public var method: (before: HTTPRequest.Method, after: HTTPRequest.Method) { (oldMethod, newMethod) }
        /// Whether the body is sent again; `nil` if there is none.
        public var keepsBody: Bool?

        var oldMethod: HTTPRequest.Method
        var newMethod: HTTPRequest.Method
    }

    /// Why a redirect goes to the caller.
    public enum RedirectDelivery: Sendable, Hashable {
        /// Redirects aren't followed.
        case notFollowing
        /// The status is no redirect to follow.
        case status
        /// There is no Location.
        case noLocation
        /// The caller's closure stopped there.
        case declined
    }

    /// Why a request isn't sent a second time after its connection was lost.
    public enum SecondTryRefusal: Sendable, Hashable {
        /// The connection wasn't lost: something else failed.
        case notLost
        /// It was the second try.
        case isSecondTry
        /// The connection was new, so the server meant this request.
        case wasNew
        /// A part of the response had come.
        case hasReceived
        /// The body can't be sent again.
        case notReplayable
        /// The server may have acted already, and acting twice is something else.
        case notIdempotent
    }

    /// Why a failed request isn't repeated by the retry policy.
    public enum RetryRefusal: Sendable, Hashable {
        /// All attempts are made.
        case attemptsMade(Int)
        /// The body can't be sent again.
        case notReplayable
        /// It would happen again.
        case lasting
        /// Acting twice is something else than acting once.
        case notIdempotent
        /// The server asks for a longer delay than the policy allows.
        case delayTooLong(Duration)
        /// The time is over.
        case timeIsUp
    }
}
