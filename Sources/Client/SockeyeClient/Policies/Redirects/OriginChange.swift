internal import HTTPTypes
internal import SockeyeFields
package import SockeyeURL

/// What a request may carry over when it continues at another URL.
///
/// The single rule for redirects, mirrors, resumable uploads and the doctor.
///
/// | | same origin | another origin |
/// |---|---|---|
/// | Host, and fields whose names mean a secret, see ``SecretField`` | kept | dropped |
/// | credential, AWS signature | kept | dropped |
/// | user and password of the URL | kept, unless the new URL has its own | dropped |
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
    var leavesOrigin: Bool { !to.hasSameOrigin(as: from) }

    /// Whether it leads from https to http.
    package var isDowngrade: Bool { from.isSecure && !to.isSecure }

    /// The fields among those of a request that contain a secret or name the host, each once.
    static func originFields(of fields: HTTPFields) -> [HTTPField.Name] {
        var seen: Set<HTTPField.Name> = []
        return fields.map(\.name).filter { name in
            (name == .hostField || SecretField(name.rawName) != nil) && seen.insert(name).inserted
        }
    }
}

/// What a request remembers of an origin it has left.
struct LeftOrigin: Sendable, Hashable {
    /// The URL given by the caller.
    let first: HTTPURL
    /// Whether the caller gave a credential; then netrc's `default` entry must not apply elsewhere.
    let hadCredential: Bool

    /// Whether the client's certificate may be shown at `url`: at the caller's origin, or at the same host if http was
    /// upgraded to https on the default ports.
    func showsIdentity(at url: HTTPURL) -> Bool {
        url.hasSameOrigin(as: first) || url.hasSameOrigin(as: first.secured)
    }
}
