internal import SockeyeCache
internal import SockeyeHTTP1

extension Decision {
    /// The clause that rules this very decision: where a kind follows several rules, that of the case, which ``cases`` lists;
    /// otherwise the kind's.
    public var clause: Clause {
        guard let name = caseName else { return kind.clause }
        return Self.cases.first { $0.kind == kind && $0.name == name }?.clause ?? kind.clause
    }

    // docs/Explain.md has the same, and a test compares them.
    /// The rules of kinds that follow several.
    public static let cases: [(kind: Kind, name: String, clause: Clause)] = [
        (.targetChosen, "origin", .init("RFC 9112", "3.2.1", "A server is sent the path and the query.")),
        (.targetChosen, "absolute", .init("RFC 9112", "3.2.2", "A proxy is sent the whole URL.")),
        (.targetChosen, "authority", .init("RFC 9112", "3.2.3", "CONNECT names host and port.")),
        (.targetChosen, "asterisk", .init("RFC 9112", "3.2.4", "OPTIONS * is about the server as a whole.")),
        (.requestFramed, "length", .init("RFC 9110", "8.6", "Content-Length announces the body.")),
        (.requestFramed, "chunked", .init("RFC 9112", "7.1", "Chunks carry a body whose length isn't known.")),
        (.expectation, "dropped", .init("RFC 9110", "15.5.18", "After 417 the request goes again without Expect.")),
        (.strictTransport, "removed", .init("RFC 6797", "6.1.1", "A max-age of 0 forgets the host.")),
        (.strictTransport, "malformed", .init("RFC 6797", "6.1", "A field that breaks its grammar is ignored.")),
        (.strictTransport, "address", .init("RFC 6797", "8.1.1", "An address is no name to remember.")),
        (.connectionOpened, "again", .init("RFC 9112", "9.3.1", "What a dead connection lost goes over another one.")),
        (.connectionClosed, "unfinished", .init("RFC 9112", "8", "After an incomplete message nothing can follow.")),
        (.connectionClosed, "switched", .init("RFC 9110", "7.8", "After 101 or CONNECT it is no longer HTTP's.")),
        (.connectionClosed, "coded", .init("RFC 9112", "6.1", "Transfer-Encoding that looks like smuggling ends it.")),
        (
            .connectionClosed, "framed",
            .init("RFC 9112", "6.3", "A body that ends with the connection ends it (step 8).")
        ),
        (.connectionClosed, "old", .init("RFC 9112", "9.3", "HTTP/1.0 keeps a connection only if it says so.")),
        (.connectionClosed, "damaged", .init("RFC 9112", "6.3", "Where a message ends must be beyond doubt.")),
        (.interimPassed, "100", .init("RFC 9110", "15.2.1", "100 says that the body is welcome.")),
        (.interimPassed, "102", .init("RFC 2518", "10.1", "102 says that the server is still working.")),
        (.interimPassed, "103", .init("RFC 8297", "2", "103 tells early what the final response will link to.")),
        (.responseFramed, "1", .init("RFC 9112", "6.3", "HEAD, 1xx, 204 and 304 have no body (step 1).")),
        (.responseFramed, "2", .init("RFC 9112", "6.3", "A 2xx to CONNECT opens a tunnel (step 2).")),
        (.responseFramed, "4", .init("RFC 9112", "6.3", "Chunked as the last coding frames the body (step 4).")),
        (
            .responseFramed, "4, not chunked",
            .init("RFC 9112", "6.3", "A coding that isn't chunked lasts until the connection closes (step 4).")
        ),
        (.responseFramed, "6", .init("RFC 9112", "6.3", "A valid Content-Length is the body's length (step 6).")),
        (
            .responseFramed, "8",
            .init("RFC 9112", "6.3", "Otherwise the body lasts until the connection closes (step 8).")
        ),
        (.cookieWithheld, "expired", .init("RFC 6265bis", "5.7", "A cookie whose time is over is removed.")),
        (
            .cookieRefused, "malformed",
            .init("RFC 6265bis", "5.6", "Control characters and lengths beyond the limit are refused.")
        ),
        (.cookieRefused, "prefix", .init("RFC 6265bis", "4.1.3", "__Secure- and __Host- promise attributes.")),
        (
            .credentialSent, "proxy",
            .init("RFC 9110", "11.7.2", "Proxy-Authorization has the credential for the proxy.")
        ),
        (.challengeAnswered, "407", .init("RFC 9110", "11.7.1", "A proxy that wants a credential asks with 407.")),
        (
            .challengeUnanswered, "407",
            .init("RFC 9110", "15.5.8", "A credential that the proxy refused isn't sent again.")
        ),
        (.redirectFollowed, "301", .init("RFC 9110", "15.4.2", "Moved for good: POST may become GET, and does.")),
        (.redirectFollowed, "302", .init("RFC 9110", "15.4.3", "Elsewhere for now: POST may become GET, and does.")),
        (.redirectFollowed, "303", .init("RFC 9110", "15.4.4", "The result is elsewhere, fetched with GET or HEAD.")),
        (.redirectFollowed, "307", .init("RFC 9110", "15.4.8", "Elsewhere for now: method and body stay.")),
        (.redirectFollowed, "308", .init("RFC 9110", "15.4.9", "Moved for good: method and body stay.")),
        (.redirectDelivered, "300", .init("RFC 9110", "15.4.1", "Several choices: the caller may choose.")),
        (.redirectDelivered, "304", .init("RFC 9110", "15.4.5", "304 leads nowhere: what the caller has is good.")),
        (.redirectDelivered, "305", .init("RFC 9110", "15.4.6", "305 names a proxy: deprecated, and not safe.")),
        (.redirectDelivered, "306", .init("RFC 9110", "15.4.7", "306 is no longer used.")),
        (.noSecondTry, "lost", .init("RFC 9112", "9.5", "Only an idle connection may be closed at any time.")),
        (.retryPlanned, "policy", .init("RFC 9110", "9.2.2", "What can safely be repeated is, after a pause.")),
        (.responseNotStored, "no-store, asked", .init("RFC 9111", "5.2.1.5", "The request's no-store forbids it.")),
        (.responseNotStored, "no-store", .init("RFC 9111", "5.2.2.5", "The response's no-store forbids it.")),
        (.responseNotStored, "vary", .init("RFC 9111", "4.1", "No other request matches Vary: *.")),
        (.responseNotStored, "part", .init("RFC 9111", "3.3", "A part that fits no other can't be used later.")),
        (.responseNotStored, "freshness", .init("RFC 9111", "4.2", "Nothing says how long it is fresh.")),
        (.responseNotStored, "cut", .init("RFC 9111", "3.3", "A body without a certain end could be incomplete.")),
    ]

    /// The name of the case in ``cases``; `nil` where the kind has one rule for it.
    var caseName: String? {
        switch self {
        case .targetChosen(let target):
            switch target {
            case .origin: "origin"
            case .absolute: "absolute"
            case .authority: "authority"
            case .asterisk: "asterisk"
            }
        case .requestFramed(.contentLength): "length"
        case .requestFramed(.chunked): "chunked"
        case .expectation(.dropped): "dropped"
        case .strictTransport(.removed): "removed"
        case .strictTransport(.ignoredAsMalformed): "malformed"
        case .strictTransport(.ignoredFromAddress): "address"
        case .connectionOpened(.secondTry): "again"
        case .connectionClosed(_, let reason): Self.name(of: reason)
        case .interimPassed(let status): "\(status)"
        case .responseFramed(.unchunkedTransferCoding): "4, not chunked"
        case .responseFramed(let rule): "\(rule.step)"
        case .cookieWithheld(_, _, .expired): "expired"
        case .cookieRefused(_, .malformed): "malformed"
        case .cookieRefused(_, .brokenPrefix): "prefix"
        case .credentialSent(_, toProxy: true): "proxy"
        case .challengeAnswered(_, 407), .challengeUnanswered(407, _): "407"
        case .redirectFollowed(let change): "\(change.status)"
        case .redirectDelivered(let status, _): "\(status)"
        case .noSecondTry(.notLost), .noSecondTry(.wasNew), .noSecondTry(.hasReceived): "lost"
        case .retryPlanned(_, _, isServersWish: false): "policy"
        case .responseNotStored(let reason):
            switch reason {
            case .requestSaidNoStore: "no-store, asked"
            case .responseSaidNoStore: "no-store"
            case .variesByEverything: "vary"
            case .loosePart: "part"
            case .freshnessUnknown: "freshness"
            case .endUnknown: "cut"
            case .request, .status, .transferCoding, .storeFailed: nil
            }
        default: nil
        }
    }

    private static func name(of reason: CloseReason) -> String? {
        switch reason {
        case .responseUnfinished, .requestBodyUnfinished: "unfinished"
        case .protocolSwitched: "switched"
        case .framedByClose: "framed"
        case .transferEncodingWithContentLength, .transferEncodingInHTTP10: "coded"
        case .protocolError, .oddlyWritten, .bodilessStatusAnnouncedBody: "damaged"
        case .noKeepAlive: "old"
        case .requestAskedToClose, .responseAskedToClose: nil
        }
    }
}
