internal import SockeyeIO
internal import SockeyeParsers
internal import SockeyeTesting
internal import SockeyeTranscript

/// The proxy's own pages: the page of `--explain-page`, updated while the proxy runs, and its event stream.
///
/// Other users' programs on this machine can read them, as they can use the proxy. Pages of other sites can't: Host is checked
/// against DNS rebinding, no other origin is allowed, and every request is read-only.
struct OwnPages: Sendable {
    let shared: ProxyShared
    let stream: ProgramStream
    let reader: ClientReader

    /// Answers a request, and returns whether the connection stays open.
    func answer(_ request: ReceivedRequest, path: String) async -> Bool {
        let path = String(path.prefix { $0 != "?" })
        do {
            guard await reader.isBodyRead, request.method == "GET" || request.method == "HEAD" else {
                try await send(request, 405, "text/plain", Array("only GET\n".utf8), closes: true)
                return false
            }
            // A stream of events about itself would never end.
            let isLoop = InspectedRequest.hasComeBefore(HeadLines(request.rawHead))
            if let refusal = isLoop ? InspectedRequest.loop : Self.refusal(of: request, path: path) {
                try await send(request, isLoop ? 508 : 403, "text/plain", Array("\(refusal)\n".utf8))
                return request.keepsConnection
            }
            switch path {
            case "/":
                // The page gets all its data from the events.
                let empty = LiveRecord.record(of: [], shared.log, masksSecrets: false)
                try await send(
                    request, 200, "text/html; charset=utf-8",
                    TranscriptPage.html(of: empty, title: "sockeye --inspect", live: "/events"))
            case "/events":
                try await sendEvents(request)
                return false
            default:
                try await send(request, 404, "text/plain", Array("nothing here; the page is at /\n".utf8))
            }
            return request.keepsConnection
        } catch {
            return false
        }
    }

    /// Uses the browser's fetch metadata: only the page itself may load its events, and only a person may open the page.
    private static func refusal(of request: ReceivedRequest, path: String) -> String? {
        let site = request["Sec-Fetch-Site"] ?? "none"
        if site != "same-origin", site != "none", path != "/" { return "for this proxy's own page only" }
        if let origin = request["Origin"], let host = request["Host"], origin != "http://\(host)" {
            return "only this proxy's own page may load this"
        }
        return nil
    }

    private static let commonFields =
        "Content-Security-Policy: \(TranscriptPage.policy(isLive: true)); frame-ancestors 'none'\r\n"
        + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
        + "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"

    private func send(
        _ request: ReceivedRequest, _ status: Int, _ type: String, _ body: [UInt8], closes: Bool = false
    ) async throws {
        let end = closes || !request.keepsConnection ? "Connection: close\r\n" : ""
        let head =
            "HTTP/1.1 \(status) \(ProxyReasons.phrase(status))\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
            + Self.commonFields + end + "\r\n"
        try await stream.send(Array(head.utf8) + (request.method == "HEAD" ? [] : body), until: .after(.seconds(60)))
    }

    /// Server-sent events: an exchange each time it changes.
    private func sendEvents(_ request: ReceivedRequest) async throws {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + Self.commonFields + "Connection: close\r\n\r\n"
        try await stream.send(Array(head.utf8), until: .after(.seconds(60)))
        if request.method == "HEAD" { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                var last = -1
                for await _ in shared.log.news() {
                    let (exchanges, revision) = shared.log.changes(after: last)
                    last = revision
                    for exchange in exchanges {
                        let json = LiveRecord.record(of: [exchange], shared.log, masksSecrets: false)
                            .json(keeping: shared.log.limits.exchanges)
                        try await stream.send(
                            Array("data: ".utf8) + json.bytes() + [10, 10], until: .after(.seconds(60)))
                    }
                    // Changes in the meantime are sent together.
                    try await shared.loop.sleep(until: .after(.milliseconds(50)))
                }
            }
            group.addTask { try await reader.waitForEnd() }
            try await group.next()
        }
    }
}
