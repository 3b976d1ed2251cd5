public import HTTPTypes
public import SockeyeURL

/// Which redirects are followed, and what the next request carries over (RFC 9110 section 15.4).
///
/// 301, 302, 303, 307 and 308 with a Location are redirects unless ``statuses`` says otherwise; the caller gets every other response, including 304 and
/// 305. An empty Location is ignored, as in curl: it would lead back to the same URL. Fields that contain secrets or
/// name the host never go to another origin unless `sendsSecretsEverywhere` is set, and a redirect from https to http
/// is an error unless `allowsDowngrade` is.
public struct RedirectPolicy: Sendable {
    /// Whether redirects are followed; otherwise the caller gets the redirect itself.
    public var isFollowing: Bool
    /// The most redirects to follow; more are an error. `nil` for no limit.
    public var limit: Int?
    /// The statuses among 301, 302 and 303 after which a POST stays a POST with its body.
    public var keepsPostAfter: Set<Int>
    /// Whether the method stays whatever the status, as with curl's `-X`. A body is still dropped when the status says
    /// so.
    public var keepsMethod: Bool
    /// The methods that become GET after 301 and 302, unless ``keepsPostAfter`` has the status; default POST.
    public var methodsThatBecomeGet: Set<HTTPRequest.Method> {
        get { givenMethodsThatBecomeGet ?? [.post] }
        set { givenMethodsThatBecomeGet = newValue }
    }
    /// `nil` for the default: a set of methods costs each start its type.
    private var givenMethodsThatBecomeGet: Set<HTTPRequest.Method>?
    /// The statuses that are redirects if they have a Location; default 301, 302, 303, 307 and 308.
    public var statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// Whether https may lead to http.
    public var allowsDowngrade: Bool
    /// Whether Authorization, Cookie, Proxy-Authorization and Host go to other origins too. The redirecting server then
    /// decides who sees them.
    public var sendsSecretsEverywhere: Bool
    /// Whether the next request names the redirecting URL in Referer.
    public var sendsReferer: Bool
    /// Whether a Location with a user name is refused.
    package var refusesUserInformation: Bool
    /// The schemes that a redirect may lead to.
    public var schemes: Set<String>
    /// Called for each redirect that the policy would follow, and may stop there; `nil` follows all.
    public var decision: (@Sendable (RedirectProposal) async -> RedirectDecision)?

    /// Creates a policy; by default at most 20 redirects, methods changed as in browsers, no secrets to other origins.
    public init(
        isFollowing: Bool = true, limit: Int? = 20, keepsPostAfter: Set<Int> = [], keepsMethod: Bool = false,
        allowsDowngrade: Bool = false, sendsSecretsEverywhere: Bool = false, sendsReferer: Bool = false,
        refusesUserInformation: Bool = false, schemes: Set<String> = ["http", "https"],
        decision: (@Sendable (RedirectProposal) async -> RedirectDecision)? = nil
    ) {
        self.isFollowing = isFollowing
        self.limit = limit
        self.keepsPostAfter = keepsPostAfter
        self.keepsMethod = keepsMethod
        self.allowsDowngrade = allowsDowngrade
        self.sendsSecretsEverywhere = sendsSecretsEverywhere
        self.sendsReferer = sendsReferer
        self.refusesUserInformation = refusesUserInformation
        self.schemes = schemes
        self.decision = decision
    }

    /// Follows up to 20.
    public static let follow = RedirectPolicy()
    /// Follows none: a redirect is an ordinary response.
    public static let never = RedirectPolicy(isFollowing: false)
}

/// A redirect about to be followed.
public struct RedirectProposal: Sendable {
    /// The redirecting URL.
    public let from: HTTPURL
    /// The URL it leads to.
    public let to: HTTPURL
    /// The status, from 301 to 308.
    public let status: Int
    /// The method of the next request.
    public let method: HTTPRequest.Method
    /// Redirects followed before this one.
    public let count: Int
}

/// What to do with a redirect.
@nonexhaustive
public enum RedirectDecision: Sendable, Hashable {
    /// Follow it.
    case follow
    /// Stop: the caller gets the redirect itself.
    case deliver
}

/// Why a redirect could not be followed.
@nonexhaustive
public enum RedirectError: Error, Sendable, Hashable {
    /// There were more redirects than this.
    case tooMany(limit: Int)
    /// Several Location fields lead to different places.
    case conflictingLocations
    /// The Location field is not a valid URL.
    case malformedLocation(HTTPURLError)
    /// It leads to a scheme that is not allowed.
    case schemeNotAllowed(String)
    /// It leads from https to this http URL.
    case downgrade(String)
    /// It leads to a URL with a user name.
    case userInformation
    /// The body would have to be sent again, and it cannot be.
    case bodyNotReplayable
}

extension RedirectError: CustomStringConvertible {
    /// Describes the error and what to do.
    public var description: String {
        switch self {
        case .tooMany(let limit): "Maximum (\(limit)) redirects followed"
        case .conflictingLocations: "the response has several Location fields that lead to different places"
        case .malformedLocation(let error): "the redirect's Location is invalid: \(error)"
        case .schemeNotAllowed(let scheme): "the redirect leads to the scheme \"\(scheme)\", which is not allowed"
        case .downgrade(let url): "the redirect leads from https to \(url); allow it only if nothing is secret"
        case .userInformation: "the redirect leads to a URL with a user name, which is not allowed"
        case .bodyNotReplayable:
            "the redirect requires sending the body again, which isn't possible; send it from a file or from memory"
        }
    }
}

extension RedirectPolicy {
    /// The redirected request, as far as the decision depends on it.
    struct Hop: Sendable {
        var url: HTTPURL
        var method: HTTPRequest.Method
        var hasBody = false
        var isBodyReplayable = true
        /// Whether the request asks for another protocol.
        var switchesProtocols = false
        /// Redirects followed so far.
        var count = 0
    }

    /// The next request.
    struct Step: Sendable, Hashable {
        var url: HTTPURL
        var method: HTTPRequest.Method
        var keepsBody: Bool
    }

    /// Decides about a response; `nil` means it is delivered to the caller.
    ///
    /// - Parameters:
    ///   - locations: the values of all Location fields, as octets.
    ///   - securing: turns an http URL into https if its host requires TLS (RFC 6797 section 8.3).
    func next(
        after hop: Hop, status: Int, locations: [[UInt8]], securing: (HTTPURL) -> HTTPURL = { $0 }
    ) throws(RedirectError) -> Step? {
        if delivery(status: status, locations: locations) != nil { return nil }
        // RFC 9110 section 10.2.2 allows one. Equal ones count as one; different ones are ambiguous.
        let meant = locations.filter { !$0.isEmpty }
        guard let location = meant.first else { return nil }
        if meant.contains(where: { $0 != location }) { throw .conflictingLocations }
        if let limit, hop.count >= limit { throw .tooMany(limit: limit) }
        let url = try destination(of: location, from: hop, securing)
        let (method, keepsBody) = method(after: hop, status: status)
        if keepsBody, hop.hasBody, !hop.isBodyReplayable { throw .bodyNotReplayable }
        return Step(url: url, method: method, keepsBody: keepsBody)
    }

    /// Why the response is delivered rather than followed; `nil` if it isn't.
    func delivery(status: Int, locations: [[UInt8]]) -> RedirectDelivery? {
        if !isFollowing { return .notFollowing }
        if !statuses.contains(status) { return .status }
        return locations.allSatisfy(\.isEmpty) ? .noLocation : nil
    }

    private func destination(
        of location: [UInt8], from hop: Hop, _ securing: (HTTPURL) -> HTTPURL
    ) throws(RedirectError) -> HTTPURL {
        let base = hop.url
        var url: HTTPURL
        do throws(HTTPURLError) {
            url = try base.resolving(octets: location)
        } catch {
            if case .unsupportedScheme(let scheme) = error.reason { throw .schemeNotAllowed(scheme) }
            throw .malformedLocation(error)
        }
        // RFC 6455 section 3: ws and wss name the same places as http and https, where the handshake goes.
        if hop.switchesProtocols { url = url.ofHandshake }
        url = securing(url)
        guard schemes.contains(url.scheme) else { throw .schemeNotAllowed(url.scheme) }
        if refusesUserInformation, url.hasCredentials { throw .userInformation }
        let change = OriginChange(from: base, to: url)
        // RFC 9110 section 4.2.4: userinfo from an untrusted source is an error. Only a server that gets the credentials anyway may
        // change them.
        if change.leavesOrigin, !sendsSecretsEverywhere { url = url.withoutCredentials }
        if change.isDowngrade, !allowsDowngrade {
            throw .downgrade(url.withoutCredentials.href)
        }
        // RFC 9110 section 10.2.2: a Location without a fragment inherits the request's.
        if url.fragment == nil, let fragment = base.fragment { url = url.withFragment(fragment) }
        return url
    }

    private func method(after hop: Hop, status: Int) -> (method: HTTPRequest.Method, keepsBody: Bool) {
        let becomesGet =
            switch status {
            // RFC 9110 sections 15.4.2 and 15.4.3, note: for historical reasons a POST may become a GET.
            case 301, 302:
                (givenMethodsThatBecomeGet?.contains(hop.method) ?? (hop.method == .post))
                    && !keepsPostAfter.contains(status)
            // RFC 9110 section 15.4.4: the result is fetched elsewhere with GET (or HEAD).
            case 303: hop.method != .head && !(hop.method == .post && keepsPostAfter.contains(status))
            default: false
            }
        if !becomesGet { return (hop.method, true) }
        return (keepsMethod ? hop.method : .get, false)
    }
}

/// Why a redirect goes to the caller, in words.
enum RedirectDelivery: String {
    case notFollowing = "redirects aren't followed"
    case status = "this status isn't one to follow"
    case noLocation = "there is no Location"
    /// By the caller's closure.
    case declined = "the program stopped there"
}
