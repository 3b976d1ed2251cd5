public import HTTPTypes
public import SockeyeHTTP1

/// What became of `Expect: 100-continue`.
enum ExpectationOutcome: Sendable {
    case awaited, continued, timedOut
    /// The server answered instead.
    case answered(status: Int)
    /// The server refused the expectation (417).
    case dropped
}

extension EventKind {
    // MARK: What is sent

    /// The method is sent in capitals, since methods are case-sensitive.
    public static var methodCapitalized: EventKind<(method: HTTPRequest.Method, sent: HTTPRequest.Method)> {
        .row("RFC 9110", "9.1", "Methods are case-sensitive; get is not GET.") { "\($0.method) is sent as \($0.sent)" }
    }

    /// The form of the request target.
    public static var targetChosen: EventKind<RequestTarget> {
        .reason("RFC 9112", "3.2", "A server gets the path, a proxy the whole URL, CONNECT host and port.") { target in
            switch target {
            case .origin:
                "the server is sent the path and the query"
                    .under("RFC 9112", "3.2.1", "A server is sent the path and the query.")
            case .absolute:
                "the proxy is sent the whole URL".under("RFC 9112", "3.2.2", "A proxy is sent the whole URL.")
            case .authority:
                "CONNECT names the host and port of the tunnel's end"
                    .under("RFC 9112", "3.2.3", "CONNECT names host and port.")
            case .asterisk:
                "the request is about the server as a whole"
                    .under("RFC 9112", "3.2.4", "OPTIONS * is about the server as a whole.")
            }
        }
    }

    /// A field of the request, and where it came from, in words: see ``Request/note(_:from:)``.
    public static var fieldAdded: EventKind<(name: HTTPField.Name, source: String)> {
        .reason("RFC 9110", "6.3", "Fields modify the request and describe its content and its sender.") {
            "\($0.name.rawName) is sent because of \($0.source)"
        }
    }

    /// What announces the request's body.
    static var requestFramed: EventKind<RequestBodyFraming> {
        .reason("RFC 9112", "6.3", "A request without Content-Length and Transfer-Encoding has no body (step 7).") {
            framing in
            switch framing {
            case .none: "the request has no body"
            case .contentLength(let count):
                "the body's \(count) bytes are announced by Content-Length"
                    .under("RFC 9110", "8.6", "Content-Length announces the body.")
            case .chunked:
                "the body's length isn't known, so it goes in chunks"
                    .under("RFC 9112", "7.1", "Chunks carry a body whose length isn't known.")
            }
        }
    }

    /// What became of `Expect: 100-continue`.
    static var expectation: EventKind<ExpectationOutcome> {
        .reason("RFC 9110", "10.1.1", "A client may ask before it sends a body, but doesn't wait forever.") { outcome in
            switch outcome {
            case .awaited: "the body waits for 100 (Continue)"
            case .continued: "the server said 100 (Continue), so the body is sent"
            case .timedOut: "the server didn't say 100 (Continue) in time, so the body is sent"
            case .answered(let status): "the server answered \(status) instead of 100 (Continue)"
            case .dropped:
                "the server refused the expectation (417), so the request is sent again without it"
                    .under("RFC 9110", "15.5.18", "After 417 the request goes again without Expect.")
            }
        }
    }

    /// The kernel accepted the request's head.
    public static var sentHead: EventKind<RequestHead> { .row { "sent the head of \($0.method)" } }

    /// The number of request body bytes accepted by the kernel so far.
    public static var sentBody: EventKind<(bytes: Int64, total: Int64?)> {
        .row { "sent \($0.bytes) bytes of the body" }
    }

    /// The rest of the request isn't sent, since the server has answered with this status.
    static var requestCut: EventKind<Int> {
        .reason("RFC 9112", "9.5", "A client that is refused early stops sending and closes.") {
            "the rest of the request isn't sent: the server has answered \($0)"
        }
    }

    // MARK: Its end

    /// An attempt has ended; follows `connectionKept` or `connectionClosed` if there was a connection.
    public static var measured: EventKind<AttemptMetrics> {
        .row { metrics in "the attempt \(metrics.failure.map { "failed: \($0)" } ?? "has ended")" }
    }

    /// The call has ended, successfully or not. The last event.
    public static var ended: EventKind<Void> { .row { "the call has ended" } }
}
