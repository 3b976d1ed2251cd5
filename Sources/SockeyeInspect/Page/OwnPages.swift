internal import SockeyeIO
internal import SockeyeLoopback

/// The proxy's own pages: the live page and what it loads.
///
/// Programs of other users on this machine can ask for them, as they can use the proxy; pages of other sites can't: their
/// host is checked against DNS rebinding, nothing is offered to other origins, and nothing can be changed.
struct OwnPages: Sendable {
    let shared: ProxyShared
    let socket: Socket
    let reader: ClientReader

    /// Whether the connection can carry another request.
    func answer(_ request: ReceivedRequest, path: String) async -> Bool {
        let path = String(path.prefix { $0 != "?" })
        do {
            guard await reader.isBodyRead, request.method == "GET" || request.method == "HEAD" else {
                try await send(request, 405, "text/plain", "only GET\n", closes: true)
                return false
            }
            if let refusal = Self.refusal(of: request, path: path) {
                try await send(request, 403, "text/plain", refusal + "\n")
                return request.keepsConnection
            }
            switch path {
            case "/": try await send(request, 200, "text/html; charset=utf-8", PageText.html)
            case "/page.css": try await send(request, 200, "text/css; charset=utf-8", PageText.style)
            case "/page.js": try await send(request, 200, "text/javascript; charset=utf-8", PageText.script)
            case "/events":
                try await sendEvents(request)
                return false
            default:
                let words = path.split(separator: "/")
                if words.count == 2, words[0] == "exchanges", let id = Int(words[1]), let exchange = shared.log[id] {
                    try await send(request, 200, "application/json", ExchangeJSON.details(exchange))
                } else {
                    try await send(request, 404, "text/plain", "nothing here; the page is at /\n")
                }
            }
            return request.keepsConnection
        } catch {
            return false
        }
    }

    /// A browser says who asks: only the page itself may load what it shows, and only a person opens the page.
    private static func refusal(of request: ReceivedRequest, path: String) -> String? {
        let site = request["Sec-Fetch-Site"] ?? "none"
        if site != "same-origin", site != "none", path != "/" { return "for this proxy's own page only" }
        if let origin = request["Origin"], let host = request["Host"], origin != "http://\(host)" {
            return "for this proxy's own page only"
        }
        return nil
    }

    private static let commonFields =
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
        + "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"

    private func send(
        _ request: ReceivedRequest, _ status: Int, _ type: String, _ text: String, closes: Bool = false
    ) async throws {
        let body = Array(text.utf8)
        let end = closes || !request.keepsConnection ? "Connection: close\r\n" : ""
        let head =
            "HTTP/1.1 \(status) \(ProxyReasons.phrase(status))\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
            + Self.commonFields + end + "\r\n"
        try await socket.send(Array(head.utf8) + (request.method == "HEAD" ? [] : body), until: .after(.seconds(60)))
    }

    /// Server-sent events: each exchange again whenever it has changed.
    private func sendEvents(_ request: ReceivedRequest) async throws {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + Self.commonFields + "Connection: close\r\n\r\n"
        try await socket.send(Array(head.utf8), until: .after(.seconds(60)))
        if request.method == "HEAD" { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                var last = -1
                for await _ in shared.log.news() {
                    let (exchanges, revision) = shared.log.changes(after: last)
                    last = revision
                    var text = ""
                    for exchange in exchanges { text += "data: \(ExchangeJSON.summary(exchange))\n\n" }
                    if !text.isEmpty { try await socket.send(text, until: .after(.seconds(60))) }
                    // What changes meanwhile comes together.
                    try await shared.loop.sleep(until: .after(.milliseconds(50)))
                }
            }
            group.addTask { try await reader.waitUntilGone() }
            try await group.next()
        }
    }
}
