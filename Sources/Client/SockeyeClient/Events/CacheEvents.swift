public import SockeyeCache
internal import SockeyeURL

extension EventKind {
    /// The cache answers.
    public static var cacheAnswered: EventKind<CacheStatus> {
        .row("RFC 9111", "4", "A stored response answers if it fits and is fresh enough.") { status in
            let detail = status.detail.map { " (\($0))" } ?? ""
            let time = status.timeToLive.map { time in
                time >= 0 ? ": it is fresh for \(time) s" : ": it has been stale for \(time.magnitude) s"
            }
            return "the cache answers\(detail)\(time ?? "")"
        }
    }

    /// What the cache did while the server answered. Follows `receivedHead`.
    public static var cached: EventKind<CacheStatus> { .row { "cache: \($0)" } }

    /// The request goes to the server, for this reason.
    static var cacheForwarded: EventKind<CacheStatus.Forward> {
        .reason("RFC 9211", "2.2", "What isn't stored, or isn't fresh, is asked for.") { reason in
            switch reason {
            case .bypass: "the server is asked: the cache was not to be used"
            case .method: "the server is asked: the method's responses aren't stored"
            case .uriMiss: "the server is asked: nothing is stored for the URL"
            case .varyMiss: "the server is asked: what is stored was selected by other fields"
            case .request: "the server is asked: the request rules out what is stored"
            case .stale: "the server is asked: what is stored is stale"
            case .partial: "the server is asked: only other parts are stored"
            }
        }
    }

    /// The server is asked by these fields whether what is stored is still good.
    static var cacheValidating: EventKind<[String]> {
        .reason("RFC 9111", "4.3.1", "Validators ask whether what is stored is still good.") {
            "the server is asked whether what is stored is good (\($0.joined(separator: ", ")))"
        }
    }

    /// The server says that this many stored responses are still good.
    static var cacheFreshened: EventKind<Int> {
        .reason("RFC 9111", "4.3.4", "A 304 updates the fields of what is stored.") {
            "the server says that what is stored is good (\($0))"
        }
    }

    /// The response is being stored.
    static var responseStored: EventKind<Void> {
        .reason("RFC 9111", "3", "A final response that says how long it is fresh is stored.") {
            "the response is stored as it is read"
        }
    }

    /// The response is not stored.
    static var responseNotStored: EventKind<Storability.Refusal> {
        .reason("RFC 9111", "3", "What forbids it, or has no freshness, isn't stored.") { refusal in
            let text = "the response isn't stored:"
            return switch refusal {
            case .request: "\(text) responses to such a request aren't"
            case .requestSaidNoStore:
                "\(text) the request said no-store".under("RFC 9111", "5.2.1.5", "The request's no-store forbids it.")
            case .responseSaidNoStore:
                "\(text) it said no-store".under("RFC 9111", "5.2.2.5", "The response's no-store forbids it.")
            case .status(let status): "\(text) a \(status) isn't"
            case .freshnessUnknown:
                "\(text) nothing says how long it is fresh"
                    .under("RFC 9111", "4.2", "Nothing says how long it is fresh.")
            case .variesByEverything:
                "\(text) Vary: * matches no other request"
                    .under("RFC 9111", "4.1", "No other request matches Vary: *.")
            case .loosePart:
                "\(text) the part can't be combined with others"
                    .under("RFC 9111", "3.3", "A part that fits no other can't be used later.")
            case .transferCoding: "\(text) it has transfer codings that aren't undone"
            case .endUnknown:
                "\(text) its end can't be told from a cut"
                    .under("RFC 9111", "3.3", "A body without a certain end could be incomplete.")
            case .storeFailed: "\(text) the store has no room or can't be written"
            }
        }
    }

    /// What is stored of these URLs is dropped.
    static var cacheInvalidated: EventKind<[HTTPURL]> {
        .reason("RFC 9111", "4.4", "A change of a resource drops what is stored of it.") { urls in
            "what is stored of \(urls.map { $0.withoutCredentials.href }.joined(separator: ", ")) is dropped"
        }
    }
}
