internal import SockeyeDigest

/// The server's side of the opening handshake (RFC 6455 section 4.2), strict: `nil` for whatever a client may not send.
struct ServerHandshake {
    /// The fields of the response.
    var fields: [ReceivedRequest.Field]
    /// Whether compression was offered, and the windows that the client asks for.
    var echo = LoopbackEcho()

    init?(_ request: ReceivedRequest) {
        let keys = request.values("Sec-WebSocket-Key")
        guard request.method == "GET", request.version == "HTTP/1.1", request.has("websocket", in: "Upgrade"),
            request.has("Upgrade", in: "Connection"), request.values("Sec-WebSocket-Version") == ["13"],
            keys.count == 1, (try? Base64.decode(keys[0]))?.count == 16, let accept = Self.accept(keys[0])
        else { return nil }
        fields = [
            .init("Upgrade", "websocket"), .init("Connection", "Upgrade"), .init("Sec-WebSocket-Accept", accept),
        ]
        if let offered = request["Sec-WebSocket-Protocol"] {
            let first = offered.split(separator: ",").first.map { String($0.trimmingBlanks()) }
            fields.append(.init("Sec-WebSocket-Protocol", first ?? ""))
        }
    }

    static func accept(_ key: String) -> String? {
        try? Digest(.sha1, of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64
    }

    /// Agrees to compression if it is offered, with the windows that were asked for.
    mutating func compress(_ request: ReceivedRequest) {
        guard let offer = request["Sec-WebSocket-Extensions"] else { return }
        let parts = offer.split(separator: ";").map { String($0.trimmingBlanks()) }
        guard parts.first == "permessage-deflate" else { return }
        var answer = "permessage-deflate"
        echo.compresses = true
        for part in parts.dropFirst() {
            let (name, value) = (part.prefix { $0 != "=" }, part.drop { $0 != "=" }.dropFirst())
            switch name {
            case "server_no_context_takeover":
                echo.forgets = true
                answer += "; server_no_context_takeover"
            case "server_max_window_bits":
                echo.windowBits = min(15, max(9, decimal(String(value)) ?? 15))
                answer += "; server_max_window_bits=\(echo.windowBits)"
            default: break
            }
        }
        fields.append(.init("Sec-WebSocket-Extensions", answer))
    }
}
