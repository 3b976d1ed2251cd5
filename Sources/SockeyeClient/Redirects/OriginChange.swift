internal import HTTPTypes
package import SockeyeHTTP1

/// A request goes on at another URL: what of it may go along.
///
/// The one rule for redirects, mirrors and the places of resumable uploads, so that secrets can leave by one door only.
///
/// | | same origin | another origin |
/// |---|---|---|
/// | Authorization, Proxy-Authorization, Cookie, Host | kept | dropped |
/// | credential, AWS signature | kept | dropped |
/// | user and password of the URL | go on, unless the new URL has its own | dropped |
/// | netrc's `default` entry | used | not used if the caller named a credential |
/// | client certificate | shown | not shown, see ``LeftOrigin`` |
/// | request target | dropped | dropped |
/// | every other field | kept | kept |
package struct OriginChange: Sendable, Hashable {
    package let from: HTTPURL
    package let to: HTTPURL

    package init(from: HTTPURL, to: HTTPURL) {
        self.from = from
        self.to = to
    }

    /// Whether secrets stay behind: scheme, host or port differ (RFC 9110 section 15.4, items 2 and 4).
    package var leavesOrigin: Bool { !to.hasSameOrigin(as: from) }

    /// Whether it leads from TLS to plain text.
    package var isDowngrade: Bool { from.isSecure && !to.isSecure }

    /// Fields that hold secrets or name the host.
    private static let originFields: [HTTPField.Name] = [
        .authorization, .proxyAuthorization, .cookie, .hostField,
    ]

    /// What `request` had that stays behind, as a trace names it. Empty if nothing does.
    func withheld(of request: Request) -> [String] {
        guard leavesOrigin else { return [] }
        var names = Self.originFields.filter(request.fields.contains).map(\.rawName)
        if request.credential != nil || from.hasCredentials { names.append("credential") }
        return names
    }

    /// `request` as it goes on.
    ///
    /// - Parameter keepingSecrets: whether the caller trusts every origin with them.
    func apply(to request: Request, keepingSecrets: Bool) -> Request {
        var next = request
        next.url = .success(to)
        // A target of the caller's own names something at the first URL.
        next.target = nil
        if leavesOrigin, !keepingSecrets {
            let hadCredential =
                request.credential != nil || from.hasCredentials || request.fields.contains(.authorization)
            next.leftOrigin = LeftOrigin(
                first: request.leftOrigin?.first ?? from,
                hadCredential: hadCredential || request.leftOrigin?.hadCredential == true)
            for name in Self.originFields { next.fields[name] = nil }
            next.credential = nil
        } else if next.credential == nil, !to.hasCredentials {
            // A relative reference inherits them from its base (URL Standard, "relative state"), so an absolute one to the
            // same origin does not lose them either.
            next.credential = from.credential
        }
        return next
    }
}

/// What a request that left its origin remembers of it.
struct LeftOrigin: Sendable, Hashable {
    /// The URL of the origin that the caller named.
    let first: HTTPURL
    /// Whether the caller said who to be there; then netrc's `default` entry must not say it elsewhere.
    let hadCredential: Bool

    /// Whether the client's certificate may be shown at `url`: at the origin that the caller named, or at the same host
    /// when plain http moved up to https on the default ports.
    func showsIdentity(at url: HTTPURL) -> Bool {
        url.hasSameOrigin(as: first) || url.hasSameOrigin(as: first.secured)
    }
}

extension Request {
    /// This request as it goes on at another URL; secrets stay with the origin that they are for.
    package func moved(_ change: OriginChange, keepingSecrets: Bool = false) -> Request {
        change.apply(to: self, keepingSecrets: keepingSecrets)
    }
}
