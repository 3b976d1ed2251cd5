/// The server's answers to requests that no handler takes. `/` lists them.
enum Routes {
    /// - Parameter edition: which of the files behind `/range/N`; each has its own bytes and validators.
    static func reply(to request: ReceivedRequest, edition: Int = 0) -> LoopbackReply {
        let words = request.path.split(separator: "/").map(String.init)
        let number = words.count > 1 ? decimal(words[1]) : nil
        switch (words.first, number) {
        case ("*", _): return options
        case (nil, _): return .text(welcome, type: "text/html; charset=utf-8")
        case ("hello", _): return .text("Hello from Sockeye's loopback server.\n")
        case ("echo", _): return echo(request)
        case ("http10", _): return http10
        case ("continue", _): return .text("received \(request.bodyLength) bytes\n")
        case ("informational", _): return informational
        case ("sized", let count?): return .pattern(count)
        case ("large", let count?): return large(count)
        case ("range", let count?): return RangeRoute(length: count, edition: edition).reply(to: request)
        case ("status", let code?) where (200...599).contains(code): return status(code)
        case ("redirect", let count?): return redirect(count)
        case ("headers", let count?): return headers(count)
        case ("close-delimited", let count?): return closeDelimited(count)
        case ("chunked", let count?): return BodyRoutes.chunked(count, isOld: request.version == "HTTP/1.0")
        case ("events", let count?): return EventRoute.reply(to: request, count: count)
        case ("ws", _): return WebSocketRoutes.reply(to: request, words)
        case ("slow", let count?):
            if let milliseconds = words.count > 2 ? decimal(words[2]) : nil {
                return BodyRoutes.slow(count, milliseconds: milliseconds)
            }
        default: break
        }
        return .text("no route for \(request.path); see / for a list\n", status: 404)
    }

    /// The refusal of a request that expects 100 Continue before it sends its body (RFC 9110 section 10.1.1); `nil` to
    /// go ahead.
    static func refusal(of request: ReceivedRequest, expecting expectation: String) -> LoopbackReply? {
        if expectation.lowercased() != "100-continue" {
            return .text("unknown expectation\n", status: 417)
        }
        switch request.path {
        case "/continue/413": return .text("too large for me\n", status: 413)
        case "/continue/417": return .text("send it without asking\n", status: 417)
        default: return nil
        }
    }

    private static let options = LoopbackReply(
        fields: [.init("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"), .init("Content-Length", "0")])

    /// Returns the request as received, byte for byte, as the body.
    private static func echo(_ request: ReceivedRequest) -> LoopbackReply {
        .bytes(request.rawHead + request.body, type: "text/plain; charset=utf-8")
    }

    private static var http10: LoopbackReply {
        var reply = LoopbackReply.text("An answer in HTTP/1.0.\n")
        reply.version = "HTTP/1.0"
        reply.closes = true
        return reply
    }

    private static var informational: LoopbackReply {
        var reply = LoopbackReply.text("This followed a 103.\n")
        reply.interim = [.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n")]
        return reply
    }

    private static func large(_ count: Int) -> LoopbackReply {
        LoopbackReply(
            fields: [.init("Content-Type", "application/octet-stream"), .init("Content-Length", "\(count)")],
            body: [.sendZeros(count)])
    }

    private static func status(_ code: Int) -> LoopbackReply {
        if code == 204 || code == 304 { return LoopbackReply(status: code) }
        return .text("status \(code)\n", status: code)
    }

    private static func redirect(_ count: Int) -> LoopbackReply {
        var reply = LoopbackReply.text("\(count) to go\n", status: 302)
        reply.fields.append(.init("Location", count > 1 ? "/redirect/\(count - 1)" : "/hello"))
        return reply
    }

    private static func headers(_ count: Int) -> LoopbackReply {
        var reply = LoopbackReply.text("\(count) fields\n")
        // Beyond what any client would accept, don't waste memory.
        for index in 0..<min(count, 100_000) {
            reply.fields.append(.init("X-Sockeye-\(index + 1)", "value \(index + 1)"))
        }
        return reply
    }

    /// RFC 9112 section 6.3, last rule: a body without length or chunks ends with the connection.
    static func closeDelimited(_ count: Int) -> LoopbackReply {
        var reply = LoopbackReply(
            fields: [.init("Content-Type", "application/octet-stream")], body: [.sendPattern(0..<count)])
        reply.closes = true
        return reply
    }
}
