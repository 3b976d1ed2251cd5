internal import HTTPTypes
package import SockeyeURL

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
    static let originFields: [HTTPField.Name] = [
        .authorization, .proxyAuthorization, .cookie, .hostField,
    ]
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
