internal import HTTPTypes
public import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

// What would be sent, without sending it.
extension HTTPClient {
    /// The head that would be sent for `request`, without framing fields and credentials.
    public func plannedHead(of request: Request) -> RequestHead {
        var head = RequestHead(request, defaults: defaultFields)
        head.fields.ask(for: request.coding ?? configuration.coding)
        atRecordedTime { head.fields.addCookies(of: jar(for: request), for: request.url) }
        return head
    }

    /// The head that would be sent first for `request`, octet for octet, and how the body after it would be framed.
    ///
    /// It has what a challenge isn't needed for: the credentials that are sent at once, cookies, framing fields; a request
    /// to an `http:` URL has the form that its proxy gets. Interceptors and instruments aren't asked.
    ///
    /// - Throws: what `perform` would throw before it connects, such as a field that contradicts the body.
    package func plannedOctets(
        of request: Request
    ) throws(HTTPClientError) -> (head: [UInt8], framing: RequestBodyFraming) {
        var request = request
        if let login = try login(for: request, from: .now) {
            // What it learns isn't for the requests that are sent.
            request = try login.signed(request, remembering: DigestMemories(), configuration.randomSource)
        }
        let plan = plan(request, from: .now, nil)
        var exchange = exchange(plan.head, plan)
        var octets: [UInt8] = []
        do throws(HTTP1Error) {
            try exchange.encodeHead(into: &octets)
        } catch {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .http(error))
        }
        return (octets, plan.framing)
    }
}
