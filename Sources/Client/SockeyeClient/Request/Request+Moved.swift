public import HTTPTypes
internal import SockeyeHTTP1
public import SockeyeURL

extension OriginChange {
    /// The names of the fields and credentials that `request` loses, for the trace.
    func withheld(of request: Request) -> [String] {
        guard leavesOrigin else { return [] }
        var names = Self.originFields(of: request.fields).map(\.rawName)
        if request.credential != nil || from.hasCredentials { names.append("credential") }
        return names
    }
}

extension Request {
    /// This request, continued at another URL.
    ///
    /// If scheme, host or port differ, everything secret stays behind (RFC 9110 section 15.4): credential, signature,
    /// Authorization, Cookie, and each field whose name means a secret, such as `X-Api-Key` or `Private-Token`; the client's
    /// certificate isn't shown there. The same rule applies to redirects, mirrors and resumable uploads.
    ///
    /// - Parameters:
    ///   - url: where it goes on.
    ///   - keepingSecrets: whether the caller trusts every origin with secrets. What stands in the old URL stays behind
    ///     even so, and Host: they are for that URL's host.
    public func moved(to url: HTTPURL, keepingSecrets: Bool = false) -> Request {
        let change = OriginChange(from: self.url, to: url)
        var next = self
        next.url = url
        // A target given by the caller applies to the first URL only.
        next.target = nil
        next.layout?.target = nil
        if change.leavesOrigin {
            if hasCredentialOfURL { (next.credential, next.hasCredentialOfURL) = (nil, false) }
            // It names the site of the old origin and chooses its cookies, so it stays behind even if secrets don't.
            next.fields[.hostField] = nil
            if keepingSecrets { return next }
            let hadCredential =
                credential != nil || change.from.hasCredentials || fields.contains(.authorization)
            next.leftOrigin = LeftOrigin(
                first: leftOrigin?.first ?? change.from,
                hadCredential: hadCredential || leftOrigin?.hadCredential == true)
            for name in OriginChange.originFields(of: fields) { next.fields[name] = nil }
            next.credential = nil
        } else if next.credential == nil, !url.hasCredentials, let credential = change.from.credential {
            // A relative reference inherits credentials from its base (URL Standard, "relative state"), so an absolute
            // one to the same origin keeps them too.
            (next.credential, next.hasCredentialOfURL) = (credential, true)
        }
        return next
    }

    /// This request, continued after a redirect.
    ///
    /// Fields that describe the body are dropped with it (RFC 9110 section 15.4, item 5); ``OriginChange`` decides what
    /// may leave the origin.
    func redirected(_ step: RedirectPolicy.Step, by policy: RedirectPolicy) -> Request {
        let change = OriginChange(from: url, to: step.url)
        var request = moved(to: step.url, keepingSecrets: policy.sendsSecretsEverywhere)
        request.method = step.method
        if !step.keepsBody {
            request.body = .none
            request.expectsContinue = false
            for name in Self.bodyFields { request.fields[name] = nil }
        }
        if policy.sendsReferer {
            // RFC 9110 section 10.1.3: no credentials, no fragment, and no Referer from https to http.
            request.fields[.referer] = change.isDowngrade ? nil : url.withoutCredentials.withoutFragment.href
        }
        return request
    }

    private static let bodyFields: [HTTPField.Name] =
        [
            .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .transferEncoding,
            .expect, .lastModified, .trailer,
        ] + ["Digest", "Content-Digest", "Repr-Digest"].compactMap { HTTPField.Name($0) }
}

extension RedirectPolicy.Hop {
    init(_ request: Request, count: Int = 0) {
        self.init(
            url: request.url, method: request.method, hasBody: !request.body.isNone,
            isBodyReplayable: request.body.isReplayable, switchesProtocols: request.switchesProtocols, count: count)
    }
}

/// Where fields came from; of two notes the later one counts. Not a dictionary: every request has some, and hardly any is explained.
struct FieldSource: Sendable {
    let names: [HTTPField.Name]
    let text: String
}

extension Request {
    /// Notes where fields came from, for observers that want reasons.
    ///
    /// - Parameters:
    ///   - names: the fields' names.
    ///   - source: in words that end "… is sent because of", such as `an option`. Without a note a field of the request comes from
    ///     "the request itself".
    public mutating func note(_ names: [HTTPField.Name], from source: String) {
        if names.isEmpty { return }
        fieldSources = (fieldSources ?? []) + [FieldSource(names: names, text: source)]
    }

    /// Notes where the fields came from that are new.
    ///
    /// - Parameters:
    ///   - before: the fields that were there before.
    ///   - source: see ``note(_:from:)``.
    package mutating func noteFields(addedTo before: HTTPFields, from source: String) {
        note(fields.map(\.name).filter { !before.contains($0) }, from: source)
    }
}
