internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeURL

extension OriginChange {
    /// What `request` had that stays behind, as a trace names it. Empty if nothing does.
    func withheld(of request: Request) -> [String] {
        guard leavesOrigin else { return [] }
        var names = Self.originFields.filter(request.fields.contains).map(\.rawName)
        if request.credential != nil || from.hasCredentials { names.append("credential") }
        return names
    }
}

extension Request {
    /// This request as it goes on at another URL; secrets stay with the origin they are for.
    ///
    /// - Parameter keepingSecrets: whether the caller trusts every origin with them.
    package func moved(_ change: OriginChange, keepingSecrets: Bool = false) -> Request {
        var next = self
        next.url = change.to
        // A target given by the caller names something at the first URL.
        next.target = nil
        if change.leavesOrigin, !keepingSecrets {
            let hadCredential =
                credential != nil || change.from.hasCredentials || fields.contains(.authorization)
            next.leftOrigin = LeftOrigin(
                first: leftOrigin?.first ?? change.from,
                hadCredential: hadCredential || leftOrigin?.hadCredential == true)
            for name in OriginChange.originFields { next.fields[name] = nil }
            next.credential = nil
        } else if next.credential == nil, !change.to.hasCredentials {
            // A relative reference inherits them from its base (URL Standard, "relative state"), so an absolute one to the
            // same origin doesn't lose them either.
            next.credential = change.from.credential
        }
        return next
    }

    /// This request as it goes on after a redirect.
    ///
    /// Fields that describe the body go when it goes (RFC 9110 section 15.4, item 5); ``OriginChange`` says what stays with
    /// the origin.
    func redirected(_ step: RedirectPolicy.Step, by policy: RedirectPolicy) -> Request {
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

extension RedirectPolicy.Hop {
    init(_ request: Request, count: Int = 0) {
        self.init(
            url: request.url, method: request.method, hasBody: !request.body.isNone,
            isBodyReplayable: request.body.isReplayable, count: count)
    }
}
