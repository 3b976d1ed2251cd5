internal import Sockeye

// The statements for what isn't one request and one response.
extension SwiftProgram {
    /// ws and wss.
    mutating func webSockets(_ target: TransferTarget, _ operation: TransferSettings) -> [String] {
        let settings = operation.webSocket
        var options: [String] = []
        if !settings.protocols.isEmpty {
            options.append("options.protocols = \(SwiftLiteral.list(settings.protocols.map(SwiftLiteral.string)))")
        }
        if settings.pingInterval != WebSocketSettings().pingInterval {
            options.append("options.pingInterval = \(settings.pingInterval.map(SwiftLiteral.duration) ?? "nil")")
        }
        if let time = operation.idleTimeout { options.append("options.silenceLimit = \(SwiftLiteral.duration(time))") }
        if let time = operation.timeLimit { options.append("options.totalTime = \(SwiftLiteral.duration(time))") }
        if !options.isEmpty {
            modules.insert("SockeyeClient")
            options.insert("var options = WebSocketOptions()", at: 0)
        }
        let message = settings.isBinary ? ".binary(Array(line.utf8))" : ".text(line)"
        let linger =
            settings.linger == .zero ? [] : ["    try await Task.sleep(for: \(SwiftLiteral.duration(settings.linger)))"]
        return Self.notes(onStream: target, operation) + options + [
            "try await client.withWebSocket(request\(options.isEmpty ? "" : ", options: options")) { socket in",
            "    // The program receives while it sends: here, after it.",
            "    while let line = readLine() { try await socket.send(\(message)) }",
        ] + linger + [
            "    try socket.endSending()",
            "    for try await message in socket.messages {",
            "        switch message {",
            "        case .text(let text): print(text)",
            "        case .binary(let bytes): print(bytes.count, \"bytes\")",
            "        }",
            "    }",
            "}",
        ]
    }

    /// `--events`.
    mutating func events(_ target: TransferTarget, _ operation: TransferSettings) -> [String] {
        modules.insert("SockeyeEvents")
        var options: [String] = []
        if let time = operation.idleTimeout { options.append("options.silenceLimit = \(SwiftLiteral.duration(time))") }
        let retries = operation.download.retry.count
        if retries > 0, retries < .max { options.append("options.failureLimit = \(retries + 1)") }
        if !options.isEmpty { options.insert("var options = EventStreamOptions()", at: 0) }
        return Self.notes(onStream: target, operation) + options + [
            "for try await event in client.events(request\(options.isEmpty ? "" : ", options: options")) {",
            "    print(event.type, event.lastEventID, event.data)",
            "}",
        ]
    }

    /// `--connect`.
    mutating func streams(to url: String, _ target: TransferTarget, _ operation: TransferSettings) -> [String] {
        guard let place = try? HTTPURL(url) else { return [SwiftLiteral.comment("\(url) is no host and port")] }
        let host = SwiftLiteral.string(place.hostForConnecting)
        return Self.notes(onStream: target, operation) + [
            "try await client.withStream(to: \(host), port: \(place.effectivePort), tls: \(place.isSecure)) { stream in",
            "    // The program receives while it sends: here, after it.",
            "    while let line = readLine(strippingNewline: false) { try await stream.send(line) }",
            "    stream.endSending()",
            "    for try await bytes in stream.pieces { print(String(decoding: bytes, as: UTF8.self), terminator: \"\") }",
            "}",
        ]
    }
}
