internal import SockeyeCache
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

// The reasons as clauses of a sentence.
extension Decision {
    static func text(_ target: RequestTarget) -> String {
        switch target {
        case .origin: "the server is sent the path and the query"
        case .absolute: "the proxy is sent the whole URL"
        case .authority: "CONNECT names the host and port of the tunnel's end"
        case .asterisk: "the request is about the server as a whole"
        }
    }

    static func text(_ outcome: ExpectationOutcome) -> String {
        switch outcome {
        case .awaited: "the body waits for 100 (Continue)"
        case .continued: "the server said 100 (Continue), so the body is sent"
        case .timedOut: "the server didn't say 100 (Continue) in time, so the body is sent"
        case .answered(let status): "the server answered \(status) instead of 100 (Continue)"
        case .dropped: "the server refused the expectation (417), so the request is sent again without it"
        }
    }

    static func text(_ outcome: StrictTransportOutcome) -> String {
        switch outcome {
        case .stored(let host, let age, let includesSubdomains):
            "\(host)\(includesSubdomains ? " and its subdomains" : "") will be asked over TLS only, for \(age) s"
        case .removed(let host): "\(host) may be asked without TLS again"
        case .ignoredAsUnproven: "Strict-Transport-Security is ignored: the host isn't proven by TLS"
        case .ignoredFromAddress: "Strict-Transport-Security is ignored: only names are remembered"
        case .ignoredAsMalformed: "Strict-Transport-Security is ignored: it can't be read"
        }
    }

    static func text(_ addresses: [SocketAddress], _ source: AddressSource) -> String {
        let list = addresses.map(\.description).joined(separator: ", ")
        return switch source {
        case .resolver: "the resolver named \(list)"
        case .override: "the configuration names \(list)"
        case .url: "the URL names \(list)"
        case .unixSocket: "the Unix domain socket is \(list)"
        }
    }

    static func text(_ race: AddressRace) -> String {
        race.runners.map { runner in
            switch runner.outcome {
            case .won: "\(runner.address) answered first"
            case .failed(let error): "\(runner.address) failed (\(error))"
            case .dropped: "\(runner.address) was given up"
            case .untried: "\(runner.address) wasn't tried"
            }
        }.joined(separator: ", ")
    }

    static func text(_ rule: FramingRule) -> String {
        switch rule {
        case .bodiless: "the response has no body, whatever its fields say"
        case .tunnel: "the connection is a tunnel from here on"
        case .chunked: "chunked is the last transfer coding, so the last chunk ends the body"
        case .unchunkedTransferCoding: "the last transfer coding isn't chunked, so closing ends the body"
        case .lengthIgnored: "Content-Length is ignored as asked, so closing ends the body"
        case .contentLength(let count): "Content-Length says that the body has \(count) bytes"
        case .untilClose: "nothing announces a length, so closing ends the body"
        }
    }

    static func text(_ reason: CookieWithholding) -> String {
        switch reason {
        case .otherHost: "it is for other hosts"
        case .otherPath(let path): "it is for paths at or below \(path)"
        case .needsTLS: "it is for TLS only"
        case .expired: "its time is over"
        case .fieldFull: "the field is full"
        }
    }

    static func text(_ reason: CookieRefusal) -> String {
        switch reason {
        case .malformed: "it is empty, too long or has a control character"
        case .foreignDomain(let domain): "\(domain) isn't the host or a parent of it"
        case .publicSuffix(let domain): "\(domain) is shared by many owners"
        case .needsTLS: "it is Secure, and came without TLS"
        case .brokenPrefix: "its name's prefix requires attributes that it lacks"
        case .shadowsSecure: "it would hide a Secure cookie"
        }
    }

    static func text(_ reason: ChallengeRefusal) -> String {
        switch reason {
        case .noCredential: "there is no credential for it"
        case .refused: "the credential was sent and refused"
        case .noCommonScheme: "none of its schemes may be answered"
        case .tooManyRounds: "the server keeps asking"
        case .unfit: "the credential can't be written in its scheme"
        }
    }

    static func text(_ change: RedirectChange) -> String {
        var text = "the redirect (\(change.status)) is followed to \(change.to.withoutCredentials)"
        if change.oldMethod != change.newMethod {
            text += ", with \(change.newMethod) instead of \(change.oldMethod)"
        }
        switch change.keepsBody {
        case true?: text += ", sending the body again"
        case false?: text += ", without the body"
        case nil: break
        }
        return text
    }

    static func text(_ reason: RedirectDelivery) -> String {
        switch reason {
        case .notFollowing: "redirects aren't followed"
        case .status: "this status isn't one to follow"
        case .noLocation: "there is no Location"
        case .declined: "the program stopped there"
        }
    }

    static func text(_ reason: SecondTryRefusal) -> String {
        switch reason {
        case .notLost: "the connection wasn't lost"
        case .isSecondTry: "this was the second try"
        case .wasNew: "the connection was new"
        case .hasReceived: "a part of the response had come"
        case .notReplayable: "its body can't be sent again"
        case .notIdempotent: "the server may have acted on it already"
        }
    }

    static func text(_ reason: RetryRefusal) -> String {
        switch reason {
        case .attemptsMade(let count): count == 1 ? "one attempt is all" : "all \(count) attempts are made"
        case .notReplayable: "its body can't be sent again"
        case .lasting: "it would come to the same again"
        case .notIdempotent: "acting twice would be something else"
        case .delayTooLong(let delay): "Retry-After asks for \(text(delay)), longer than allowed"
        case .timeIsUp: "the time is over"
        }
    }

    static func text(_ reason: CacheStatus.Forward) -> String {
        switch reason {
        case .bypass: "the cache was not to be used"
        case .method: "the method's responses aren't stored"
        case .uriMiss: "nothing is stored for the URL"
        case .varyMiss: "what is stored was selected by other fields"
        case .request: "the request rules out what is stored"
        case .stale: "what is stored is stale"
        case .partial: "only other parts are stored"
        }
    }

    static func text(_ reason: Storability.Refusal) -> String {
        switch reason {
        case .request: "responses to such a request aren't"
        case .requestSaidNoStore: "the request said no-store"
        case .responseSaidNoStore: "it said no-store"
        case .status(let status): "a \(status) isn't"
        case .freshnessUnknown: "nothing says how long it is fresh"
        case .variesByEverything: "Vary: * matches no other request"
        case .loosePart: "the part can't be combined with others"
        case .transferCoding: "it has transfer codings that aren't undone"
        case .endUnknown: "its end can't be told from a cut"
        case .storeFailed: "the store has no room or can't be written"
        }
    }

    static func text(timeToLive: Int64) -> String {
        timeToLive >= 0 ? ": it is fresh for \(timeToLive) s" : ": it has been stale for \(timeToLive.magnitude) s"
    }

    /// Seconds, with at most three digits after the point.
    static func text(_ delay: Duration) -> String {
        let (seconds, fraction) = delay.components
        let digits = String(fraction / 1_000_000_000_000_000 + 1_000).dropFirst()
        return digits == "000" ? "\(seconds) s" : "\(seconds).\(digits) s"
    }
}
