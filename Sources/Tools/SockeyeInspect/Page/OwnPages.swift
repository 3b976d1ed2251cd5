internal import SockeyeDigest
internal import SockeyeIO
internal import SockeyeParsers
internal import SockeyeTesting
internal import SockeyeTranscript

/// The proxy's own pages: the page of `--explain-page`, updated while the proxy runs, and its event stream.
///
/// Other users' programs on this machine can read them, as they can use the proxy. Pages of other sites can't: Host is checked
/// against DNS rebinding, and no other origin is allowed. What changes something also needs the page's token.
struct OwnPages: Sendable {
    let shared: ProxyShared
    let stream: ProgramStream
    let reader: ClientReader

    /// Answers a request, and returns whether the connection stays open.
    func answer(_ request: ReceivedRequest, path: String) async -> Bool {
        let path = String(path.prefix { $0 != "?" })
        do {
            let isChange = request.method == "POST" && shared.configuration.holds
            let isRead = await reader.isBodyRead && ["GET", "HEAD"].contains(request.method)
            guard isChange || isRead else {
                try await send(request, 405, "text/plain", Array("only GET\n".utf8), closes: true)
                return false
            }
            // A stream of events about itself would never end.
            let isLoop = InspectedRequest.hasComeBefore(HeadLines(request.rawHead))
            let stranger = isChange ? Self.refusal(ofChange: request, token: shared.held.token) : nil
            if let refusal = isLoop ? InspectedRequest.loop : Self.refusal(of: request, path: path) ?? stranger {
                try await send(
                    request, isLoop ? 508 : 403, "text/plain", Array("\(refusal)\n".utf8), closes: isChange)
                return !isChange && request.keepsConnection
            }
            if isChange {
                let (status, words) = try await change(path)
                let isOver = await !reader.isBodyRead
                try await send(request, status, "text/plain; charset=utf-8", Array("\(words)\n".utf8), closes: isOver)
                return !isOver && request.keepsConnection
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

    /// Why a request may change nothing; `nil` if the page itself sent it.
    static func refusal(ofChange request: ReceivedRequest, token: String) -> String? {
        let isOwn = equalInConstantTime(Array((request["Sockeye-Token"] ?? "").utf8), Array(token.utf8))
        let isHere = request["Host"].map { "http://\($0)" == request["Origin"] } ?? false
        return isOwn && isHere && ["same-origin", nil].contains(request["Sec-Fetch-Site"])
            ? nil : "only this proxy's own page may change anything"
    }

    /// The longest text of a change: 1 MiB of body, each byte escaped, and a head.
    private static let changeByteLimit = 8 << 20

    /// `/holding` switches holding on or off; `/held/3/request` lets a message go, edited or not, or drops it.
    private func change(_ path: String) async throws -> (status: Int, words: String) {
        var text: [UInt8] = []
        while text.count <= Self.changeByteLimit, let piece = try await reader.nextPiece() { text += piece }
        guard await reader.isBodyRead, let json = try? JSONValue(parsing: text), json.object != nil else {
            return (400, "this is no change, or too long")
        }
        if path == "/holding", let isOn = json["on"]?.bool {
            shared.held.isOn = isOn
            return (200, "done")
        }
        let (place, isDrop) = (String(path.dropFirst(6)), json["drop"]?.bool == true)
        do throws(InspectRule.Mistake) {
            guard let message = shared.held.message(at: place) else { return (410, "it is no longer held") }
            let edit =
                isDrop ? nil : try message.edited(head: json["head"]?.string, body: json["body"]?.string)
            return shared.held.decide(place, edit) ? (200, "done") : (410, "it is no longer held")
        } catch {
            return (422, error.text)
        }
    }

    /// What waits, and the first of it, as an event.
    private var held: [UInt8] {
        let places = shared.held.places
        let first = places.first.flatMap { shared.held.message(at: $0) }
        let json: JSONValue = [
            "held": .array(places.map(JSONValue.string)), "isHolding": .bool(shared.held.isOn),
            "token": .string(shared.held.token), "head": .string(first?.head ?? ""),
            "body": first?.body.map(JSONValue.string) ?? .null, "note": .string(first?.note ?? ""),
        ]
        return Array("data: ".utf8) + json.bytes() + [10, 10]
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
                var (last, lastHeld) = (-1, [UInt8]())
                for await _ in shared.log.updates() {
                    let (exchanges, revision) = shared.log.changes(after: last)
                    last = revision
                    for exchange in exchanges {
                        let json = LiveRecord.record(of: [exchange], shared.log, masksSecrets: false)
                            .json(keeping: shared.log.limits.exchanges)
                        try await stream.send(
                            Array("data: ".utf8) + json.bytes() + [10, 10], until: .after(.seconds(60)))
                    }
                    // After the exchanges, which the page names.
                    let held = shared.configuration.holds ? held : []
                    if held != lastHeld { try await stream.send(held, until: .after(.seconds(60))) }
                    lastHeld = held
                    // Changes in the meantime are sent together.
                    try await shared.loop.sleep(until: .after(.milliseconds(50)))
                }
            }
            group.addTask { try await reader.waitForEnd() }
            try await group.next()
        }
    }
}
