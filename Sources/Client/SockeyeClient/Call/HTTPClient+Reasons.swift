internal import HTTPTypes
internal import SockeyeHTTP1

// The reasons reported before a request is sent, if an observer asks for them.
extension HTTPClient {
    /// Tells where the parts of the head came from.
    ///
    /// - Parameter planned: the head before the instruments added their fields.
    func tellFields(
        of head: RequestHead, plannedAs planned: RequestHead, for request: Request, expectsContinue: Bool,
        _ observer: Observers
    ) {
        observer.tell(.targetChosen, head.target)
        let framing = RequestBodyFraming(request)
        observer.tell(.requestFramed, framing)
        var complete = head
        complete.addFields(of: framing, expectsContinue: expectsContinue)
        var told: Set<HTTPField.Name> = []
        for field in complete.fields where told.insert(field.name).inserted {
            let isInstruments = head.fields.contains(field.name) && !planned.fields.contains(field.name)
            let source = isInstruments ? "an instrument of the client" : source(of: field.name, in: request)
            observer.tell(.fieldAdded, (field.name, source))
        }
    }

    private func source(of name: HTTPField.Name, in request: Request) -> String {
        if name == .cookie, jar(for: request)?.fieldOctets(for: request.url.asked(of: request.fields)) != nil {
            return "the cookie jar"
        }
        if let source = request.fieldSources?.last(where: { $0.names.contains(name) }) { return source.text }
        if request.fields.contains(name) { return "the request itself" }
        switch name {
        case .hostField: return "the URL"
        case .contentType: return "the body's type"
        case .contentLength, .transferEncoding: return "the body's length"
        case .expect: return "the wait for 100 (Continue)"
        default: break
        }
        if configuration.defaultFields.contains(name) { return "a default of the client" }
        let isForCodings = name == .acceptEncoding || name == .te || name == .connection
        return isForCodings ? "the codings that the client can undo" : "the proxy's settings"
    }

    /// Tells whether a proxy is used, and about each cookie of the host whether it is sent.
    func tellRoute(_ route: ProxyRoute?, for request: Request, _ observer: Observers) {
        if let route {
            observer.tell(.proxied, route)
        } else {
            observer.tell(.direct, configuration.proxies.exception(for: request.url))
        }
        guard configuration.cookies != nil else { return }
        guard let jar = jar(for: request) else { return observer.tell(.cookiesOff, !request.usesCookies) }
        for (cookie, withholding) in jar.verdicts(for: request.url.asked(of: request.fields)) {
            if let withholding {
                observer.tell(.cookieWithheld, (cookie, withholding))
            } else {
                observer.tell(.cookieSent, (cookie.name, cookie.domain))
            }
        }
    }
}
