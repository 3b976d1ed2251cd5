internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeURL

// What is told about a request before it is sent, if an observer wants to know.
extension HTTPClient {
    /// Tells where the parts of the head came from.
    ///
    /// - Parameter planned: the head before the instruments added their fields.
    func tellFields(
        of head: RequestHead, plannedAs planned: RequestHead, for request: Request, expectsContinue: Bool,
        _ observer: Observers
    ) {
        observer.observe(decision: .targetChosen(head.target))
        let framing = RequestBodyFraming(request)
        observer.observe(decision: .requestFramed(framing))
        var complete = head
        complete.addFields(of: framing, expectsContinue: expectsContinue)
        var told: Set<HTTPField.Name> = []
        for field in complete.fields where told.insert(field.name).inserted {
            let isInstruments = head.fields.contains(field.name) && !planned.fields.contains(field.name)
            let source = isInstruments ? .instrument : source(of: field.name, in: request)
            observer.observe(decision: .fieldAdded(field.name, from: source))
        }
    }

    private func source(of name: HTTPField.Name, in request: Request) -> Decision.FieldSource {
        if let source = request.fieldSources?[name] { return source }
        if name == .cookie, jar(for: request)?.fieldOctets(for: request.url.asked(of: request.fields)) != nil {
            return .cookieJar
        }
        if request.fields.contains(name) { return .caller }
        let isDefault = configuration.defaultFields.contains(name)
        switch name {
        case .hostField: return .url
        case .contentType: return .body
        case .contentLength, .transferEncoding: return .framing
        case .expect: return .expectation
        case .acceptEncoding, .te, .connection: return isDefault ? .configuration : .coding
        default: return isDefault ? .configuration : .proxy
        }
    }

    /// Tells about each cookie of the host whether it is sent.
    func tellCookies(for request: Request, _ observer: Observers) {
        guard configuration.cookies != nil else { return }
        guard let jar = jar(for: request) else {
            return observer.observe(decision: .cookiesOff(request.usesCookies ? .policy : .request))
        }
        for decision in jar.decisions(for: request.url.asked(of: request.fields)) {
            observer.observe(decision: decision)
        }
    }
}
