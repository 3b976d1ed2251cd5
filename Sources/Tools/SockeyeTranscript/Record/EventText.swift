internal import HTTPTypes
public import SockeyeClient
internal import SockeyeIO
internal import SockeyeHTTP1
internal import SockeyeTLS
internal import SockeyeURL
internal import SockeyeWebSocket

extension Transcript.Event {
    /// The decision in words, with its clause.
    public init(_ decision: Decision, at time: Int) {
        let clause = decision.clause
        self.init(
            time: time, name: decision.kind.rawValue, text: "\(decision)", clause: "\(clause)", link: clause.link)
    }

    /// The event in words; `nil` for those that only count bytes or end something.
    init?(_ event: ExchangeEvent, at time: Int) {
        let (name, text): (String, String)
        switch event {
        case .resolving(let host): (name, text) = ("resolving", "resolving \(host)")
        case .resolved(let addresses):
            (name, text) = ("resolved", "resolved: " + addresses.map(\.host).joined(separator: ", "))
        case .connecting(let addresses):
            (name, text) = ("connecting", "connecting to " + addresses.map { "\($0)" }.joined(separator: ", "))
        case .connected(let details):
            let peer = details.peerAddress.map { "\($0)" } ?? "\(details.host):\(details.port)"
            (name, text) = ("connected", "connected to \(peer)")
        case .securing(let host): (name, text) = ("securing", "TLS handshake with \(host)")
        case .secured(let details): (name, text) = ("secured", "\(details.version), \(details.cipher)")
        case .reused(let details): (name, text) = ("reused", "the connection to \(details.host) is reused")
        case .sentHead(let head): (name, text) = ("sentHead", "sent the head of \(head.method)")
        case .informational(let head): (name, text) = ("informational", "interim response \(head.status.code)")
        case .receivedHead(let head, let count):
            (name, text) = ("receivedHead", "response \(head.status.code), a head of \(count) bytes")
        case .receivedTrailers(let fields): (name, text) = ("receivedTrailers", "\(fields.count) trailer fields")
        case .retrying(let error): (name, text) = ("retrying", "sent again on a new connection: \(error)")
        case .waitingToRetry(let reason, let delay):
            (name, text) = ("waitingToRetry", "tried again in \(delay): \(reason)")
        case .redirecting(let hop):
            (name, text) = (
                "redirecting", "\(hop.head.status.code) redirects to \(hop.destination.withoutCredentials.href)"
            )
        case .withholding(let secrets, let url):
            (name, text) = (
                "withholding", "another origin than \(url.origin): not sent are \(secrets.joined(separator: ", "))"
            )
        case .upgrading(let url): (name, text) = ("upgrading", "HSTS: \(url.withoutCredentials.href) instead")
        case .cached(let status): (name, text) = ("cached", "cache: \(status)")
        case .capitalizing(let method, let known):
            (name, text) = ("capitalizing", "the method \(method) is sent as \(known)")
        case .finished(_, let reason):
            (name, text) = ("finished", reason.map { "connection closed: \($0)" } ?? "connection kept")
        case .waitingForConnectivity(let path): (name, text) = ("waitingForConnectivity", "no route yet: \(path)")
        case .frame(let frame): (name, text) = ("frame", "\(frame.isSent ? "sent" : "received") \(frame)")
        case .sentBody, .receivedBody, .measured, .ended: return nil
        }
        (self.time, self.name, self.text) = (time, name, text)
    }
}

extension Transcript {
    /// The event, with the secrets of the URLs in its text masked unless they are kept.
    func masked(_ event: Event) -> Event {
        guard let mask else { return event }
        return Event(
            time: event.time, name: event.name, text: mask.masked(text: event.text), clause: event.clause,
            link: event.link)
    }
}
