public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS
package import SockeyeWebSocket

/// Why a new connection is opened.
enum OpenReason: Sendable {
    case noneIdle, secondTry, placeFreed
}

/// Who named the addresses, as the beginning of a sentence.
package enum AddressSource: String, Sendable {
    /// The system's resolver.
    case resolver = "the resolver named"
    /// The configuration.
    case override = "the configuration names"
    /// The URL has an address instead of a name.
    case url = "the URL names"
    /// A Unix domain socket.
    case unixSocket = "the Unix domain socket is"
}

extension EventKind {
    // MARK: Where the request goes

    /// No proxy is used, perhaps because of this entry of the exceptions.
    static var direct: EventKind<String?> {
        .reason("RFC 9110", "7.3.3", "Without cache and proxy, the origin is asked directly.") { exception in
            if let exception { return "no proxy is used: the exception \(exception) names the host" }
            return "no proxy is used: none is set for the scheme"
        }
    }

    /// The request goes through this proxy.
    static var proxied: EventKind<ProxyRoute> {
        .reason("RFC 9110", "7.3.2", "Which proxy is asked depends on the client's configuration.") { route in
            let proxy = "\(route.server.kind.rawValue) proxy \(route.server.host) port \(route.server.port)"
            let use = route.isTunnel ? "forwards bytes unread" : "is sent the whole URL"
            return "the request goes through the \(proxy), which \(use)"
        }
    }

    // MARK: A connection from the pool

    /// An idle connection is used again.
    public static var connectionReused: EventKind<ConnectionDetails> {
        .row("RFC 9112", "9.3", "A connection persists unless somebody says close.") {
            "the idle connection #\($0.number) is used again"
        }
    }

    /// An idle connection is closed instead: the server closed it, or sent something unasked.
    static var idleConnectionDropped: EventKind<ConnectionDetails> {
        .reason("RFC 9112", "9.5", "A server may close an idle connection at any time.") {
            "the idle connection #\($0.number) is not used: the server closed it or sent something unasked"
        }
    }

    /// A new connection is opened.
    static var connectionOpened: EventKind<OpenReason> {
        .reason("RFC 9112", "9.1", "How connections are opened isn't HTTP's concern.") { reason in
            switch reason {
            case .noneIdle: "a connection is opened: no idle one leads there"
            case .secondTry:
                "a connection is opened: the last one was dead"
                    .under("RFC 9112", "9.3.1", "What a dead connection lost goes over another one.")
            case .placeFreed: "a connection is opened in the place of another one"
            }
        }
    }

    /// All places are taken, so the request waits for one.
    static var connectionAwaited: EventKind<Void> {
        .reason("RFC 9112", "9.4", "A client limits its connections to a server.") {
            "the request waits: all places for connections are taken"
        }
    }

    // MARK: Addresses

    /// This host is being resolved.
    public static var resolving: EventKind<String> { .row { "resolving \($0)" } }

    /// The addresses to try, and who named them.
    package static var addressesChosen: EventKind<(addresses: [SocketAddress], source: AddressSource)> {
        .row("RFC 8305", "4", "The families of addresses take turns, the first one's first.") {
            "\($0.source.rawValue) \($0.addresses.list)"
        }
    }

    /// These addresses are tried, in this order.
    public static var connecting: EventKind<[SocketAddress]> { .row { "connecting to \($0.list)" } }

    /// How each address did, and the connection if one answered.
    public static var addressRace: EventKind<(race: AddressRace, connection: ConnectionDetails?)> {
        .row("RFC 8305", "5", "After a while without news the next address is tried too.") { race, connection in
            if race.runners.isEmpty, let connection { return "connected to \(connection.host):\(connection.port)" }
            let outcomes = race.runners.map { runner in
                switch runner.outcome {
                case .won: "\(runner.address) answered first"
                case .failed(let error): "\(runner.address) failed (\(error))"
                case .dropped: "\(runner.address) was given up"
                case .untried: "\(runner.address) wasn't tried"
                }
            }
            return "\(outcomes.joined(separator: ", "))"
        }
    }

    /// There is no route to the host, so the request waits until the network changes (`waitsForConnectivity`).
    public static var waitingForConnectivity: EventKind<NetworkPath> { .row { "no route yet: \($0)" } }

    // MARK: TLS

    /// The TLS handshake with this host begins.
    public static var securing: EventKind<String> { .row { "TLS handshake with \($0)" } }

    /// The client's certificate isn't shown to this host, since a redirect led there.
    static var identityWithheld: EventKind<String> {
        .reason("RFC 9110", "15.4", "What was meant for one origin isn't shown to another.") {
            "the client's certificate isn't shown to \($0): a redirect led there"
        }
    }

    /// What the TLS handshake agreed on.
    public static var tlsNegotiated: EventKind<TLSDetails> {
        .row("RFC 8446", "4.1.3", "The server chooses version and cipher among those offered.") { details in
            let chosen = details.applicationProtocol.map { ", ALPN \($0)" } ?? ""
            let resumed = details.wasResumed ? ", resuming an earlier session" : ""
            return "\(details.version) with \(details.cipher)\(chosen)\(resumed)"
        }
    }

    /// The server's certificate is good for this host.
    static var certificateAccepted: EventKind<(certificate: CertificateSummary, host: String)> {
        .reason("RFC 9110", "4.3.4", "The certificate must be valid for the URL's host.") { certificate, host in
            "the certificate of \(certificate.subject), signed by \(certificate.issuer), is good for \(host)"
        }
    }

    /// The server's certificate isn't checked, or was allowed although the check failed.
    static var certificateUnchecked: EventKind<(certificate: CertificateSummary, host: String)> {
        .reason("RFC 9110", "4.3.4", "Unchecked, anybody could be on the other side.") { certificate, host in
            certificate.verificationFailure.map { failure in
                "the certificate for \(host) is not good (\(failure)), and was allowed all the same"
            } ?? "the certificate for \(host) isn't checked"
        }
    }

    /// The certificate, or what else was to prove the host's identity, is refused.
    static var certificateRefused: EventKind<(host: String, reason: String)> {
        .reason("RFC 9110", "4.3.4", "Without a good certificate the connection is not used.") {
            "TLS with \($0.host) is refused: \($0.reason)"
        }
    }

    // MARK: After the exchange

    /// The exchange has ended, and the connection is kept for the next request.
    public static var connectionKept: EventKind<ConnectionDetails> {
        .row("RFC 9112", "9.3", "Both messages are complete, and nobody said close.") {
            "connection #\($0.number) is kept for the next request"
        }
    }

    /// The exchange has ended, and the connection is closed, for this reason.
    public static var connectionClosed: EventKind<(connection: ConnectionDetails, reason: CloseReason)> {
        .row("RFC 9112", "9.6", "What says close, or has no certain end, is the last message.") { connection, reason in
            let text = "connection #\(connection.number) is closed: \(reason)"
            return switch reason {
            case .responseUnfinished, .requestBodyUnfinished:
                text.under("RFC 9112", "8", "After an incomplete message nothing can follow.")
            case .protocolSwitched: text.under("RFC 9110", "7.8", "After 101 or CONNECT it is no longer HTTP's.")
            case .transferEncodingWithContentLength, .transferEncodingInHTTP10:
                text.under("RFC 9112", "6.1", "Transfer-Encoding that looks like smuggling ends it.")
            case .framedByClose:
                text.under("RFC 9112", "6.3", "A body that ends with the connection ends it (step 8).")
            case .noKeepAlive: text.under("RFC 9112", "9.3", "HTTP/1.0 keeps a connection only if it says so.")
            case .protocolError, .oddlyWritten, .bodilessStatusAnnouncedBody:
                text.under("RFC 9112", "6.3", "Where a message ends must be beyond doubt.")
            case .requestAskedToClose, .responseAskedToClose: "\(text)"
            }
        }
    }

    /// A WebSocket received or sent the head of a frame.
    package static var frame: EventKind<WebSocketFrame> { .row { "\($0.isSent ? "sent" : "received") \($0)" } }
}

extension [SocketAddress] {
    fileprivate var list: String { map(\.description).joined(separator: ", ") }
}
